// defined: Maximum call stack size exceeded
#include <nodecpp/console.h>
#include <nodecpp/function.h>
#include <nodecpp/let.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  let<Function<int(int)>> sum;
  sum = [=](int n) { return n + sum(n + 1); };
  console::log(sum(0));
}); }
