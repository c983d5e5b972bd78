// Makes a list whose number of elements is known.
#pragma once

#include <nodecpp/array.h>

namespace nodecpp::detail {

// Makes a list of what make(0) to make(count - 1) return, each made at its place. `make` does not see the list.
template <class T, class F>
Array<T> buildList(std::size_t count, F make) {
  static_assert(!mayRefer<T>, "the cycle collector would have to know the list");
  Array<T> list;
  if (count == 0) return list;
  ArrayBody& body = ArrayAccess::body(list);
  const std::size_t room = roomFor(count, 0, sizeof(T));
  T* const items = static_cast<T*>(allocate(room * sizeof(T)));
  body.items = items;
  body.room = room;
  for (std::size_t i = 0; i < count; body.size = ++i) ::new (items + i) T(make(i));
  return list;
}

}  // namespace nodecpp::detail
