// A field of a struct in a list, assigned to: the element is a copy, whose change would be lost.
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
