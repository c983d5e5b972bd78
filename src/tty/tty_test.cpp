#include <doctest/doctest.h>
#include <nodecpp/process.h>
#include <nodecpp/tty.h>

#include <vector>

#include "os/sim/sim_port.h"
#include "support/program_run.h"
#include "support/thrown.h"

using namespace nodecpp;

namespace {

class Terminal final : public os::SimPort {
 public:
  using SimPort::SimPort;
  bool isTerminal(int fd) override { return fd == 0 || fd == 1 || fd == 7; }
  os::StandardKind standardKind(int) override { return os::StandardKind::terminal; }
  os::ErrorCode setTerminalMode(int fd, os::TerminalMode wanted) override {
    CHECK(fd == 0);
    mode = wanted;
    return failure;
  }
  os::TerminalMode mode = os::TerminalMode::normal;
  os::ErrorCode failure = 0;
};

// Runs `f` as a program on a terminal.
template <class F>
void onTerminal(F f) {
  os::Network network;
  Terminal port(network, {});
  const tests::ProgramLoop loop(port);
  f(port);
}

}  // namespace

TEST_CASE("a descriptor of a terminal is one, and no other number") {
  os::Network network;
  Terminal port(network, {});
  const tests::ProgramLoop loop(port);
  CHECK(tty::isatty(1));
  CHECK(tty::isatty(7));
  for (double fd : {3.0, 2.0, -1.0, 1.5, 1e10, 4294967297.0, __builtin_nan("")}) CHECK_FALSE(tty::isatty(fd));
}

TEST_CASE("standard input on a terminal has a raw mode") {
  onTerminal([](Terminal& port) {
    process::Input in = process::stdin;
    CHECK(in->isTTY);
    // Otherwise a paused input would be read ahead, and keep the program running.
    CHECK(in->readableHighWaterMark() == 0);
    CHECK_FALSE(in->isRaw);
    CHECK(in->setRawMode(true)->isRaw);
    CHECK(port.mode == os::TerminalMode::raw);
    CHECK(in->setRawMode("io")->isRaw);
    CHECK(port.mode == os::TerminalMode::io);
    CHECK_FALSE(in->setRawMode(false)->isRaw);
    CHECK(port.mode == os::TerminalMode::normal);
    CHECK(in->setRawMode("raw")->isRaw);
    CHECK(tests::thrown([&] { in->setRawMode("cooked"); }).endsWith(
          "The argument 'mode' must be true, false, 'raw', or 'io'. Received 'cooked'"));
    port.failure = UV_EIO;
    String message;
    in->on(event::error, [&](Error error) { message = error->message; });
    in->setRawMode(false);
    CHECK(message == "setRawMode EIO");
    CHECK(in->isRaw);
    in->removeAllListeners(event::error);
  });
}

TEST_CASE("the number of colours is found as Node finds it") {
  struct Case {
    double depth;
    tty::Environment env;
  };
  // Node's answers to tty.WriteStream.prototype.getColorDepth(env).
  const std::vector<Case> cases{
    {1, {}},
    {1, {{"TERM", "dumb"}}},
    {4, {{"TERM", "xterm"}}},
    {4, {{"TERM", "XTERM-256COLOR"}}},
    {8, {{"TERM", "xterm-256color"}}},
    {24, {{"TERM", "xterm-truecolor"}}},
    {24, {{"TERM", "xterm-kitty"}}},
    {24, {{"TERM", "mosh"}}},
    {24, {{"TERM", "terminator"}}},
    {24, {{"TERM", "rxvt-unicode-24bit"}}},
    {4, {{"TERM", "rxvt"}}},
    {4, {{"TERM", "con80x25"}}},
    {4, {{"TERM", "conx25"}}},
    {1, {{"TERM", "con80x"}}},
    {4, {{"TERM", "console"}}},
    {4, {{"TERM", "screen.x"}}},
    {4, {{"TERM", "some-color"}}},
    {4, {{"TERM", "vt100"}}},
    {1, {{"TERM", "vt52"}}},
    {4, {{"TERM", "st"}}},
    {1, {{"TERM", "st2"}}},
    {24, {{"TERM", "linux"}, {"COLORTERM", "truecolor"}}},
    {24, {{"COLORTERM", "24bit"}}},
    {4, {{"COLORTERM", "1"}}},
    {1, {{"COLORTERM", ""}}},
    {4, {{"TERM", "vt52"}, {"COLORTERM", "x"}}},
    {1, {{"NO_COLOR", "1"}, {"TERM", "xterm"}}},
    {4, {{"NO_COLOR", ""}, {"TERM", "xterm"}}},
    {1, {{"NODE_DISABLE_COLORS", "1"}, {"TMUX", "1"}}},
    {24, {{"TMUX", "1"}}},
    {1, {{"TMUX", ""}}},
    {4, {{"TF_BUILD", ""}, {"AGENT_NAME", ""}}},
    {1, {{"TF_BUILD", "1"}}},
    {1, {{"CI", ""}}},
    {8, {{"CI", "1"}, {"TRAVIS", ""}}},
    {24, {{"CI", "1"}, {"GITHUB_ACTIONS", "1"}}},
    {8, {{"CI", "1"}, {"CI_NAME", "codeship"}}},
    {4, {{"TEAMCITY_VERSION", "9.1.0 x"}}},
    {1, {{"TEAMCITY_VERSION", "9.0.0"}}},
    {4, {{"TEAMCITY_VERSION", "9.00010."}}},
    {1, {{"TEAMCITY_VERSION", "8.1"}}},
    {4, {{"TEAMCITY_VERSION", "10.1"}}},
    {1, {{"TEAMCITY_VERSION", "10"}}},
    {1, {{"TEAMCITY_VERSION", ""}}},
    {8, {{"TERM_PROGRAM", "iTerm.app"}}},
    {8, {{"TERM_PROGRAM", "iTerm.app"}, {"TERM_PROGRAM_VERSION", "2.9"}}},
    {24, {{"TERM_PROGRAM", "iTerm.app"}, {"TERM_PROGRAM_VERSION", "3.0"}}},
    {24, {{"TERM_PROGRAM", "HyperTerm"}}},
    {24, {{"TERM_PROGRAM", "MacTerm"}}},
    {8, {{"TERM_PROGRAM", "Apple_Terminal"}}},
    {4, {{"TERM_PROGRAM", "x"}, {"TERM", "xterm"}}},
    {4, {{"FORCE_COLOR", ""}}},
    {4, {{"FORCE_COLOR", "1"}}},
    {4, {{"FORCE_COLOR", "true"}}},
    {8, {{"FORCE_COLOR", "2"}}},
    {24, {{"FORCE_COLOR", "3"}, {"TERM", "dumb"}}},
    {1, {{"FORCE_COLOR", "0"}, {"TERM", "xterm"}}},
    {1, {{"FORCE_COLOR", "4"}}},
  };
  onTerminal([&](Terminal&) {
    process::Output out = process::stdout;
    for (const Case& each : cases) {
      CAPTURE(each.env.length() > 0 ? each.env[0].second : String());
      CHECK(out->getColorDepth(each.env) == each.depth);
    }
    CHECK(out->hasColors(256, {{"TERM", "xterm-256color"}}));
    CHECK_FALSE(out->hasColors(257, {{"TERM", "xterm-256color"}}));
    CHECK(out->hasColors(tty::Environment{{"TERM", "xterm"}}));
    CHECK_FALSE(out->hasColors(tty::Environment{{"TERM", "dumb"}}));
    CHECK(out->hasColors(2, {{"TERM", "dumb"}}));
    CHECK(tests::thrown([&] { out->hasColors(1); }).endsWith(
          "The value of \"count\" is out of range. It must be >= 2 && <= 9007199254740991. Received 1"));
    CHECK(tests::thrown([&] { out->hasColors(2.5); }).endsWith(
          "The value of \"count\" is out of range. It must be an integer. Received 2.5"));
    CHECK_FALSE(process::stderr->isTTY);
    CHECK(tests::thrown([] { process::stderr->getColorDepth(); }).includes("is not a function"));
  });
}
