// Tests of Process's contract: the standard streams.
#include <functional>
#include <string>

#include "os/port/process_role.h"
#include "support/port_files.h"
#include "support/standard_streams.h"

namespace {

struct Input final : InputSink {
  void onInput(const char* data, std::size_t size) override {
    CHECK(size > 0);
    bytes.append(data, size);
    if (then) then();
  }
  void onInputEnd(ErrorCode code) override {
    ++ends;
    error = code;
  }
  std::string bytes;
  int ends = 0;
  ErrorCode error = 1;
  std::function<void()> then;
};

}  // namespace

TEST_CASE_TEMPLATE("what was printed is there when the call has returned, all of it", Under, BACK_ENDS_STREAMS) {
  Under under;
  Process& process = under.port.process;
  std::string much(1 << 20, 'x');
  for (std::size_t i = 0; i < much.size(); ++i) much[i] = char('a' + i % 23);
  ErrorCode errors[] = {process.writeStandard(1, "out "), process.writeStandard(2, "err"),
                        process.writeStandard(1, much), process.writeStandard(1, "")};
  bool whole = under.said(1, 4 + much.size()) == "out " + much;
  std::string err = under.said(2, 3);
  CHECK(whole);
  CHECK(err == "err");
  for (ErrorCode error : errors) CHECK(error == 0);
}

TEST_CASE_TEMPLATE("files write to standard output as the process does, behind what it has printed", Under,
                   BACK_ENDS_STREAMS) {
  Under under;
  ErrorCode error = under.port.process.writeStandard(1, "one ");
  std::int64_t wrote = writeTo(under.port.files, 1, "two");
  std::string said = under.said(1, 7);
  CHECK(error == 0);
  CHECK(wrote == 3);
  CHECK(said == "one two");
}

TEST_CASE_TEMPLATE("output that nobody reads any more is an error, and the program goes on", Under, BACK_ENDS_STREAMS) {
  Under under;
  under.breakOutput();
  CHECK(under.port.process.writeStandard(1, "x") == UV_EPIPE);
  CHECK(under.port.process.writeStandard(1, "x") == UV_EPIPE);
  ErrorCode error = under.port.process.writeStandard(2, "still here");
  CHECK(under.said(2, 10) == "still here");
  CHECK(error == 0);
}

TEST_CASE_TEMPLATE("input is pushed in turns, in its order, and its end once", Under, BACK_ENDS_STREAMS) {
  Under under;
  Port& port = under.port;
  Input input;
  under.feed("early ");
  runManyTurns(port);
  port.process.readStandardInput(&input);
  CHECK(input.bytes == "");
  REQUIRE(turnUntil(port, [&] { return input.bytes == "early "; }));
  under.feed("one ");
  REQUIRE(turnUntil(port, [&] { return input.bytes == "early one "; }));
  runManyTurns(port);
  CHECK(input.ends == 0);
  under.feed("two");
  under.endInput();
  REQUIRE(turnUntil(port, [&] { return input.ends > 0; }));
  runManyTurns(port);
  CHECK(input.bytes == "early one two");
  CHECK(input.ends == 1);
  CHECK(input.error == 0);
}

TEST_CASE_TEMPLATE("without a sink input waits, the end too", Under, BACK_ENDS_STREAMS) {
  Under under;
  Port& port = under.port;
  Input input, other;
  port.process.readStandardInput(&input);
  under.feed("one");
  REQUIRE(turnUntil(port, [&] { return input.bytes == "one"; }));
  port.process.readStandardInput(nullptr);
  under.feed("two");
  under.endInput();
  runManyTurns(port);
  CHECK(input.bytes == "one");
  CHECK(input.ends == 0);
  // Reading of standard input is stopped inside a push.
  other.then = [&] { port.process.readStandardInput(nullptr); };
  port.process.readStandardInput(&other);
  REQUIRE(turnUntil(port, [&] { return other.bytes == "two"; }));
  runManyTurns(port);
  CHECK(other.ends == 0);
  port.process.readStandardInput(&other);
  REQUIRE(turnUntil(port, [&] { return other.ends == 1; }));
  CHECK(other.bytes == "two");
  CHECK(input.ends == 0);
}

TEST_CASE_TEMPLATE("pipes are no terminal, and have no size", Under, BACK_ENDS_STREAMS) {
  Under under;
  Process& process = under.port.process;
  for (int fd = 0; fd < 3; ++fd) {
    int columns = 0, rows = 0;
    CHECK(process.standardKind(fd) == StandardKind::pipe);
    CHECK_FALSE(process.isTerminal(fd));
    CHECK_FALSE(process.windowSize(fd, columns, rows));
    for (TerminalMode mode : {TerminalMode::normal, TerminalMode::raw, TerminalMode::io})
      CHECK(process.setTerminalMode(fd, mode) == UV_ENOTTY);
  }
}

// Only on Linux, because standard input of a simulated program is a pipe.
TEST_CASE("input from a file, which epoll does not watch") {
  LinuxStreams under;
  tests::Folder folder;
  Files& files = under.port.files;
  std::string bytes(200'000, 'x');
  makeFile(files, folder.path() + "/in", bytes);
  int fd = files.open(folder.path() + "/in", O_RDONLY, 0);
  REQUIRE(::dup2(fd, 0) == 0);
  CHECK(files.close(fd) == 0);
  CHECK(under.port.standardKind(0) == StandardKind::file);
  Input input;
  under.port.readStandardInput(&input);
  CHECK(input.bytes == "");
  REQUIRE(turnUntil(under.port, [&] { return input.ends > 0; }));
  runManyTurns(under.port);
  CHECK(input.bytes == bytes);
  CHECK(input.ends == 1);
  ::close(0);
  CHECK(under.port.standardKind(0) == StandardKind::none);
}
