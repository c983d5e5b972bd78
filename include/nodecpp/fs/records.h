// Record streams: a file read or written straight, a record at a time. Programs include nodecpp/fs.h.
//
//   auto in = co_await fs::openInStream("a.bin");       auto out = co_await fs::openOutStream("b.bin");
//   while (co_await in->readBuf(buffer) > 0) …          co_await out->writeBuf(buffer);
//   co_await in->close();                               co_await out->close();
//
// What is in memory is given and taken without suspending: from the stream's own block, from the system's page cache.
// Node has no such thing; where its streams would have an error, these throw the same.
#pragma once

#include <nodecpp/concurrency/sequence.h>
#include <nodecpp/concurrency/waiting.h>
#include <nodecpp/fs/base.h>

#include <cstring>
#include <optional>

namespace nodecpp::fs {

class InStreamObject;
class OutStreamObject;
using InStream = Handle<InStreamObject>;
using OutStream = Handle<OutStreamObject>;

namespace impl {

// memcpy, without a call for small ones: both ends of a record, which overlap in the middle.
template <class Lane>
[[gnu::always_inline]] inline void copyEnds(char* to, const char* from, std::size_t size) noexcept {
  Lane first{}, last{};
  std::memcpy(&first, from, sizeof(Lane));
  std::memcpy(&last, from + size - sizeof(Lane), sizeof(Lane));
  std::memcpy(to, &first, sizeof(Lane));
  std::memcpy(to + size - sizeof(Lane), &last, sizeof(Lane));
}
[[gnu::always_inline]] inline void copyRecord(char* to, const char* from, std::size_t size) noexcept {
  using Wide [[gnu::vector_size(16)]] = char;
  if (size > 64) {
    std::memcpy(to, from, size);
  } else if (size > 32) {
    copyEnds<Wide>(to, from, size);
    copyEnds<Wide>(to + 16, from + 16, size - 32);
  } else if (size >= 16) {
    copyEnds<Wide>(to, from, size);
  } else if (size >= 8) {
    copyEnds<std::uint64_t>(to, from, size);
  } else {
    for (std::size_t i = 0; i < size; ++i) to[i] = from[i];
  }
}

enum class Wanted : unsigned char { some, exact, part, line };

// A read that the stream's block cannot serve at once. It has taken nothing out of the stream before its frame goes on:
// when it is retracted, the bytes are there for the next one.
class InWait final : public nodecpp::detail::LeafWaiter {
 public:
  InWait(InStreamObject* in, Wanted wanted, const Buffer& buffer);
  InWait(InStreamObject* in, Wanted wanted, StringArg delimiter);
  ~InWait();
  template <class P>
  void wait(std::coroutine_handle<P> handle);

  InStream in;
  Wanted wanted;
  bool closed = false;
  bool begun = false;  // straight into the buffer
  int error = 0;
  Buffer buffer;
  String delimiter;
  std::size_t searched = 0;  // for the delimiter
  std::size_t window = 0;    // of what is in the buffer: as much is still in the stream's block
  std::size_t taken = 0;     // bytes that it gets
  std::size_t passed = 0;    // bytes after these that nobody gets
};

// What the awaiters ask of a stream: whether its outcome stands, and else that it waits in line; and the outcome.
bool begin(InWait& wait);
void waiting(InWait& wait);
std::size_t takeRecord(InWait& wait);
std::optional<Buffer> takePart(InWait& wait);
std::optional<String> takeLine(InWait& wait);

template <Wanted wanted>
class [[nodiscard]] RecordRead {
 public:
  RecordRead(InStreamObject* in, const Buffer& buffer [[clang::lifetimebound]]) noexcept : in_(in), buffer_(&buffer) {}
  [[gnu::always_inline]] bool await_ready();
  template <class P>
  void await_suspend(std::coroutine_handle<P> handle) {
    wait_->wait(handle);
  }
  auto await_resume() {
    if constexpr (wanted == Wanted::exact) {
      if (wait_) takeRecord(*wait_);
    } else {
      return wait_ ? takeRecord(*wait_) : count_;
    }
  }

 private:
  [[gnu::noinline]] bool begin() { return impl::begin(wait_.emplace(in_, wanted, *buffer_)); }

  InStreamObject* in_;
  const Buffer* buffer_;
  std::size_t count_ = 0;
  std::optional<InWait> wait_;
};

template <Wanted wanted>
class [[nodiscard]] PartRead {
 public:
  PartRead(InStreamObject* in, StringArg delimiter) : wait_(in, wanted, delimiter) {}
  bool await_ready() { return begin(wait_); }
  template <class P>
  void await_suspend(std::coroutine_handle<P> handle) {
    wait_.wait(handle);
  }
  auto await_resume() {
    if constexpr (wanted == Wanted::line)
      return takeLine(wait_);
    else
      return takePart(wait_);
  }

 private:
  InWait wait_;
};

// A write for which the stream's block has no room, or a flush.
class OutWait final : public nodecpp::detail::LeafWaiter {
 public:
  explicit OutWait(OutStreamObject* out);
  OutWait(OutStreamObject* out, const Buffer& buffer);
  ~OutWait();
  template <class P>
  void wait(std::coroutine_handle<P> handle);

  OutStream out;
  bool flush = false;
  bool closed = false;
  bool written = false;  // straight from the buffer
  int error = 0;
  Buffer buffer;
};

bool begin(OutWait& wait);
void waiting(OutWait& wait);
void put(OutWait& wait);

class [[nodiscard]] RecordWrite {
 public:
  RecordWrite(OutStreamObject* out, const Buffer& buffer [[clang::lifetimebound]]) noexcept
      : out_(out), buffer_(&buffer) {}
  [[gnu::always_inline]] bool await_ready();
  template <class P>
  void await_suspend(std::coroutine_handle<P> handle) {
    wait_->wait(handle);
  }
  void await_resume() {
    if (wait_) put(*wait_);
  }

 private:
  [[gnu::noinline]] bool begin() { return impl::begin(wait_.emplace(out_, *buffer_)); }

  OutStreamObject* out_;
  const Buffer* buffer_;
  std::optional<OutWait> wait_;
};

class [[nodiscard]] Flush {
 public:
  explicit Flush(OutStreamObject* out) : wait_(out) {}
  bool await_ready() { return begin(wait_); }
  template <class P>
  void await_suspend(std::coroutine_handle<P> handle) {
    wait_.wait(handle);
  }
  void await_resume() { put(wait_); }

 private:
  OutWait wait_;
};

}  // namespace impl

// A file that is read. Reads that are made while another waits are served after it, in order. The last handle that goes
// closes it, too.
//
// A read that is retracted takes nothing, and never writes to its buffer afterwards. Once closed, reads throw code
// EBADF, "file closed".
class InStreamObject : public Object, public nodecpp::detail::LoopEnd {
 public:
  // std::size_t count = co_await in->readBuf(buffer): fills the buffer, or gives what is left. 0 is the end; when the
  // file has grown meanwhile, the next read goes on there. An error after the first bytes is the next read's.
  impl::RecordRead<impl::Wanted::some> readBuf(const Buffer& buffer [[clang::lifetimebound]]) { return {this, buffer}; }
  // co_await in->readExact(buffer): fills it, or throws code EOF, and takes nothing.
  impl::RecordRead<impl::Wanted::exact> readExact(const Buffer& buffer [[clang::lifetimebound]]) {
    return {this, buffer};
  }
  // std::optional<Buffer> part = co_await in->readUntil("\n"): the bytes before the delimiter, which is passed over, or
  // what is left without one; nothing at the end. Keeps in memory what it looks through. ERR_INVALID_ARG_VALUE for an
  // empty delimiter.
  impl::PartRead<impl::Wanted::part> readUntil(StringArg delimiter) { return {this, delimiter}; }
  // Each line without its end, "\n" or "\r\n"; bytes that are no UTF-8 become U+FFFD. Reads the stream: what follows a
  // line is there for other reads, when the sequence is left.
  Sequence<String> lines();
  // Waits for the reads that wait.
  virtual Promise<> close() = 0;

  const char* className() const { return "InStream"; }

 protected:
  friend class impl::InWait;
  template <impl::Wanted>
  friend class impl::RecordRead;

  // What the block has for reads at once; none while any waits.
  const char* at_ = nullptr;
  const char* end_ = nullptr;
  nodecpp::detail::WaitList waits_{this};
};

// A file that is written. What is written is gathered, and goes to the file when a block is full or the program goes
// back to the loop: on the spot where that is a copy into the system's cache, else behind the program's back. The
// program does not end before. Writes that are made while another waits follow it, in order.
//
// What fails then is thrown by the next call, and by each after it; by close() if none was made; when the
// last handle has gone, it is an uncaught exception. After it nothing more is written. A write that is retracted while
// it waits for room writes nothing; of more than 256 KiB, it may be written all the same. Once closed, writes throw
// code EBADF, "file closed".
class OutStreamObject : public Object, public nodecpp::detail::LoopEnd {
 public:
  // co_await out->writeBuf(buffer): the buffer may be changed afterwards.
  impl::RecordWrite writeBuf(const Buffer& buffer [[clang::lifetimebound]]) { return {this, buffer}; }
  // co_await out->flush(): everything has been handed to the system.
  impl::Flush flush() { return impl::Flush(this); }
  // Waits for all that was written.
  virtual Promise<> close() = 0;

  const char* className() const { return "OutStream"; }

 protected:
  friend class impl::OutWait;
  friend class impl::RecordWrite;

  // Room for writes at once; none while any waits, and after an error.
  char* at_ = nullptr;
  char* end_ = nullptr;
  nodecpp::detail::WaitList waits_{this};
};

// Rejected as fs::promises::open is.
Promise<InStream> openInStream(const PathArg& path);
// `flags` as open's: "w" makes the file or empties it, "a" appends, "wx" makes it new, "r+" writes over its beginning.
Promise<OutStream> openOutStream(const PathArg& path, const Flags& flags = "w", const Mode& mode = 0666);

namespace impl {

template <Wanted wanted>
inline bool RecordRead<wanted>::await_ready() {
  std::size_t size = buffer_->size();
  // An empty buffer is for begin(), which knows whether the stream is open.
  if (size - 1 < std::size_t(in_->end_ - in_->at_)) [[likely]] {
    copyRecord(buffer_->bytes(), in_->at_, size);
    in_->at_ += size;
    count_ = size;
    return true;
  }
  return begin();
}

inline bool RecordWrite::await_ready() {
  std::size_t size = buffer_->size();
  if (size - 1 < std::size_t(out_->end_ - out_->at_)) [[likely]] {
    copyRecord(out_->at_, buffer_->bytes(), size);
    out_->at_ += size;
    return true;
  }
  return begin();
}

template <class P>
void InWait::wait(std::coroutine_handle<P> handle) {
  waitIn(in->waits_, handle);
  waiting(*this);
}
template <class P>
void OutWait::wait(std::coroutine_handle<P> handle) {
  waitIn(out->waits_, handle);
  waiting(*this);
}

}  // namespace impl

}  // namespace nodecpp::fs
