// The kinds of the standard streams, and reading of standard input. Standard input may be shared with other processes,
// so it is left in blocking mode, and one read is made for each event of epoll.
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "base/assertion.h"
#include "os/linux/linux_port.h"

namespace nodecpp::os {

StandardKind LinuxPort::standardKind(int fd) {
  struct stat status {};
  if (::fstat(fd, &status) != 0) return StandardKind::none;
  if (::isatty(fd) == 1) return StandardKind::terminal;
  return S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode) ? StandardKind::pipe : StandardKind::file;
}

void LinuxPort::readStandardInput(InputSink* sink) {
  bool before = inputSink_ != nullptr;
  inputSink_ = sink;
  if (before == (sink != nullptr) || inputIsFile_) return;
  if (!sink)
    epoll_ctl(epoll_, EPOLL_CTL_DEL, 0, nullptr);
  else if (watch(&inputWatched_, EPOLLIN) != 0)
    inputIsFile_ = true;
}

void LinuxPort::readInput() {
  if (!inputSink_) return;
  char bytes[readBytes];
  ssize_t got = 0;
  do got = ::read(0, bytes, sizeof bytes);
  while (got < 0 && errno == EINTR);
  NODECPP_ASSERT(got <= ssize_t(sizeof bytes), got);
  if (got > 0) return inputSink_->onInput(bytes, std::size_t(got));
  if (got < 0 && errno == EAGAIN) return;
  ErrorCode error = got < 0 ? -errno : 0;
  InputSink* sink = inputSink_;
  readStandardInput(nullptr);
  NODECPP_ASSERT(sink && !inputSink_ && error <= 0, error);
  sink->onInputEnd(error);
}

ResourceUsage LinuxPort::resourceUsage() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  auto micros = [](const timeval& time) { return double(time.tv_sec) * 1e6 + double(time.tv_usec); };
  return {micros(usage.ru_utime), micros(usage.ru_stime), double(usage.ru_maxrss),  double(usage.ru_minflt),
          double(usage.ru_majflt), double(usage.ru_inblock), double(usage.ru_oublock), double(usage.ru_nvcsw),
          double(usage.ru_nivcsw)};
}

}  // namespace nodecpp::os
