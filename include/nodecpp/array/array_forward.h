// Declarations of Array and related classes, for headers that nodecpp/array.h includes.
#pragma once

namespace nodecpp {

namespace detail {
struct AnyElement;
}

// JavaScript's list, defined in nodecpp/array.h. Array<> without an element type has the static functions from, of and
// isArray.
template <class T = detail::AnyElement>
class Array;
template <class T>
class ArrayElement;
template <class E>
class IteratorHelpers;
template <class T>
struct IteratorResult;

namespace detail {
template <class T>
struct ListOf;
template <class U>
struct ListOf<Array<U>> {
  using Element = U;
};
template <class T>
concept IsArray = requires { typename ListOf<T>::Element; };
}  // namespace detail

}  // namespace nodecpp
