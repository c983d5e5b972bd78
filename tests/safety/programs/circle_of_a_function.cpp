// right: a function that calls itself through a let is freed
// > 120
#include <nodecpp/console.h>
#include <nodecpp/function.h>
#include <nodecpp/let.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  let<Function<int(int)>> factorial;
  factorial = [=](int n) { return n < 2 ? 1 : n * factorial(n - 1); };
  console::log(factorial(5));
}); }
