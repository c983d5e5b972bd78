// A list returns a copy of a struct, so an assignment to a field of the element would be lost.
// first error: write list[i]->field = x
#include <nodecpp/array.h>
using namespace nodecpp;

struct Item {
  String name;
  int price;
};

void program(const Array<Item>& items) {
#ifdef TRAP
  items[0].name = "x";
#else
  items[0]->name = "x";
  Item copy = items[0];
  copy.price = 7;
#endif
}
