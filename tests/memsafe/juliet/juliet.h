// The headers that the programs of juliet.js include. They are precompiled.
#pragma once

#include <nodecpp/array.h>
#include <nodecpp/buffer.h>
#include <nodecpp/console.h>
#include <nodecpp/error.h>
#include <nodecpp/function.h>
#include <nodecpp/let.h>
#include <nodecpp/map.h>
#include <nodecpp/number.h>
#include <nodecpp/object.h>
#include <nodecpp/owning_ptr.h>
#include <nodecpp/per_thread.h>
#include <nodecpp/process.h>
#include <nodecpp/typed_arrays.h>
#include <nodecpp/unsafe.h>
#include <nodecpp/var.h>
#include <nodecpp/weak.h>

#include <array>
#include <cstdlib>
#include <cstring>
#include <list>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

using namespace nodecpp;

template <class T>
void print(const T& value) {
  console::log(" ", value);
}
inline void print(const char* value) { console::log(" ", str(value)); }
class ThingObject : public Object {
 public:
  static inline perThread<int> ended = 0;
  String name = "thing";
  ~ThingObject() override { ++*ended; }
};
using Thing = Handle<ThingObject>;
class OtherObject : public Object {
 public:
  int pages = 7;
};
struct Part {
  String name = "part";
};
struct Owners {
  owning_ptr<Part> part;
};
inline LoopLocal<Owners> owners;
