// Recognizes types that are views: they refer to bytes or elements that another object owns. Where Node.cpp keeps a
// value for longer than a call, it refuses such types, because they could dangle. For the runtime.
#pragma once

#include <nodecpp/traits.h>

#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace nodecpp::detail {

// The views are string_view, span, initializer_list, StringArg, and pointers to text. A class that is only declared is
// none: a var can be made of a Symbol, whose header a program need not include.
template <class P>
concept View =
    (std::is_pointer_v<P> && (std::same_as<std::remove_cv_t<std::remove_pointer_t<P>>, char> ||
                              std::same_as<std::remove_cv_t<std::remove_pointer_t<P>>, char8_t>)) ||
    (std::is_class_v<P> && requires { sizeof(P); } && std::is_trivially_copyable_v<P> && !std::is_empty_v<P> &&
     !requires { std::tuple_size<P>::value; } &&
     (requires(const P& p) { { p.data() } -> detail::ConvertsTo<const void*>; p.size(); } ||
      requires(const P& p) { { p.begin() } -> detail::ConvertsTo<const void*>; p.size(); }));

// Arguments for testing at compile time which fields a struct can be initialized from: AnyField converts to every type,
// ViewField only to views.
struct AnyField {
  template <class T>
  operator T() const;
};
struct ViewField {
  template <View T>
  operator T() const;
};
struct NoField {};

template <class T, std::size_t N, std::size_t at, class Field>
consteval bool takesFieldAt() {
  return []<std::size_t... I>(std::index_sequence<I...>) {
    return requires { T{std::declval<std::conditional_t<I == at, Field, AnyField>>()...}; };
  }(std::make_index_sequence<N>());
}
// Whether a struct with at most eight fields has a field that is a view.
template <class T, std::size_t N = 8>
consteval bool hasViewField() {
  if constexpr (N == 0) {
    return false;
  } else if constexpr (!takesFieldAt<T, N, N, AnyField>()) {
    return hasViewField<T, N - 1>();
  } else {
    return []<std::size_t... I>(std::index_sequence<I...>) {
      return ((takesFieldAt<T, N, I, ViewField>() && !takesFieldAt<T, N, I, NoField>()) || ...);
    }(std::make_index_sequence<N>());
  }
}

// Whether a P is a view or contains one. For std::optional, std::pair and std::tuple the contained types are tested,
// for a struct its fields.
template <class P>
inline constexpr bool keepsView = [] {
  if constexpr (View<P>)
    return true;
  else if constexpr (!std::is_class_v<P>)
    return false;
  else if constexpr (requires { typename P::value_type; { std::declval<const P&>().has_value() } -> std::same_as<bool>; })
    return View<typename P::value_type>;
  else if constexpr (std::is_aggregate_v<P> && !std::is_empty_v<P> && !requires { std::tuple_size<P>::value; })
    return hasViewField<P>();
  else
    return false;
}();
template <class... T, template <class...> class Row>
  requires requires { std::tuple_size<Row<T...>>::value; }
inline constexpr bool keepsView<Row<T...>> = (keepsView<T> || ...);

}  // namespace nodecpp::detail
