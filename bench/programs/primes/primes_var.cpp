// Computes the primes below 100,000 with the sieve of Eratosthenes. Written with var instead of static types.
#include "../measure.h"
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  bench::measure([] {
    var limit = 100000;
    var composite = var::array();
    composite.setLength(limit + 1);
    composite.fill(false);
    var primes = var::array();
    for (var n = 2; n <= limit; n++) {
      if (composite[n]) continue;
      primes.push(n);
      for (var multiple = n * n; multiple <= limit; multiple += n) composite[multiple] = true;
    }
    return format("{} {}", primes["length"], primes[primes["length"] - 1]);
  });
}); }
