// right: coroutines that await each other are nested deeper than the stack permits
// > RangeError: Maximum call stack size exceeded
#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/promise.h>
using namespace nodecpp;

Promise<int> depth(int n) {
  if (n == 0) co_return 0;
  co_return 1 + co_await depth(n - 1);
}

int main(int argc, char** argv) { return run(argc, argv, []() -> Promise<> {
  try {
    console::log(co_await depth(1000000));
  } catch (const Error& error) {
    console::log(error->name + ": " + error->message);
  }
}); }
