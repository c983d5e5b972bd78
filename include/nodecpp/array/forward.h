// The names that other headers need before nodecpp/array.h.
#pragma once

namespace nodecpp {

namespace detail {
struct AnyElement;
}

// A list as JavaScript's (nodecpp/array.h). Without an argument it is the place of Array<>::from and Array<>::of.
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
