// Counters and queues made of closures that share their variables. Written with var instead of static types.
#include "../measure.h"
using namespace nodecpp;

var counter(var step) {
  let<var> n = 0;
  return var::object({{"next", [=] { n += step; return n.value(); }}, {"reset", [=] { n = 0; }}});
}

var limiter(var most) {
  let<var> used = 0;
  let<var> refused = 0;
  var waiting = var::array();
  return var::object({
    {"take", [=](var task) {
      if (used.ref() < most) {
        used++;
        task();
      } else {
        refused++;
        waiting.push(task);
      }
    }},
    {"give", [=] {
      used--;
      var task = waiting.shift();
      if (task) {
        used++;
        task();
      }
    }},
    {"refused", [=] { return refused.value(); }},
  });
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  bench::measure([] {
    var counters = var::array({counter(1), counter(2), counter(3)});
    var sum = 0;
    for (var i = 0; i < 10000; i++) {
      sum += counters[i % 3]["next"]();
      if (i % 1000 == 999) counters[i % 3]["reset"]();
    }
    var limit = limiter(5);
    let<var> done = 0;
    for (var i = 0; i < 2000; i++) {
      limit["take"]([=] { done += i % 10; });
      if (i % 2 == 0) limit["give"]();
    }
    return format("{} {} {}", sum, done, limit["refused"]());
  });
}); }
