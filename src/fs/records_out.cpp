// The record stream for writing. Written data is gathered in a block of memory. A write to a local file copies into the
// system's cache and is made synchronously, like a read from there; after a number of bytes the pool does one write, so
// that other work has its turn. When a write took long, because the system holds back a process that writes more than
// its disks take, and for all other files, the pool writes one block while the program fills the other. A record larger
// than a block is written directly from its buffer.
#include <algorithm>
#include <string>

#include "base/assertion.h"
#include "fs/record_stream_parts.h"

namespace nodecpp::fs {

namespace detail {
namespace {

// The largest amount of data that is written synchronously at once.
constexpr std::size_t largest = 1024 * 1024;
// A write that takes more nanoseconds than `longTime` has waited for the disk. The pool then writes the next bytes, at
// least `leastPenalty` and twice as many each time, before another synchronous write is tried.
constexpr std::uint64_t longTime = 4'000'000;
constexpr std::size_t leastPenalty = 16 * 1024 * 1024, mostPenalty = 1024 * 1024 * 1024;

int writeAll(Files& files, int fd, const char* data, std::size_t size) {
  while (size > 0) {
    os::Slice piece{data, std::min(size, pieceSize)};
    std::int64_t sent = files.write(fd, &piece, 1, -1);
    if (sent <= 0) return sent ? int(sent) : UV_EIO;
    NODECPP_ASSERT(std::size_t(sent) <= piece.size, sent, piece.size);
    data += sent;
    size -= std::size_t(sent);
  }
  return 0;
}

class OutFile final : public OutStreamObject, nodecpp::detail::Flushable {
 public:
  // `cached` means that a write to this file is a copy, which waits for nothing but memory.
  OutFile(int fd, bool cached) : fd_(fd), allowed_(cached ? inOneTurn : 0), cached_(cached) {}
  ~OutFile() override;

  bool begin(OutWait& wait);
  void waiting(OutWait& wait);
  void put(OutWait& wait);
  void left(OutWait& wait) noexcept;
  void onLoopEnd() noexcept override;
  void flush() override { advance(true); }
  Promise<> close() override {
    Promise<> closed = closing_.ask();
    advance(true);
    return closed;
  }

 private:
  std::size_t used() const noexcept { return std::size_t(at_ - block_.get()); }
  bool prepare(OutWait& wait);
  std::size_t limit() const noexcept { return !job_ && allowed_ >= pieceSize ? pieceSize : blockSize; }
  void writeOut(const Buffer& after = {});
  void writeNow(const Buffer& after);
  void startJob(const Buffer& after);
  void jobDone(int error, std::size_t size);
  void advance(bool toWrite);
  void openWindow() noexcept;

  int fd_;
  Pages block_, other_;
  bool job_ = false;
  OutWait* jobFor_ = nullptr;  // the write whose buffer the job writes
  OutWait* turn_ = nullptr;    // The write that was woken and will copy its data into the block.
  // The number of bytes that may still be written synchronously. When it is used up, the pool does the next write.
  std::size_t allowed_;
  bool cached_;
  // The number of bytes that the pool must write before a synchronous write is tried again.
  std::size_t untrusted_ = 0;
  std::size_t penalty_ = 0;
  int error_ = 0;
  bool reported_ = false;
  bool over_ = false;  // the event loop ends
  Closing closing_;
};

OutFile& fileOf(const OutWait& wait) { return static_cast<OutFile&>(*wait.out); }

OutFile::~OutFile() {
  Loop* loop = Loop::currentOrNull();
  if (!loop) return;
  loop->cancelFlush(this);
  if (fd_ >= 0) loop->port().files.close(fd_);
  // No call can report the error any more, so it is thrown as an uncaught exception.
  if (error_ && !reported_ && !over_)
    start(work([](Files&) { return Failure(); }),
          [error = toError(failure(error_, "write"))](auto&, const Failure&, Nothing&) { throw error; });
}

// Opens the room in the block for writes that need no call. It stays closed while the block is empty and no job runs,
// so that the next write calls begin(), which makes sure that the data is written soon.
void OutFile::openWindow() noexcept {
  NODECPP_DEBUG_ASSERT(used() <= blockSize, used());
  bool open = block_ && !turn_ && waits_.empty() && !error_ && !closing_.asked() && (job_ || used());
  end_ = open ? block_.get() + std::max(limit(), used()) : at_;
}

bool OutFile::begin(OutWait& wait) {
  if (closing_.asked()) {
    wait.closed = true;
    return true;
  }
  if (turn_ || !waits_.empty()) return false;
  return prepare(wait);
}

void OutFile::waiting(OutWait&) { openWindow(); }

// Returns true when the write need not wait: the block has room for the whole record, the record was written already,
// or an earlier write has failed.
bool OutFile::prepare(OutWait& wait) {
  if (error_) {
    wait.error = error_;
    return true;
  }
  if (wait.flush) {
    if (!job_ && used()) writeOut();
    wait.error = error_;
    return !job_;
  }
  if (!block_) {
    block_ = makePages(blockSize);
    at_ = block_.get();
  }
  std::size_t size = wait.buffer.size();
  if (size <= blockSize) return !job_ || size <= blockSize - used();
  if (wait.written) return true;
  if (job_) return false;
  NODECPP_ASSERT(!jobFor_);
  writeOut(wait.buffer);
  if (job_) {
    jobFor_ = &wait;
    return false;
  }
  wait.error = error_;
  return wait.written = true;
}

void OutFile::put(OutWait& wait) {
  if (wait.closed) throwFileClosed("write");
  if (!wait.error && !wait.flush && !wait.written) {
    const char* from = wait.buffer.bytes();
    for (std::size_t left = wait.buffer.size(); left > 0 && !error_;) {
      std::size_t some = std::min(left, limit() - std::min(limit(), used()));
      if (some) std::memcpy(at_, from, some);
      NODECPP_DEBUG_ASSERT(used() + some <= blockSize, used(), some);
      at_ += some;
      from += some;
      left -= some;
      // At most one job is started here. When the job has ended, the block has room for the rest of the record.
      if (left > 0) writeOut();
    }
    wait.error = error_;
    if (!job_) Loop::current().queueFlush(this);
  }
  left(wait);
  if (!wait.error) return;
  reported_ = true;
  throw toError(failure(wait.error, "write"));
}

// Writes the data that was gathered in the block to the file, and then the bytes of `after`.
void OutFile::writeOut(const Buffer& after) {
  NODECPP_ASSERT(!job_ && fd_ >= 0, fd_);
  if (used() + after.size() <= std::min(allowed_, largest))
    writeNow(after);
  else
    startJob(after);
}

void OutFile::writeNow(const Buffer& after) {
  NODECPP_ASSERT(used() + after.size() <= allowed_, used(), after.size(), allowed_);
  os::Port& port = Loop::current().port();
  std::uint64_t begin = port.clock.hrtime();
  int error = writeAll(port.files, fd_, block_.get(), used());
  if (!error) error = writeAll(port.files, fd_, after.bytes(), after.size());
  allowed_ -= used() + after.size();
  if (port.clock.hrtime() - begin > longTime) {
    allowed_ = 0;
    untrusted_ = penalty_ = std::clamp(penalty_ * 2, leastPenalty, mostPenalty);
  }
  at_ = block_.get();
  if (error) error_ = error;
}

void OutFile::startJob(const Buffer& after) {
  NODECPP_ASSERT(!job_ && !jobFor_);
  if (!other_) other_ = makePages(blockSize);
  if (!untrusted_) penalty_ = 0;
  job_ = true;
  std::size_t size = used();
  block_.swap(other_);
  at_ = block_.get();
  NODECPP_ASSERT(size <= blockSize && used() == 0, size);
  openWindow();
  start(work<int>(
            [fd = fd_, data = other_.get(), size, after](Files& files, int& error) {
              error = writeAll(files, fd, data, size);
              if (!error) error = writeAll(files, fd, after.bytes(), after.size());
              return Failure();
            },
            [](int&) {}),
        [self = OutStream(this), this, all = size + after.size()](auto&, const Failure&, int& error) {
          jobDone(error, all);
        });
}

void OutFile::jobDone(int error, std::size_t size) {
  NODECPP_ASSERT(job_ && error <= 0, error);
  job_ = false;
  if (OutWait* writer = std::exchange(jobFor_, nullptr)) writer->written = true;
  untrusted_ -= std::min(untrusted_, size);
  if (cached_ && !untrusted_) allowed_ = inOneTurn;
  if (error) {
    error_ = error;
    // The gathered data is dropped, since the file would have a gap if it were written after data that failed.
    at_ = block_.get();
  }
  advance(true);
}

// Serves the writes that wait, as far as possible. Then the block is written if `toWrite`. `toWrite` is false for a
// write that has just got its turn and goes on to fill the block.
void OutFile::advance(bool toWrite) {
  if (over_) return;
  while (auto* first = static_cast<OutWait*>(turn_ ? nullptr : waits_.first())) {
    if (!prepare(*first)) break;
    turn_ = first;
    waits_.wakeFirst();
  }
  if (!turn_ && !job_ && used() && !error_ && (toWrite || closing_.asked())) writeOut();
  openWindow();
  if (job_ || turn_ || !waits_.empty()) return;
  closing_.finish(fd_, OutStream(this), [this] {
    return error_ && !std::exchange(reported_, true) ? toError(failure(error_, "write")) : Error();
  });
}

void OutFile::left(OutWait& wait) noexcept {
  if (jobFor_ == &wait) jobFor_ = nullptr;
  bool had = turn_ == &wait;
  if (had) turn_ = nullptr;
  if (had || !waits_.empty()) return advance(false);
  openWindow();
}

void OutFile::onLoopEnd() noexcept {
  // The coroutine frame of a waiting write may hold the last handle to this stream.
  OutStream alive(this);
  over_ = true;
  waits_.giveUp();
}

}  // namespace

OutWait::OutWait(OutStreamObject* of) : out(of), flush(true) {}
OutWait::OutWait(OutStreamObject* of, const Buffer& from) : out(of), buffer(from) {}
OutWait::~OutWait() {
  leave();
  if (Loop::currentOrNull()) fileOf(*this).left(*this);
}

bool begin(OutWait& wait) { return fileOf(wait).begin(wait); }
void waiting(OutWait& wait) { fileOf(wait).waiting(wait); }
void put(OutWait& wait) { fileOf(wait).put(wait); }

}  // namespace detail

namespace {

// Whether a write to the open file only copies into memory, which its file system tells.
bool isCached(os::Files& files, int fd, const std::string& path, int flags) {
  using namespace constants;
  os::FileStat stat;
  os::FileSystemStat system;
  if (flags & (O_SYNC | O_DSYNC | O_DIRECT)) return false;
  if (files.fstat(fd, stat) != 0 || (stat.mode & unsigned(S_IFMT)) != unsigned(S_IFREG)) return false;
  if (files.statfs(path, system) != 0) return false;
  constexpr std::uint64_t ext = 0xEF53, xfs = 0x58465342, btrfs = 0x9123683E, tmpfs = 0x01021994, overlay = 0x794C7630;
  return system.type == ext || system.type == xfs || system.type == btrfs || system.type == tmpfs ||
         system.type == overlay;
}

}  // namespace

Promise<OutStream> openOutStream(const PathArg& path, const Flags& flags, const Mode& mode) {
  struct Opened {
    int fd = -1;
    bool cached = false;
  };
  return detail::promised([&] {
    int number = flags.checked("flags");
    unsigned permissions = mode.checked("mode");
    return detail::work<Opened>(
        [path = detail::checked(path), number, permissions](os::Files& files, Opened& opened) {
          opened.fd = files.open(path, number, permissions);
          if (opened.fd < 0) return detail::failure(opened.fd, "open", path);
          opened.cached = isCached(files, opened.fd, path, number);
          return detail::Failure();
        },
        [](Opened& opened) -> OutStream { return make<detail::OutFile>(opened.fd, opened.cached); });
  });
}

}  // namespace nodecpp::fs
