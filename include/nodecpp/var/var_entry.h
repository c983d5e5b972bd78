// A property of an object, as Object::entries() gives it: JavaScript's [key, value]. Programs include nodecpp/var.h.
#pragma once

#include <nodecpp/var/var_slot.h>

namespace nodecpp {

struct var::Entry {
  String key;
  var value;
  template <class V>
  V inVar() const {
    return V::array({key, value});
  }
  template <class Inspector>
  void inspectTo(Inspector& out) const {
    out.value(array({key, value}));
  }
  // Only structured bindings find it, so that programs may have a get() of their own.
  template <std::size_t I>
  friend const auto& get(const Entry& entry) {
    if constexpr (I == 0)
      return entry.key;
    else
      return entry.value;
  }
};

}  // namespace nodecpp

// auto [key, value] = Object::entries(v)[0]
template <>
struct std::tuple_size<nodecpp::ArrayElement<nodecpp::var::Entry>> : std::integral_constant<std::size_t, 2> {};
template <std::size_t I>
struct std::tuple_element<I, nodecpp::ArrayElement<nodecpp::var::Entry>> {
  using type = std::conditional_t<I == 0, const nodecpp::String, const nodecpp::var>;
};
