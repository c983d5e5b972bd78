// A generator that awaits must be an AsyncGenerator.
// error: a function that yields and awaits returns an AsyncGenerator<T>
#include <nodecpp/async_generator.h>
using namespace nodecpp;

#ifdef TRAP
Generator<int> numbers() {
#else
AsyncGenerator<int> numbers() {
#endif
  co_await nullptr;
  co_yield 1;
}

void program() { auto all = numbers(); }
