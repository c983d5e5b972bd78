// Array<T>: JavaScript's Array. An Array is a reference, as in JavaScript: a copy refers to the same list, and a
// function that is given an Array may change the caller's list. A list may grow and shrink while a loop iterates over
// it or a callback of one of its functions runs; elements that were removed are never read.
//
//   Array<String> names = {"b", "a"};
//   names.push("c");
//   names[0] = "z";                        // also grows the list by one
//   for (auto name : names.toSorted()) …   // an element is a value
//
// Follows ECMAScript 2025, 23.1. Reading a missing element (list[9] of three elements) gives undefined where T has an
// undefined state, NaN for a floating-point number, and otherwise throws a RangeError. Only types that have undefined
// or NaN may leave holes in a list.
#pragma once

#include <nodecpp/arithmetic.h>
#include <nodecpp/array/array_body.h>
#include <nodecpp/array/array_element.h>
#include <nodecpp/array/array_iteration.h>
#include <nodecpp/array/array_spread.h>
#include <nodecpp/trace.h>
#include <nodecpp/traits.h>

#include <initializer_list>

namespace nodecpp {

class String;
class StringArg;

template <class T>
class Array;
namespace detail {
class TextArg;
template <class T>
inline constexpr bool mayRefer<Array<T>> = mayRefer<T>;
}  // namespace detail

template <class T>
class Array {
 public:
  using value_type = T;

  // Makes an empty Array, as JavaScript's [].
  Array() noexcept : body_(detail::makeBody()) {}
  Array(std::initializer_list<T> elements) : Array() { append(elements.begin(), elements.size()); }
  // As JavaScript's new Array(length): makes `length` elements that are undefined, NaN or zero, depending on T. Throws
  // a RangeError when `length` is not a valid length.
  template <class N>
    requires detail::Arithmetic<N> && (!std::same_as<N, bool>)
  explicit Array(N length) : Array() {
    resize(detail::lengthOf(double(length)));
  }
  // JavaScript's Array.from as a list of T, which the elements of `source` are converted to:
  // Array<String>::from(message["tags"]). Array<>::from takes the type of the elements.
  template <class S>
  static Array from(const S& source) { return detail::spreadOut<T>(detail::Spread<S>{source}); }
  // JavaScript's [a, ...b] as a list of T, which the elements are converted to: Array<var>::of(1, spread(texts)).
  template <class... U>
    requires(detail::ElementOrSpread<const U&, T> && ...)
  static Array of(const U&... elements) { return detail::spreadOut<T>(elements...); }
  Array(const Array& other) noexcept : body_(detail::share(other.body_)) {}
  // An Array that was moved from is undefined afterwards.
  Array(Array&& other) noexcept : body_(detail::exchange(other.body_, nullptr)) {}
  // JavaScript's `let list = null`: an Array that is undefined.
  template <std::same_as<std::nullptr_t> N>
  Array(N) noexcept : body_(nullptr) {}
  // The destructor is always inlined. If it were called with the address of this Array, for example on the path of an
  // exception, the compiler would keep a short-lived copy in memory and count its reference.
  [[gnu::always_inline]] ~Array() { drop(body_); }
  Array& operator=(const Array& other) noexcept {
    detail::ArrayBody* gone = detail::exchange(body_, detail::share(other.body_));
    drop(gone);
    return *this;
  }
  Array& operator=(Array&& other) noexcept {
    if (this == &other) return *this;
    detail::ArrayBody* gone = detail::exchange(body_, detail::exchange(other.body_, nullptr));
    drop(gone);
    return *this;
  }

  // An Array that is undefined, for places where JavaScript has undefined instead of a list. Every function that looks
  // at the elements throws Node's TypeError.
  static Array undefined() noexcept { return Array(Body{nullptr}); }
  bool isUndefined() const noexcept { return body_ == nullptr; }
  explicit operator bool() const noexcept { return !isUndefined(); }
  // JavaScript's `list ?? other`. Both are evaluated.
  Array orElse(Array other) const { return body_ ? *this : std::move(other); }
  // Returns whether both Arrays refer to the same list. Two lists with equal elements are not equal.
  friend bool operator==(const Array& a, const Array& b) noexcept { return a.same(b); }

  // The number of elements in the Array. Throws a TypeError when the Array is undefined.
  std::ptrdiff_t length() const { return std::ptrdiff_t(defined().size); }
  // JavaScript's `list.length = n`: removes the elements behind the first n, or adds elements with the values that
  // Array(n) gives them. Throws a RangeError when n is not a valid length.
  void setLength(double length) const { resize(detail::lengthOf(length)); }
  // For generic C++ code: 0 and true for an undefined Array, where length() throws.
  std::size_t size() const noexcept { return body_ ? std::size_t(body_->size) : 0; }
  bool empty() const noexcept { return size() == 0; }

  // Returns the element at `index` as a copy. An assignment in the same expression (list[i] = x) changes the list. See
  // nodecpp/array/array_element.h.
  decltype(auto) operator[](detail::ArrayIndex index) const {  // a field of a struct: write list[i]->field = x
    return elementOf(body_, {this, index.value()}, index);
  }
  // Returns the element at `index`, or the value of a missing element. A negative index counts from the end.
  decltype(auto) at(double index) const {
    const double from = detail::fromEnd(index, defined().size);
    return detail::Given<T>(!NODECPP_FAILS(arrayAt, !(from >= 0 && from < double(size()))) ? items()[std::size_t(from)]
                                                               : onMissingElement(detail::ArrayIndex(from)));
  }

  // push adds elements at the end of the Array. Returns the new length.
  std::ptrdiff_t push(T element) const {
    add(std::move(element));
    return std::ptrdiff_t(body_->size);
  }
  template <class... U>
    requires(sizeof...(U) != 1) && (detail::ConvertsTo<U &&, T> && ...)
  std::ptrdiff_t push(U&&... elements) const {
    (add(static_cast<T>(std::forward<U>(elements))), ...);
    return length();
  }
  // JavaScript's push(...list), written push(spread(list)): any of the arguments of push, unshift and splice may be such
  // elements. What they are is taken before the list changes, so a list may be appended to itself.
  template <class... U>
    requires detail::SomeSpread<T, U...>
  std::ptrdiff_t push(U&&... elements) const {
    const Array all = detail::spreadOut<T>(std::forward<U>(elements)...);
    for (std::size_t i = 0; i < all.size(); ++i) add(std::move(all.items()[i]));
    return length();
  }
  // pop removes and returns the last element, shift the first one. Both return the value of a missing element when the
  // list is empty.
  T pop() const;
  T shift() const;
  // unshift adds elements at the front of the Array. Returns the new length.
  template <class... U>
    requires(detail::ConvertsTo<U &&, T> && ...)
  std::ptrdiff_t unshift(U&&... elements) const { return unshiftAll({static_cast<T>(std::forward<U>(elements))...}); }
  template <class... U>
    requires detail::SomeSpread<T, U...>
  std::ptrdiff_t unshift(U&&... elements) const {
    const Array all = detail::spreadOut<T>(std::forward<U>(elements)...);
    spliceAll(0, 0, all.items(), all.size());
    return length();
  }
  // Returns a new list of the elements from `from` up to `to`. Negative indices count from the end.
  Array slice(double from = 0, double to = __builtin_inf()) const;
  // Removes `count` elements at index `start` and inserts `elements` in their place. Returns a list of the removed
  // elements.
  Array splice(double start) const { return spliceAll(start, __builtin_inf(), nullptr, 0); }
  template <class... U>
    requires(detail::ConvertsTo<U &&, T> && ...)
  Array splice(double start, double count, U&&... elements) const {
    if constexpr (sizeof...(U) == 0) {
      return spliceAll(start, count, nullptr, 0);
    } else {
      const T given[] = {static_cast<T>(std::forward<U>(elements))...};
      return spliceAll(start, count, given, sizeof...(U));
    }
  }
  template <class... U>
    requires detail::SomeSpread<T, U...>
  Array splice(double start, double count, U&&... elements) const {
    const Array all = detail::spreadOut<T>(std::forward<U>(elements)...);
    return spliceAll(start, count, all.items(), all.size());
  }
  // Returns a new list of this list's elements followed by those of `more`. Each argument is a list or a single
  // element.
  template <class... U>
  Array concat(const U&... more) const {
    Array all = slice();
    (all.addSome(more), ...);
    return all;
  }
  // reverse, fill and copyWithin change the list in place, as in JavaScript, and return it. Positions may count from
  // the end.
  Array reverse() const;
  template <class U = T>
  Array fill(const U& value, double from = 0, double to = __builtin_inf()) const;
  Array copyWithin(double target, double from, double to = __builtin_inf()) const;

  // Sorts in place; the sort is stable. compare(a, b) returns a negative number, zero or a positive number. Without a
  // compare function elements are compared by their texts, as in JavaScript (so 10 comes before 9). Undefined elements
  // come last.
  Array sort() const;
  template <class F>
  Array sort(F&& compare NODECPP_NOESCAPE) const;
  Array toSorted() const { return slice().sort(); }
  template <class F>
  Array toSorted(F&& compare NODECPP_NOESCAPE) const { return slice().sort(compare); }
  Array toReversed() const { return slice().reverse(); }
  template <class... U>
  Array toSpliced(double start, U&&... rest) const {
    Array copy = slice();
    copy.splice(start, std::forward<U>(rest)...);
    return copy;
  }
  // Returns a copy of the list with another element at `index`, where a negative index counts from the end. Throws a
  // RangeError when `index` is out of range.
  Array with(double index, T value) const;

  // Returns the index of the first or last element that equals `value`, or -1. Only includes() finds NaN.
  template <class U>
  std::ptrdiff_t indexOf(const U& value, double from = 0) const;
  template <class U>
  std::ptrdiff_t lastIndexOf(const U& value, double from = __builtin_inf()) const;
  template <class U>
  bool includes(const U& value, double from = 0) const;

  // The functions that take a callback call it with (element, index, list), or with as many of these as it takes. As in
  // JavaScript the callback runs for the indices that existed at the beginning, with the elements as they are when
  // their turn comes.
  template <class F>
  void forEach(F&& f NODECPP_NOESCAPE) const;
  template <class F>
  auto map(F&& f NODECPP_NOESCAPE) const;
  template <class F>
  Array filter(F&& f NODECPP_NOESCAPE) const;
  // find and findLast return the element that was found, or the value of a missing element. findIndex and findLastIndex
  // return its index, or -1.
  template <class F>
  decltype(auto) find(F&& f NODECPP_NOESCAPE) const;
  template <class F>
  std::ptrdiff_t findIndex(F&& f NODECPP_NOESCAPE) const;
  template <class F>
  decltype(auto) findLast(F&& f NODECPP_NOESCAPE) const;
  template <class F>
  std::ptrdiff_t findLastIndex(F&& f NODECPP_NOESCAPE) const;
  template <class F>
  bool some(F&& f NODECPP_NOESCAPE) const;
  template <class F>
  bool every(F&& f NODECPP_NOESCAPE) const;
  // Calls f(result so far, element, index, list). Without a first result the first element is the first result, and an
  // empty list throws a TypeError.
  template <class F>
  T reduce(F&& f NODECPP_NOESCAPE) const;
  template <class F, class R>
  auto reduce(F&& f NODECPP_NOESCAPE, R first) const;
  template <class F>
  T reduceRight(F&& f NODECPP_NOESCAPE) const;
  template <class F, class R>
  auto reduceRight(F&& f NODECPP_NOESCAPE, R first) const;
  // Returns the elements of a list of lists as one list; flat<n>() flattens n levels.
  template <int depth = 1>
  auto flat() const;
  template <class F>
  auto flatMap(F&& f NODECPP_NOESCAPE) const;

  // Returns the texts of the elements with the separator, by default a comma, between them. The text of an undefined or
  // null element is empty.
  String join(detail::TextArg separator) const;
  String join() const;
  String toString() const;

  // for-of iterates over the elements as they are when their turn comes, including elements that were added since the
  // loop began.
  detail::ArrayIterator<T> begin() const { return detail::ArrayIterator<T>(*this); }
  detail::IterationEnd end() const noexcept { return {}; }
  // Returns iterators as in JavaScript: each has next() and can be iterated over with for-of.
  detail::ListIteration<Array, detail::ValueAt> values() const { return {*this}; }
  detail::ListIteration<Array, detail::KeyAt> keys() const { return {*this}; }
  detail::ListIteration<Array, detail::EntryAt> entries() const { return {*this}; }

  // Destructuring: JavaScript's `const [a, b] = list` is written `auto [a, b] = list.first<2>()`.
  template <std::size_t N>
  detail::FirstOf<T, N> first() const { return detail::FirstOf<T, N>(*this); }
  // Returns a copy of the elements in a C++ container: list.to<std::vector<String>>().
  template <class C>
  C to() const { return C(items(), items() + size()); }

 private:
  template <class>
  friend class Array;
  template <class>
  friend class ArrayElement;
  template <class>
  friend class detail::ElementChange;
  template <class>
  friend struct detail::ElementAt;
  template <class>
  friend class detail::ArrayIterator;
  friend struct detail::ArrayAccess;

  template <bool last, class F, class Found, class None>
  decltype(auto) search(F& f, Found found, None none) const;
  template <bool last, class F>
  std::ptrdiff_t searchIndex(F& f) const;
  template <bool last, class F>
  decltype(auto) searchElement(F& f) const;
  T* items() const noexcept { return body_ ? static_cast<T*>(body_->items) : nullptr; }
  detail::ArrayBody& defined() const {
    if (NODECPP_FAILS(nullArray, !body_)) [[unlikely]]
      detail::throwUndefined();
    return *body_;
  }
  template <class U>
  bool same(const Array<U>& other) const noexcept { return body_ == other.body_; }
  // Reads list[index]. The parameters are the body and the position, and not this Array, so that an Array in a loop can
  // stay in a register. A class type gives a missing element as a copy of its undefined value; other types note in the
  // ArrayElement that the element is missing.
  [[gnu::always_inline]] static decltype(auto) elementOf(detail::ArrayBody* body, const detail::ElementAt<T>& place, detail::ArrayIndex index) {
    const std::size_t at = index.value();
    const bool has = body && !NODECPP_FAILS(arrayIndex, at >= body->size);
    if constexpr (detail::derivable<T>) {
      if (has) [[likely]]
        return detail::ElementOf<T>(place, static_cast<T*>(body->items)[at]);
      if constexpr (detail::HasUndefined<T> || detail::HasNaN<T>) return detail::ElementOf<T>(place, place.onMissingElement());
    }
    if (NODECPP_FAILS(nullArray, !body)) [[unlikely]]
      detail::throwUndefined();
    if constexpr (detail::derivable<T>)
      detail::throwOutOfRange(index.number(), body->size);
    else
      return ArrayElement<T>(place, has ? static_cast<T*>(body->items)[at] : T(), has, body->size);
  }
  // Gives up the reference of an Array that is known to share its body with another Array, so the count cannot become
  // 0. This Array is undefined afterwards. Returns the body.
  detail::ArrayBody* giveBack() noexcept {
    if (body_) --body_->refs;
    return detail::exchange(body_, nullptr);
  }
  // Returns the value of a missing element, or throws a RangeError. `index` is the index in the error's message.
  T onMissingElement(detail::ArrayIndex index) const;

  [[gnu::always_inline]] static void drop(detail::ArrayBody* body) noexcept {
    if (!body || --body->refs != 0) return;
    if constexpr (std::is_trivially_destructible_v<T> || std::same_as<T, String>)
      free(body);
    else
      detail::destroyInTurn(body, free);
  }
  // Frees the body of an Array after its last reference was dropped. Elements with destructors, other than Strings, are
  // destroyed through destroyInTurn, because they may hold long chains of other lists.
  [[gnu::noinline]] static void free(void* memory) noexcept {
    auto* body = static_cast<detail::ArrayBody*>(memory);
    if constexpr (detail::mayRefer<T>) detail::removeFromCollector(body, body->place);
    destroy(static_cast<T*>(body->items), body->size);
    detail::releaseItems(*body, *body, sizeof(T));
    detail::release(body, sizeof(detail::ArrayBody));
  }
  static void destroy(T* items, std::size_t count) noexcept {
    if constexpr (!std::is_trivially_destructible_v<T>)
      for (std::size_t i = 0; i < count; ++i) items[i].~T();
  }
  // Moves elements into unused places. The order of the moves allows both ranges to overlap.
  static void relocate(T* to, T* from, std::size_t count) noexcept;

  T takeOut(detail::HeldItems::Place which) const;
  // Makes room for `more` elements behind the last one.
  void reserve(std::size_t more) const { reserveIn(defined(), more); }
  static void reserveIn(detail::ArrayBody& body, std::size_t more);
  static void enrollBody(detail::ArrayBody& body);
  // The rarely taken paths of add() are static functions that take the body instead of this Array. An Array whose
  // address is not taken can stay in a register, so loops need not reload the pointer to the body from memory.
  template <class U>
  void add(U&& element) const {
    detail::ArrayBody& body = defined();
    if (body.size == body.room) [[unlikely]] {
      if constexpr (std::same_as<U, T>)
        return addGrowing<detail::Added<T>>(body, std::move(element));
      else
        return addGrowing<detail::Added<T>>(body, T(std::forward<U>(element)));
    }
    ::new (static_cast<T*>(body.items) + body.size) T(std::forward<U>(element));
    ++body.size;
  }
  // The element is in no list.
  template <class A>
  [[gnu::noinline]] static void addGrowing(detail::ArrayBody& body, A element);
  void append(const T* elements, std::size_t count) const;
  // Constructs elements behind the last one from elements that stay where they are, moved away, and for which there is
  // room.
  void appendMoved(T* elements, std::size_t count) const;
  // Gives the elements of a list that nothing else refers to, to this list. The former elements are destroyed last.
  void takeOver(const Array& fresh) const;
  template <class U>
  void addSome(const U& more) const;
  void resize(std::size_t length) const;
  // Implements list[index] = value.
  const T& put(std::size_t index, T value) const;
  [[gnu::noinline]] static const T& putBehind(detail::ArrayBody& body, std::size_t index, T value);
  class Copies;
  std::ptrdiff_t unshiftAll(std::initializer_list<T> elements) const;
  Array spliceAll(double start, double count, const T* elements, std::size_t given) const;

  // A body with a reference that the new Array takes over. A null body makes an undefined Array.
  struct Body {
    detail::ArrayBody* body;
  };
  explicit Array(Body taken) noexcept : body_(taken.body) {}

  detail::ArrayBody* body_;
};

template <class T>
Array(std::initializer_list<T>) -> Array<T>;
Array(std::initializer_list<const char*>) -> Array<String>;

}  // namespace nodecpp

#include <nodecpp/array/array_changes.h>
#include <nodecpp/array/array_factories.h>
#include <nodecpp/array/array_functions.h>
#include <nodecpp/array/array_sort.h>

#include <nodecpp/string.h>

#include <nodecpp/array/array_text.h>
