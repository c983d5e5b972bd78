// right: a long chain of promises, each of which awaits the previous one
// > 200000
#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/promise.h>
using namespace nodecpp;

Promise<int> next(Promise<int> before) {
  co_return 1 + co_await before;
}

int main(int argc, char** argv) { return run(argc, argv, []() -> Promise<> {
  Promise<int> last = Promise<int>::resolve(0);
  for (int i = 0; i < 200000; i++) last = next(last);
  console::log(co_await last);
}); }
