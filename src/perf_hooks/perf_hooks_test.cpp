// Tests entries of the timeline in virtual time: their times are those of the port's clock, to the millisecond.
#include <nodecpp/dns.h>
#include <nodecpp/fetch.h>
#include <nodecpp/http.h>
#include <nodecpp/perf_hooks.h>
#include <nodecpp/timers.h>

#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

#include "world/simulated_program.h"
#include "world/world.h"

using namespace nodecpp;
using namespace nodecpp::simulation;
using namespace nodecpp::perf_hooks;

namespace {

std::vector<std::string> notes;
void note(const String& text) { notes.emplace_back(text.data(), text.size()); }
using Notes = std::vector<std::string>;

// Observes entries of the types and notes them.
PerformanceObserver observe(Array<String> types) {
  auto observer = make<PerformanceObserver>([](PerformanceObserverEntryList list) {
    for (const PerformanceEntry& entry : list.getEntries())
      note(entry->entryType + " " + entry->name + " " + str(std::round(entry->duration)));
  });
  observer->observe({.entryTypes = types});
  return observer;
}

void runIn(World& world, Function<void()> f) {
  notes.clear();
  world.spawn("program", std::move(f));
  world.settle(1000);
}

}  // namespace

TEST_CASE("a measure has the time between two marks, however long the program waits") {
  World world;
  runIn(world, [] {
    performance::mark("begin");
    setTimeout(
        [] {
          performance::mark("end");
          note(str(std::round(performance::measure("all", "begin", "end")->duration)));
        },
        250);
  });
  CHECK(notes == Notes{"250"});
}

TEST_CASE("observers are called once for all entries of a turn, and not after disconnect") {
  World world;
  runIn(world, [] {
    int calls = 0;
    let<int> count = calls;
    let<PerformanceObserver> observer;
    observer = make<PerformanceObserver>([=](PerformanceObserverEntryList list) {
      note("call " + str(++count) + " with " + str(list.getEntries().length()));
      observer->disconnect();
      performance::mark("late");
    });
    observer->observe({.entryTypes = {"mark"}});
    for (const char* name : {"a", "b", "c"}) performance::mark(name);
    note("marked");
  });
  CHECK(notes == Notes{"marked", "call 1 with 3"});
}

TEST_CASE("requests take as long as their server needs") {
  World world;
  runIn(world, [] {
    auto observer = observe({"http", "net"});
    let<http::Server> server;
    server = http::createServer([](auto, auto response) { setTimeout([=] { response->end("late"); }, 100); });
    server->listen(8080, "127.0.0.1", [=] {
      http::get({.agent = false, .host = "127.0.0.1", .port = 8080}, [=](auto response) {
        response->resume();
        response->on(event::end, [=] { server->close(); });
      });
    });
    setTimeout([=] { observer->disconnect(); }, 500);
  });
  REQUIRE(notes.size() == 3);
  CHECK(notes[0].starts_with("net connect "));
  CHECK(notes[1] == "http HttpRequest 100");
  CHECK(notes[2].starts_with("http HttpClient 10"));
}

TEST_CASE("a request that nobody observes makes no entry, also when an observer comes before its response") {
  World world;
  runIn(world, [] {
    let<http::Server> server;
    server = http::createServer([](auto, auto response) {
      auto observer = observe({"http"});
      response->end("x");
      setTimeout([=] { observer->disconnect(); }, 100);
    });
    server->listen(8080, "127.0.0.1", [=] {
      http::get({.agent = false, .host = "127.0.0.1", .port = 8080}, [=](auto response) {
        response->resume();
        server->close();
      });
    });
  });
  CHECK(notes.empty());
}

TEST_CASE("look-ups are told to observers of dns") {
  World world;
  runIn(world, [] {
    auto observer = observe({"dns"});
    dns::lookup("localhost", [=](Error, String, int) { setTimeout([=] { observer->disconnect(); }, 10); });
  });
  REQUIRE(notes.size() == 1);
  CHECK(notes[0].starts_with("dns lookup "));
}

TEST_CASE("at most 250 entries of fetch are kept") {
  World world;
  runIn(world, [] {
    for (int i = 0; i < 300; ++i) performance::markResourceTiming({.startTime = 1, .endTime = 3}, str(i), "test");
    note(str(performance::getEntriesByType("resource").length()));
    performance::clearResourceTimings();
    setTimeout(
        [] {
          // There was room for the rest when the next immediate came.
          note(str(performance::getEntriesByType("resource").length()));
        },
        1);
  });
  CHECK(notes == Notes{"250", "50"});
}
