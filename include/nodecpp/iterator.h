// JavaScript's iterators: the results of keys(), values() and entries() of Array, Map and Set, and the functions of
// Iterator. An iterator is a reference: copies share the position, so an element that one copy has taken is not given
// by the others.
// https://developer.mozilla.org/docs/Web/JavaScript/Reference/Global_Objects/Iterator
//
//   auto first = ages.values().filter([](int age) { return age > 30; }).take(2).toArray();
//
// Iterators are lazy: map, filter, flatMap, take and drop return an Iterator<T>, which takes an element from its source
// iterator only when it is asked for one. When such an iterator ends early, or a function of the program throws, it
// closes its source. Closing is JavaScript's return() of generators and of a program's own iterators. How a program
// writes iterators and makes its own classes iterable: docs/iterators.md.
#pragma once

#include <nodecpp/array.h>
#include <nodecpp/function.h>
#include <nodecpp/iterable.h>
#include <nodecpp/later.h>
#include <nodecpp/missing.h>
#include <nodecpp/string.h>
#include <nodecpp/traits.h>

namespace nodecpp {

template <class T = detail::AnyElement>
class Iterator;
template <class T>
class let;

namespace detail {
template <class F, class R, class... Rest>
struct ReducedTo;  // in array/array_functions.h

[[noreturn]] void throwBehindEnd();
[[noreturn]] void throwReduceOfDone();
// Calls the return_() function of a program's own iterator. An exception from it is dropped, because the loop may be
// left by another exception at this time.
void closeBy(const Function<void()>& close) noexcept;
// Checks the count of take() or drop() and cuts off its fraction; Infinity is allowed. Throws a RangeError for a
// negative number and NaN.
[[nodiscard]] double iteratorCount(double count);

// An optional value, for types that have no undefined state. It converts to the value. Using it without a value throws
// a RangeError.
template <class T>
class Present {
 public:
  Present() noexcept {}
  Present(T value) noexcept { value_.emplace(std::move(value)); }

  operator const T&() const [[clang::lifetimebound]] { return ref(); }
  const T& ref() const [[clang::lifetimebound]] {
    if (NODECPP_FAILS(iteratorEnd, !value_)) throwBehindEnd();
    return value_.held();
  }
  bool has() const noexcept { return bool(value_); }
  // In a var the value, or undefined.
  template <class V>
    requires std::constructible_from<V, const T&>
  V inVar() const {
    return value_ ? V(value_.held()) : V();
  }
  // data() and size() let a Present<String> be passed wherever a string is taken.
  auto data() const [[clang::lifetimebound]]
    requires StringClass<T>
  {
    return ref().data();
  }
  auto size() const
    requires StringClass<T>
  {
    return ref().size();
  }
  // Supports structured bindings: auto [key, value] = map.entries().next().value
  template <std::size_t i>
  auto get() const {
    const auto& [first, second] = ref();
    if constexpr (i == 0)
      return first;
    else
      return second;
  }
  template <class Inspector>
  void inspectTo(Inspector& out) const {
    value_.inspectTo(out);
  }
  friend auto str(const Present& value)
    requires requires(const T& v) { str(v); }
  {
    return str(value.ref());
  }

 private:
  Later<T> value_;
};
template <>
inline constexpr bool isString<Present<String>> = true;

// The type of `value` in an iterator's result.
template <class T>
using Result = std::conditional_t<HasUndefined<T> || HasNaN<T>, T, Present<T>>;

// How the functions below take elements: pull calls give(element) with the next element, or returns false when there is
// none. close ends an iterator that was made of another one; after that it gives no elements.
struct IteratorAccess {
  template <class I, class G>
  static bool pull(I& iterator, G&& give) { return iterator.pull(std::forward<G>(give)); }
  template <class I>
  static void close(I& iterator) noexcept {
    if constexpr (requires { iterator.close(); }) iterator.close();
  }
};

// Closes an iterator when the scope is left in any way. Closing an iterator that is done has no effect.
template <class I>
struct ClosesIterator {
  I& iterator;
  ~ClosesIterator() { IteratorAccess::close(iterator); }
};

// Returns an iterator over the result of flatMap's function: a list, a Set, a Map, an iterator, or an object with
// symbolIterator().
template <class R>
  requires IterableHandle<R> || IterableValue<R> || requires(const R& given) { given.next().done; } ||
           requires(const R& given) { given.values(), given.begin(); }
auto iteratorOver(const R& given) {
  if constexpr (requires { given.next().done; })
    return given;
  else if constexpr (IterableHandle<R>)
    return given->symbolIterator();
  else if constexpr (IterableValue<R>)
    return given.symbolIterator();
  else if constexpr (std::same_as<typename decltype(given.values())::Element, decltype(*given.begin())>)
    return given.values();
  else
    return given.entries();
}

}  // namespace detail

// The result of next(), also of a program's own iterator: {.value = x}, or {.done = true}. Behind the last element
// `done` is true. `value` is undefined then where the type has that state, else NaN, or using it throws a RangeError.
template <class T>
struct IteratorResult {
  detail::Result<T> value = none();
  bool done = false;

  static IteratorResult end() { return {none(), true}; }
  // Allows a loop without for-of: while (auto each = iterator.next()) use(*each);
  explicit operator bool() const noexcept { return !done; }
  T operator*() const {
    if constexpr (std::same_as<detail::Result<T>, T>)
      return value;
    else
      return value.ref();
  }
  template <class Inspector>
  void inspectTo(Inspector& out) const { out.property("value", value).property("done", done); }

 private:
  static detail::Result<T> none() {
    if constexpr (std::same_as<detail::Result<T>, T>)
      return detail::missing<T>([] { return String(); });
    else
      return {};
  }
};

namespace detail {

// The state of flatMap: the iterator over the list that its function returned last.
template <class E, class F, class R, class Inner>
struct Flattening {
  F f;
  double index = 0;
  Present<Inner> inner{};
  template <class Source, class G>
  bool operator()(Source& from, G&& give) {
    for (;;) {
      if (inner.has()) {
        Inner list = inner.ref();
        if (IteratorAccess::pull(list, give)) return true;
        inner = {};
      }
      const bool more = IteratorAccess::pull(from, [&](const E& element) {
        inner = Present<Inner>(iteratorOver(R(callWithFewer(f, element, index++))));
      });
      if (!more) return false;
    }
  }
  void close() noexcept {
    if (!inner.has()) return;
    Inner list = inner.ref();
    IteratorAccess::close(list);
  }
};

}  // namespace detail

// The functions of an iterator over elements of type E. Each continues from the iterator's current position. Their
// callbacks take (element, index) or only the element.
template <class E>
class IteratorHelpers {
 public:
  using Element = E;

  // toArray returns a list of the elements that the iterator has not given yet.
  template <class Self>
  Array<E> toArray(this Self self) {
    Array<E> list;
    while (detail::IteratorAccess::pull(self, [&](E element) { list.push(std::move(element)); })) {}
    return list;
  }
  template <class Self, class F>
  void forEach(this Self self, F&& f NODECPP_NOESCAPE) {
    untilTrue(self, [&](const E& element, double index) {
      detail::callWithFewer(f, element, index);
      return false;
    });
  }
  // some returns whether f is true of an element, every whether f is true of all. Both stop at the first element that
  // decides, and then close the iterator.
  template <class Self, class F>
  bool some(this Self self, F&& f NODECPP_NOESCAPE) {
    return untilTrue(self, [&](const E& element, double index) {
      return detail::isTrue(detail::callWithFewer(f, element, index));
    });
  }
  template <class Self, class F>
  bool every(this Self self, F&& f NODECPP_NOESCAPE) {
    return !untilTrue(self, [&](const E& element, double index) {
      return !detail::isTrue(detail::callWithFewer(f, element, index));
    });
  }
  // Returns the first element of which f is true. Without such an element returns undefined or NaN where E has one of
  // them, and otherwise throws a RangeError.
  template <class Self, class F>
  E find(this Self self, F&& f NODECPP_NOESCAPE) {
    detail::Present<E> found;
    untilTrue(self, [&](const E& element, double index) {
      if (!detail::isTrue(detail::callWithFewer(f, element, index))) return false;
      found = element;
      return true;
    });
    return found.has() ? found.ref() : detail::missing<E>([] { return String("the iterator has no such element"); });
  }
  // Destructuring: JavaScript's `const [a, b] = iterator` is auto [a, b] = iterator.first<2>(). It takes the next n
  // elements and closes the iterator.
  template <std::size_t n, class Self>
  detail::FirstOf<E, n> first(this Self self) {
    const detail::ClosesIterator<Self> closes{self};
    Array<E> list;
    while (list.size() < n && detail::IteratorAccess::pull(self, [&](E element) { list.push(std::move(element)); })) {}
    return detail::FirstOf<E, n>(list);
  }
  // Calls f(result so far, element, index). Without a first result the first element is the first result, and an
  // iterator without elements throws a TypeError.
  template <class Self, class F, class R>
  auto reduce(this Self self, F&& f NODECPP_NOESCAPE, R first) {
    typename detail::ReducedTo<F, R, const E&, double>::type result(std::move(first));
    untilTrue(self, [&](const E& element, double index) {
      result = detail::callWithFewer(f, std::move(result), element, index);
      return false;
    });
    return result;
  }
  template <class Self, class F>
  E reduce(this Self self, F&& f NODECPP_NOESCAPE) {
    detail::Present<E> result;
    detail::IteratorAccess::pull(self, [&](E element) { result = detail::Present<E>(std::move(element)); });
    if (!result.has()) detail::throwReduceOfDone();
    untilTrue(self, [&](const E& element, double index) {
      result = detail::Present<E>(detail::callWithFewer(f, result.ref(), element, index + 1));
      return false;
    });
    return result.ref();
  }

  // The functions from here on return iterators that take their elements from this one.
  template <class Self, class F>
  auto map(this Self self, F f) {
    using R = detail::PlainText<decltype(detail::callWithFewer(f, std::declval<const E&>(), 0.0))>;
    return Iterator<R>::made([=, index = 0.0](auto& from, auto&& give) mutable {
      return detail::IteratorAccess::pull(from, [&](const E& element) {
        give(static_cast<R>(detail::callWithFewer(f, element, index++)));
      });
    }, std::move(self));
  }
  template <class Self, class F>
  Iterator<E> filter(this Self self, F f) {
    return Iterator<E>::made([=, index = 0.0](auto& from, auto&& give) mutable {
      bool given = false;
      const auto look = [&](E element) {
        given = detail::isTrue(detail::callWithFewer(f, std::as_const(element), index++));
        if (given) give(std::move(element));
      };
      while (!given)
        if (!detail::IteratorAccess::pull(from, look)) return false;
      return true;
    }, std::move(self));
  }
  // f returns a list, a Set, a Map or an iterator for each element. The result gives the elements of all of these in
  // order.
  template <class Self, class F>
  auto flatMap(this Self self, F f) {
    using R = detail::Plain<decltype(detail::callWithFewer(f, std::declval<const E&>(), 0.0))>;
    using Inner = decltype(detail::iteratorOver(std::declval<const R&>()));
    using T = typename Inner::Element;
    return Iterator<T>::made(detail::Flattening<E, F, R, Inner>{std::move(f)}, std::move(self));
  }
  // take gives only the next `count` elements, drop leaves them out. Both throw a RangeError for a negative count.
  template <class Self>
  Iterator<E> take(this Self self, double count) {
    return Iterator<E>::made([left = detail::iteratorCount(count)](auto& from, auto&& give) mutable {
      if (left <= 0) {
        detail::IteratorAccess::close(from);
        return false;
      }
      --left;
      return detail::IteratorAccess::pull(from, give);
    }, std::move(self));
  }
  template <class Self>
  Iterator<E> drop(this Self self, double count) {
    return Iterator<E>::made([left = detail::iteratorCount(count)](auto& from, auto&& give) mutable {
      for (; left > 0; --left)
        if (!detail::IteratorAccess::pull(from, [](const E&) {})) return false;
      return detail::IteratorAccess::pull(from, give);
    }, std::move(self));
  }

 private:
  // Takes elements until is(element, index) is true of one. Returns whether there was such an element.
  template <class Self, class F>
  static bool untilTrue(Self& self, F is) {
    const detail::ClosesIterator<Self> closes{self};
    double index = 0;
    bool found = false;
    while (!found && detail::IteratorAccess::pull(self, [&](const E& element) { found = is(element, index++); })) {}
    return found;
  }
};

namespace detail {

// The loop of for-of over an iterator. It takes an element before each run of the body, as JavaScript's loop does, and
// closes the iterator when the loop is left early. It is also an input iterator of C++.
template <class I, class T>
class PullLoop {
 public:
  using value_type = T;
  using difference_type = std::ptrdiff_t;

  explicit PullLoop(const I& iterator) : iterator_(iterator) { ++*this; }
  PullLoop(PullLoop&& other) noexcept
      : iterator_(other.iterator_), element_(other.element_), open_(detail::exchange(other.open_, false)) {}
  PullLoop& operator=(PullLoop&& other) noexcept {
    PullLoop taken(std::move(other));
    std::swap(iterator_, taken.iterator_);
    std::swap(element_, taken.element_);
    std::swap(open_, taken.open_);
    return *this;
  }
  ~PullLoop() {
    if (open_) IteratorAccess::close(iterator_);
  }
  T operator*() const { return element_.ref(); }
  PullLoop& operator++() {
    element_ = {};
    IteratorAccess::pull(iterator_, [this](T element) { element_ = Present<T>(std::move(element)); });
    return *this;
  }
  void operator++(int) { ++*this; }
  friend bool operator==(const PullLoop& loop, IterationEnd) noexcept { return !loop.element_.has(); }

 private:
  I iterator_;
  Present<T> element_;
  bool open_ = true;
};

}  // namespace detail

}  // namespace nodecpp

template <class A, class B>
struct std::tuple_size<nodecpp::detail::Present<std::pair<A, B>>> : std::integral_constant<std::size_t, 2> {};
template <class T>
struct std::tuple_size<nodecpp::detail::Present<nodecpp::detail::ArrayEntry<T>>> : std::integral_constant<std::size_t, 2> {};
template <std::size_t i, class A, class B>
struct std::tuple_element<i, nodecpp::detail::Present<std::pair<A, B>>> : std::tuple_element<i, std::pair<A, B>> {};
template <std::size_t i, class T>
struct std::tuple_element<i, nodecpp::detail::Present<nodecpp::detail::ArrayEntry<T>>> {
  using type = std::conditional_t<i == 0, std::ptrdiff_t, T>;
};

#include <nodecpp/iterator/lazy_iterator.h>
