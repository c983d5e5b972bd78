// What both kinds of record streams are made with.
#pragma once

#include <nodecpp/fs/records.h>

#include <memory>
#include <string_view>

#include "fs/work.h"

namespace nodecpp::fs::impl {

// The block of a stream. What goes to the pool fills it, or is the whole of it.
inline constexpr std::size_t blockSize = 256 * 1024;
// What one call reads or writes: large enough that the call costs little beside the copying, and small enough to stay
// in a near cache. A larger write is also dear to Linux, which takes memory for a file in pieces as large as the writes.
inline constexpr std::size_t pieceSize = 64 * 1024;
// After this many bytes on the spot the pool is asked once, whether that is needed or not, so that others have their
// turn.
inline constexpr std::size_t inOneTurn = 16 * 1024 * 1024;

// Memory that begins with a page: copies in and out of it cross no line of the cache that they need not.
struct FreePages {
  void operator()(char* memory) const noexcept { ::operator delete(memory, std::align_val_t(4096)); }
};
using Pages = std::unique_ptr<char[], FreePages>;
inline Pages makePages(std::size_t size) {
  return Pages(static_cast<char*>(::operator new(size, std::align_val_t(4096))));
}

// As a FileHandle's.
[[noreturn]] inline void throwFileClosed(const char* syscall) {
  Error closed("file closed");
  closed->code = "EBADF";
  closed->syscall = std::string_view(syscall);
  throw closed;
}

// The closing of a stream, which waits for what is under way.
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
  // Closes the file once. `stream` keeps the object that this is part of, and has an error that nobody was told of, or
  // none.
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

}  // namespace nodecpp::fs::impl
