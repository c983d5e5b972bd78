#include "os/record/segment_files.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <utility>

#include "base/assertion.h"
#include "os/posix/begin_thread.h"

namespace nodecpp::os::record {

namespace {

// Allocates disk space. A limit of file sizes (RLIMIT_FSIZE) is returned as an error; the signal SIGXFSZ, which would
// end the program, is blocked and taken back.
int allocate(int file, std::size_t bytes) {
  sigset_t limit, before;
  sigemptyset(&limit);
  sigaddset(&limit, SIGXFSZ);
  ::pthread_sigmask(SIG_BLOCK, &limit, &before);
  int failed = 0;
  do failed = ::posix_fallocate(file, 0, off_t(bytes));
  while (failed == EINTR);
  timespec now{};
  if (failed == EFBIG) ::sigtimedwait(&limit, nullptr, &now);
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return failed;
}

void close(SegmentFile& segment, std::size_t used) {
  if (segment.file < 0) return;
  NODECPP_ASSERT(segment.memory && used <= segment.size, used, segment.size);
  ::munmap(segment.memory, segment.size);
  [[maybe_unused]] int cut = ::ftruncate(segment.file, off_t(used));
  ::close(segment.file);
  segment.file = -1;
}

}  // namespace

void SegmentFiles::end() {
  finish();
  discard(prepared_);
}

std::string because(const char* what, const std::string& path, int error) {
  return std::string(what) + " '" + path + "': " + std::strerror(error);
}

SegmentFiles::~SegmentFiles() {
  end();
  if (running_) {
    {
      std::lock_guard lock(mutex_);
      ends_ = true;
    }
    changed_.notify_all();
    ::pthread_join(thread_, nullptr);
  }
}

SegmentFile SegmentFiles::make(const std::string& name, std::size_t size) const {
  NODECPP_ASSERT(folder_ >= 0 && size > 0, folder_, size);
  SegmentFile made{.name = name, .size = size};
  int file = ::openat(folder_, name.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (file < 0) {
    made.why = because("cannot make", name, errno);
    return made;
  }
  int failed = allocate(file, size);
  // A shared mapping: the kernel keeps what was written to it, even if the program is killed.
  void* memory = failed ? MAP_FAILED : ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (memory == MAP_FAILED) {
    made.why = because("cannot make room in", name, failed ? failed : errno);
    ::unlinkat(folder_, name.c_str(), 0);
    ::close(file);
    return made;
  }
  // The pages of the log are left out of core dumps.
  ::madvise(memory, size, MADV_DONTDUMP);
  ::madvise(memory, std::min(size, populated), MADV_POPULATE_WRITE);
  made.file = file;
  made.memory = static_cast<char*>(memory);
  return made;
}

void SegmentFiles::discard(SegmentFile& segment) const {
  if (segment.file < 0) return;
  close(segment, 0);
  ::unlinkat(folder_, segment.name.c_str(), 0);
}

void SegmentFiles::prepare(const std::string& name, std::size_t size) {
  {
    std::lock_guard lock(mutex_);
    if (preparing_ || prepared_.file >= 0) return;
    preparing_ = true;
    prepared_ = {.name = name};
  }
  later([this, name, size] {
    SegmentFile made = make(name, size);
    {
      std::lock_guard lock(mutex_);
      NODECPP_ASSERT(preparing_ && prepared_.file < 0, prepared_.file);
      prepared_ = std::move(made);
      preparing_ = false;
    }
    changed_.notify_all();
  });
}

SegmentFile SegmentFiles::take(const std::string& name, std::size_t size) {
  SegmentFile found;
  {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return !preparing_; });
    found = std::exchange(prepared_, {});
  }
  NODECPP_ASSERT(found.file < 0 || found.memory, found.file);
  if (found.file >= 0 && found.name == name && found.size >= size) return found;
  discard(found);
  return make(name, size);
}

void SegmentFiles::populate(char* begin, std::size_t size) {
  NODECPP_ASSERT(begin && size > 0, size);
  later([begin, size] {
    auto page = reinterpret_cast<std::uintptr_t>(begin) & ~std::uintptr_t(4095);
    ::madvise(reinterpret_cast<void*>(page), size + (reinterpret_cast<std::uintptr_t>(begin) - page), MADV_POPULATE_WRITE);
  });
}

void SegmentFiles::leave(SegmentFile segment, std::size_t used) {
  NODECPP_ASSERT(segment.file >= 0 && used <= segment.size, segment.file, used, segment.size);
  later([segment = std::move(segment), used]() mutable { close(segment, used); });
}

void SegmentFiles::remove(const std::string& name) {
  later([this, name] { ::unlinkat(folder_, name.c_str(), 0); });
}

void SegmentFiles::finish() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return tasks_.empty() && !busy_; });
}

// Gives a task to the helper thread, which is started with the first task. Without a thread the task runs at once.
void SegmentFiles::later(std::function<void()> task) {
  if (!running_ && !noThread_) {
    auto main = [](void* self) -> void* { return static_cast<SegmentFiles*>(self)->work(), nullptr; };
    running_ = beginThread(thread_, "nodecpp-log", main, this) == 0;
    noThread_ = !running_;
  }
  NODECPP_ASSERT(task && !ends_);
  if (!running_) return task();
  {
    std::lock_guard lock(mutex_);
    tasks_.push_back(std::move(task));
  }
  changed_.notify_all();
}

void SegmentFiles::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return ends_ || !tasks_.empty(); });
    if (tasks_.empty()) return;
    std::function<void()> task = std::move(tasks_.front());
    NODECPP_ASSERT(task && !busy_);
    tasks_.pop_front();
    busy_ = true;
    lock.unlock();
    task();
    task = nullptr;
    lock.lock();
    busy_ = false;
    if (tasks_.empty()) changed_.notify_all();
  }
}

}  // namespace nodecpp::os::record
