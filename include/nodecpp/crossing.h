// What may go from one thread to another as a value: numbers, strings, Buffers, and containers of them. Handles, let,
// functions and promises are counted without atomics and stay on their thread; views and pointers would outlive what
// they look at.
#pragma once

#include <nodecpp/buffer.h>
#include <nodecpp/fields.h>

#include <optional>
#include <tuple>
#include <variant>

namespace nodecpp {

namespace detail {

// Has of its own what `value` shared with others of this thread; what it alone refers to stays where it is.
void unshare(String& value);
void unshare(Buffer& value);
void unshare(Error& value);

// A container that owns its elements: a view cannot be cleared.
template <class T>
concept Elements = requires(T& list) {
  typename T::value_type;
  list.begin();
  list.end();
  list.clear();
};

template <HasFields T>
constexpr bool fieldsCross();
// A class of the library's that has an unshare() of its own.
template <class T>
concept Crosses = requires { typename T::NodecppCrosses; };

}  // namespace detail

// Whether a value of type T may go to another thread. A struct of the program's own may when it says which fields it has
// (nodecpp/fields.h) and all of them may. One that refers to nothing of this thread (no String, handle, pointer or function
// in it) can be declared to:
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
// A copy of it, as of all that crosses.
template <class T>
inline constexpr bool crossesThreads<Array<T>> = crossesThreads<T>;
// string, vector, deque, list, map, set and the like, without having their headers.
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
    // Keys cannot be changed where they are: the map or set is made anew.
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
