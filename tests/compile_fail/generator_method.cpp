// The struct may have ended when its method resumes as a generator.
// error: a method only of a class derived from nodecpp::Object
#include <nodecpp/generator.h>
using namespace nodecpp;

struct Range : Iterable {
  int to = 3;
#ifdef TRAP
  Generator<int> symbolIterator() const {
    for (int i = 0; i < to; i++) co_yield i;
  }
#else
  Generator<int> symbolIterator(this Range self) {
    for (int i = 0; i < self.to; i++) co_yield i;
  }
#endif
};

void program() {
  for (int i : Range()) static_cast<void>(i);
}
