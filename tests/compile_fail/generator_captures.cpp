// A generator may resume after the lambda that made it has ended, like a coroutine.
// error: [=](this auto self
#include <nodecpp/concurrency.h>
using namespace nodecpp;

void program(int n) {
#ifdef TRAP
  auto numbers = [=]() -> Sequence<int> {
#else
  auto numbers = [=](this auto self) -> Sequence<int> {
#endif
    for (int i = 0; i < n; i++) co_yield i;
  };
  numbers().each([](int) {});
}
