// What a var refers to as it is: a Map, a Set, an Error, a BigInt, counted. Programs include nodecpp/var.h.
#pragma once

#include <nodecpp/var.h>

namespace nodecpp {

class Error;
// What a var that is an Error has: name, message, code, stack and the properties of the program's own.
var nodecppProperty(const Error& error, StringArg key);

namespace detail {

// What is the same for all things of one type.
struct VarBoxType {
  void (*describe)(util::Value& out, const void* value);
  var (*get)(const void* value, StringArg key);
  bool (*same)(const void* a, const void* b);
  String (*text)(const void* value);
  bool isBigInt;
};
struct VarBox {
  std::uint32_t refs;
  const VarBoxType* type;
  void (*destroy)(VarBox* box) noexcept;
};
template <class T>
struct VarBoxOf : VarBox {
  T value;
};
inline const void* boxedValue(const VarBox* box) noexcept { return box + 1; }

template <class T>
const T& unboxed(const void* value) noexcept {
  return *static_cast<const T*>(value);
}

template <class T>
inline constexpr VarBoxType varBoxType{
    [](util::Value& out, const void* value) {
      if (&describeInto<T>) describeInto<T>(out, unboxed<T>(value));
    },
    [](const void* value, [[maybe_unused]] StringArg key) -> var {
      if constexpr (requires(const T& of) { nodecppProperty(of, key); })
        return nodecppProperty(unboxed<T>(value), key);
      else if constexpr (requires(const T& of) { of.size(); })
        return key == StringArg("size") ? var(unboxed<T>(value).size()) : var();
      else
        return undefined;
    },
    [](const void* a, const void* b) -> bool { return unboxed<T>(a) == unboxed<T>(b); },
    [](const void* value) -> String {
      if constexpr (requires(const T& of) { of.toString(); })
        return unboxed<T>(value).toString();
      else
        return "[object Object]";
    },
    requires { typename T::NodecppBigInt; }};

}  // namespace detail

template <class T>
  requires detail::isBoxed<T>
var::var(const T& value) {
  using Kept = typename T::NodecppBoxed;
  using Box = detail::VarBoxOf<Kept>;
  static_assert(alignof(Kept) <= alignof(detail::VarBox), "it stands right behind what a var knows of it");
  become(tagUndefined);
  if constexpr (requires { value.identity(); }) {
    if (!value.identity()) return;
  } else if constexpr (std::derived_from<T, Error>) {
    if (!value) return;
  }
  auto* box = ::new (detail::allocate(sizeof(Box))) Box{{1, &detail::varBoxType<Kept>, [](detail::VarBox* gone) noexcept {
                                                           static_cast<Box*>(gone)->~Box();
                                                           detail::release(gone, sizeof(Box));
                                                         }},
                                                        value};
  become(tagBox, reinterpret_cast<std::uintptr_t>(static_cast<detail::VarBox*>(box)));
}
template <class T>
bool var::is() const noexcept {
  return tail_.tag == tagBox && inBox()->type == &detail::varBoxType<typename T::NodecppBoxed>;
}
template <class T>
T var::as() const {
  if (!is<T>()) detail::throwNotThat(*this);
  return detail::unboxed<T>(detail::boxedValue(inBox()));
}

}  // namespace nodecpp
