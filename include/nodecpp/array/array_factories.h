// The static functions Array<>::from, Array<>::of and Array<>::isArray. Programs include nodecpp/array.h.
#pragma once

#include <nodecpp/array.h>
#include <nodecpp/function.h>
#include <nodecpp/traits.h>

namespace nodecpp {

namespace detail {

// The object {length: n} in JavaScript's Array.from({length: n}, f).
struct ArrayLike {
  // A number of any type, which braces would otherwise refuse to convert: {.length = n + 1}.
  struct Length {
    template <detail::ConvertsTo<double> N>
    constexpr Length(const N& of) : value(static_cast<double>(of)) {}
    double value;
  };
  Length length;
};

template <class S>
concept ForOf = requires(S& source) {
  source.begin();
  source.end();
  *source.begin();
} || std::is_array_v<S> || IterableHandle<S>;

// Declared only to test whether a type is an Array or derives from one.
template <class T>
T elementOfList(const Array<T>& list);

// Declared only for its result type: the type of the first element of a loop over `source`.
template <ForOf S>
auto firstOf(const S& source) {
  if constexpr (std::is_array_v<S>)
    return source[0];
  else if constexpr (IterableHandle<S>)
    return *source->symbolIterator().begin();
  else
    return *source.begin();
}

// Makes an Array of the elements of a C++ container. The elements are moved when the container is a temporary.
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

// Returns the characters (code points) of a text.
Array<String> charactersOf(const String& text);

template <class U>
auto elementIn(const U& argument) {
  if constexpr (IsSpread<U>)
    return static_cast<PlainText<decltype(*argument.begin())>>(*argument.begin());
  else
    return static_cast<PlainOrText<const U&>>(argument);
}
// The element type of a list of the arguments: that of the first one, or for numbers of different types the one that
// C++ calculates in.
template <class First, class... T>
struct CommonElement {
  using type = First;
};
template <class First, class Second, class... T>
  requires Arithmetic<First> && Arithmetic<Second> && requires { typename std::common_type_t<First, Second>; }
struct CommonElement<First, Second, T...> : CommonElement<std::common_type_t<First, Second>, T...> {};

}  // namespace detail

template <>
class Array<detail::AnyElement> {
 public:
  // JavaScript's Array.of: returns a list of the arguments. With spread(), JavaScript's [...a, x, ...b].
  template <class... U>
    requires(sizeof...(U) > 0)
  static auto of(const U&... elements) {
    using T = typename detail::CommonElement<decltype(detail::elementIn(elements))...>::type;
    return detail::spreadOut<T>(elements...);
  }

  // JavaScript's Array.from: returns a list of the elements that for-of gives for `source` (a list, a Set, a C++
  // container, …). When a function is given, the list contains the results of f(element, index).
  template <detail::ForOf S>
  static auto from(const S& source) {
    if constexpr (detail::DerivedFrom<S, String>) {
      return detail::charactersOf(source);
    } else {
      using T = detail::PlainText<decltype(detail::firstOf(source))>;
      Array<T> list;
      for (auto&& element : source) list.push(static_cast<T>(element));
      return list;
    }
  }
  template <detail::ForOf S, class F>
  static auto from(const S& source, F&& f NODECPP_NOESCAPE) {
    // f is called for each element before the next element is taken, because f may change the rest of the source.
    auto call = [&](const auto& element, std::ptrdiff_t index) { return detail::callWithFewer(f, element, index); };
    using T = detail::Plain<decltype(call(detail::firstOf(source), 0))>;
    Array<T> list;
    std::ptrdiff_t index = 0;
    for (auto&& element : source) list.push(static_cast<T>(call(element, index++)));
    return list;
  }
  // The characters of a string literal.
  template <std::size_t N, class Text = String>
  static auto from(const char (&text)[N]) { return from(Text(text)); }
  template <std::size_t N, class F, class Text = String>
  static auto from(const char (&text)[N], F&& f NODECPP_NOESCAPE) { return from(Text(text), f); }
  // Returns a list of the results of f(undefined, index) for each index below the length: Array<>::from({.length = n},
  // [](auto, int i) { … }).
  template <class F>
  static auto from(detail::ArrayLike source, F&& f NODECPP_NOESCAPE) {
    using T = detail::PlainText<decltype(detail::callWithFewer(f, Undefined(), std::ptrdiff_t(0)))>;
    Array<T> list;
    const std::size_t length = detail::lengthOf(source.length.value < 0 ? 0 : source.length.value);
    for (std::size_t i = 0; i < length; ++i) list.push(static_cast<T>(detail::callWithFewer(f, Undefined(), std::ptrdiff_t(i))));
    return list;
  }
  // JavaScript's Array.fromAsync: returns a promise of a list of the elements of an async generator, of an object with
  // symbolAsyncIterator(), or of promises or values that for-of gives. The elements are awaited one after the other.
  // Defined in nodecpp/async_generator.h.
  template <class S>
  static auto fromAsync(S source);
  template <class V>
  static bool isArray(const V& value) {
    if constexpr (requires { value.isArray(); })
      return value.isArray();  // JavaScript's Array.isArray of a var
    else if constexpr (requires { detail::elementOfList(value); })
      return !value.isUndefined();  // also true of the result of a RegExp match, which derives from Array
    else
      return false;
  }
};

}  // namespace nodecpp
