// The object that a reference parameter refers to may have ended when the coroutine resumes.
// error: takes its parameters by value
#include <nodecpp/promise.h>
using namespace nodecpp;

#ifdef TRAP
Promise<String> f(const String& text) {
#else
Promise<String> f(String text) {
#endif
  co_await nullptr;
  co_return text;
}

void program() { f("a"); }
