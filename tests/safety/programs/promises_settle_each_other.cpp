// right: a long chain of promises, each resolved with the previous one
// > 5
#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/promise.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto last = Promise<int>::resolve(5);
  for (int i = 0; i < 100000; i++) last = last.then([](int n) { return n; });
  last.then([](int n) { console::log(n); });
}); }
