// A lambda's captures are in the lambda, not in the frame: gone when the coroutine goes on.
// error: [=](this auto self
#include <nodecpp/promise.h>
using namespace nodecpp;

void program(String text) {
#ifdef TRAP
  auto f = [=]() -> Promise<String> {
#else
  auto f = [=](this auto self) -> Promise<String> {
#endif
    co_await nullptr;
    co_return text;
  };
  f();
}
