// Process of LinuxPort: environment, directory, ids, memory, standard streams.
#include <fcntl.h>
#include <malloc.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "base/assertion.h"
#include "base/memory/memory_count.h"
#include "os/linux/environment_variables.h"
#include "os/linux/linux_port.h"
#include "os/posix/terminal_mode.h"

extern char** environ;

namespace nodecpp::os {

void LinuxPort::random(char* to, std::size_t size) {
  while (size > 0) {
    ssize_t got = getrandom(to, size, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) abort();
    NODECPP_ASSERT(std::size_t(got) <= size, got, size);
    to += got;
    size -= std::size_t(got);
  }
}

std::vector<std::pair<String, String>> LinuxPort::environment() { return processEnvironment(); }

std::vector<std::pair<String, String>> processEnvironment() {
  std::vector<std::pair<String, String>> all;
  for (char** at = environ; at && *at; ++at) {
    if (isVacant(*at)) continue;
    std::string_view entry(*at);
    std::size_t equals = entry.find('=');
    if (equals != entry.npos) all.emplace_back(entry.substr(0, equals), entry.substr(equals + 1));
  }
  return all;
}

void LinuxPort::setEnvironment(StringArg name, const String* value) {
  std::string_view text = value ? std::string_view(value->data(), value->size()) : std::string_view();
  setVariable({name.data(), name.size()}, value ? &text : nullptr);
}

String LinuxPort::currentDirectory() {
  char path[PATH_MAX];
  return ::getcwd(path, sizeof path) ? String(path) : String();
}

ErrorCode LinuxPort::changeDirectory(StringArg path) {
  return ::chdir(std::string(path.data(), path.size()).c_str()) == 0 ? 0 : -errno;
}

int LinuxPort::pid() { return ::getpid(); }
int LinuxPort::parentPid() { return ::getppid(); }
int LinuxPort::userId() { return int(::getuid()); }
int LinuxPort::groupId() { return int(::getgid()); }
int LinuxPort::effectiveUserId() { return int(::geteuid()); }
int LinuxPort::effectiveGroupId() { return int(::getegid()); }

int LinuxPort::umask(int mask) {
  if (mask >= 0) return int(::umask(mode_t(mask)));
  // The system call umask can only read the mask by setting it, which would affect files that other threads make
  // meanwhile. So the mask is read from /proc.
  if (std::FILE* file = std::fopen("/proc/self/status", "re")) {
    char line[256];
    unsigned found = 0;
    bool has = false;
    while (!has && std::fgets(line, sizeof line, file)) has = std::sscanf(line, "Umask: %o", &found) == 1;
    std::fclose(file);
    if (has) return int(found);
  }
  // /proc is missing or no descriptor is left to read it. The mask is set to 077 for a moment, so that files made in
  // that moment are private rather than too open.
  mode_t now = ::umask(077);
  ::umask(now);
  return int(now);
}

ErrorCode LinuxPort::kill(int pid, int number) { return ::kill(pid, number) == 0 ? 0 : -errno; }

String LinuxPort::executable() {
  char path[PATH_MAX];
  ssize_t size = ::readlink("/proc/self/exe", path, sizeof path);
  return size > 0 ? String::copyOf(path, std::size_t(size)) : String();
}

// The reported heap is the C library's heap together with the runtime's slabs, which are not allocated from the C
// library's heap.
MemoryUsage LinuxPort::memoryUsage() {
  MemoryUsage usage{};
  if (std::FILE* file = std::fopen("/proc/self/statm", "re")) {
    long pages = 0, resident = 0;
    if (std::fscanf(file, "%ld %ld", &pages, &resident) == 2)
      usage.rss = std::size_t(resident) * std::size_t(::sysconf(_SC_PAGESIZE));
    std::fclose(file);
  }
  struct mallinfo2 heap = ::mallinfo2();
  const std::size_t slabs = detail::MemoryCount::slabs();
  usage.heapTotal = heap.arena + heap.hblkhd + slabs;
  usage.heapUsed = heap.uordblks + heap.hblkhd + slabs;
  return usage;
}

void LinuxPort::cpuUsage(double& user, double& system) {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  user = double(usage.ru_utime.tv_sec) * 1e6 + double(usage.ru_utime.tv_usec);
  system = double(usage.ru_stime.tv_sec) * 1e6 + double(usage.ru_stime.tv_usec);
}

ErrorCode LinuxPort::writeStandard(int fd, StringArg bytes) {
  const char* at = bytes.data();
  std::size_t left = bytes.size();
  while (left > 0) {
    ssize_t put = ::write(fd, at, left);
    if (put >= 0) {
      NODECPP_ASSERT(std::size_t(put) <= left, put, left);
      at += put;
      left -= std::size_t(put);
    } else if (errno == EAGAIN) {
      // Another process has made the standard stream non-blocking. The write waits until the stream is writable, since
      // console output is synchronous.
      pollfd ready{fd, POLLOUT, 0};
      ::poll(&ready, 1, -1);
    } else if (errno != EINTR) {
      return -errno;
    }
  }
  return 0;
}

bool LinuxPort::isTerminal(int fd) { return ::isatty(fd) == 1; }

bool LinuxPort::windowSize(int fd, int& columns, int& rows) {
  winsize size{};
  if (::ioctl(fd, TIOCGWINSZ, &size) != 0) return false;
  columns = size.ws_col;
  rows = size.ws_row;
  return true;
}

ErrorCode LinuxPort::setTerminalMode(int fd, TerminalMode mode) { return os::setTerminalMode(fd, mode); }

void LinuxPort::exit(int code) {
  restoreTerminal();
  std::fflush(nullptr);
  ::_exit(code);
}

void LinuxPort::abort() {
  restoreTerminal();
  std::abort();
}

}  // namespace nodecpp::os
