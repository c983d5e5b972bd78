// Structured bindings of a list's element: auto [x, y] = points[1]. Programs include nodecpp/array.h.
#pragma once

#include <nodecpp/view.h>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace nodecpp {

template <class T>
class ArrayElement;

namespace detail {

// The number of fields of a struct with at most eight of them, else 0.
template <class T, std::size_t N = 9>
consteval std::size_t countFields() {
  if constexpr (N == 0)
    return 0;
  else if constexpr (!takesFieldAt<T, N, N, AnyField>())
    return countFields<T, N - 1>();
  else
    return N == 9 ? 0 : N;
}

template <std::size_t I, class First, class... T>
auto& nth(First& first, T&... more) {
  if constexpr (I == 0)
    return first;
  else
    return nth<I - 1>(more...);
}
// Returns a field of a struct by its position.
template <std::size_t I, class T>
auto& fieldAt(T& value) {
  constexpr std::size_t count = countFields<std::remove_const_t<T>>();
  if constexpr (count == 1) {
    auto& [a] = value;
    return a;
  } else if constexpr (count == 2) {
    auto& [a, b] = value;
    return nth<I>(a, b);
  } else if constexpr (count == 3) {
    auto& [a, b, c] = value;
    return nth<I>(a, b, c);
  } else if constexpr (count == 4) {
    auto& [a, b, c, d] = value;
    return nth<I>(a, b, c, d);
  } else if constexpr (count == 5) {
    auto& [a, b, c, d, e] = value;
    return nth<I>(a, b, c, d, e);
  } else if constexpr (count == 6) {
    auto& [a, b, c, d, e, f] = value;
    return nth<I>(a, b, c, d, e, f);
  } else if constexpr (count == 7) {
    auto& [a, b, c, d, e, f, g] = value;
    return nth<I>(a, b, c, d, e, f, g);
  } else {
    auto& [a, b, c, d, e, f, g, h] = value;
    return nth<I>(a, b, c, d, e, f, g, h);
  }
}
template <class T>
concept HasCountedFields = std::is_class_v<T> && std::is_aggregate_v<T> && !std::is_empty_v<T> &&
                           !requires { std::tuple_size<T>::value; } && countFields<T>() > 0;

}  // namespace detail
}  // namespace nodecpp

template <nodecpp::detail::HasCountedFields T>
struct std::tuple_size<nodecpp::ArrayElement<T>> : std::integral_constant<std::size_t, nodecpp::detail::countFields<T>()> {};
template <std::size_t I, nodecpp::detail::HasCountedFields T>
struct std::tuple_element<I, nodecpp::ArrayElement<T>> {
  using type = std::remove_reference_t<decltype(nodecpp::detail::fieldAt<I>(std::declval<T&>()))>;
};
