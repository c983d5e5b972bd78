// Record streams: a file is read or written sequentially, one record at a time. Programs include nodecpp/fs.h.
//
//   auto in = co_await fs::openInStream("a.bin");       auto out = co_await fs::openOutStream("b.bin");
//   while (co_await in->readBuf(buffer) > 0) …          co_await out->writeBuf(buffer);
//   co_await in->close();                               co_await out->close();
//
// Data in memory, in the stream's own block or in the system's page cache, is read and written without suspending the
// coroutine. Node has no such streams; they throw the errors that Node's file streams would have.
#pragma once

#include <nodecpp/concurrency/sequence.h>
#include <nodecpp/concurrency/waiting.h>
#include <nodecpp/fs/fs_types.h>

#include <cstring>
#include <optional>

namespace nodecpp::fs {

class InStreamObject;
class OutStreamObject;
using InStream = Handle<InStreamObject>;
using OutStream = Handle<OutStreamObject>;

namespace detail {

// Copies as memcpy, but without a call for small sizes: the copies of both ends of a record may overlap in the middle.
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

// A read that the stream's block cannot serve at once. Nothing is taken out of the stream until the reading frame
// resumes, so when the read is retracted, the next read gets the bytes.
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
  bool begun = false;  // data goes directly into `buffer`
  int error = 0;
  Buffer buffer;
  String delimiter;
  std::size_t searched = 0;  // the position up to which the delimiter was searched
  // The number of bytes at the start of `buffer` that are also still in the stream's block.
  std::size_t window = 0;
  std::size_t taken = 0;   // the number of bytes that the read gets
  std::size_t passed = 0;  // the number of bytes after these that are skipped
};

// The awaiters call these functions: begin() returns whether the result is ready, waiting() puts the read into the
// queue, and the others take the result.
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
  [[gnu::noinline]] bool begin() { return detail::begin(wait_.emplace(in_, wanted, *buffer_)); }

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
  bool written = false;  // written directly from `buffer`
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
  [[gnu::noinline]] bool begin() { return detail::begin(wait_.emplace(out_, *buffer_)); }

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

}  // namespace detail

// A file that is read. Reads that are made while another one waits are served after it, in order. The file is also
// closed when the last handle is destroyed.
//
// A retracted read takes nothing and never writes to its buffer afterwards. After close(), reads throw the code EBADF,
// "file closed".
class InStreamObject : public Object, public nodecpp::detail::LoopEnd {
 public:
  // std::size_t count = co_await in->readBuf(buffer) fills the buffer, or returns fewer bytes at the end. 0 means the
  // end. When the file has grown meanwhile, the next read continues there. An error after the first bytes is thrown by
  // the next read. The buffer must live until the read is done.
  detail::RecordRead<detail::Wanted::some> readBuf(const Buffer& buffer [[clang::lifetimebound]]) { return {this, buffer}; }
  // co_await in->readExact(buffer) fills the buffer, or throws the code EOF and takes nothing.
  detail::RecordRead<detail::Wanted::exact> readExact(const Buffer& buffer [[clang::lifetimebound]]) {
    return {this, buffer};
  }
  // std::optional<Buffer> part = co_await in->readUntil("\n") returns the bytes before the delimiter, which is skipped,
  // or the remaining bytes when there is no delimiter, or nothing at the end. The bytes that are searched are kept in
  // memory. Throws ERR_INVALID_ARG_VALUE for an empty delimiter.
  detail::PartRead<detail::Wanted::part> readUntil(StringArg delimiter) { return {this, delimiter}; }
  // Returns the lines of the file without their ends, "\n" or "\r\n". Bytes that are no UTF-8 become U+FFFD. Each line
  // is read when it is asked for, so other reads get the data after a line when the sequence is left.
  Sequence<String> lines();
  // Closes the file after the reads that wait have been served.
  virtual Promise<> close() = 0;

  const char* className() const { return "InStream"; }

 protected:
  friend class detail::InWait;
  template <detail::Wanted>
  friend class detail::RecordRead;

  // The data in the block that reads may take without a call. Empty while any read waits.
  const char* at_ = nullptr;
  const char* end_ = nullptr;
  nodecpp::detail::WaitList waits_{this};
};

// A file that is written. Written data is gathered, and goes to the file when a block is full or the program returns to
// the event loop: synchronously where a write only copies into the system's cache, otherwise on a thread of the pool.
// The program does not end before that. Writes that are made while another one waits follow it, in order.
//
// A later error is thrown by the next call and by each call after it, by close() when there was no such call, and as an
// uncaught exception when the last handle was destroyed. After an error nothing more is written. A write that is
// retracted while it waits for room writes nothing, but one of more than 256 KiB may be written nevertheless. After
// close(), writes throw the code EBADF, "file closed".
class OutStreamObject : public Object, public nodecpp::detail::LoopEnd {
 public:
  // co_await out->writeBuf(buffer) takes over the bytes, so the buffer may be changed afterwards.
  detail::RecordWrite writeBuf(const Buffer& buffer [[clang::lifetimebound]]) { return {this, buffer}; }
  // co_await out->flush() waits until all written data has been handed to the system.
  detail::Flush flush() { return detail::Flush(this); }
  // Closes the file after all written data has been handed to the system.
  virtual Promise<> close() = 0;

  const char* className() const { return "OutStream"; }

 protected:
  friend class detail::OutWait;
  friend class detail::RecordWrite;

  // The room in the block that writes may fill without a call. Empty while any write waits, and after an error.
  char* at_ = nullptr;
  char* end_ = nullptr;
  nodecpp::detail::WaitList waits_{this};
};

// Opens a file for reading. The promise is rejected with the errors of fs::promises::open.
Promise<InStream> openInStream(const PathArg& path);
// Opens a file for writing, with the flags of open: "w" creates or empties the file, "a" appends, "wx" creates a new
// file, "r+" overwrites the file from its beginning.
Promise<OutStream> openOutStream(const PathArg& path, const Flags& flags = "w", const Mode& mode = 0666);

namespace detail {

template <Wanted wanted>
inline bool RecordRead<wanted>::await_ready() {
  std::size_t size = buffer_->size();
  // Empty buffers go to begin(), too (the size wraps around here), since it checks whether the stream is open.
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

}  // namespace detail

}  // namespace nodecpp::fs
