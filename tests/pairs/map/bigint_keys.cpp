// BigInts as keys of a Map and elements of a Set: they are compared by value.
#include <nodecpp/bigint.h>
#include <nodecpp/console.h>
#include <nodecpp/function.h>
#include <nodecpp/let.h>
#include <nodecpp/map.h>
#include <nodecpp/process.h>
#include <nodecpp/set.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  Map<BigInt, String> names{{1_n, "one"}, {pow(2_n, 64_n), "two to the 64"}, {-5_n, "minus five"}};
  console::log(names.get(1_n), names.get(pow(2_n, 63_n) * 2_n), names.get(-2_n - 3_n), names.get(3_n), names.has(pow(2_n, 64_n) + 1_n));
  names.set(0_n, "zero").set(1_n, "uno");
  console::log(names, names.size(), names.delete_(pow(2_n, 64_n)), names.size());
  Set<BigInt> seen = {1_n, 1_n, pow(10_n, 30_n), pow(10_n, 30_n), 2_n};
  console::log(seen, seen.has(pow(10_n, 30_n)), seen.has(pow(10_n, 30_n) + 1_n));
  Map<BigInt, BigInt> memo;
  let<Function<BigInt(BigInt)>> fibonacci;
  fibonacci = [=](BigInt n) -> BigInt {
    if (n < 2_n) return n;
    if (!memo.has(n)) memo.set(n, fibonacci(n - 1_n) + fibonacci(n - 2_n));
    return memo.get(n);
  };
  console::log(fibonacci(150_n), memo.size());
  Set<BigInt> many;
  for (BigInt i = 0_n; i < 500_n; i++) many.add(i % 100_n * pow(10_n, 20_n)).add(i % 50_n);
  console::log(many.size());
}); }
