// The mode of a terminal, on a pseudo terminal.
#include <doctest/doctest.h>

#include <fcntl.h>
#include <pty.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <csignal>

#include "os/linux/linux_port.h"
#include "os/posix/signal_watches.h"

using namespace nodecpp;
using namespace nodecpp::os;

namespace {

// A pseudo terminal of 80 columns and 24 rows.
class Pseudo {
 public:
  Pseudo() {
    winsize size{24, 80, 0, 0};
    REQUIRE(::openpty(&master, &terminal, nullptr, nullptr, &size) == 0);
  }
  ~Pseudo() {
    ::close(master);
    ::close(terminal);
  }
  Pseudo(const Pseudo&) = delete;
  // Whether lines are edited and shown by the terminal, and keys send signals.
  bool isNormal() const {
    termios now{};
    REQUIRE(::tcgetattr(terminal, &now) == 0);
    return (now.c_lflag & (ICANON | ECHO | ISIG)) == (ICANON | ECHO | ISIG);
  }
  bool changesOutput() const {
    termios now{};
    REQUIRE(::tcgetattr(terminal, &now) == 0);
    return (now.c_oflag & OPOST) != 0;
  }
  int master = -1, terminal = -1;
};

// Runs `f` in a child, which ends as `f` does, and returns the child's status.
template <class F>
int inChild(const Pseudo& pseudo, F f) {
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    // doctest has handlers of its own.
    for (int number : {SIGINT, SIGTERM}) std::signal(number, SIG_DFL);
    SignalQueue::begin();
    LinuxPort port;
    if (port.setTerminalMode(pseudo.terminal, TerminalMode::raw) != 0) ::_exit(99);
    f(port);
    ::_exit(98);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  return status;
}

// Under ThreadSanitizer a handler runs in the next call that may wait, and not in raise().
void raiseAndWait(int number) {
  ::raise(number);
  ::usleep(1000);
}

}  // namespace

TEST_CASE("a terminal has modes, and comes back to its own") {
  Pseudo pseudo;
  LinuxPort port;
  int columns = 0, rows = 0;
  CHECK(port.isTerminal(pseudo.terminal));
  CHECK(port.windowSize(pseudo.terminal, columns, rows));
  CHECK(columns == 80);
  CHECK(rows == 24);
  CHECK(port.setTerminalMode(pseudo.terminal, TerminalMode::normal) == 0);
  CHECK(pseudo.isNormal());
  for (int i = 0; i < 2; ++i) {
    CHECK(port.setTerminalMode(pseudo.terminal, TerminalMode::raw) == 0);
    CHECK_FALSE(pseudo.isNormal());
    CHECK(pseudo.changesOutput());
    CHECK(port.setTerminalMode(pseudo.terminal, TerminalMode::io) == 0);
    CHECK_FALSE(pseudo.isNormal());
    CHECK_FALSE(pseudo.changesOutput());
    CHECK(port.setTerminalMode(pseudo.terminal, TerminalMode::normal) == 0);
    CHECK(pseudo.isNormal());
    CHECK(pseudo.changesOutput());
  }
}

TEST_CASE("the terminal is normal again when the process has ended") {
  Pseudo pseudo;
  CHECK(inChild(pseudo, [](LinuxPort& port) { port.exit(7); }) == 7 << 8);
  CHECK(pseudo.isNormal());
  for (int number : {SIGINT, SIGTERM}) {
    const int status = inChild(pseudo, [&](LinuxPort&) { raiseAndWait(number); });
    CHECK(WIFSIGNALED(status));
    CHECK(WTERMSIG(status) == number);
    CHECK(pseudo.isNormal());
  }
  // A signal that was watched ends the process as before when it is watched no more.
  const int status = inChild(pseudo, [](LinuxPort& port) {
    port.watchSignal(SIGTERM, [](void*, int) {}, nullptr);
    raiseAndWait(SIGTERM);
    port.watchSignal(SIGTERM, nullptr, nullptr);
    raiseAndWait(SIGTERM);
  });
  CHECK(WIFSIGNALED(status));
  CHECK(pseudo.isNormal());
}
