#include <nodecpp/bigint.h>
#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/typed_arrays.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto bytes = Uint8Array({1, 2, 3}); auto numbers = Float64Array({1.5, 2}); auto big = BigInt64Array({1, -2});
  swap(bytes[0], bytes[2]);
  swap(numbers[0], numbers[1]);
  swap(big[0], big[1]);
  console::log(bytes, numbers, big);
}); }
