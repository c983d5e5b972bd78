// Counters and queues made of closures that share their variables.
#include <nodecpp/function.h>
#include <nodecpp/let.h>
#include <nodecpp/number.h>

#include "../measure.h"
using namespace nodecpp;

struct Counter {
  Function<num()> next;
  Function<void()> reset;
};
Counter counter(num step) {
  let<num> n = 0;
  return {.next = [=] { n += step; return n.value(); }, .reset = [=] { n = 0; }};
}

struct Limiter {
  Function<void(Function<void()>)> take;
  Function<void()> give;
  Function<num()> refused;
};
Limiter limiter(num most) {
  let<num> used = 0;
  let<num> refused = 0;
  Array<Function<void()>> waiting;
  return {
    .take = [=](Function<void()> task) {
      if (used < most) {
        used++;
        task();
      } else {
        refused++;
        waiting.push(task);
      }
    },
    .give = [=] {
      used--;
      auto task = waiting.shift();
      if (task) {
        used++;
        task();
      }
    },
    .refused = [=] { return refused.value(); },
  };
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  bench::measure([] {
    Array<Counter> counters = {counter(1), counter(2), counter(3)};
    num sum = 0;
    for (int i = 0; i < 10000; i++) {
      sum += counters[i % 3].next();
      if (i % 1000 == 999) counters[i % 3].reset();
    }
    auto limit = limiter(5);
    let<num> done = 0;
    for (int i = 0; i < 2000; i++) {
      limit.take([=] { done += i % 10; });
      if (i % 2 == 0) limit.give();
    }
    return format("{} {} {}", sum, done.value(), limit.refused());
  });
}); }
