// Tests child processes in a simulated world: scripts that stand in for programs, and Node.cpp programs that start each
// other.
#include <doctest/doctest.h>
#include <nodecpp/child_process.h>
#include <nodecpp/concurrency.h>
#include <nodecpp/console.h>
#include <nodecpp/date.h>
#include <nodecpp/dgram.h>
#include <nodecpp/fs.h>
#include <nodecpp/net.h>
#include <nodecpp/worker_threads.h>

#include <csignal>
#include <memory>
#include <string>
#include <string_view>

#include "os/sim/sim_process.h"
#include "world/simulated_program.h"
#include "world/world.h"

using namespace nodecpp;
using child_process::ChildProcess;
using os::SimProcess;

namespace {

// Runs a program to the end of the world and returns what it printed.
std::string printed(os::NetworkOptions options, Function<void()> program) {
  simulation::World world(std::move(options));
  simulation::Program& ran = world.spawn("parent", std::move(program));
  world.run();
  CHECK_FALSE(ran.running());
  CHECK(ran.exitCode() == 0);
  return ran.standardOutput() + ran.standardError();
}

os::NetworkOptions with(const char* name, os::SimExecutable executable) {
  os::NetworkOptions options;
  options.executables[name] = std::move(executable);
  return options;
}

void tell(const ChildProcess& child) {
  child->on(event::spawn, [] { console::log("spawn"); });
  child->on(event::error, [](Error error) { console::log(error->message, error->code); });
  child->on(event::exit, [](auto code, auto signal) { console::log("exit", code, signal); });
  child->on(event::close, [](auto code, auto signal) { console::log("close", code, signal); });
  if (child->stdout) child->stdout->on(event::data, [](auto chunk) { console::log("says", chunk.toString()); });
}

}  // namespace

TEST_CASE("a script reads, writes and ends in virtual time") {
  auto options = with("worker", [](SimProcess& process) {
    process.onRead = [&process](int, std::string_view bytes) { process.write(1, "got " + std::string(bytes)); };
    process.onEnd = [&process](int) {
      process.after(1000, [&process] { process.exit(process.argument(1) == "x" ? 7 : 0); });
    };
  });
  CHECK(printed(options, [] {
          auto child = child_process::spawn("/bin/worker", {"x"});
          tell(child);
          double begin = Date::now();
          child->stdin->end("bytes");
          child->on(event::exit, [=] { console::log("after", Date::now() - begin); });
        }) == "spawn\nsays got bytes\nexit 7 null\nafter 1000\nclose 7 null\n");
}

TEST_CASE("what is not there, and what ends by a signal") {
  auto options =
      with("sleeper", [](SimProcess& process) { process.onSignal = [](int number) { return number == SIGINT; }; });
  CHECK(printed(options, [] { tell(child_process::spawn("missing")); }) ==
        "spawn missing ENOENT ENOENT\nclose -2 null\n");
  CHECK(printed(options, [] {
          auto child = child_process::spawn("sleeper");
          tell(child);
          child->on(event::spawn, [=] {
            console::log(child->kill("SIGINT"));
            setTimeout([=] { child->kill(); }, 1000);
          });
        }) == "spawn\ntrue\nexit null SIGTERM\nclose null SIGTERM\n");
}

TEST_CASE("pipes that stay open longer than the child hold back close, and not exit") {
  auto options = with("forks", [](SimProcess& process) {
    process.lingers = 5000;
    process.exit(0);
  });
  CHECK(printed(options, [] {
          double begin = Date::now();
          auto child = child_process::spawn("forks");
          child->on(event::exit, [=] { console::log("exit", Date::now() - begin); });
          child->on(event::close, [=] { console::log("close", Date::now() - begin); });
        }) == "exit 0\nclose 5000\n");
}

TEST_CASE("a time-out, maxBuffer and the synchronous forms") {
  auto options = with("sleeper", [](SimProcess&) {});
  options.executables["says"] = [](SimProcess& process) {
    process.write(1, "1234567890");
    process.write(2, "err");
    process.after(10, [&process] { process.exit(3); });
  };
  CHECK(printed(options, [] {
          child_process::execFile("sleeper", {.timeout = 100}, [](Error error) {
            auto details = child_process::errorDetails(error);
            console::log(error->message, details.killed, details.signal);
          });
        }) == "Command failed: sleeper\n true SIGTERM\n");
  CHECK(printed(options, [] {
          child_process::execFile("says", {.maxBuffer = 4},
                                  [](Error error, String out, String) { console::log(error->code, out); });
        }) == "ERR_CHILD_PROCESS_STDIO_MAXBUFFER 1234\n");
  CHECK(printed(options, [] {
          auto result = child_process::spawnSync("says", {.encoding = "utf8"});
          console::log(result.status, result.stdout, result.stderr);
          auto late = child_process::spawnSync("sleeper", {.timeout = 60'000});
          console::log(late.signal, late.error->code);
          auto much = child_process::spawnSync("says", {.maxBuffer = 4});
          console::log(much.error->code);
          console::log(child_process::spawnSync("missing").error->message);
        }) == "3 1234567890 err\nSIGTERM ETIMEDOUT\nENOBUFS\nspawnSync missing ENOENT\n");
}

TEST_CASE("a promise of a child that is retracted: SIGTERM, SIGKILL, and it is waited for") {
  auto options = with("stubborn", [](SimProcess& process) { process.onSignal = [](int) { return true; }; });
  CHECK(
      printed(options, [] {
        [](this auto) -> Promise<> {
          double begin = Date::now();
          int first = co_await race(
              [] { return child_process::promises::execFile("stubborn", {.killAfter = 2000}).then([] { return 1; }); },
              [] { return sleep(1000).then([] { return 2; }); });
          console::log(first, Date::now() - begin);
        }();
      }) == "2 3000\n");
}

TEST_CASE("programs of ours fork each other: messages, a server that both accept for, a connection") {
  simulation::World world;
  auto worker = [](int argc, char** argv) {
    return run(argc, argv, [] {
      console::log("worker of", process::argv[2]);
      process::on(event::message, [](var message, SendHandle handle) {
        if (net::Server server = handle)
          server->on(event::connection, [](net::Socket socket) { socket->end("shared"); });
        else if (net::Socket socket = handle)
          socket->end("handed over");
        process::send(var::object({{"had", message}}));
      });
      process::on(event::disconnect, [] { process::exit(4); });
    });
  };
  world.executable("worker", worker);
  simulation::Program& parent = world.spawn("parent", [] {
    auto child = child_process::fork("/bin/worker", {"mine"}, {.silent = true});
    tell(child);
    auto server = net::createServer();
    server->listen(2000, "127.0.0.1", [=] { child->send("server", server); });
    auto other =
        net::createServer({.pauseOnConnect = true}, [=](net::Socket socket) { child->send("socket", socket); });
    other->listen(2001, "127.0.0.1");
    let<int> answers = 0;
    child->on(event::message, [=](var message) {
      console::log(JSON::stringify(message));
      answers += 1;
      if (answers.value() == 1) server->close();
      if (answers.value() < 2) return;
      child->disconnect();
      other->close();
    });
  });
  world.settle();
  auto first = world.connect(2000);
  world.settle();
  CHECK(first.received() == "shared");
  auto second = world.connect(2001);
  world.run();
  CHECK(second.received() == "handed over");
  CHECK(parent.standardOutput() ==
        "spawn\nsays worker of mine\n\n{\"had\":\"server\"}\n{\"had\":\"socket\"}\nexit 4 null\n");
  CHECK_FALSE(parent.running());
}

TEST_CASE("a socket for datagrams goes to a child, and comes back when the child sends it on") {
  simulation::World world;
  world.executable("worker", [](int argc, char** argv) {
    return run(argc, argv, [] {
      process::on(event::message, [](var, SendHandle handle) {
        dgram::Socket socket = handle;
        socket->on(event::message, [=](Buffer bytes, dgram::RemoteInfo remote) {
          socket->send("child: " + bytes.toString(), remote.port, remote.address, [=] {
            process::send("back", socket);
            socket->close();
            process::disconnect();
          });
        });
        process::send("has " + socket->type + " " + socket->address().address);
      });
    });
  });
  simulation::Program& parent = world.spawn("parent", [] {
    auto child = child_process::fork("/bin/worker", {}, {.silent = true});
    auto socket = dgram::createSocket("udp6");
    socket->bind(7000, "::1", [=] {
      child->send("a socket", socket);
      socket->close();
    });
    auto client = dgram::createSocket("udp6", [=](Buffer bytes) { console::log(bytes.toString()); });
    child->on(event::message, [=](var message, SendHandle handle) {
      console::log(message);
      if (!handle) return client->send("hello", 7000, "::1");
      dgram::Socket back = handle;
      back->on(event::message, [=](Buffer bytes) {
        console::log("parent: " + bytes.toString());
        back->close();
        client->close();
      });
      client->send("again", 7000, "::1");
    });
    // A socket that is closed already goes as a message alone.
    auto closed = dgram::createSocket("udp4");
    closed->close();
    CHECK_THROWS_AS(child->send("nothing", make<Handle<EventEmitterObject>>()), Error);
  });
  world.run();
  CHECK(parent.standardOutput() == "has udp6 ::1\nchild: hello\nback\nparent: again\n");
  CHECK_FALSE(parent.running());
}

TEST_CASE("a worker of a program that was spawned leaves its standard input and signals to it") {
  simulation::World world;
  world.executable("threaded", [](int argc, char** argv) {
    return run(argc, argv, [] {
      process::stdin->on(event::data, [](auto chunk) { console::log("has read", chunk.toString()); });
      process::stdin->on(event::end, [] { process::kill(process::pid, "SIGUSR2"); });
      process::on("SIGUSR2", [](String, int) { process::exit(5); });
      make<worker_threads::Worker>([] {})->on(event::exit, [] { console::log("worker gone"); });
    });
  });
  simulation::Program& parent = world.spawn("parent", [] {
    auto child = child_process::spawn("/bin/threaded");
    tell(child);
    child->stdout->once(event::data, [=] { child->stdin->end("words"); });
  });
  world.run();
  CHECK(parent.standardOutput() == "spawn\nsays worker gone\n\nsays has read words\n\nexit 5 null\nclose 5 null\n");
}

TEST_CASE("what a worker has spawned reads the file that it was given, also when the worker is over") {
  std::string seen;
  auto options = with("reads", [&seen](SimProcess& process) {
    process.onRead = [&seen](int, std::string_view bytes) { seen += bytes; };
    process.onEnd = [&process](int) { process.exit(0); };
  });
  printed(options, [] {
    fs::writeFileSync("words.txt", "words");
    make<worker_threads::Worker>([] {
      child_process::spawn("reads", {.stdio = {double(fs::openSync("words.txt")), "ignore", "ignore"}});
      process::exit(0);
    });
  });
  CHECK(seen == "words");
}

TEST_CASE("a server that is closed before its message has gone, or while it is sent again, is not sent") {
  // This child answers each handle as not received, as a process without descriptors does.
  auto refuses = [](SimProcess& process) {
    auto rest = std::make_shared<std::string>();
    process.onRead = [&process, rest](int, std::string_view bytes) {
      *rest += bytes;
      for (std::size_t end; (end = rest->find('\n')) != rest->npos; rest->erase(0, end + 1)) {
        std::string line = rest->substr(0, end);
        if (line.find("NODE_HANDLE") != line.npos)
          process.after(20, [&process] { process.write(3, "{\"cmd\":\"NODE_HANDLE_NACK\"}\n"); });
        process.write(3, (line.size() < 100 ? line : "{\"long\":1}") + "\n");
      }
    };
    process.onEnd = [&process](int) { process.exit(0); };
  };
  auto program = [](bool full) {
    process::on(event::warning, [](Error warning) { console::log(warning->name); });
    auto child = child_process::fork("/bin/refuses", {.silent = true});
    child->on(event::message, [=](var message) {
      if (message["cmd"].isString()) return;
      console::log(JSON::stringify(message));
      if (message == "last") child->disconnect();
    });
    auto server = net::createServer();
    server->listen(2000, "127.0.0.1", [=] {
      // The channel is full, so the message with the server waits for its turn.
      if (full) child->send(var::object({{"long", String(std::string(4'000'000, 'x'))}}));
      child->send("with a server", server);
      child->send("last");
      if (full)
        server->close();
      else
        setTimeout([=] { server->close(); }, 10);
    });
  };
  auto options = with("refuses", refuses);
  CHECK(printed(options, [=] { program(true); }) == "{\"long\":1}\n\"last\"\n");
  std::string again = printed(options, [=] { program(false); });
  CHECK(again.find("\"last\"\n") != again.npos);
  CHECK(again.find("SentHandleNotReceivedWarning") != again.npos);
}

TEST_CASE("faults: children do not start, die and linger, and the program comes to its end") {
  int failed = 0, killed = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    auto options = with("worker", [](SimProcess& process) {
      process.write(1, "done");
      process.after(500, [&process] { process.exit(0); });
    });
    options.seed = seed;
    options.faults.children = 0.3;
    std::string text = printed(options, [] {
      try {
        auto child = child_process::spawn("worker");
        child->on(event::error, [](Error error) { console::log("failed", error->code); });
        child->on(event::close, [](auto code, auto signal) { console::log("close", code, signal); });
      } catch (const Error& error) {
        console::log("failed", error->message);
      }
    });
    failed += text.find("failed") != text.npos;
    killed += text.find("SIGKILL") != text.npos;
    bool ended = text.find("close") != text.npos || text.find("spawn ENOMEM") != text.npos;
    CHECK(ended);
  }
  CHECK(failed > 0);
  CHECK(killed > 0);
}
