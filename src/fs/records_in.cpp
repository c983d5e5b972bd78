// The record stream for reading. It has one block of memory: [at_, have_) contains the bytes that were read and not yet
// taken, and pos_ is the place in the file where reading continues. Data in the system's page cache is read
// synchronously, into the block or, for a large record, directly into the record's buffer. A read that would wait for
// the disk runs on the pool, and writes only to the block.
#include <algorithm>
#include <optional>
#include <string_view>

#include "base/assertion.h"
#include "fs/record_stream_parts.h"

namespace nodecpp::fs {

namespace detail {
namespace {

class InFile final : public InStreamObject {
 public:
  // With `hasOffsets`, reads use offsets in the file. Otherwise they use the descriptor's position, since a pipe has no
  // offsets.
  InFile(int fd, bool hasOffsets) : fd_(fd), pos_(hasOffsets ? 0 : -1) {}
  ~InFile() override {
    if (fd_ < 0) return;
    if (Loop* loop = Loop::currentOrNull()) loop->port().files.close(fd_);
  }

  bool begin(InWait& wait);
  void waiting(InWait& wait);
  // Takes the data that `wait` has asked for out of the stream, or throws the error of the read.
  template <class Take>
  void finish(InWait& wait, Take take);
  void left(InWait& wait) noexcept;
  void onLoopEnd() noexcept override;
  Promise<> close() override {
    Promise<> closed = closing_.ask();
    advance();
    return closed;
  }

 private:
  std::size_t have() const noexcept { return std::size_t(have_ - at_); }
  bool readsDirectly(const InWait& wait) const noexcept { return pos_ >= 0 && wait.buffer.size() >= pieceSize; }
  bool prepare(InWait& wait);
  bool prepareStraight(InWait& wait);
  std::size_t missing(InWait& wait);
  std::int64_t fill(std::size_t size);
  std::int64_t readReady(char* to, std::size_t size, std::int64_t from);
  void makeRoom(std::size_t size);
  void startJob(InWait& wait);
  void jobDone(std::int64_t got, std::int64_t from);
  void advance();
  void openWindow() noexcept { end_ = turn_ || !waits_.empty() || closing_.asked() ? at_ : have_; }

  int fd_;
  std::int64_t pos_;
  Pages block_;
  std::size_t capacity_ = 0;
  const char* have_ = nullptr;
  // Whether the file system can tell which data is in the page cache. It is assumed until a read fails with ENOTSUP.
  bool mayBeReady_ = true;
  std::size_t inTurn_ = 0;  // the bytes read since the last job on the pool
  bool job_ = false;
  // The read into whose buffer the job's data goes.
  InWait* jobFor_ = nullptr;
  // The result of the job, for the first read that waits.
  std::optional<std::int64_t> result_;
  // The read that was woken and will take its result.
  InWait* turn_ = nullptr;
  bool over_ = false;  // the event loop ends
  Closing closing_;
};

InFile& fileOf(const InWait& wait) { return static_cast<InFile&>(*wait.in); }

bool InFile::begin(InWait& wait) {
  if (closing_.asked()) {
    wait.closed = true;
    return true;
  }
  if (turn_ || !waits_.empty()) return false;
  return prepare(wait);
}

void InFile::waiting(InWait& wait) {
  openWindow();
  if (waits_.first() == &wait && !turn_ && !job_) startJob(wait);
}

// Returns whether the result of the read is ready, without taking data.
bool InFile::prepare(InWait& wait) {
  if (readsDirectly(wait)) return prepareStraight(wait);
  while (std::size_t more = missing(wait)) {
    std::int64_t got = fill(more);
    if (got > 0) continue;
    if (got == UV_EAGAIN) return false;
    if (wait.wanted == Wanted::exact)
      wait.error = got ? int(got) : UV_EOF;
    else if (got && (!have() || wait.wanted != Wanted::some))
      wait.error = int(got);
    else
      wait.taken = have();
    break;
  }
  return true;
}

// Returns a lower limit for the number of bytes that the block lacks for this read.
std::size_t InFile::missing(InWait& wait) {
  if (wait.wanted == Wanted::some || wait.wanted == Wanted::exact) {
    wait.taken = wait.buffer.size();
    return wait.taken - std::min(wait.taken, have());
  }
  NODECPP_DEBUG_ASSERT(wait.searched <= have(), wait.searched, have());
  std::string_view window(at_, have()), delimiter(wait.delimiter.data(), wait.delimiter.size());
  std::size_t found = window.find(delimiter, wait.searched);
  if (found == window.npos) {
    wait.searched = window.size() - std::min(window.size(), delimiter.size() - 1);
    return 1;
  }
  NODECPP_DEBUG_ASSERT(found + delimiter.size() <= window.size(), found, window.size());
  wait.taken = found;
  wait.passed = delimiter.size();
  return 0;
}

bool InFile::prepareStraight(InWait& wait) {
  if (!wait.begun) {
    if (job_) return false;
    // The job has read into the block and not into this read's buffer, so its result is not the result of this read.
    result_.reset();
    wait.begun = true;
    wait.window = wait.taken = std::min(have(), wait.buffer.size());
    if (wait.taken) std::memcpy(wait.buffer.bytes(), at_, wait.taken);
  }
  NODECPP_DEBUG_ASSERT(wait.window <= wait.taken && wait.taken <= wait.buffer.size(), wait.window, wait.taken);
  std::int64_t got = 1;
  while (wait.taken < wait.buffer.size() && got > 0) {
    if (result_) {
      got = *std::exchange(result_, std::nullopt);
      continue;
    }
    got = readReady(wait.buffer.bytes() + wait.taken, wait.buffer.size() - wait.taken,
                    pos_ + std::int64_t(wait.taken - wait.window));
    NODECPP_ASSERT(got <= 0 || std::size_t(got) <= wait.buffer.size() - wait.taken, got, wait.taken,
                   wait.buffer.size());
    if (got > 0) wait.taken += std::size_t(got);
  }
  if (got == UV_EAGAIN) return false;
  if (got > 0) return true;
  if (wait.wanted == Wanted::exact)
    wait.error = got ? int(got) : UV_EOF;
  else if (wait.taken == 0)
    wait.error = int(got);
  return true;
}

// Reads into the block. Returns the number of bytes, 0 at the end of the file, or a negative error.
std::int64_t InFile::fill(std::size_t size) {
  if (result_) return *std::exchange(result_, std::nullopt);
  if (job_) return UV_EAGAIN;
  size = std::max(size, pieceSize);
  makeRoom(size);
  NODECPP_DEBUG_ASSERT(capacity_ - std::size_t(have_ - block_.get()) >= size, capacity_, size);
  auto end = const_cast<char*>(have_);
  std::int64_t got = readReady(end, size, pos_);
  if (got > 0) {
    have_ += got;
    if (pos_ >= 0) pos_ += got;
  }
  return got;
}

std::int64_t InFile::readReady(char* to, std::size_t size, std::int64_t from) {
  if (job_ || !mayBeReady_ || inTurn_ >= inOneTurn) return UV_EAGAIN;
  os::Space space{to, std::min(size, inOneTurn - inTurn_)};
  std::int64_t got = Loop::current().port().files.readReady(fd_, &space, 1, from);
  NODECPP_ASSERT(got <= std::int64_t(size), got, size);
  if (got > 0) inTurn_ += std::size_t(got);
  if (got == UV_ENOTSUP || got == UV_EINVAL) {
    mayBeReady_ = false;
    return UV_EAGAIN;
  }
  return got;
}

// Makes room for `size` bytes after the data in the block.
void InFile::makeRoom(std::size_t size) {
  // The pool writes into the block while a job runs, so the block stays where it is.
  NODECPP_DEBUG_ASSERT(!job_);
  NODECPP_DEBUG_ASSERT(at_ <= have_ && have() <= capacity_, have(), capacity_);
  if (have() == 0) {
    // A block that grew for a large record is replaced by one of the normal size.
    if (capacity_ > blockSize && size <= blockSize) capacity_ = 0;
    at_ = have_ = block_.get();
  }
  if (capacity_ && capacity_ - std::size_t(have_ - block_.get()) >= size) return;
  std::size_t kept = have();
  if (capacity_ >= kept + size) {
    std::memmove(block_.get(), at_, kept);
  } else {
    capacity_ = std::max(blockSize, (kept + size) * 2);
    Pages larger = makePages(capacity_);
    if (kept) std::memcpy(larger.get(), at_, kept);
    block_ = std::move(larger);
  }
  at_ = block_.get();
  have_ = end_ = at_ + kept;
  NODECPP_ASSERT(capacity_ - kept >= size, capacity_, kept, size);
}

void InFile::startJob(InWait& wait) {
  NODECPP_ASSERT(!job_ && !jobFor_ && !result_ && fd_ >= 0, fd_);
  makeRoom(pieceSize);
  std::size_t size = capacity_ - std::size_t(have_ - block_.get());
  std::int64_t from = pos_;
  if (readsDirectly(wait)) {
    jobFor_ = &wait;
    from += std::int64_t(wait.taken - wait.window);
    size = std::min(size, wait.buffer.size() - wait.taken);
  }
  NODECPP_ASSERT(size > 0 && size <= capacity_ - std::size_t(have_ - block_.get()), size, capacity_);
  job_ = true;
  inTurn_ = 0;
  openWindow();
  start(work<std::int64_t>(
            [=, fd = fd_, to = const_cast<char*>(have_)](Files& files, std::int64_t& got) {
              os::Space space{to, size};
              got = files.read(fd, &space, 1, from);
              return Failure();
            },
            [](std::int64_t&) {}),
        [self = InStream(this), this, from](auto&, const Failure&, std::int64_t& got) { jobDone(got, from); });
}

void InFile::jobDone(std::int64_t got, std::int64_t from) {
  NODECPP_ASSERT(job_);
  NODECPP_ASSERT(got <= std::int64_t(capacity_ - std::size_t(have_ - block_.get())), got, capacity_);
  job_ = false;
  InWait* reader = std::exchange(jobFor_, nullptr);
  if (reader && got > 0) {
    std::memcpy(reader->buffer.bytes() + reader->taken, have_, std::size_t(got));
    NODECPP_ASSERT(reader->taken + std::size_t(got) <= reader->buffer.size(), reader->taken, got,
                   reader->buffer.size());
    reader->taken += std::size_t(got);
  } else if (got > 0 && from == pos_) {
    have_ += got;
    if (pos_ >= 0) pos_ += got;
  }
  // Data that was read for a retracted read may be further on in the file than the data that the next read needs, and
  // is not used then.
  if ((reader || from == pos_) && !turn_ && !waits_.empty()) result_ = got;
  advance();
  result_.reset();
}

// Serves the reads that wait, as far as possible.
void InFile::advance() {
  if (over_) return;
  while (auto* first = static_cast<InWait*>(turn_ ? nullptr : waits_.first())) {
    if (!prepare(*first)) {
      if (!job_) startJob(*first);
      break;
    }
    turn_ = first;
    waits_.wakeFirst();
  }
  openWindow();
  if (!job_ && !turn_ && waits_.empty()) closing_.finish(fd_, InStream(this), [] { return Error(); });
}

template <class Take>
void InFile::finish(InWait& wait, Take take) {
  if (wait.closed) throwFileClosed("read");
  if (!wait.error) {
    take(at_);
    if (wait.begun) {
      at_ = have_;
      pos_ += std::int64_t(wait.taken - wait.window);
    } else {
      at_ += wait.taken + wait.passed;
    }
  }
  left(wait);
  if (wait.error) throw toError(failure(wait.error, "read"));
}

void InFile::left(InWait& wait) noexcept {
  if (jobFor_ == &wait) jobFor_ = nullptr;
  if (turn_ == &wait) turn_ = nullptr;
  advance();
}

void InFile::onLoopEnd() noexcept {
  // The coroutine frame of a waiting read may hold the last handle to this stream.
  InStream alive(this);
  over_ = true;
  waits_.giveUp();
}

}  // namespace

InWait::InWait(InStreamObject* of, Wanted what, const Buffer& into) : in(of), wanted(what), buffer(into) {}
InWait::InWait(InStreamObject* of, Wanted what, StringArg end) : in(of), wanted(what), delimiter(end.toString()) {
  if (end.empty()) throw nodecpp::detail::invalidArgValue("delimiter", "''", "must not be empty");
}
InWait::~InWait() {
  leave();
  if (Loop::currentOrNull()) fileOf(*this).left(*this);
}

bool begin(InWait& wait) { return fileOf(wait).begin(wait); }
void waiting(InWait& wait) { fileOf(wait).waiting(wait); }

std::size_t takeRecord(InWait& wait) {
  fileOf(wait).finish(wait, [&](const char* at) {
    if (!wait.begun && wait.taken) std::memcpy(wait.buffer.bytes(), at, wait.taken);
  });
  return wait.taken;
}

std::optional<Buffer> takePart(InWait& wait) {
  std::optional<Buffer> part;
  fileOf(wait).finish(wait, [&](const char* at) {
    if (wait.taken || wait.passed) part = Buffer::copyOf(at, wait.taken);
  });
  return part;
}

std::optional<String> takeLine(InWait& wait) {
  std::optional<String> line;
  fileOf(wait).finish(wait, [&](const char* at) {
    if (!wait.taken && !wait.passed) return;
    bool carriageReturn = wait.passed && wait.taken && at[wait.taken - 1] == '\r';
    line = Buffer::copyOf(at, wait.taken - carriageReturn).toString();
  });
  return line;
}

}  // namespace detail

Sequence<String> InStreamObject::lines() {
  while (auto line = co_await detail::PartRead<detail::Wanted::line>(this, "\n")) co_yield *std::move(line);
}

Promise<InStream> openInStream(const PathArg& path) {
  struct Opened {
    int fd = -1;
    bool hasOffsets = false;
  };
  return detail::promised([&] {
    return detail::work<Opened>(
        [path = detail::checked(path)](os::Files& files, Opened& opened) {
          opened.fd = files.open(path, constants::O_RDONLY, 0);
          if (opened.fd < 0) return detail::failure(opened.fd, "open", path);
          os::FileStat stat;
          auto type = [&] { return stat.mode & unsigned(constants::S_IFMT); };
          if (files.fstat(opened.fd, stat) == 0)
            opened.hasOffsets = type() == unsigned(constants::S_IFREG) || type() == unsigned(constants::S_IFBLK);
          return detail::Failure();
        },
        [](Opened& opened) -> InStream { return make<detail::InFile>(opened.fd, opened.hasOffsets); });
  });
}

}  // namespace nodecpp::fs
