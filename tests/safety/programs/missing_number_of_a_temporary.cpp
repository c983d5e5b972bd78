// defined: RangeError
#include <nodecpp/array.h>
#include <nodecpp/console.h>
#include <nodecpp/process.h>
using namespace nodecpp;

Array<int> numbers() { return {1, 2, 3}; }

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto none = numbers()[9];
  int n = none;
  console::log(n);
}); }
