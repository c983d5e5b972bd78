// Computes the primes below 100,000 with the sieve of Eratosthenes.
#include <nodecpp/number.h>

#include "../measure.h"
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  bench::measure([] {
    const int limit = 100000;
    auto composite = Array<bool>(limit + 1).fill(false);
    Array<int> primes;
    for (int n = 2; n <= limit; n++) {
      if (composite[n]) continue;
      primes.push(n);
      for (auto multiple = std::int64_t(n) * n; multiple <= limit; multiple += n) composite[multiple] = true;
    }
    return format("{} {}", primes.length(), primes[primes.length() - 1]);
  });
}); }
