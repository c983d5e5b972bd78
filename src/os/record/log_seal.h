// Encrypts a log while it is written, to a public key of nodecpp-log keygen. The machine that records cannot decrypt
// the log.
//
// An encrypted segment begins with a magic of its own and the format's version, a key for this segment alone, which is
// encrypted to the public key (crypto_box_seal), and the header of a stream (crypto_secretstream_xchacha20poly1305).
// Frames follow: the length of the ciphertext (4 bytes, little-endian) and the ciphertext. The decrypted contents of
// all frames, one after the other, are the segment in plain text. The length of a frame is written last: a length of
// zero is the end. A finished segment ends with an empty frame that has the stream's final tag. The first frame
// authenticates the segment's head up to the stream's header.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "os/trace/record_kinds.h"

namespace nodecpp::os::record {

// The prefix of the base64 key in a key file.
inline constexpr std::string_view publicKeyWords = "nodecpp-log-public-key-1:";

class Seal {
 public:
  // Makes a Seal for the public key in `file`. Returns null and sets `error` on failure.
  static std::unique_ptr<Seal> to(const std::string& file, std::string& error);
  ~Seal();
  Seal(const Seal&) = delete;

  // The size of the authenticated head: magic, version, encrypted key.
  static constexpr std::size_t authenticatedBytes = 8 + 4 + 80;
  // The size of the whole head, which also has the stream's header.
  static constexpr std::size_t headBytes = authenticatedBytes + 24;
  static constexpr std::size_t frameBytes = 4 + 17;     // How many bytes a frame adds to the record in it.
  static constexpr std::size_t lastBytes = frameBytes;  // How many bytes `end` writes.

  // Each of these writes at `to` and returns the end of what it wrote. The bytes after that must be zero: until another
  // frame follows, a length of zero marks the end of the segment.
  char* begin(char* to);
  char* frame(char* to, std::string_view bytes) { return put(to, bytes, false); }
  char* end(char* to) { return put(to, {}, true); }

 private:
  struct State;
  Seal();
  char* put(char* to, std::string_view bytes, bool last);
  std::unique_ptr<State> state_;
};

}  // namespace nodecpp::os::record
