// The functions of Array that call a function of the program or search for an element. Programs include
// nodecpp/array.h.
#pragma once

#include <nodecpp/array.h>
#include <nodecpp/function.h>
#include <nodecpp/traits.h>

namespace nodecpp {

namespace detail {

// The result type of f for an element. f takes (element, index, list), or the first few of these.
template <class T, class F>
using OnElement = decltype(callWithFewer(std::declval<F&>(), std::declval<const T&>(), std::ptrdiff_t(), std::declval<const Array<T>&>()));

// The result type of reduce(f, first), where R is the type of `first` and f is called with it and with Rest. It is R, but
// what f returns when both are numbers, so that reduce(f, 0) is not limited to int, or when f returns a var.
template <class F, class R, class... Rest>
struct ReducedTo {
  using type = PlainOrText<R>;
};
template <class F, Arithmetic R, class... Rest>
struct ReducedTo<F, R, Rest...> {
  using Given = Plain<decltype(callWithFewer(std::declval<F&>(), std::declval<R>(), std::declval<Rest>()...))>;
  using type = std::conditional_t<Arithmetic<Given> || requires { typename Given::NodecppVar; }, Given, R>;
};

// strictlyEqual is JavaScript's ===. bothNaN returns whether both values are NaN, which === does not find.
template <class T, class U>
bool strictlyEqual(const T& a, const U& b) {
  if constexpr (std::is_integral_v<T> && std::is_integral_v<U> && !std::same_as<T, U>)
    return double(a) == double(b);
  else if constexpr (std::same_as<U, std::nullptr_t> && requires { a.isNull(); })
    return a.isNull();  // `a == nullptr` would be JavaScript's == null, which is also true of undefined
  else if constexpr (std::same_as<U, Undefined> && requires { a.isUndefined(); })
    return a.isUndefined();
  else
    return static_cast<bool>(a == b);
}
template <class T, class U>
bool bothNaN(const T& a, const U& b) {
  // Only a number in a var can be NaN; the text "a" converts to NaN but is not NaN.
  if constexpr (requires { a.isNumber(); })
    return a.isNumber() && bothNaN(a.toNumber(), b);
  else if constexpr (requires { b.isNumber(); })
    return b.isNumber() && bothNaN(a, b.toNumber());
  else if constexpr (ConvertsTo<const T&, double> && ConvertsTo<const U&, double>)
    return double(a) != double(a) && double(b) != double(b);
  else
    return false;
}

}  // namespace detail

template <class T>
template <class F>
void Array<T>::forEach(F&& f NODECPP_NOESCAPE) const {
  const Array held = *this;  // the function may drop the last other reference to the list
  const std::size_t end = held.defined().size;
  for (std::size_t i = 0; i < end && i < held.size(); ++i) {
    const T element = held.items()[i];
    detail::callWithFewer(f, element, std::ptrdiff_t(i), held);
  }
}

template <class T>
template <class F>
auto Array<T>::map(F&& f NODECPP_NOESCAPE) const {
  using R = detail::PlainText<detail::OnElement<T, F>>;
  static_assert(!std::is_void_v<R>, "map's function returns the new element: forEach is for those that return nothing");
  Array<R> mapped;
  const std::size_t all = defined().size;
  mapped.reserve(all);
  forEach([&](const T& element, std::ptrdiff_t i, const Array& list) {
    mapped.add(static_cast<R>(detail::callWithFewer(f, element, i, list)));
  });
  // The result is as long as this list was at the beginning, even when f has made this list shorter.
  if constexpr (detail::HasUndefined<R> || detail::HasNaN<R>)
    if (mapped.size() < all) mapped.resize(all);
  return mapped;
}

template <class T>
template <class F>
Array<T> Array<T>::filter(F&& f NODECPP_NOESCAPE) const {
  Array kept;
  forEach([&](const T& element, std::ptrdiff_t i, const Array& list) {
    if (detail::isTrue(detail::callWithFewer(f, element, i, list))) kept.add(element);
  });
  return kept;
}

// Calls f with the elements in order, beginning with the last one when `last` is true. For the first element for which
// f returns a true value, returns found(element, index). Otherwise returns none().
template <class T>
template <bool last, class F, class Found, class None>
decltype(auto) Array<T>::search(F& f, Found found, None none) const {
  const Array held = *this;
  const std::size_t all = held.defined().size;
  for (std::size_t step = 0; step < all; ++step) {
    const std::size_t i = last ? all - 1 - step : step;
    if (i >= held.size()) continue;  // the callback f has made the list shorter
    T element = held.items()[i];
    if (detail::isTrue(detail::callWithFewer(f, std::as_const(element), std::ptrdiff_t(i), held)))
      return found(std::move(element), std::ptrdiff_t(i));
  }
  return none(held);
}
template <class T>
template <bool last, class F>
std::ptrdiff_t Array<T>::searchIndex(F& f) const {
  return search<last>(f, [](T&&, std::ptrdiff_t i) { return i; }, [](const Array&) { return std::ptrdiff_t(-1); });
}
template <class T>
template <bool last, class F>
decltype(auto) Array<T>::searchElement(F& f) const {
  return search<last>(
      f, [](T&& element, std::ptrdiff_t) -> detail::Given<T> { return std::move(element); },
      [](const Array& held) -> detail::Given<T> { return held.onMissingElement(-1); });
}

template <class T>
template <class F>
std::ptrdiff_t Array<T>::findIndex(F&& f NODECPP_NOESCAPE) const {
  return searchIndex<false>(f);
}

template <class T>
template <class F>
decltype(auto) Array<T>::find(F&& f NODECPP_NOESCAPE) const {
  return searchElement<false>(f);
}

template <class T>
template <class F>
std::ptrdiff_t Array<T>::findLastIndex(F&& f NODECPP_NOESCAPE) const {
  return searchIndex<true>(f);
}

template <class T>
template <class F>
decltype(auto) Array<T>::findLast(F&& f NODECPP_NOESCAPE) const {
  return searchElement<true>(f);
}

template <class T>
template <class F>
bool Array<T>::some(F&& f NODECPP_NOESCAPE) const {
  return findIndex(f) >= 0;
}

template <class T>
template <class F>
bool Array<T>::every(F&& f NODECPP_NOESCAPE) const {
  return findIndex([&](const T& element, std::ptrdiff_t i, const Array& list) {
           return !detail::isTrue(detail::callWithFewer(f, element, i, list));
         }) < 0;
}

template <class T>
template <class F, class R>
auto Array<T>::reduce(F&& f NODECPP_NOESCAPE, R first) const {
  typename detail::ReducedTo<F, R, const T&, std::ptrdiff_t, const Array&>::type result(std::move(first));
  forEach([&](const T& element, std::ptrdiff_t i, const Array& list) {
    result = detail::callWithFewer(f, std::move(result), element, i, list);
  });
  return result;
}

template <class T>
template <class F>
T Array<T>::reduce(F&& f NODECPP_NOESCAPE) const {
  if (NODECPP_FAILS(arrayReduce, length() == 0)) detail::throwReduceOfEmpty();
  T result = items()[0];
  forEach([&](const T& element, std::ptrdiff_t i, const Array& list) {
    if (i > 0) result = detail::callWithFewer(f, std::move(result), element, i, list);
  });
  return result;
}

template <class T>
template <class F, class R>
auto Array<T>::reduceRight(F&& f NODECPP_NOESCAPE, R first) const {
  typename detail::ReducedTo<F, R, const T&, std::ptrdiff_t, const Array&>::type result(std::move(first));
  findLastIndex([&](const T& element, std::ptrdiff_t i, const Array& list) {
    result = detail::callWithFewer(f, std::move(result), element, i, list);
    return false;
  });
  return result;
}

template <class T>
template <class F>
T Array<T>::reduceRight(F&& f NODECPP_NOESCAPE) const {
  const std::ptrdiff_t last = length() - 1;
  if (NODECPP_FAILS(arrayReduce, last < 0)) detail::throwReduceOfEmpty();
  T result = items()[last];
  findLastIndex([&](const T& element, std::ptrdiff_t i, const Array& list) {
    if (i < last) result = detail::callWithFewer(f, std::move(result), element, i, list);
    return false;
  });
  return result;
}

template <class T>
template <class U>
std::ptrdiff_t Array<T>::indexOf(const U& value, double from) const {
  const std::size_t end = defined().size;
  for (std::size_t i = detail::placeOf(from, end); i < end; ++i)
    if (detail::strictlyEqual(items()[i], value)) return std::ptrdiff_t(i);
  return -1;
}

template <class T>
template <class U>
std::ptrdiff_t Array<T>::lastIndexOf(const U& value, double from) const {
  const double last = detail::fromEnd(from, defined().size);
  if (last < 0) return -1;
  for (std::size_t i = last < double(size()) ? std::size_t(last) + 1 : size(); i-- > 0;)
    if (detail::strictlyEqual(items()[i], value)) return std::ptrdiff_t(i);
  return -1;
}

template <class T>
template <class U>
bool Array<T>::includes(const U& value, double from) const {
  const std::size_t end = defined().size;
  for (std::size_t i = detail::placeOf(from, end); i < end; ++i)
    if (detail::strictlyEqual(items()[i], value) || detail::bothNaN(items()[i], value)) return true;
  return false;
}

template <class T>
template <int depth>
auto Array<T>::flat() const {
  if constexpr (depth <= 0 || !detail::IsArray<T>) {
    return slice();
  } else {
    using Inner = typename detail::ListOf<T>::Element;
    Array<Inner> all;
    forEach([&](const T& list) { all.addSome(list); });
    return all.template flat<depth - 1>();
  }
}

template <class T>
template <class F>
auto Array<T>::flatMap(F&& f NODECPP_NOESCAPE) const {
  return map(f).flat();
}

}  // namespace nodecpp
