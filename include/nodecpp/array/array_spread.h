// spread(list): JavaScript's `...list` in the arguments of a call or in a list. Programs include nodecpp/array.h.
#pragma once

#include <nodecpp/array/array_forward.h>
#include <nodecpp/iterable.h>
#include <nodecpp/traits.h>

#include <type_traits>
#include <utility>

namespace nodecpp {

namespace detail {

// The elements of `source`, where a function takes elements one by one. It may itself be iterated over.
template <class L>
struct Spread {
  using NodecppSpread = L;
  const L& source;

  auto begin() const {
    if constexpr (IterableHandle<L>)
      return source->symbolIterator().begin();
    else
      return source.begin();
  }
  auto end() const {
    if constexpr (IterableHandle<L>)
      return IterationEnd();
    else
      return source.end();
  }
};
template <class T>
concept IsSpread = requires { typename std::remove_cvref_t<T>::NodecppSpread; };
// An argument that stands for one element T, or for any number of them.
template <class U, class T>
concept ElementOrSpread = (IsSpread<U> && requires(const std::remove_cvref_t<U>& some) {
  static_cast<T>(*some.begin());
}) || (!IsSpread<U> && detail::ConvertsTo<U, T>);
template <class T, class... U>
concept SomeSpread = (IsSpread<U> || ...) && (ElementOrSpread<U, T> && ...);

// Returns a list of all elements that the arguments stand for.
template <class T, class... U>
Array<T> spreadOut(U&&... elements) {
  if constexpr (!(IsSpread<U> || ...)) return Array<T>{static_cast<T>(std::forward<U>(elements))...};
  Array<T> all;
  const auto add = [&all]<class E>(E&& element) {
    if constexpr (IsSpread<E>)
      for (auto&& each : element) all.push(static_cast<T>(each));
    else
      all.push(static_cast<T>(std::forward<E>(element)));
  };
  (add(std::forward<U>(elements)), ...);
  return all;
}

}  // namespace detail

// JavaScript's `...source`: list.push(spread(more)), Array<>::of(spread(a), x, spread(b)), Math::max(0, spread(list)),
// String::fromCharCode(spread(codes)). `source` is anything that a loop can iterate over. The result refers to it, and
// is used in the same expression.
template <class L>
  requires detail::IterableHandle<L> || requires(const L& source) {
    source.begin();
    source.end();
  }
detail::Spread<L> spread(const L& source [[clang::lifetimebound]]) { return {source}; }

}  // namespace nodecpp
