// Tests that pairs cannot express: the runtime's own options, broken pipes, paused input, several programs at once.
#include <nodecpp/console.h>
#include <nodecpp/dns/lookup.h>
#include <nodecpp/process.h>

#include <doctest/doctest.h>

#include <cerrno>
#include <string>
#include <vector>

#include "world/simulated_program.h"

using namespace nodecpp;
using sim::World;

namespace {

struct Outcome {
  int code;
  std::string out, err;
};

Outcome outcome(Function<void()> topLevel, std::vector<String> arguments = {}, sim::Environment environment = {},
                std::string input = "") {
  World world;
  auto& program = world.spawn("program", std::move(topLevel), std::move(arguments), std::move(environment));
  program.port().setInput(std::move(input));
  world.run();
  return {program.exitCode(), program.standardOutput(), program.standardError()};
}

void printArguments() {
  console::log(process::argv.slice(2), process::execArgv());
}

}  // namespace

TEST_CASE("the runtime's options are not the program's") {
  CHECK(outcome(printArguments, {"a", "-b", "--nodecppish", "--", "--nodecpp-help"}).out ==
        "[ 'a', '-b', '--nodecppish', '--', '--nodecpp-help' ] []\n");
  CHECK(outcome(printArguments, {}, {{"NODECPP_OPTIONS", "  "}}).out == "[] []\n");

  Outcome help = outcome(printArguments, {"a", "--nodecpp-help"});
  CHECK(help.code == 0);
  CHECK(help.out.find("--nodecpp-version") != std::string::npos);
  CHECK(help.err.empty());
  CHECK(outcome(printArguments, {"--nodecpp-version"}).out == std::string(process::version) + "\n");
  CHECK(outcome(printArguments, {}, {{"NODECPP_OPTIONS", "--nodecpp-version"}}).out ==
        std::string(process::version) + "\n");

  auto order = [] { console::log(dns::getDefaultResultOrder(), bool(process::noDeprecation)); };
  CHECK(outcome(order, {}).out == "verbatim false\n");
  CHECK(outcome(order, {"--nodecpp-no-deprecation", "--nodecpp-dns-result-order=ipv6first"}).out == "ipv6first true\n");
  CHECK(outcome(order, {"--nodecpp-dns-result-order=ipv5first"}).code == 9);

  CHECK(outcome(printArguments, {"--nodecpp-max-memory=512m"}).out == "[] [ '--nodecpp-max-memory=512m' ]\n");
  CHECK(outcome(printArguments, {"--nodecpp-max-memory=2G", "a"}).code == 0);
  for (const char* value : {"", "1000", "much", "512k", "2000G", "-1"}) {
    Outcome bad = outcome(printArguments, {str("--nodecpp-max-memory=") + value});
    CHECK(bad.code == 9);
    CHECK(bad.err.starts_with("program: bad option: --nodecpp-max-memory="));
  }

  Outcome unknown = outcome(printArguments, {"a", "--nodecpp-hlep", "b"});
  CHECK(unknown.code == 9);
  CHECK(unknown.out.empty());
  CHECK(unknown.err == "program: bad option: --nodecpp-hlep\n--nodecpp-help tells what there is.\n");
  Outcome inside = outcome(printArguments, {}, {{"NODECPP_OPTIONS", "what"}});
  CHECK(inside.code == 9);
  CHECK(inside.err.starts_with("program: bad option: what in NODECPP_OPTIONS\n"));
}

TEST_CASE("nobody reads standard output any more") {
  auto play = [](Function<void()> topLevel) {
    World world;
    auto& program = world.spawn("program", std::move(topLevel));
    world.runFor(5);
    program.port().breakOutput(EPIPE);
    world.run();
    return Outcome{program.exitCode(), program.standardOutput(), program.standardError()};
  };
  SUBCASE("by console") {
    Outcome end = play([] { setInterval([] { console::log("line"); }, 2); });
    CHECK(end.code == 1);
    CHECK(end.out == "line\nline\n");
    CHECK(end.err.find("Error: write EPIPE\n    at ") != std::string::npos);
    CHECK(end.err.find("\nEmitted 'error' event on Socket instance") != std::string::npos);
    CHECK(end.err.find("errno: -32,\n  code: 'EPIPE',\n  syscall: 'write'\n") != std::string::npos);
  }
  SUBCASE("by the stream") {
    Outcome end = play([] { setInterval([] { process::stdout->write("line\n"); }, 2); });
    CHECK(end.code == 1);
    CHECK(end.out == "line\nline\n");
  }
  SUBCASE("with somebody who listens") {
    Outcome end = play([] {
      process::stdout->on(event::error, [](Error error) {
        process::stderr->write(error->code + " ");
        process::exit(0);
      });
      setInterval([] { console::log("line"); }, 2);
    });
    CHECK(end.code == 0);
    CHECK(end.err == "EPIPE ");
  }
}

TEST_CASE("a program reads its standard input") {
  SUBCASE("is read when somebody asks for it") {
    CHECK(outcome([] { console::log("nothing"); }, {}, {}, "input").out == "nothing\n");
    CHECK(outcome(
              [] {
                process::stdin->on(event::data, [](Buffer chunk) { console::log(chunk.length(), chunk); });
                process::stdin->on(event::end, [] { console::log("end"); });
              },
              {}, {}, "input")
              .out == "5 <Buffer 69 6e 70 75 74>\nend\n");
  }
  SUBCASE("does not keep the program while it is paused, or not referred to") {
    CHECK(outcome(
              [] {
                process::stdin->on(event::data, [](Buffer) {
                  console::log("data");
                  process::stdin->pause();
                });
                process::stdin->on(event::end, [] { console::log("end"); });
              },
              {}, {}, "input")
              .out == "data\n");
    CHECK(outcome(
              [] {
                process::stdin->on(event::data, [] { console::log("data"); });
                process::stdin->unref();
              },
              {}, {}, "input")
              .code == 0);
  }
  SUBCASE("goes on after a pause") {
    CHECK(outcome(
              [] {
                process::stdin->setEncoding("utf8");
                process::stdin->on(event::data, [](String chunk) {
                  console::log(chunk);
                  process::stdin->pause();
                  setTimeout([] { process::stdin->resume(); }, 5);
                });
                process::stdin->on(event::end, [] { console::log("end"); });
              },
              {}, {}, "input")
              .out == "input\nend\n");
  }
}

TEST_CASE("deprecations may be thrown") {
  Outcome end = outcome([] {
    process::throwDeprecation = true;
    process::on(event::uncaughtException, [](Error error) { console::log("thrown", error->name, error->message); });
    process::emitWarning("old", "DeprecationWarning");
    process::emitWarning("other");
  });
  CHECK(end.out == "thrown DeprecationWarning old\n");
  CHECK(end.err == "(node:1000) Warning: other\n");
}

TEST_CASE("a top level that nothing can resume ends with 13") {
  auto play = [](auto topLevel) {
    World world;
    auto& program =
        world.spawn("program", sim::Main([topLevel](int argc, char** argv) { return run(argc, argv, topLevel); }));
    world.run();
    return Outcome{program.exitCode(), program.standardOutput(), program.standardError()};
  };
  Outcome end = play([]() -> Promise<> {
    process::on(event::exit, [](int code) { console::log("exit", code, process::exitCode); });
    co_await Promise<>([](auto, auto) {});
    console::log("never");
  });
  CHECK(end.code == 13);
  CHECK(end.out == "exit 13 13\n");
  CHECK(end.err == "Warning: Detected unsettled top-level await\n");
  CHECK(play([]() -> Promise<> {
          process::exitCode = 0;
          co_await Promise<>([](auto, auto) {});
        }).code == 0);
  CHECK(play([]() -> Promise<> {
          co_await Promise<>::resolve();
          throw Error("at the top level");
        }).code == 1);
}

TEST_CASE("programs side by side have a process each") {
  World world;
  auto top = [] {
    process::title = "of " + process::argv[2].toString();
    process::env["OWN"] = process::argv[2];
    process::stdout->write(process::env["OWN"] + "\n");
    process::on(event::exit, [](int code) { process::stdout->write(process::title + str(": ") + code + "\n"); });
    process::exitCode = int(process::argv[2].toNumber());
    setTimeout([] {}, 10);
  };
  auto& one = world.spawn("one", top, {"1"});
  auto& two = world.spawn("two", top, {"2"});
  world.run();
  CHECK(one.standardOutput() == "1\nof 1: 1\n");
  CHECK(two.standardOutput() == "2\nof 2: 2\n");
  CHECK(one.exitCode() == 1);
  CHECK(two.exitCode() == 2);
}

TEST_CASE("a signal that nobody hears ends the program by it") {
  World world;
  auto& deaf = world.spawn("deaf", [] { setTimeout([] {}, 100000); });
  auto& hearing = world.spawn("hearing", [] {
    auto keep = setTimeout([] {}, 100000);
    process::once("SIGTERM", [=](String name, int number) {
      console::log(name, number);
      clearTimeout(keep);
    });
  });
  world.settle();
  deaf.signal(15);
  hearing.signal(15);
  world.run();
  CHECK(deaf.exitCode() == 128 + 15);
  CHECK(deaf.endedBySignal() == 15);
  CHECK(hearing.exitCode() == 0);
  CHECK(hearing.standardOutput() == "SIGTERM 15\n");
}

TEST_CASE("warnings have their stacks where the program or its options ask for them") {
  auto warns = [] {
    process::emitWarning("old", "DeprecationWarning");
    process::emitWarning("new");
  };
  auto stacks = [](const Outcome& end) {
    const auto from = [&](const char* text) {
      const auto at = end.err.find(text);
      REQUIRE(at != std::string::npos);
      return end.err.compare(end.err.find('\n', at) + 1, 7, "    at ") == 0;
    };
    return std::string(from("DeprecationWarning: old") ? "old " : "") + (from(") Warning: new") ? "new" : "");
  };
  CHECK(stacks(outcome(warns)) == "");
  CHECK(stacks(outcome([=] { process::traceDeprecation = true; warns(); })) == "old ");
  CHECK(stacks(outcome([=] { process::traceProcessWarnings = true; warns(); })) == "old new");
  CHECK(outcome([] { console::log(bool(process::traceDeprecation), bool(process::traceProcessWarnings)); }).out == "false false\n");
}

TEST_CASE("sequences for terminals") {
  Outcome end = outcome([] {
    auto out = process::stdout;
    out->clearLine(-1);
    out->clearLine(0);
    out->clearLine(1);
    out->clearScreenDown();
    out->cursorTo(0);
    out->cursorTo(4, 9);
    out->moveCursor(-2, 3);
    out->moveCursor(2, -3);
    out->moveCursor(0, 0, [] { process::stderr->write("moved "); });
    try {
      out->getWindowSize();
    } catch (const TypeError& error) {
      process::stderr->write(error->message);
    }
  });
  CHECK(end.out == "\x1b[1K\x1b[2K\x1b[0K\x1b[0J\x1b[1G\x1b[10;5H\x1b[2D\x1b[3B\x1b[2C\x1b[3A");
  CHECK(end.err.find("process.stdout.getWindowSize is not a function") != std::string::npos);
  CHECK(end.err.find("moved ") != std::string::npos);
}
