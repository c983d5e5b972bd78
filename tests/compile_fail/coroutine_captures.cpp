// The captures of a lambda are stored in the lambda, not in the coroutine's frame, and may have ended when it resumes.
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
