// JavaScript's yield* was written without its star.
// error: JavaScript's yield* x is co_yield elementsOf(x)
#include <nodecpp/generator.h>
using namespace nodecpp;

Generator<int> inner() { co_yield 1; }
Generator<int> outer() {
#ifdef TRAP
  co_yield inner();
#else
  co_yield elementsOf(inner());
#endif
}

void program() { auto all = outer(); }
