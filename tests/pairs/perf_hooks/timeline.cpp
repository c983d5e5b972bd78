#include <nodecpp/console.h>
#include <nodecpp/date.h>
#include <nodecpp/json.h>
#include <nodecpp/math.h>
#include <nodecpp/perf_hooks.h>
#include <nodecpp/process.h>
#include <nodecpp/timers.h>
using namespace nodecpp;
using namespace nodecpp::perf_hooks;

String namesOf(Array<PerformanceEntry> entries) {
  return entries.map([](PerformanceEntry entry) { return entry->name; }).join();
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto show = [](PerformanceEntry entry) { console::log(entry->name, entry->entryType, entry->startTime, entry->duration, entry->detail); };
  auto attempt = [](auto f) {
    try {
      f();
      console::log("fine");
    } catch (Error& error) {
      console::log(error->name, error->code, error->message);
    }
  };
  show(performance::mark("b", {.detail = var::object({{"x", 1}}), .startTime = 20}));
  show(performance::mark("a", {.startTime = 10}));
  show(performance::mark("a", {.startTime = 15}));
  show(performance::measure("a to b", "a", "b"));
  show(performance::measure("options", {.detail = "d", .start = 1, .end = "b"}));
  show(performance::measure("duration", {.start = "b", .duration = 5}));
  show(performance::measure("backwards", {.duration = 30, .end = 100}));
  console::log(JSON::stringify(performance::mark("json", {.startTime = 5})->toJSON()));
  console::log(namesOf(performance::getEntries()));
  console::log(performance::getEntriesByName("a").length(), performance::getEntriesByName("a", "measure").length(), performance::getEntriesByType("measure").length());
  auto before = performance::now();
  auto now = performance::mark("now");
  console::log(now->startTime >= before, performance::measure("until now", "now")->duration >= 0, performance::measure("all")->startTime);
  console::log(Math::abs(performance::timeOrigin() + performance::now() - Date::now()) < 100);
  attempt([] { performance::measure("x", "nope"); });
  attempt([] { performance::mark("x", {.startTime = -1}); });
  attempt([] { performance::mark("loopStart"); });
  attempt([] { performance::clearMarks("loopStart"); });
  attempt([] { performance::measure("x", {.start = 1, .duration = 3, .end = 2}); });
  attempt([] { performance::measure("x", {.start = -1}); });
  performance::clearMarks("a");
  performance::clearMarks("now");
  console::log(namesOf(performance::getEntriesByType("mark")));
  performance::clearMarks();
  performance::clearMeasures("options");
  console::log(performance::getEntries().length());
  performance::clearMeasures();
  console::log(performance::getEntries().length(), performance::eventLoopUtilization().idle, performance::nodeTiming().loopStart);

  auto detail = var::object({{"changes", 1}});
  auto kept = performance::mark("kept", {.detail = detail, .startTime = 1});
  auto own = make<PerformanceMark>("own", MarkOptions{.detail = detail, .startTime = 3});
  auto span = performance::measure("span", {.detail = detail, .start = 0, .end = 1});
  detail["changes"] = 2;
  console::log(kept->detail, own->detail, span->detail);
  show(own);
  console::log(performance::getEntriesByName("own").length(), performance::getEntriesByName("kept").length());
  attempt([] { make<PerformanceMark>("loopStart"); });
  attempt([] { make<PerformanceMark>("x", MarkOptions{.startTime = -1}); });
  try {
    performance::mark("function", {.detail = var([] { return 1; })});
  } catch (Error& error) {
    console::log(error->name);
  }
  performance::clearMarks();
  performance::clearMeasures();
  attempt([] { make<PerformanceObserver>(nullptr); });
  let<PerformanceObserver> observer;
  observer = make<PerformanceObserver>([=](PerformanceObserverEntryList list, PerformanceObserver self) {
    Array<String> entries = list.getEntries().map([](PerformanceEntry entry) { return entry->name + " " + entry->entryType; });
    console::log("observed", entries.join(), self == observer.value(),
      list.getEntriesByType("mark").length(), list.getEntriesByName("one").length());
  });
  attempt([=] { observer->observe({}); });
  observer->observe({.entryTypes = {"mark", "function", "no such type"}});
  attempt([=] { observer->observe({.type = "mark"}); });
  performance::mark("one", {.startTime = 0.001});
  performance::measure("not observed");
  performance::mark("two", {.startTime = 0.002});
  auto histogram = createHistogram();
  auto add = performance::timerify([](int a, int b) { return a + b; }, {.histogram = histogram});
  int sum = add(1, 2);
  console::log("add", sum, histogram->count());
  auto buffered = make<PerformanceObserver>([](PerformanceObserverEntryList list) { console::log("buffered", namesOf(list.getEntries())); });
  buffered->observe({.type = "mark", .buffered = true});
  attempt([=] { buffered->observe({.entryTypes = {"measure"}}); });
  performance::mark("three", {.startTime = 0.003});
  auto records = make<PerformanceObserver>([] { console::log("not called"); });
  records->observe({.type = "mark"});
  performance::mark("four", {.startTime = 0.004});
  auto taken = namesOf(records->takeRecords());
  console::log(taken, records->takeRecords().length());
  setTimeout([=] {
    observer->disconnect();
    buffered->disconnect();
    records->disconnect();
    performance::mark("unseen");
    auto [idle, active, utilization] = performance::eventLoopUtilization();
    console::log(idle > 0, active > 0, utilization > 0 && utilization < 1, performance::nodeTiming().loopStart > 0);
    auto first = performance::eventLoopUtilization();
    setTimeout([=] {
      auto rest = performance::eventLoopUtilization(first);
      console::log(rest.idle > 0, rest.utilization < 1);
    }, 30);
  }, 50);
  auto delay = monitorEventLoopDelay({.resolution = 5});
  bool on = delay->enable(), again = delay->enable();
  console::log(delay->count(), on, again);
  setTimeout([=] {
    bool off = delay->disable(), twice = delay->disable();
    console::log(off, twice, delay->count() > 0, delay->min() > 1e6, delay->max() >= delay->min());
    attempt([] { monitorEventLoopDelay({.resolution = 0}); });
  }, 100);
}); }
