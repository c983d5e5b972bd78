#include "os/record/log_writer.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>

namespace nodecpp::os::record {

namespace {

constexpr std::size_t segmentBytes = 16 << 20;
// Pages are made this many at a time: one by one, each would be a fault of its own.
constexpr std::size_t stepBytes = 256 << 10;
// Kept free for the record that says why the log has stopped.
constexpr std::size_t lastWords = 256;

std::string because(const char* what, const std::string& path, int error) {
  return std::string(what) + " '" + path + "': " + std::strerror(error);
}

// A limit of the size of files is an error here, not the signal that would end the program.
int allocate(int file, std::size_t bytes) {
  sigset_t limit, before;
  sigemptyset(&limit);
  sigaddset(&limit, SIGXFSZ);
  ::pthread_sigmask(SIG_BLOCK, &limit, &before);
  int failed;
  do failed = ::posix_fallocate(file, 0, off_t(bytes));
  while (failed == EINTR);
  timespec now{};
  if (failed == EFBIG) ::sigtimedwait(&limit, nullptr, &now);
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return failed;
}

}  // namespace

void LogWriter::beginSegment(std::string_view worker, std::uint32_t sequence) {
  std::memcpy(at_, magic.data(), magic.size());
  std::memcpy(at_ + magic.size(), &formatVersion, sizeof formatVersion);
  at_ += preambleBytes;
  append(Kind::segment, worker, sequence, turn, builds_);
}

std::unique_ptr<FileLog> FileLog::create(const std::string& folder, const std::string& worker, std::string& error) {
  std::unique_ptr<FileLog> log(new FileLog);
  log->worker_ = worker;
  if (::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST)
    return error = because("cannot make the folder", folder, errno), nullptr;
  log->folder_ = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (log->folder_ < 0) return error = because("cannot open the folder", folder, errno), nullptr;
  struct stat status{};
  // Whoever else may write there could put another's log in our place.
  if (::fstat(log->folder_, &status) != 0 || status.st_uid != ::geteuid() || (status.st_mode & 077) != 0)
    return error = "'" + folder + "' is not for its owner alone (mode 0700)", nullptr;
  std::string why = log->nextSegment(0);
  if (!why.empty()) return error = why + (why.ends_with("exists") ? " (a log is never written over)" : ""), nullptr;
  return log;
}

FileLog::~FileLog() {
  close();
  if (folder_ >= 0) ::close(folder_);
}

std::string FileLog::nextSegment(std::size_t size) {
  char name[64];
  std::snprintf(name, sizeof name, ".%04u.log", sequence_);
  std::string path = worker_ + name;
  int file = ::openat(folder_, path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (file < 0) return because("cannot make", path, errno);
  // Room for what it begins with, too: a record has to fit into the segment that was made for it.
  std::size_t needed = preambleBytes + bound(worker_) + bound(builds_) + 2 * numberBound + overhead + size + lastWords;
  std::size_t bytes = std::max(segmentBytes, (needed + stepBytes - 1) & ~(stepBytes - 1));
  // Space is taken now, since a page of a mapped file that finds none is a signal.
  int failed = allocate(file, bytes);
  void* memory = failed ? MAP_FAILED : ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (memory == MAP_FAILED) {
    std::string why = because("cannot make room in", path, failed ? failed : errno);
    ::unlinkat(folder_, path.c_str(), 0);
    ::close(file);
    return why;
  }
  leaveSegment();
  ::madvise(memory, bytes, MADV_DONTDUMP);
  file_ = file;
  mapped_ = bytes;
  begin_ = at_ = end_ = static_cast<char*>(memory);
  limit_ = begin_ + bytes - lastWords;
  more(stepBytes / 2);
  beginSegment(worker_, sequence_++);
  return {};
}

void FileLog::leaveSegment() {
  if (file_ < 0) return;
  auto used = std::size_t(at_ - begin_);
  full_ += used;
  ::munmap(begin_, mapped_);
  // The space behind the last record is given back.
  [[maybe_unused]] int cut = ::ftruncate(file_, off_t(used));
  ::close(file_);
  file_ = -1;
}

void FileLog::close() {
  leaveSegment();
  if (folder_ >= 0 && stopped_.empty()) stop("closed");
}

void FileLog::stop(std::string why) {
  stopped_ = std::move(why);
  if (file_ >= 0) {
    end_ = limit_ + lastWords;
    append(Kind::stopped, stopped_.substr(0, lastWords / 2));
    leaveSegment();
  }
  begin_ = at_ = end_ = nullptr;
}

void FileLog::more(std::size_t size) {
  if (stopped_.empty()) {
    if (file_ >= 0 && std::size_t(limit_ - at_) >= size) {
      std::size_t step = std::min(std::size_t(limit_ - end_), std::max(stepBytes, size));
      // Page for page when the kernel cannot do it at once.
      ::madvise(reinterpret_cast<void*>(reinterpret_cast<std::uintptr_t>(end_) & ~std::uintptr_t(4095)), step,
                MADV_POPULATE_WRITE);
      end_ += step;
      return;
    }
    std::string why = nextSegment(size);
    if (why.empty()) return more(size);
    stop(why);
  }
  // Nobody reads it.
  dropped_ = std::make_unique<char[]>(std::max<std::size_t>(size, 4096));
  begin_ = at_ = dropped_.get();
  end_ = begin_ + std::max<std::size_t>(size, 4096);
}

}  // namespace nodecpp::os::record
