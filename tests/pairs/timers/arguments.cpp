#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/timers.h>
#include <deque>
using namespace nodecpp;
static double now() { return double(process::hrtime.bigint()) / 1e6; }

int main(int argc, char** argv) { return run(argc, argv, [] {
  setTimeout([](int a, String b, bool c) { console::log(a, b, c); }, 1, 1, "two", true);
  setImmediate([](String a, int b) { console::log(a, b); }, "immediate", 2);
  process::on(event::uncaughtException, [](Error error) { console::log("uncaught", error->message); });
  let<std::deque<Function<void()>>> steps;
  auto next = [=] { if (steps->size() > 0) { setTimeout(steps->front(), 1); steps->pop_front(); } };
  steps->push_back([=] {
    let<int> turn = 0;
    let<Timeout> interval;
    interval = setInterval([=](String name, int step) {
      console::log(name, turn += step);
      if (turn < 6) return;
      clearInterval(interval);
      next();
    }, 2, "interval", 2);
  });
  steps->push_back([=] {
    let<int> thrown = 0;
    let<Timeout> throwing;
    throwing = setInterval([=] {
      if (++thrown == 3) {
        clearInterval(throwing);
        next();
      }
      throw Error(str("throw ") + thrown);
    }, 2);
  });
  steps->push_back([=] {
    auto began = now();
    let<int> runs = 0;
    let<Timeout> slow;
    slow = setInterval([=] {
      auto start = now();
      while (now() < start + 8);
      if (++runs < 3) return;
      clearInterval(slow);
      console::log("slow", runs, now() - began >= 27);
    }, 4);
  });
  next();
}); }
