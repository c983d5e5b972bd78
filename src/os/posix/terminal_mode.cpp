#include "os/posix/terminal_mode.h"

#include <signal.h>
#include <termios.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>

#include "os/posix/signal_watches.h"

namespace nodecpp::os {

namespace {

// One terminal of the process, usually that of standard input, can be in another mode than its normal one.
termios normal;
// Its descriptor, or -1. A signal handler reads it.
std::atomic<int> changed{-1};

int set(int fd, const termios& mode) noexcept {
  int error = 0;
  do error = ::tcsetattr(fd, TCSADRAIN, &mode);
  while (error != 0 && errno == EINTR);
  return error == 0 ? 0 : -errno;
}

// As libuv: each key is read at once, and none of them has a meaning for the terminal. Output is still changed, so that
// \n goes to the beginning of the next row.
termios rawMode(termios mode) noexcept {
  mode.c_iflag &= ~tcflag_t(BRKINT | ICRNL | INPCK | ISTRIP | IXON);
  mode.c_oflag |= ONLCR;
  mode.c_cflag |= CS8;
  mode.c_lflag &= ~tcflag_t(ECHO | ICANON | IEXTEN | ISIG);
  mode.c_cc[VMIN] = 1;
  mode.c_cc[VTIME] = 0;
  return mode;
}

}  // namespace

ErrorCode setTerminalMode(int fd, TerminalMode mode) {
  if (mode == TerminalMode::normal) {
    if (changed.load() != fd) return ::isatty(fd) == 1 ? 0 : -ENOTTY;
    const int error = set(fd, normal);
    if (error == 0) changed.store(-1);
    return error;
  }
  if (changed.load() != fd) {
    termios now{};
    if (::tcgetattr(fd, &now) != 0) return -errno;
    restoreTerminal();
    normal = now;
    changed.store(fd);
    static const int registered = std::atexit([] { restoreTerminal(); });
    static_cast<void>(registered);
    SignalQueue::restoreBeforeEnd([]() noexcept { restoreTerminal(); });
  }
  termios wanted = normal;
  if (mode == TerminalMode::io)
    ::cfmakeraw(&wanted);
  else
    wanted = rawMode(normal);
  const int error = set(fd, wanted);
  if (error != 0) changed.store(-1);
  return error;
}

void restoreTerminal() noexcept {
  const int fd = changed.exchange(-1);
  // A process in the background would be stopped by the change, and never end.
  if (fd < 0) return;
  sigset_t stop, before;
  sigemptyset(&stop);
  sigaddset(&stop, SIGTTOU);
  ::pthread_sigmask(SIG_BLOCK, &stop, &before);
  ::tcsetattr(fd, TCSANOW, &normal);
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

}  // namespace nodecpp::os
