// Makes classes of a program iterable with for-of: JavaScript's [Symbol.iterator]() {…} is a method symbolIterator().
// https://developer.mozilla.org/docs/Web/JavaScript/Reference/Iteration_protocols
//
//   class TreeObject : public Object {
//    public:
//     Generator<int> symbolIterator() { … co_yield value; … }        //   *[Symbol.iterator]() { … yield value; … }
//   };
//   using Tree = Handle<TreeObject>;
//   for (int value : tree) …                                         //   for (const value of tree) …
//
// symbolIterator() returns a generator, or an iterator like those that values() returns. Handles of such a class are
// accepted by for-of, Array<>::from, Set<T>::from and similar functions. A struct that is used by value is accepted
// when it derives from Iterable.
#pragma once

#include <concepts>

namespace nodecpp {

namespace detail {

struct IterationEnd {};

template <class H>
concept IterableHandle = requires(const H& handle) {
  typename H::ObjectType;
  handle->symbolIterator().begin();
};
template <class V>
concept IterableValue = !requires { typename V::ObjectType; } && requires(V value) { value.symbolIterator().begin(); };

}  // namespace detail

// The base of a struct with symbolIterator(). The method is const, or takes the struct by value: `this Range self`. A
// coroutine must take it by value, because the struct may be destroyed before the coroutine.
struct Iterable {
  template <class Self>
  auto begin(this const Self& self) {
    return self.symbolIterator().begin();
  }
  detail::IterationEnd end() const noexcept { return {}; }
  friend bool operator==(Iterable, Iterable) noexcept { return true; }
};

}  // namespace nodecpp
