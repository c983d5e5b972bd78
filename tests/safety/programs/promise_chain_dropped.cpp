// right: a long chain of promises that nothing settles is dropped
// > dropped
#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/promise.h>
using namespace nodecpp;

Promise<int> next(Promise<int> before) {
  co_return 1 + co_await before;
}

int main(int argc, char** argv) { return run(argc, argv, []() -> Promise<> {
  {
    Promise<int> last([](auto, auto) {});
    for (int i = 0; i < 200000; i++) last = next(last);
  }
  co_await nullptr;
  console::log("dropped");
}); }
