// Constants and helpers of both kinds of record streams.
#pragma once

#include <nodecpp/fs/record_streams.h>

#include <memory>
#include <string_view>

#include "fs/file_work.h"

namespace nodecpp::fs::detail {

// The size of a stream's block. A job on the pool reads into, or writes, the whole block.
inline constexpr std::size_t blockSize = 256 * 1024;
// The number of bytes that one system call reads or writes: large enough that the call costs little beside the copying,
// small enough to stay in a cache near the processor. A larger write is also expensive in Linux, which allocates memory
// for a file in pieces as large as the writes.
inline constexpr std::size_t pieceSize = 64 * 1024;
// After this number of bytes that were read or written synchronously, the pool does the next operation even when that
// is not needed, so that other work on the event loop has its turn.
inline constexpr std::size_t inOneTurn = 16 * 1024 * 1024;

// Memory that begins at a page, so that copies into and out of it cross as few cache lines as possible.
struct FreePages {
  void operator()(char* memory) const noexcept { ::operator delete(memory, std::align_val_t(4096)); }
};
using Pages = std::unique_ptr<char[], FreePages>;
inline Pages makePages(std::size_t size) {
  return Pages(static_cast<char*>(::operator new(size, std::align_val_t(4096))));
}

// Throws the error that a closed FileHandle has.
[[noreturn]] inline void throwFileClosed(const char* syscall) {
  Error closed("file closed");
  closed->code = "EBADF";
  closed->syscall = std::string_view(syscall);
  throw closed;
}

// The closing of a stream, which waits for the operations under way.
class Closing {
 public:
  bool asked() const noexcept { return asked_; }
  Promise<> ask() {
    if (asked_) return promise_ ? promise_ : Promise<>::resolve();
    asked_ = true;
    promise_ = Promise<>([this](Resolver<void> resolve, Rejector reject) {
      settle_ = [=](const Error& error) { error ? reject(error) : resolve(); };
    });
    return promise_;
  }
  // Closes the file once. `stream` keeps alive the object of which this is a member. `untold` is a function that
  // returns an error that was not reported to the program yet, or an empty error.
  template <class Stream, class Untold>
  void finish(int& fd, Stream stream, Untold untold) {
    if (!asked_ || fd < 0) return;
    start(work([fd = std::exchange(fd, -1)](Files& files) { return failure(files.close(fd), "close"); }),
          [this, stream, untold](auto&, const Failure& failed, Nothing&) {
            Error error = untold();
            if (!error && failed) error = toError(failed);
            promise_ = nullptr;
            std::exchange(settle_, nullptr)(error);
          });
  }

 private:
  bool asked_ = false;
  Promise<> promise_;
  Function<void(Error)> settle_;
};

}  // namespace nodecpp::fs::detail
