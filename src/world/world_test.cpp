#include "world/world.h"

#include <doctest/doctest.h>
#include <nodecpp/process.h>

#include <string>
#include <vector>

#include "world/simulated_program.h"

using namespace nodecpp;
using namespace nodecpp::sim;

namespace {
void print(const String& text) { detail::Loop::current().port().process.writeStandard(1, text + "\n"); }

int exampleMain(int argc, char** argv) {
  return run(argc, argv, [] {
    print(str(process::argv.length()) + " " + process::argv[2].toString() + " " + process::env["COLOUR"].toString());
    setTimeout([] { print("later"); }, 120000);
  });
}
}  // namespace

TEST_CASE("a program runs in virtual time: two minutes pass at once") {
  World world;
  Program& program = world.spawn("example", exampleMain, {"first"}, {{"COLOUR", "red"}});
  CHECK(program.running());
  world.settle();
  CHECK(program.standardOutput() == "3 first red\n");
  CHECK(world.now() == 0);
  world.runFor(119999);
  CHECK(program.running());
  world.runFor(1);
  CHECK(program.standardOutput() == "3 first red\nlater\n");
  CHECK_FALSE(program.running());
  CHECK(program.exitCode() == 0);
  CHECK(world.now() == 120000);
}

TEST_CASE("the clock starts where it is told to, and moves with the timers") {
  os::NetworkOptions options;
  options.wallClock = 1000;
  World world(options);
  Program& program = world.spawn("clock", [] {
    auto& port = detail::Loop::current().port();
    print(str(port.clock.wallClock()));
    setInterval(
        [&port] {
          print(str(port.clock.wallClock()));
          if (port.clock.wallClock() >= 2000) process::exit(3);
        },
        500);
  });
  CHECK_FALSE(world.run());
  CHECK(program.standardOutput() == "1000\n1500\n2000\n");
  CHECK(program.exitCode() == 3);
  CHECK(program.endedBySignal() == 0);
}

TEST_CASE("a program that does nothing but look at the clock sees it move") {
  World world;
  Program& program = world.spawn("busy", [] {
    auto& port = detail::Loop::current().port();
    double began = port.clock.wallClock();
    while (port.clock.wallClock() < began + 3) {
    }
    print("done");
  });
  struct Turning {
    static void again(double began) {
      if (detail::Loop::current().port().clock.wallClock() < began + 2)
        setImmediate(again, began);
      else
        print("done");
    }
  };
  Program& turning = world.spawn("turning", [] { Turning::again(detail::Loop::current().port().clock.wallClock()); });
  world.run();
  CHECK(program.standardOutput() == "done\n");
  CHECK(turning.standardOutput() == "done\n");
}

TEST_CASE("a simulated program ends in each way that a process can") {
  World world;
  Program& thrown = world.spawn("thrown", [] { throw TypeError("no"); });
  Program& nested = world.spawn("nested", [] {
    setTimeout([] { process::nextTick([] { process::exit(5); }); }, 5);
    setTimeout([] { print("never"); }, 6);
  });
  Program& option = world.spawn("option", [] { print("never"); }, {"--nodecpp-no-such"});
  Program& aborted = world.spawn("aborted", [] { process::abort(); });
  Program& before = world.spawn("before", [] {
    process::once(event::beforeExit, [] { setTimeout([] { print("once more"); }, 10); });
    process::on(event::exit, [](int code) { print("exit " + str(code)); });
  });
  Program& noRun = world.spawn("no run", [](int, char**) { return 7; });
  world.run();
  CHECK(thrown.exitCode() == 1);
  CHECK(thrown.standardError().find("TypeError: no") != std::string::npos);
  CHECK(nested.exitCode() == 5);
  CHECK(nested.standardOutput() == "");
  CHECK(option.exitCode() == 9);
  CHECK(aborted.exitCode() == 134);
  CHECK(aborted.endedBySignal() == 6);
  CHECK(before.standardOutput() == "once more\nexit 0\n");
  CHECK(noRun.exitCode() == 7);
}

TEST_CASE("signals end a program unless it listens; programs send them to each other") {
  World world;
  auto idle = [] { setInterval([] {}, 1000); };
  Program& plain = world.spawn("plain", idle);
  Program& listening = world.spawn("listening", [] {
    process::on("SIGTERM", [](String name, int number) {
      print(name + " " + str(number));
      process::exit(0);
    });
    setInterval([] {}, 1000);
  });
  world.settle();
  plain.signal(28);  // SIGWINCH is ignored by default.
  world.settle();
  CHECK(plain.running());
  plain.signal(15);
  listening.signal(15);
  world.settle();
  CHECK_FALSE(plain.running());
  CHECK(plain.exitCode() == 143);
  CHECK(plain.endedBySignal() == 15);
  CHECK(listening.standardOutput() == "SIGTERM 15\n");
  CHECK(listening.exitCode() == 0);

  Program& target = world.spawn("target", idle);
  world.settle();
  int pid = target.pid();
  Program& sender = world.spawn("sender", [pid] {
    process::kill(pid, 0);
    process::kill(pid);
    try {
      process::kill(99999);
    } catch (const Error& error) {
      print(error->message);
    }
  });
  Program& own = world.spawn("own", [] {
    process::kill(process::pid, "SIGHUP");
    print("never");
  });
  world.run();
  CHECK(target.endedBySignal() == 15);
  CHECK(sender.standardOutput() == "kill ESRCH\n");
  CHECK(own.exitCode() == 129);
  CHECK(own.standardOutput() == "");
}

TEST_CASE("a world repeats itself from its seed") {
  auto story = [](std::uint64_t seed) {
    os::NetworkOptions options;
    options.seed = seed;
    World world(options);
    std::string all;
    for (int i = 0; i < 3; ++i) {
      world.spawn("random", [] {
        char bytes[13];
        detail::Loop::current().port().process.random(bytes, sizeof bytes);
        print(Buffer::copyOf(bytes, sizeof bytes).toString("hex"));
      });
    }
    world.run();
    for (const auto& program : world.programs()) all += program->standardOutput();
    return all;
  };
  std::string first = story(1);
  CHECK(first == story(1));
  CHECK(first != story(2));
  CHECK(first.substr(0, 26) != first.substr(27, 26));
}

TEST_CASE("raw ends: bytes, pieces, ends and resets") {
  World world;
  RawServer server = world.listen(8080);
  RawConnection client = world.connect(8080);
  client.send("early");
  world.settle();
  REQUIRE(server.connections().size() == 1);
  RawConnection accepted = server.connections()[0];
  CHECK(accepted.received() == "early");
  CHECK(client.localAddress().port == 49152);
  CHECK(accepted.remoteAddress().port == 49152);
  CHECK(accepted.remoteAddress().host == "127.0.0.1");
  accepted.send("one");
  accepted.send("two");
  world.settle();
  CHECK(client.received() == "onetwo");
  CHECK(client.pieces() == std::vector<std::string>{"one", "two"});
  CHECK(client.peerState() == RawConnection::PeerState::open);
  accepted.end();
  world.settle();
  CHECK(client.peerState() == RawConnection::PeerState::end);
  client.send("after your end");
  client.reset();
  world.settle();
  CHECK(accepted.received() == "earlyafter your end");
  CHECK(accepted.peerState() == RawConnection::PeerState::reset);

  RawConnection nobody = world.connect(8081);
  world.settle();
  CHECK(nobody.peerState() == RawConnection::PeerState::refused);
  CHECK(peerStateName(nobody.peerState()) == std::string("refused"));
  RawConnection second = world.connect(8080, "127.0.0.2");
  world.settle();
  CHECK(second.peerState() == RawConnection::PeerState::refused);
}

TEST_CASE("raw ends: what is larger than the buffers waits until it is read") {
  World world;
  RawServer server = world.listen(8080);
  RawConnection client = world.connect(8080);
  world.settle();
  RawConnection accepted = server.connections()[0];
  accepted.pause();
  std::string bytes(1'000'000, 'x');
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = char('a' + i % 23);
  client.send(bytes);
  client.end();
  world.settle();
  CHECK(client.unsent() == bytes.size() - (208 + 128) * 1024);
  CHECK(accepted.received() == "");
  accepted.resume();
  world.settle();
  CHECK(client.unsent() == 0);
  CHECK(accepted.received() == bytes);
  CHECK(accepted.peerState() == RawConnection::PeerState::end);
}
