// right: generators that iterate over each other are nested deeper than the stack permits
// > RangeError: Maximum call stack size exceeded
#include <nodecpp/console.h>
#include <nodecpp/generator.h>
#include <nodecpp/process.h>
using namespace nodecpp;

Generator<int> down(int n) {
  for (int each : down(n - 1)) co_yield each;
  co_yield n;
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  try {
    int count = 0;
    for (int each : down(0)) count += each < 0;
    console::log(count);
  } catch (const Error& error) {
    console::log(error->name + ": " + error->message);
  }
}); }
