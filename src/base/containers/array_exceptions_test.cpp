// Tests what a list contains after the copy constructor of an element has thrown.
#include <nodecpp/array.h>
#include <nodecpp/error.h>

#include <doctest/doctest.h>

#include "support/counted.h"

using namespace nodecpp;
using tests::Counted;

TEST_CASE("Array: a copy constructor that throws leaves the list as it was, and no element behind") {
  struct Fragile {
    Counted counted;
    int* copies = nullptr;  // The number of copies after which the copy constructor throws.
    Fragile(int value, int* copies) : counted(value), copies(copies) {}
    Fragile(const Fragile& other) : counted(other.counted), copies(other.copies) {
      if (--*copies < 0) throw RangeError("no copy");
    }
    Fragile(Fragile&& other) noexcept : counted(other.counted), copies(other.copies) {}
    Fragile& operator=(const Fragile&) = default;
  };
  const int before = Counted::alive;
  {
    int copies = 1000;
    Array<Fragile> list;
    for (int i = 0; i < 5; ++i) list.push(Fragile(i, &copies));
    const Fragile eight(8, &copies), nine(9, &copies);
    const auto values = [&] {
      copies = 1000;
      return list.map([](const Fragile& each) { return each.counted.value; }).join("");
    };
    // Two copies are made for the call, and two more for the list.
    for (int may = 0; may < 4; ++may) {
      const int alive = Counted::alive;
      copies = may;
      CHECK_THROWS_AS(list.splice(1, 2, eight, nine), RangeError);
      CHECK(Counted::alive == alive);
      CHECK(values() == "01234");
    }
    CHECK(list.splice(1, 2, eight, nine).length() == 2);
    CHECK(values() == "08934");
    list.shift();
    list.shift();
    for (int may = 0; may < 4; ++may) {
      const int alive = Counted::alive;
      copies = may;
      CHECK_THROWS_AS(list.unshift(eight, nine), RangeError);
      CHECK(Counted::alive == alive);
      CHECK(values() == "934");
    }
    copies = 1000;
    list.unshift(eight, nine);
    CHECK(values() == "89934");
  }
  CHECK(Counted::alive == before);
}
