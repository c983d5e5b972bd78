#include "loop/timer_lists.h"

#include <doctest/doctest.h>

#include <functional>
#include <limits>
#include <string>
#include <vector>

using namespace nodecpp::detail;

namespace {

struct Noted final : Timer {
  explicit Noted(std::string& l, std::string n = "") : log(l), name(std::move(n)) {}
  void onTimer() override {
    log += name;
    if (then) then();
  }
  std::string& log;
  std::string name;
  std::function<void()> then;
};

void run(TimerLists& lists, double now) {
  lists.runDue(now, [](auto&& f) { f(); });
}

}  // namespace

TEST_CASE("timers of one duration run in order, lists by their time") {
  std::string log;
  TimerLists lists;
  Noted a(log, "a"), b(log, "b"), c(log, "c"), d(log, "d");
  CHECK(lists.nextExpiry() == std::numeric_limits<double>::infinity());
  lists.arm(a, 10, 0);
  lists.arm(b, 5, 0);
  lists.arm(c, 10, 1);
  lists.arm(d, 5, 4);
  CHECK(lists.nextExpiry() == 5);
  run(lists, 4);
  CHECK(log == "");
  run(lists, 5);
  CHECK(log == "b");
  CHECK(lists.nextExpiry() == 9);
  run(lists, 10);
  CHECK(log == "bda");
  run(lists, 100);
  CHECK(log == "bdac");
  CHECK_FALSE(a.armed());
  CHECK(lists.nextExpiry() == std::numeric_limits<double>::infinity());
}

TEST_CASE("arming again starts again; disarming twice is fine") {
  std::string log;
  TimerLists lists;
  Noted a(log, "a"), b(log, "b");
  lists.arm(a, 10, 0);
  lists.arm(b, 10, 0);
  lists.arm(a, 10, 5);
  run(lists, 10);
  CHECK(log == "b");
  lists.disarm(a);
  lists.disarm(a);
  run(lists, 100);
  CHECK(log == "b");
}

TEST_CASE("a callback that disarms the rest of its list, or arms into it") {
  std::string log;
  TimerLists lists;
  Noted a(log, "a"), b(log, "b"), c(log, "c");
  a.then = [&] {
    lists.disarm(b);
    lists.arm(a, 10, 10);
    lists.arm(c, 10, 10);
  };
  lists.arm(a, 10, 0);
  lists.arm(b, 10, 0);
  run(lists, 10);
  CHECK(log == "a");
  a.then = nullptr;
  run(lists, 19);
  CHECK(log == "a");
  run(lists, 20);
  CHECK(log == "aac");
}

TEST_CASE("a callback that empties another list that is due") {
  std::string log;
  TimerLists lists;
  Noted a(log, "a"), b(log, "b"), c(log, "c");
  a.then = [&] { lists.disarm(b); };
  lists.arm(a, 5, 0);
  lists.arm(b, 6, 0);
  lists.arm(c, 7, 0);
  run(lists, 100);
  CHECK(log == "ac");
}

TEST_CASE("the end disarms all and tells them") {
  struct Told final : Timer {
    void onTimer() override {}
    void onLoopEnd() override { ++times; }
    int times = 0;
  };
  Told timers[5];
  {
    TimerLists lists;
    for (int i = 0; i < 5; ++i) lists.arm(timers[i], 1 + i % 2, 0);
    lists.disarm(timers[4]);
  }
  for (int i = 0; i < 5; ++i) {
    CHECK(timers[i].times == (i < 4 ? 1 : 0));
    CHECK_FALSE(timers[i].armed());
  }
}

// Compares with a simple rule: a timer runs in the first round at or after its time, lists in the order of their
// expiry.
TEST_CASE("any number of timers, armed and disarmed at random: none early, none lost, none twice") {
  std::uint64_t state = 1;
  auto random = [&](unsigned below) {
    state = state * 6364136223846793005 + 1442695040888963407;
    return unsigned(state >> 33) % below;
  };
  TimerLists lists;
  double now = 0;
  struct One final : Timer {
    void onTimer() override {
      CHECK(*now >= due);
      CHECK(waiting);
      waiting = false;
      ++fired;
    }
    double* now = nullptr;
    double due = 0;
    bool waiting = false;
    int fired = 0;
  };
  std::vector<One> timers(200);
  for (One& timer : timers) timer.now = &now;
  for (int step = 0; step < 20000; ++step) {
    One& timer = timers[random(200)];
    switch (random(4)) {
      case 0:
      case 1: {
        double duration = 1 + random(30);
        lists.arm(timer, duration, now);
        timer.due = now + duration;
        timer.waiting = true;
        break;
      }
      case 2:
        lists.disarm(timer);
        timer.waiting = false;
        break;
      case 3:
        now += random(4);
        run(lists, now);
        // A timer may be late by one millisecond, if the head of its list was due in the last round.
        for (One& each : timers)
          if (each.waiting) CHECK(each.due > now - 1);
        break;
    }
    CHECK(timer.armed() == timer.waiting);
  }
  now += 100;
  run(lists, now);
  run(lists, now + 1);
  for (One& each : timers) CHECK_FALSE(each.waiting);
}
