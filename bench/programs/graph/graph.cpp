// Finds the shortest paths through a graph of 3,000 nodes by breadth-first search.
#include <nodecpp/map.h>
#include <nodecpp/number.h>

#include "../measure.h"
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  Map<num, Array<num>> roads;
  for (num i = 0; i < 3000; i++) roads.set(i, {(i + 1) % 3000, (i * 17 + 5) % 3000, (i * 91 + 2) % 3000});

  auto ways = [=](num from) {
    Map<num, num> distance = {{from, 0}};
    Array<num> queue = {from};
    while (queue.length() > 0) {
      auto at = queue.shift();
      for (auto next : roads.get(at)) {
        if (distance.has(next)) continue;
        distance.set(next, distance.get(at) + 1);
        queue.push(next);
      }
    }
    return distance;
  };

  bench::measure([=] {
    auto found = ways(7);
    num far = 0;
    num sum = 0;
    for (auto [place, steps] : found) {
      sum += steps;
      if (steps > far) far = steps;
    }
    return format("{} {} {}", found.size(), far, sum);
  });
}); }
