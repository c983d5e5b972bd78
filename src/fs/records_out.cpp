// The stream that is written. It has two blocks of memory: one takes what the program writes while a job on the pool
// writes the other. A record larger than a block is written from its buffer, behind what the block has.
#include <algorithm>

#include "fs/records.h"

namespace nodecpp::fs {

namespace impl {
namespace {

// A job's way to the pool and back is to cost little beside its writing, and what it writes is to be in a near cache
// yet.
constexpr std::size_t blockSize = 256 * 1024;
// What is written at a time. Linux takes memory for a file in pieces as large as the writes, and large ones are dear.
constexpr std::size_t pieceSize = 64 * 1024;

class OutFile final : public OutStreamObject, nodecpp::detail::Flushable {
 public:
  explicit OutFile(int fd) : fd_(fd) {}
  ~OutFile() override;

  bool begin(OutWait& wait);
  void waiting(OutWait& wait);
  void put(OutWait& wait);
  void left(OutWait& wait) noexcept;
  void onLoopEnd() noexcept override;
  void flush() override { advance(); }
  Promise<> close() override {
    Promise<> closed = closing_.ask();
    advance();
    return closed;
  }

 private:
  std::size_t used() const noexcept { return std::size_t(at_ - block_.get()); }
  bool prepare(OutWait& wait);
  void startJob(Buffer after = {});
  void jobDone(int error);
  void advance();
  void openWindow() noexcept;

  int fd_;
  Pages block_, other_;
  bool job_ = false;
  OutWait* jobFor_ = nullptr;  // from its buffer
  OutWait* turn_ = nullptr;    // has been woken, and will put
  int error_ = 0;
  bool told_ = false;
  bool over_ = false;  // the loop goes
  Closing closing_;
};

OutFile& fileOf(const OutWait& wait) { return static_cast<OutFile&>(*wait.out); }

OutFile::~OutFile() {
  Loop* loop = Loop::currentOrNull();
  if (!loop) return;
  loop->cancelFlush(this);
  if (fd_ >= 0) loop->port().files().close(fd_);
  // Nobody can ask any more what came of it: the program is told as of any error that nobody handles.
  if (error_ && !told_ && !over_)
    start(work([](Files&) { return Failure(); }),
          [error = toError(failure(error_, "write"))](auto&, const Failure&, Nothing&) { throw error; });
}

// While the block is empty and nothing is under way, the next write comes here, and has it written soon.
void OutFile::openWindow() noexcept {
  bool open = block_ && !turn_ && waits_.empty() && !error_ && !closing_.asked() && (job_ || used());
  end_ = open ? block_.get() + blockSize : at_;
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

// Whether all of it can be put, or has been written.
bool OutFile::prepare(OutWait& wait) {
  if (error_) {
    wait.error = error_;
    return true;
  }
  if (wait.flush) {
    if (!job_ && used()) startJob();
    return !job_;
  }
  if (!block_) {
    block_ = makePages(blockSize);
    at_ = block_.get();
  }
  std::size_t size = wait.buffer.size();
  if (size <= blockSize) return !job_ || size <= blockSize - used();
  if (wait.written) return true;
  if (!job_) {
    jobFor_ = &wait;
    startJob(wait.buffer);
  }
  return false;
}

void OutFile::put(OutWait& wait) {
  if (wait.closed) throwFileClosed("write");
  if (!wait.error && !wait.flush && !wait.written) {
    std::size_t size = wait.buffer.size(), first = std::min(size, blockSize - used());
    if (first) std::memcpy(at_, wait.buffer.bytes(), first);
    at_ += first;
    if (first < size) {
      startJob();
      std::memcpy(at_, wait.buffer.bytes() + first, size - first);
      at_ += size - first;
    }
    if (!job_) Loop::current().queueFlush(this);
  }
  left(wait);
  if (!wait.error) return;
  told_ = true;
  throw toError(failure(wait.error, "write"));
}

// Writes what the block has, and `after`.
void OutFile::startJob(Buffer after) {
  if (!other_) other_ = makePages(blockSize);
  job_ = true;
  std::size_t size = used();
  block_.swap(other_);
  at_ = block_.get();
  openWindow();
  start(work<int>(
            [fd = fd_, data = other_.get(), size, after = std::move(after)](Files& files, int& error) {
              for (os::Slice slice : {os::Slice{data, size}, os::Slice{after.bytes(), after.size()}}) {
                while (!error && slice.size > 0) {
                  os::Slice piece{slice.data, std::min(slice.size, pieceSize)};
                  std::int64_t sent = files.write(fd, &piece, 1, -1);
                  if (sent <= 0) error = sent ? int(sent) : -EIO;
                  slice.data += std::max<std::int64_t>(sent, 0);
                  slice.size -= std::size_t(std::max<std::int64_t>(sent, 0));
                }
              }
              return Failure();
            },
            [](int&) {}),
        [self = OutStream(this), this](auto&, const Failure&, int& error) { jobDone(error); });
}

void OutFile::jobDone(int error) {
  job_ = false;
  if (OutWait* writer = std::exchange(jobFor_, nullptr)) writer->written = true;
  if (error) {
    error_ = error;
    at_ = block_.get();  // nothing is written after what is missing
  }
  advance();
}

// Serves those that wait, as far as it can, and sees that something is written.
void OutFile::advance() {
  if (over_) return;
  while (auto* first = static_cast<OutWait*>(turn_ ? nullptr : waits_.first())) {
    if (!prepare(*first)) break;
    turn_ = first;
    waits_.wakeFirst();
  }
  if (!turn_ && !job_ && used() && !error_) startJob();
  openWindow();
  if (!closing_.asked() || fd_ < 0 || job_ || turn_ || !waits_.empty()) return;
  start(work([fd = std::exchange(fd_, -1)](Files& files) { return failure(files.close(fd), "close"); }),
        [self = OutStream(this), this](auto&, const Failure& failed, Nothing&) {
          Error error = failed ? toError(failed) : Error();
          if (error_ && !std::exchange(told_, true)) error = toError(failure(error_, "write"));
          closing_.settle(error);
        });
}

void OutFile::left(OutWait& wait) noexcept {
  if (jobFor_ == &wait) jobFor_ = nullptr;
  bool had = turn_ == &wait;
  if (had) turn_ = nullptr;
  if (had || !waits_.empty()) return advance();
  openWindow();
}

void OutFile::onLoopEnd() noexcept {
  OutStream alive(this);  // a frame may hold the last handle
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

}  // namespace impl

Promise<OutStream> openOutStream(const PathArg& path, const Flags& flags, const Mode& mode) {
  return impl::promised([&] {
    int number = flags.checked("flags");
    unsigned permissions = mode.checked("mode");
    return impl::work<int>(
        [path = impl::checked(path), number, permissions](os::Files& files, int& fd) {
          fd = files.open(path, number, permissions);
          return fd < 0 ? impl::failure(fd, "open", path) : impl::Failure();
        },
        [](int& fd) -> OutStream { return make<impl::OutFile>(fd); });
  });
}

}  // namespace nodecpp::fs
