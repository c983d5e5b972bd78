// Array<>::from and Array<>::of. Programs include nodecpp/array.h.
#pragma once

#include <nodecpp/array.h>

namespace nodecpp {

namespace detail {

// What `{length: 5}` is in Array.from({length: 5}, f).
struct ArrayLike {
  double length;
};
// The element that such a thing has nowhere.
struct NoElement {};

template <class S>
concept ForOf = requires(S& source) {
  source.begin();
  source.end();
  *source.begin();
} || std::is_array_v<S> || IterableHandle<S>;

// For its being there: of a list, and of what derives from one.
template <class T>
T elementOfList(const Array<T>& list);

// For its type: what a loop over `source` takes first.
template <ForOf S>
auto firstOf(const S& source) {
  if constexpr (std::is_array_v<S>)
    return source[0];
  else if constexpr (IterableHandle<S>)
    return *source->symbolIterator().begin();
  else
    return *source.begin();
}

// The elements of a container of C++, moved out of it where it goes anyway.
template <class C>
auto arrayOf(C&& from) {
  Array<typename std::remove_cvref_t<C>::value_type> list;
  ArrayAccess::reserve(list, from.size());
  for (auto& element : from) {
    if constexpr (std::is_lvalue_reference_v<C>)
      list.push(element);
    else
      list.push(std::move(element));
  }
  return list;
}

}  // namespace detail

template <>
class Array<detail::AnyElement> {
 public:
  // A list of the arguments.
  template <class U, class... V>
  static auto of(const U& first, const V&... rest) {
    using T = detail::PlainOrText<const U&>;
    return Array<T>{static_cast<T>(first), static_cast<T>(rest)...};
  }

  // A list of what for-of goes over in `source`: a list, a Set, a container of C++. Through f(element, index) where one is
  // given.
  template <detail::ForOf S>
  static auto from(const S& source) {
    using T = detail::PlainText<decltype(detail::firstOf(source))>;
    Array<T> list;
    for (auto&& element : source) list.push(static_cast<T>(element));
    return list;
  }
  template <detail::ForOf S, class F>
  static auto from(const S& source, F&& f NODECPP_NOESCAPE) {
    // One after the other: f may change what comes next.
    auto call = [&](const auto& element, std::ptrdiff_t index) {
      if constexpr (std::is_invocable_v<F&, decltype(element), std::ptrdiff_t>)
        return f(element, index);
      else
        return f(element);
    };
    using T = detail::Plain<decltype(call(detail::firstOf(source), 0))>;
    Array<T> list;
    std::ptrdiff_t index = 0;
    for (auto&& element : source) list.push(static_cast<T>(call(element, index++)));
    return list;
  }
  // Array<>::from({.length = n}, [](auto, int i) { … }): f(undefined, index) for each index below the length.
  template <class F>
  static auto from(detail::ArrayLike source, F&& f NODECPP_NOESCAPE) {
    using T = detail::PlainText<decltype(f(detail::NoElement(), std::ptrdiff_t(0)))>;
    Array<T> list;
    const std::size_t length = detail::lengthOf(source.length < 0 ? 0 : source.length);
    for (std::size_t i = 0; i < length; ++i) list.push(static_cast<T>(f(detail::NoElement(), std::ptrdiff_t(i))));
    return list;
  }
  // A promise of a list of what an async generator, an object with symbolAsyncIterator(), or for-of over promises or values
  // gives, one after the other. In nodecpp/async_generator.h.
  template <class S>
  static auto fromAsync(S source);
  template <class V>
  static bool isArray(const V& value) {
    if constexpr (requires { value.isArray(); })
      return value.isArray();  // a var
    else if constexpr (requires { detail::elementOfList(value); })
      return !value.isUndefined();  // a match is one, too
    else
      return false;
  }
};

}  // namespace nodecpp
