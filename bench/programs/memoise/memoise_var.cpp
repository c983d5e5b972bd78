// A memoised function: the result for each argument is computed once and kept in a Map. Written with var instead of
// static types.
#include <nodecpp/map.h>

#include "../measure.h"
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  bench::measure([] {
    Map<var, var> known;
    let<var> steps;
    steps = [=](var n) -> var {
      if (n == 1) return 0;
      if (known.has(n)) return known.get(n);
      var count = 1 + (n % 2 == 0 ? steps(n / 2) : steps(3 * n + 1));
      known.set(n, count);
      return count;
    };
    var longest = 0;
    var best = 0;
    for (var n = 1; n < 10000; n++) {
      var count = steps(n);
      if (count > longest) {
        longest = count;
        best = n;
      }
    }
    steps = undefined;
    return format("{} {} {}", best, longest, known.size());
  });
}); }
