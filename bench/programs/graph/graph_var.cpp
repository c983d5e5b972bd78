// Finds the shortest paths through a graph of 3,000 nodes by breadth-first search. Written with var instead of static
// types.
#include <nodecpp/map.h>

#include "../measure.h"
using namespace nodecpp;

Map<var, var> ways(Map<var, var> roads, var from) {
  Map<var, var> distance{{from, 0}};
  var queue = var::array({from});
  while (queue["length"] > 0) {
    var at = queue.shift();
    for (var next : roads.get(at)) {
      if (distance.has(next)) continue;
      distance.set(next, distance.get(at) + 1);
      queue.push(next);
    }
  }
  return distance;
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  Map<var, var> roads;
  for (var i = 0; i < 3000; i++) roads.set(i, var::array({(i + 1) % 3000, (i * 17 + 5) % 3000, (i * 91 + 2) % 3000}));

  bench::measure([=] {
    auto found = ways(roads, 7);
    var far = 0;
    var sum = 0;
    for (auto [place, steps] : found) {
      sum += steps;
      if (steps > far) far = steps;
    }
    return format("{} {} {}", found.size(), far, sum);
  });
}); }
