// The sieve from one source for two targets: the program `count_primes LIMIT`, and the native module count_primes.node.
#include <nodecpp/node_module.h>
#include <nodecpp/unsafe.h>

#include <charconv>
#include <cstdio>
#include <cstring>

#include "sieve.h"

NODECPP_MODULE(exports) {
  exports.async<countPrimes>("countPrimes", {"limit"});
  exports.function<countPrimes>("countPrimesSync", {"limit"});
}

NODECPP_UNSAFE("a program without the runtime")
int main(int argc, char** argv) {
  const char* text = argc == 2 ? argv[1] : "";
  std::uint32_t limit = 0;
  auto [end, error] = std::from_chars(text, text + std::strlen(text), limit);
  if (*text == 0 || *end != 0 || error != std::errc() || limit > 100000000) {
    std::fprintf(stderr, "usage: count_primes LIMIT, a whole number up to 100000000\n");
    return 2;
  }
  std::printf("%u\n", countPrimes(limit));
}
