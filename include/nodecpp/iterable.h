// Classes of a program's own that for-of goes over: JavaScript's [Symbol.iterator]() {…} is a method symbolIterator().
// https://developer.mozilla.org/docs/Web/JavaScript/Reference/Iteration_protocols
//
//   class TreeObject : public Object {
//    public:
//     Generator<int> symbolIterator() { … co_yield value; … }        //   *[Symbol.iterator]() { … yield value; … }
//   };
//   using Tree = Handle<TreeObject>;
//   for (int value : tree) …                                         //   for (const value of tree) …
//
// It gives a generator, or an iterator as values() gives one. Handles of such a class are taken wherever for-of, Array<>::from,
// Set<T>::from and the like take something. A value (a struct) is, where it derives from Iterable.
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

// The base of a struct with symbolIterator(), which is const, or takes the struct by value: `this Range self` (a coroutine
// must, as the struct may go before it).
struct Iterable {
  template <class Self>
  auto begin(this const Self& self) {
    return self.symbolIterator().begin();
  }
  detail::IterationEnd end() const noexcept { return {}; }
  friend bool operator==(Iterable, Iterable) noexcept { return true; }
};

}  // namespace nodecpp
