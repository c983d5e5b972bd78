// right: an element that was read from a typed array is kept after the array was freed
// > 1.5 0
#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/typed_arrays.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  Float64Array numbers(4000);
  numbers[0] = 1.5;
  auto first = numbers[0];
  auto other = Float64Array(3000)[2999];
  numbers = Float64Array(4000);
  console::log(first, other);
}); }
