// The states of the masks (key_mask.h) of what a program reads and writes in pieces.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

#include "os/session/key_mask.h"
#include "os/trace/field_encoding.h"

namespace nodecpp::os::record {

// Makes the digests of a stream of bytes that a program writes, in which a key counts as its mask. A write may be
// accepted in part: the mask goes on after the accepted bytes.
class WriteMask {
 public:
  explicit WriteMask(KeyMask::From from) : mask_(from), after_(mask_) {}
  Digest digestOf(const Slice* slices, std::size_t count);
  // Called after `digestOf` for the same slices, of which `size` bytes were accepted.
  void accepted(const Slice* slices, std::size_t count, std::uint64_t size, std::uint64_t all);

 private:
  KeyMask mask_, after_;
};

// Returns the digest of a whole sequence of slices, in which a key counts as its mask.
Digest maskedDigestOf(const Slice* slices, std::size_t count);

// The masks of open files. The mask of a file goes on as long as the program reads or writes on; it begins anew where
// the program goes to another place. All members may be called from any thread.
class FileMasks {
 public:
  // The descriptor is opened or closed.
  void forget(int fd);
  // Returns the bytes that were read from `offset`, or from the descriptor's position where that is negative, as a log
  // may have them: `bytes` itself, or a masked copy in `room`. Sets `seen` when the file holds a key.
  std::string_view read(int fd, std::int64_t offset, std::string_view bytes, std::string& room, bool& seen);
  // Returns the mask for a write at `offset`, which `wrote` is given back after the write.
  WriteMask beginWrite(int fd, std::int64_t offset);
  void wrote(int fd, std::int64_t offset, std::uint64_t size, const WriteMask& mask);

 private:
  struct Read {
    KeyMask mask;
    std::int64_t next = 0;      // The place in the file at which the mask goes on.
    std::int64_t position = 0;  // The descriptor's position.
    std::int64_t first = -1, last = -1;  // The places of the first and of the last byte that was masked.
  };
  struct Written {
    WriteMask mask{KeyMask::From::beginning};
    std::int64_t next = 0;
    std::int64_t position = 0;
  };
  std::mutex mutex_;
  std::unordered_map<int, Read> reads_;
  std::unordered_map<int, Written> writes_;
};

}  // namespace nodecpp::os::record
