// A log may come from anybody, with correct checksums. A replay must never give the program a result that no port could
// have given, because the code above the port relies on the port's contract.
#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "os/session/recorded_port.h"
#include "os/trace/record_description.h"
#include "support/memory_log.h"

using namespace nodecpp;
using namespace nodecpp::os;
using namespace nodecpp::os::record;

namespace {

// Runs `program` on a port that replays `log`, in a process of its own. Returns how the process ends and what it
// prints: "exit 3: …" or "signal 11: …".
std::string replayed(const std::string& log, const std::function<void(RecordedPort&)>& program) {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  std::fflush(nullptr);  // Otherwise the child would print buffered text again.
  int pid = ::fork();
  REQUIRE(pid >= 0);
  if (pid == 0) {
    ::dup2(ends[1], 1);
    ::dup2(ends[1], 2);
    replay::Replayer replayer;
    if (!replayer.open({std::string_view(log)}, 0).empty()) ::_exit(77);
    {
      RecordedPort port(replayer);
      program(port);
    }
    ::_exit(42);
  }
  ::close(ends[1]);
  std::string said;
  char bytes[4096];
  for (ssize_t got; (got = ::read(ends[0], bytes, sizeof bytes)) > 0;) said.append(bytes, std::size_t(got));
  ::close(ends[0]);
  int status = 0;
  REQUIRE(::waitpid(pid, &status, 0) == pid);
  return (WIFEXITED(status) ? "exit " + std::to_string(WEXITSTATUS(status))
                            : "signal " + std::to_string(WTERMSIG(status))) +
         ": " + said;
}

bool refused(const std::string& how) {
  CAPTURE(how);
  bool is = how.starts_with("exit 3: replay: different in turn");
  CHECK(is);
  return is;
}

std::string logOf(const std::function<void(LogWriter&)>& records) {
  tests::MemoryLog log;
  log.append(Kind::segment, std::string("main"), 0u, 0u, Texts{});
  records(log);
  return log.text();
}

struct Sink final : ConnectionSink, ListenerSink, InputSink, MailboxSink, ThreadSink {
  void onConnect(ErrorCode) override { ++connected; }
  void onRead(detail::Block*, char*, std::size_t) override { ++calls; }
  void onEnd() override { ++calls; }
  void onReadError(ErrorCode) override { ++calls; }
  void onSent(ErrorCode) override { ++calls; }
  void onConnection(Connection* connection) override { accepted = connection; }
  void onAcceptError(ErrorCode) override { ++calls; }
  void onInput(const char*, std::size_t) override { ++calls; }
  void onInputEnd(ErrorCode) override { ++calls; }
  void onMessage(Message&&) override { ++calls; }
  void onThreadEnd(int) override { ++calls; }
  int connected = 0, calls = 0;
  Connection* accepted = nullptr;
};

const Address here{Address::Family::ipv4, "127.0.0.1", 80};

}  // namespace

TEST_CASE("a file gives no more bytes than there was room for") {
  auto read = [](std::uint64_t result, const std::string& bytes) {
    return replayed(logOf([&](LogWriter& log) {
                      log.append(Kind::fileRead, 5, std::uint64_t(8), std::int64_t(-1), std::int64_t(result), bytes);
                    }),
                    [](RecordedPort& port) {
                      char room[8];
                      Space space{room, sizeof room};
                      std::int64_t got = port.files.read(5, &space, 1, -1);
                      if (got > 8) ::_exit(66);
                    });
  };
  CHECK(read(8, "12345678").starts_with("exit 42"));
  CHECK(read(0, "").starts_with("exit 42"));
  CHECK(read(std::uint64_t(-5), "").starts_with("exit 42"));
  refused(read(9, "123456789"));
  refused(read(1000000, "12345678"));
  refused(read(3, "12345678"));
  refused(read(8, "1234567"));
  refused(read(std::uint64_t(-5), "12345678"));
}

TEST_CASE("no write takes more bytes than it was given") {
  std::string five = "12345";
  Slice slice{five.data(), 5};
  auto file = [&](std::int64_t result) {
    return replayed(
        logOf([&](LogWriter& log) { log.append(Kind::fileWrite, 5, digestOf(five), std::int64_t(-1), result); }),
        [&](RecordedPort& port) {
          if (port.files.write(5, &slice, 1, -1) > 5) ::_exit(66);
        });
  };
  CHECK(file(5).starts_with("exit 42"));
  refused(file(6));
  auto connection = [&](std::uint64_t unsent) {
    return replayed(logOf([&](LogWriter& log) {
                      log.append(Kind::connect, here, Address{}, std::uint64_t(0), 0, std::uint64_t(1));
                      log.append(Kind::write, std::uint64_t(1), digestOf(five), unsent, 0);
                    }),
                    [&](RecordedPort& port) {
                      Sink sink;
                      Connection* made = nullptr;
                      port.net.connect({.address = here, .local = {}}, &sink, &made);
                      if (port.net.write(made, &slice, 1).sent > 5) ::_exit(66);
                    });
  };
  CHECK(connection(5).starts_with("exit 42"));
  refused(connection(6));
}

TEST_CASE("what a call gave is there whole, and nothing else is") {
  for (bool more : {false, true}) {
    std::string log = logOf([&](LogWriter& to) {
      if (more)
        to.append(Kind::standardKind, 1, 0u, 7u);
      else
        to.append(Kind::standardKind, 1);
    });
    refused(replayed(log, [](RecordedPort& port) { port.process.standardKind(1); }));
  }
}

TEST_CASE("the clock does not go back") {
  refused(replayed(logOf([](LogWriter& log) { log.append(Kind::hrtime, std::int64_t(-1)); }),
                   [](RecordedPort& port) { port.clock.hrtime(); }));
  refused(replayed(logOf([](LogWriter& log) { log.append(Kind::turn, std::int64_t(-1)); }),
                   [](RecordedPort& port) { port.turns.wait(-1); }));
}

TEST_CASE("each object has its own number") {
  // The log gives the thread a wrong number, under which it would stay known after its end.
  refused(replayed(logOf([](LogWriter& log) {
                     log.append(Kind::workerStart, std::string("w"), true, 0, std::uint64_t(7), 1);
                     log.append(Kind::turn, std::int64_t(1));
                     log.append(Kind::workerEnded, std::uint64_t(1), 0);
                     log.append(Kind::workerEnded, std::uint64_t(1), 0);
                   }),
                   [](RecordedPort& port) {
                     Sink sink;
                     Thread* thread = nullptr;
                     port.threads.startThread({.name = "w", .main = nullptr, .loop = true}, &sink, &thread);
                     port.turns.wait(-1);
                   }));
  refused(replayed(
      logOf([](LogWriter& log) { log.append(Kind::connect, here, Address{}, std::uint64_t(0), 0, std::uint64_t(7)); }),
      [](RecordedPort& port) {
        Sink sink;
        Connection* made = nullptr;
        port.net.connect({.address = here, .local = {}}, &sink, &made);
      }));
}

TEST_CASE("nothing is pushed to whom nobody listens") {
  // A listener without a sink accepts no connection.
  refused(replayed(logOf([](LogWriter& log) {
                     log.append(Kind::listen, here, 511, 32u, std::string_view(), -1, 0u, 0, std::uint64_t(1));
                     log.append(Kind::turn, std::int64_t(1));
                     log.append(Kind::connection, std::uint64_t(1), std::uint64_t(2));
                   }),
                   [](RecordedPort& port) {
                     Listener* made = nullptr;
                     port.net.listen({.address = here}, nullptr, &made);
                     port.turns.wait(-1);
                   }));
  refused(replayed(logOf([](LogWriter& log) {
                     log.append(Kind::readStandardInput, true);
                     log.append(Kind::readStandardInput, false);
                     log.append(Kind::turn, std::int64_t(1));
                     log.append(Kind::input, std::string_view("text"));
                   }),
                   [](RecordedPort& port) {
                     Sink sink;
                     port.process.readStandardInput(&sink);
                     port.process.readStandardInput(nullptr);
                     port.turns.wait(-1);
                   }));
  // The outcome of a connect is pushed only once.
  refused(replayed(logOf([](LogWriter& log) {
                     log.append(Kind::connect, here, Address{}, std::uint64_t(0), 0, std::uint64_t(1));
                     log.append(Kind::turn, std::int64_t(1));
                     log.append(Kind::connected, std::uint64_t(1), 0);
                     log.append(Kind::connected, std::uint64_t(1), 0);
                   }),
                   [](RecordedPort& port) {
                     Sink sink;
                     Connection* made = nullptr;
                     port.net.connect({.address = here, .local = {}}, &sink, &made);
                     port.turns.wait(-1);
                     if (sink.connected > 1) ::_exit(66);
                   }));
}

TEST_CASE("a message has no more queues than there is memory for, and comes to a mailbox that receives") {
  for (bool receives : {true, false}) {
    std::string log = logOf([&](LogWriter& to) {
      to.append(Kind::openMailbox, std::uint64_t(1));
      if (receives) to.append(Kind::mailbox, std::uint64_t(1), 0u);
      to.append(Kind::turn, std::int64_t(1));
      to.append(Kind::workerMessage, std::uint64_t(1), std::string_view("m"), std::vector<std::string_view>{},
                receives ? std::uint64_t(1) << 60 : 0);
    });
    refused(replayed(log, [&](RecordedPort& port) {
      Sink sink;
      Mailbox* mailbox = port.threads.openMailbox(MailQueue::make(), &sink);
      if (receives) port.threads.receive(mailbox, true);
      port.turns.wait(-1);
      if (sink.calls) ::_exit(66);
    }));
  }
}

TEST_CASE("calls of a job that nest in each other a million times are described without end of the stack") {
  // Each record has its kind, its length (4 bytes), the number of its job, and the length of its nested calls (5 bytes
  // of 7 bits).
  constexpr std::uint32_t depth = 1'000'000, each = 1 + 4 + 1 + 5;
  std::string calls;
  for (std::uint32_t left = depth; left-- > 0;) {
    std::uint32_t inner = left * each, size = 6 + inner;
    calls += char(Kind::jobDone);
    calls.append(reinterpret_cast<const char*>(&size), 4);
    calls += '\1';
    for (int at = 0; at < 4; ++at, inner >>= 7) calls += char(inner | 0x80);
    calls += char(inner & 0x7f);
  }
  std::string fields;
  append(fields, std::uint64_t(1), std::string_view(calls));
  CHECK(describe(Kind::jobDone, fields).size() < 1000);
}

TEST_CASE("a socket for datagrams is told nothing that no system tells") {
  struct DatagramsSink final : DatagramSink {
    void onDatagram(const char*, std::size_t, const Address&) override {}
    void onReceiveError(ErrorCode) override {}
    void onSent(ErrorCode) override {}
  };
  // The log opens a socket, and then has one event for it.
  auto event = [](std::uint64_t socket, unsigned kind, const std::string& fields, int error = 0) {
    return replayed(logOf([&](LogWriter& log) {
                      std::string call, result;
                      append(call, here, false, false, false, -1, false, true);
                      append(result, error);
                      log.append(Kind::datagrams, 0u, std::uint64_t(1), call, result);
                      log.append(Kind::turn, std::int64_t(1));
                      log.append(Kind::datagramEvent, socket, kind, fields);
                    }),
                    [](RecordedPort& port) {
                      DatagramsSink sink;
                      DatagramSocket* made = nullptr;
                      if (port.datagrams.open({.address = here}, &sink, &made) == 0) port.turns.wait(-1);
                    });
  };
  auto fields = [](const auto&... all) {
    std::string out;
    append(out, all...);
    return out;
  };
  CHECK(event(1, 0, fields(here, std::string("text"))).starts_with("exit 42"));
  CHECK(event(1, 1, fields(ErrorCode(UV_ECONNREFUSED))).starts_with("exit 42"));
  refused(event(2, 0, fields(here, std::string("text"))));       // another socket
  refused(event(1, 0, fields(Address{}, std::string("text"))));  // no sender
  refused(event(1, 0, fields(here)));                            // no bytes
  refused(event(1, 0, fields(here, std::string("text"), 5)));    // too many fields
  refused(event(1, 1, fields(0)));                               // no error
  refused(event(1, 1, fields(5)));                               // an error above 0
  refused(event(1, 2, fields(0)));                               // nothing was sent
  refused(event(1, 3, fields(0)));                               // no such event
  refused(event(1, 0, fields(here, std::string("text")), 5));    // an error above 0
}
