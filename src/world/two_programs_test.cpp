// Two programs on one thread, of which one ends early. Everything that a program can change or that refers to its
// objects belongs to it alone, so the other program goes on as if there were only one.
#include <doctest/doctest.h>
#include <nodecpp/child_process.h>
#include <nodecpp/dns.h>
#include <nodecpp/fs.h>
#include <nodecpp/http.h>
#include <nodecpp/process.h>
#include <nodecpp/stream.h>
#include <nodecpp/util.h>

#include <string>
#include <vector>

#include "world/simulated_program.h"
#include "world/world.h"

using namespace nodecpp;
using namespace nodecpp::sim;

namespace {

void print(const String& text) { detail::Loop::current().port().process.writeStandard(1, text + "\n"); }

void server() {
  auto made = http::createServer([](http::IncomingMessage request, http::ServerResponse response) {
    setTimeout([response] { response->end("answer"); }, request->url == "/slow" ? 1500 : 1);
  });
  made->keepAliveTimeout = 0;
  made->listen(8080);
}

// Prints when the answer has come, and whether the request used a kept connection.
void ask(const char* label, http::RequestOptions options = {}) {
  options.host = "127.0.0.1";
  options.port = 8080;
  auto request = http::get(options);
  request->on(event::response, [label, request](http::IncomingMessage response) {
    response->resume();
    response->on(event::end, [label, request] { print(str(label) + (request->reusedSocket ? " reused" : " new")); });
  });
  request->on(event::error, [label](Error error) { print(str(label) + " failed: " + error->message); });
}

String firstServer() {
  auto servers = dns::getServers();
  return servers.empty() ? String("none") : servers[0];
}

void stayAlive() { setInterval([] {}, 1000); }

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

}  // namespace

TEST_CASE("globalAgent lends a program's socket to no other program") {
  World world;
  world.spawn("server", server);
  world.settle();
  Program& first = world.spawn("first", [] {
    ask("one");
    setTimeout([] { ask("two"); }, 2000);
    stayAlive();
  });
  world.settle(100);
  CHECK(first.standardOutput() == "one new\n");
  Program& second = world.spawn("second", [] {
    ask("three");
    stayAlive();
  });
  world.settle(100);
  CHECK(second.standardOutput() == "three new\n");
  second.signal(9);
  world.settle(10);
  REQUIRE_FALSE(second.running());
  world.runFor(2000);
  CHECK(first.standardOutput() == "one new\ntwo reused\n");
}

TEST_CASE("a program that ends empties its own agents only") {
  World world;
  world.spawn("server", server);
  world.settle();
  Program& first = world.spawn("first", [] {
    auto agent = make<http::Agent>({.keepAlive = true, .maxSockets = 1});
    ask("one", {.agent = agent});
    setTimeout(
        [agent] {
          print(str("free: ") + str(agent->freeSockets["127.0.0.1:8080:"].size()));
          ask("slow", {.agent = agent, .path = "/slow"});
          ask("waiting", {.agent = agent});
        },
        500);
    setTimeout([agent] { print(str("waiting: ") + str(agent->requests["127.0.0.1:8080:"].size())); }, 1000);
    stayAlive();
  });
  Program& second = world.spawn("second", [] {
    ask("of the second", {.agent = make<http::Agent>({.keepAlive = true})});
    stayAlive();
  });
  world.runFor(700);
  second.signal(9);
  world.settle(10);
  REQUIRE_FALSE(second.running());
  world.runFor(2500);
  CHECK(first.standardOutput() == "one new\nfree: 1\nwaiting: 1\nslow reused\nwaiting new\n");
}

TEST_CASE("a program's resolver and its order of addresses are its own") {
  World world;
  auto servers = [](const char* server, const char* order) {
    return [server, order] {
      dns::setServers({server});
      dns::setDefaultResultOrder(order);
      setTimeout([] { print(firstServer() + " " + dns::getDefaultResultOrder()); }, 2000);
      stayAlive();
    };
  };
  Program& first = world.spawn("first", servers("192.0.2.1", "ipv4first"));
  Program& second = world.spawn("second", servers("192.0.2.2", "ipv6first"));
  Program& untouched = world.spawn("untouched", [] {
    setTimeout([] { print(firstServer() + " " + dns::getDefaultResultOrder()); }, 2000);
  });
  world.settle(100);
  second.signal(9);
  world.settle(10);
  REQUIRE_FALSE(second.running());
  world.runFor(2000);
  CHECK(first.standardOutput() == "192.0.2.1 ipv4first\n");
  CHECK(untouched.standardOutput().find("192.0.2.") == std::string::npos);
  CHECK(untouched.standardOutput().find(" verbatim\n") != std::string::npos);
}

TEST_CASE("a program's defaults are its own, and a program that begins later has Node's") {
  static const auto show = [] {
    print(str(net::getDefaultAutoSelectFamily() ? "on " : "off ") +
          str(net::getDefaultAutoSelectFamilyAttemptTimeout()) + " " + str(stream::getDefaultHighWaterMark(false)) + " " +
          str(stream::getDefaultHighWaterMark(true)) + " " + str(events::defaultMaxListeners) +
          (events::captureRejections ? " captures " : " throws ") +
          str(make<http::Agent>()->maxFreeSockets) + " " +
          util::inspect(std::vector<std::vector<std::vector<int>>>{{{1}}}));
  };
  World world;
  Program& changing = world.spawn("changing", [] {
    net::setDefaultAutoSelectFamily(false);
    net::setDefaultAutoSelectFamilyAttemptTimeout(1000);
    stream::setDefaultHighWaterMark(false, 10);
    stream::setDefaultHighWaterMark(true, 3);
    events::defaultMaxListeners = 4;
    events::captureRejections = true;
    util::inspect.defaultOptions.depth = 0;
    show();
    setTimeout([] { show(); }, 1000);
  });
  Program& beside = world.spawn("beside", [] {
    show();
    setTimeout([] { show(); }, 2000);
    setTimeout([] { net::setDefaultAutoSelectFamilyAttemptTimeout(500); }, 500);
  });
  world.runFor(3000);
  std::string changed = "off 1000 10 3 4 captures 256 [ [Array] ]\n";
  std::string usual = "on 250 65536 16 10 throws 256 [ [ [ 1 ] ] ]\n";
  CHECK(changing.standardOutput() == changed + changed);
  CHECK(beside.standardOutput() == usual + "on 500 65536 16 10 throws 256 [ [ [ 1 ] ] ]\n");
  Program& after = world.spawn("after", [] { show(); });
  world.settle();
  CHECK(after.standardOutput() == usual);
  // Should this test fail, later tests on the thread must still find the default.
  CHECK(stream::getDefaultHighWaterMark(false) == 65536);
}

TEST_CASE("each program is warned once") {
  World world;
  auto warned = [] {
    dns::lookup("", [](Error, String, int) {});
    dns::lookup("", [](Error, String, int) {});
    setTimeout([](double) {}, -1, 0.0);
    setTimeout([](double) {}, -1, 0.0);
    try {
      child_process::spawn("none", {"word"}, {.shell = true})->on(event::error, [](Error) {});
    } catch (const Error&) {
    }
  };
  Program& first = world.spawn("first", warned);
  world.settle(100);
  Program& second = world.spawn("second", warned);
  world.settle(100);
  for (Program* program : {&first, &second}) {
    CHECK(count(program->standardError(), "DEP0118") == 1);
    CHECK(count(program->standardError(), "DEP0190") == 1);
    CHECK(count(program->standardError(), "TimeoutNegativeWarning") == 1);
  }
}

TEST_CASE("a rejection that ends one program is nothing to the other") {
  World world;
  Program& listening = world.spawn("listening", [] {
    process::on(event::unhandledRejection, [](Error reason, Promise<>) { print("unhandled: " + reason->message); });
    process::on(event::uncaughtException, [](Error error, String origin) { print(origin + ": " + error->message); });
    setTimeout([] { Promise<>::reject(Error("mine")); }, 500);
    setTimeout([] { throw Error("thrown"); }, 1500);
    setTimeout([] { print("goes on"); }, 2000);
  });
  Program& ending = world.spawn("ending", [] {
    process::on(event::exit, [](int) { Promise<>::reject(Error("at the end")); });
    setTimeout([] { Promise<>::reject(Error("not handled")); }, 1000);
    stayAlive();
  });
  world.runFor(3000);
  CHECK(listening.standardOutput() == "unhandled: mine\nuncaughtException: thrown\ngoes on\n");
  CHECK(listening.exitCode() == 0);
  CHECK(ending.exitCode() == 1);
  CHECK(ending.standardError().find("Error: not handled") != std::string::npos);
  CHECK(ending.standardError().find("at the end") == std::string::npos);
}

TEST_CASE("a program's watches of files end with it, and no others") {
  World world;
  auto watching = [] {
    fs::mkdirSync("/tmp/own", {.recursive = true});
    fs::watchFile("/tmp/seen", {.interval = 100}, [](fs::Stats now, fs::Stats) { print("now " + str(now.size)); });
    fs::watch("/tmp/own", [](String type, String name) { print(type + " " + name); });
    stayAlive();
  };
  Program& first = world.spawn("first", watching);
  Program& second = world.spawn("second", watching);
  world.settle(50);
  Program& writing = world.spawn("writing", [] {
    fs::writeFileSync("/tmp/seen", "12345");
    setTimeout([] { fs::writeFileSync("/tmp/own/file", ""); }, 500);
    setTimeout([] { fs::writeFileSync("/tmp/seen", "123"); }, 1000);
    setTimeout([] { fs::unlinkSync("/tmp/own/file"); }, 1500);
  });
  world.runFor(900);
  std::string sofar = "now 0\nnow 5\nrename file\n";
  CHECK(second.standardOutput() == sofar);
  second.signal(9);
  world.runFor(1000);
  CHECK_FALSE(writing.running());
  CHECK(first.standardOutput() == sofar + "now 3\nrename file\n");
  CHECK(second.standardOutput() == sofar);
}

TEST_CASE("what is open in a program stays open when the other one ends") {
  World world;
  auto serving = [](int port) {
    return [port] {
      net::createServer([](net::Socket socket) {
        socket->on(event::data, [socket = socket.get()](Buffer data) { socket->write(data); });
      })->listen(port);
      auto own = net::connect(port, "127.0.0.1");
      own->on(event::data, [](Buffer data) { print("own " + data.toString()); });
      setTimeout([own] { own->write("still here"); }, 1000);
    };
  };
  Program& first = world.spawn("first", serving(3000));
  Program& second = world.spawn("second", serving(4000));
  world.settle(10);
  RawConnection client = world.connect(3000);
  client.send("one");
  world.settle(10);
  CHECK(client.received() == "one");
  second.signal(9);
  world.runFor(2000);
  REQUIRE_FALSE(second.running());
  client.send(" two");
  world.settle(10);
  CHECK(client.received() == "one two");
  CHECK(first.standardOutput() == "own still here\n");
  CHECK(second.standardOutput() == "");
}
