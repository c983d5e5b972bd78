// Defines which types may be sent to another thread as values: numbers, strings, Buffers, and containers of them.
// Handles, let, functions and promises are counted without atomic operations, so they stay on their thread. Views and
// pointers are refused because they could dangle.
#pragma once

#include <nodecpp/buffer.h>
#include <nodecpp/fields.h>

#include <optional>
#include <tuple>
#include <variant>

namespace nodecpp {

namespace detail {

// Copies the memory that `value` shares with other values of this thread, so that `value` can move to another thread.
// Memory that only `value` refers to is not copied.
void unshare(String& value);
void unshare(Buffer& value);
void unshare(Error& value);

// A container that owns its elements. A view is excluded, because a view has no clear().
template <class T>
concept Elements = requires(T& list) {
  typename T::value_type;
  list.begin();
  list.end();
  list.clear();
};

template <HasFields T>
constexpr bool fieldsCross();
// A class of the library that defines its own unshare().
template <class T>
concept Crosses = requires { typename T::NodecppCrosses; };

}  // namespace detail

// Whether a value of type T may be sent to another thread. A struct of the program may when it declares its fields
// (nodecpp/fields.h) and all of their types may. A struct that refers to nothing of its thread (it has no String,
// handle, pointer or function) can also be declared as allowed:
//   template <> inline constexpr bool nodecpp::crossesThreads<Point> = true;
template <class T>
inline constexpr bool crossesThreads = detail::Arithmetic<T> || std::is_enum_v<T>;

template <>
inline constexpr bool crossesThreads<void> = true;
template <>
inline constexpr bool crossesThreads<std::nullptr_t> = true;
template <>
inline constexpr bool crossesThreads<std::monostate> = true;
template <>
inline constexpr bool crossesThreads<String> = true;
template <>
inline constexpr bool crossesThreads<Buffer> = true;
template <>
inline constexpr bool crossesThreads<Error> = true;
template <detail::Crosses T>
inline constexpr bool crossesThreads<T> = true;
template <class T, std::size_t n>
inline constexpr bool crossesThreads<std::array<T, n>> = crossesThreads<T>;
template <class T>
inline constexpr bool crossesThreads<std::optional<T>> = crossesThreads<T>;
template <class... T>
inline constexpr bool crossesThreads<std::tuple<T...>> = (crossesThreads<T> && ...);
template <class... T>
inline constexpr bool crossesThreads<std::variant<T...>> = (crossesThreads<T> && ...);
template <class A, class B>
inline constexpr bool crossesThreads<std::pair<A, B>> = crossesThreads<std::remove_const_t<A>> && crossesThreads<B>;
template <detail::HasFields T>
inline constexpr bool crossesThreads<T> = detail::fieldsCross<T>();
// An Array is copied when it is sent, as every value is.
template <class T>
inline constexpr bool crossesThreads<Array<T>> = crossesThreads<T>;
// The containers string, vector, deque, list, map, set and similar ones are recognized without including their headers.
template <template <class...> class Container, class T, class... Rest>
  requires detail::Elements<Container<T, Rest...>>
inline constexpr bool crossesThreads<Container<T, Rest...>> =
    crossesThreads<typename Container<T, Rest...>::value_type>;

namespace detail {

template <HasFields T>
constexpr bool fieldsCross() {
  return std::apply(
      [](const auto&... field) { return (crossesThreads<typename std::remove_cvref_t<decltype(field)>::Type> && ...); },
      fieldsOf<T>);
}
// Copies what a value of a crossing type shares with its thread, including elements, fields and keys, before the value
// is sent.

template <class T>
void unshareIn(T& value) {
  if constexpr (requires { unshare(value); }) {
    unshare(value);
  } else if constexpr (IsArray<T>) {
    if (value.isUndefined()) return;
    T own = value.slice();
    for (std::size_t i = 0; i < own.size(); ++i) unshareIn(ArrayAccess::items(own)[i]);
    value = std::move(own);
  } else if constexpr (HasFields<T>) {
    forEachField<T>([&](const auto& field) { unshareIn(value.*field.member); });
  } else if constexpr (requires { typename T::key_type; }) {
    // Keys of a map or set cannot be changed in place, so the container is built again.
    T fresh;
    for (const auto& each : value) {
      if constexpr (requires { typename T::mapped_type; }) {
        std::pair<typename T::key_type, typename T::mapped_type> copy(each.first, each.second);
        unshareIn(copy);
        fresh.insert(fresh.end(), std::move(copy));
      } else {
        typename T::key_type copy(each);
        unshareIn(copy);
        fresh.insert(fresh.end(), std::move(copy));
      }
    }
    value = std::move(fresh);
  } else if constexpr (Elements<T>) {
    using Element = typename T::value_type;
    if constexpr (!Arithmetic<Element> && !std::is_enum_v<Element>)
      for (auto& each : value) unshareIn(each);
  } else if constexpr (requires { std::tuple_size<T>::value; }) {
    std::apply([](auto&... each) { (unshareIn(each), ...); }, value);
  } else if constexpr (requires { value.valueless_by_exception(); }) {
    if (!value.valueless_by_exception()) std::visit([](auto& held) { unshareIn(held); }, value);
  } else if constexpr (requires { value.has_value(); }) {
    if (value) unshareIn(*value);
  }
}

}  // namespace detail
}  // namespace nodecpp
