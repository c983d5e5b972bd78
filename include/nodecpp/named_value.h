// A name with its value, which the entries of Headers, URLSearchParams and FormData are. For the runtime.
#pragma once

#include <nodecpp/missing.h>
#include <nodecpp/string.h>

namespace nodecpp::detail {

// JavaScript's array [name, value]. console.log prints it as an array of two, as in Node.
template <class Value>
struct NamedValue {
  String name;
  Value value;
  // JavaScript's entry[0] and entry[1]. Another index gives undefined, or the default Value when that type has no
  // undefined.
  Value operator[](std::size_t index) const {
    if (index == 0) return Value(name);
    if (index == 1) return value;
    if constexpr (HasUndefined<Value>)
      return undefinedOf<Value>();
    else
      return Value();
  }
  // The entry in a var: the array [name, value].
  template <class V>
  V inVar() const {
    return V::array({name, V(value)});
  }
  template <class Inspector>
  void inspectTo(Inspector& out) const {
    out.element(name).element(value);
  }
};

}  // namespace nodecpp::detail
