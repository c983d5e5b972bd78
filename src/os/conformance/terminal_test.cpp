// The mode of a terminal, on a pseudo terminal.
#include <doctest/doctest.h>

#include <fcntl.h>
#include <pty.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <string>
#include <string_view>

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

// The test case below that is a process of its own, and what says there how the process ends.
constexpr const char* childName = "a process with a raw terminal ends";
constexpr const char* childEnd = "NODECPP_TEST_END";

// Starts this program again for the test case `childName`, with the terminal as its standard input, and returns its
// status. A child that only forks would not do: after a fork beside other threads, ThreadSanitizer runs no handler.
int statusOfChild(const Pseudo& pseudo, const char* end) {
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    ::dup2(pseudo.terminal, STDIN_FILENO);
    ::setenv(childEnd, end, 1);
    const std::string filter = "--test-case=" + std::string(childName);
    ::execl("/proc/self/exe", "test_os", filter.c_str(), "--no-skip", nullptr);
    ::_exit(97);
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

TEST_CASE("a process with a raw terminal ends" * doctest::skip()) {
  const char* end = ::getenv(childEnd);
  REQUIRE(end != nullptr);
  // doctest has handlers of its own.
  for (int number : {SIGINT, SIGTERM}) std::signal(number, SIG_DFL);
  SignalQueue::begin();
  LinuxPort port;
  if (port.setTerminalMode(STDIN_FILENO, TerminalMode::raw) != 0) ::_exit(99);
  const std::string_view how = end;
  if (how == "exit") port.exit(7);
  if (how == "SIGINT") raiseAndWait(SIGINT);
  if (how == "SIGTERM") raiseAndWait(SIGTERM);
  if (how == "watched") {
    port.watchSignal(SIGTERM, [](void*, int) {}, nullptr);
    raiseAndWait(SIGTERM);
    port.watchSignal(SIGTERM, nullptr, nullptr);
    raiseAndWait(SIGTERM);
  }
  ::_exit(98);
}

TEST_CASE("the terminal is normal again when the process has ended") {
  Pseudo pseudo;
  CHECK(statusOfChild(pseudo, "exit") == 7 << 8);
  CHECK(pseudo.isNormal());
  for (int number : {SIGINT, SIGTERM}) {
    const int status = statusOfChild(pseudo, number == SIGINT ? "SIGINT" : "SIGTERM");
    CHECK(WIFSIGNALED(status));
    CHECK(WTERMSIG(status) == number);
    CHECK(pseudo.isNormal());
  }
  // A signal that was watched ends the process as before when it is watched no more.
  const int status = statusOfChild(pseudo, "watched");
  CHECK(WIFSIGNALED(status));
  CHECK(pseudo.isNormal());
}
