// A memoised function: the result for each argument is computed once and kept in a Map.
#include <nodecpp/function.h>
#include <nodecpp/map.h>
#include <nodecpp/number.h>

#include "../measure.h"
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  bench::measure([] {
    Map<num, num> known;
    auto steps = [=](this auto self, num n) -> num {
      if (n == 1) return 0;
      if (known.has(n)) return known.get(n);
      num count = 1 + (n % 2 == 0 ? self(n / 2) : self(3 * n + 1));
      known.set(n, count);
      return count;
    };
    num longest = 0;
    num best = 0;
    for (num n = 1; n < 10000; n++) {
      num count = steps(n);
      if (count > longest) {
        longest = count;
        best = n;
      }
    }
    return format("{} {} {}", best, longest, known.size());
  });
}); }
