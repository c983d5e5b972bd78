// Array<T>: JavaScript's list. A reference, as in JavaScript: a copy is the same list, and a function that is given one may
// change it. It grows and shrinks while it is iterated or called back from without reading what is gone.
//
//   Array<String> names = {"b", "a"};
//   names.push("c");
//   names[0] = "z";                        // also grows the list by one
//   for (auto name : names.toSorted()) …   // an element is a value
//
// Follows ECMAScript 2025, 23.1. What is missing (list[9] of three elements) is undefined where T has that state, NaN for
// a floating-point number, else a RangeError. Only types that have undefined or NaN leave holes.
#pragma once

#include <nodecpp/arithmetic.h>
#include <nodecpp/array/body.h>
#include <nodecpp/array/element.h>
#include <nodecpp/array/iteration.h>
#include <nodecpp/trace.h>

#include <initializer_list>

namespace nodecpp {

class String;
class StringArg;

template <class T>
class Array;
namespace detail {
template <class T>
inline constexpr bool mayRefer<Array<T>> = mayRefer<T>;
}  // namespace detail

template <class T>
class Array {
 public:
  using value_type = T;

  // An empty list, as [].
  Array() noexcept : body_(detail::makeBody()) {}
  Array(std::initializer_list<T> elements) : Array() { append(elements.begin(), elements.size()); }
  // As new Array(length): of undefined, of NaN, of zeros; throws a RangeError for a length that no array has.
  template <class N>
    requires detail::Arithmetic<N> && (!std::same_as<N, bool>)
  explicit Array(N length) : Array() {
    resize(detail::lengthOf(double(length)));
  }
  Array(const Array& other) noexcept : body_(detail::share(other.body_)) {}
  // What was moved from is undefined.
  Array(Array&& other) noexcept : body_(std::exchange(other.body_, nullptr)) {}
  // Inline wherever it stands: where it is called with this list's address, as behind an exception, the compiler would keep
  // a short-lived copy in memory, and count it.
  [[gnu::always_inline]] ~Array() { drop(body_); }
  Array& operator=(const Array& other) noexcept {
    detail::ArrayBody* gone = std::exchange(body_, detail::share(other.body_));
    drop(gone);
    return *this;
  }
  Array& operator=(Array&& other) noexcept {
    if (this == &other) return *this;
    detail::ArrayBody* gone = std::exchange(body_, std::exchange(other.body_, nullptr));
    drop(gone);
    return *this;
  }

  // Where JavaScript has undefined instead of a list. Everything that looks at its elements throws Node's TypeError.
  static Array undefined() noexcept {
    return Array(Body{nullptr});
  }
  bool isUndefined() const noexcept { return body_ == nullptr; }
  explicit operator bool() const noexcept { return !isUndefined(); }
  // Whether both are the same list. Lists of equal elements are two.
  friend bool operator==(const Array& a, const Array& b) noexcept { return a.same(b); }

  // The number of elements.
  std::ptrdiff_t length() const { return std::ptrdiff_t(defined().size); }
  // `list.length = n`: drops the elements behind, or adds what new Array(n) has.
  void setLength(double length) const { resize(detail::lengthOf(length)); }
  // For C++ code.
  std::size_t size() const noexcept { return body_ ? body_->size : 0; }
  bool empty() const noexcept { return size() == 0; }

  // The element, which may be assigned to here (list[i] = x). A copy: see nodecpp/array/element.h.
  decltype(auto) operator[](detail::ArrayIndex index) const {  // a field of a struct: write list[i]->field = x
    return elementOf(body_, {this, index.value()}, index);
  }
  // Negative indices count from the end.
  decltype(auto) at(double index) const {
    const double from = detail::fromEnd(index, defined().size);
    return detail::Given<T>(!NODECPP_FAILS(arrayAt, !(from >= 0 && from < double(size()))) ? items()[std::size_t(from)]
                                                               : lacking(detail::ArrayIndex(from)));
  }

  // Adds at the end; returns the new length.
  std::ptrdiff_t push(T element) const {
    add(std::move(element));
    return std::ptrdiff_t(body_->size);
  }
  template <class... U>
    requires(sizeof...(U) != 1) && (std::convertible_to<U &&, T> && ...)
  std::ptrdiff_t push(U&&... elements) const {
    (add(static_cast<T>(std::forward<U>(elements))), ...);
    return length();
  }
  // Takes the last one, the first one; what is missing when there is none.
  T pop() const;
  T shift() const;
  // Adds at the front; returns the new length.
  template <class... U>
    requires(std::convertible_to<U &&, T> && ...)
  std::ptrdiff_t unshift(U&&... elements) const {
    return unshiftAll({static_cast<T>(std::forward<U>(elements))...});
  }
  // The elements from `from` up to `to`, which may count from the end.
  Array slice(double from = 0, double to = __builtin_inf()) const;
  // Takes `count` elements out at `start`, puts `elements` there; returns what it took.
  Array splice(double start) const { return spliceAll(start, __builtin_inf(), nullptr, 0); }
  template <class... U>
    requires(std::convertible_to<U &&, T> && ...)
  Array splice(double start, double count, U&&... elements) const {
    if constexpr (sizeof...(U) == 0) {
      return spliceAll(start, count, nullptr, 0);
    } else {
      const T given[] = {static_cast<T>(std::forward<U>(elements))...};
      return spliceAll(start, count, given, sizeof...(U));
    }
  }
  // A new list of these elements and those of `more`, each of which is a list or an element.
  template <class... U>
  Array concat(const U&... more) const {
    Array all = slice();
    (all.addSome(more), ...);
    return all;
  }
  Array reverse() const;
  template <class U = T>
  Array fill(const U& value, double from = 0, double to = __builtin_inf()) const;
  Array copyWithin(double target, double from, double to = __builtin_inf()) const;

  // Stable. compare(a, b) is negative, zero or positive; without it elements compare by their texts, as in JavaScript
  // (so 10 comes before 9), and what is undefined comes last.
  Array sort() const;
  template <class F>
  Array sort(F&& compare NODECPP_NOESCAPE) const;
  Array toSorted() const { return slice().sort(); }
  template <class F>
  Array toSorted(F&& compare NODECPP_NOESCAPE) const {
    return slice().sort(compare);
  }
  Array toReversed() const { return slice().reverse(); }
  template <class... U>
  Array toSpliced(double start, U&&... rest) const {
    Array copy = slice();
    copy.splice(start, std::forward<U>(rest)...);
    return copy;
  }
  // A copy with another element at `index`, which may count from the end. A RangeError when there is none.
  Array with(double index, T value) const;

  // The place of the first or last element that equals `value`, or -1. includes() also finds NaN.
  template <class U>
  std::ptrdiff_t indexOf(const U& value, double from = 0) const;
  template <class U>
  std::ptrdiff_t lastIndexOf(const U& value, double from = __builtin_inf()) const;
  template <class U>
  bool includes(const U& value, double from = 0) const;

  // Functions take (element, index, list), or fewer of them. As in JavaScript they see the elements that were there at the
  // beginning, as they are when their turn comes.
  template <class F>
  void forEach(F&& f NODECPP_NOESCAPE) const;
  template <class F>
  auto map(F&& f NODECPP_NOESCAPE) const;
  template <class F>
  Array filter(F&& f NODECPP_NOESCAPE) const;
  // What is found, else what is missing; its place, else -1.
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
  // f(result so far, element, index, list). Without a first result it is the first element; a TypeError when empty.
  template <class F>
  T reduce(F&& f NODECPP_NOESCAPE) const;
  template <class F, class R>
  auto reduce(F&& f NODECPP_NOESCAPE, R first) const;
  template <class F>
  T reduceRight(F&& f NODECPP_NOESCAPE) const;
  template <class F, class R>
  auto reduceRight(F&& f NODECPP_NOESCAPE, R first) const;
  // Of a list of lists, the elements of these; flat<n>() that many deep.
  template <int depth = 1>
  auto flat() const;
  template <class F>
  auto flatMap(F&& f NODECPP_NOESCAPE) const;

  // The texts of the elements; of undefined and null, none.
  String join(StringArg separator) const;
  String join() const;
  String toString() const;

  // What for-of goes over: each element as it is when its turn comes, and those that were added by then.
  detail::ArrayIterator<T> begin() const { return detail::ArrayIterator<T>(*this); }
  detail::IterationEnd end() const noexcept { return {}; }
  // Iterators as JavaScript's: they have next(), and for-of goes over them.
  detail::ListIteration<Array, detail::ValueAt> values() const { return {*this}; }
  detail::ListIteration<Array, detail::KeyAt> keys() const { return {*this}; }
  detail::ListIteration<Array, detail::EntryAt> entries() const { return {*this}; }

  // `const [a, b] = list` is `auto [a, b] = list.first<2>()`.
  template <std::size_t N>
  detail::FirstOf<T, N> first() const {
    return detail::FirstOf<T, N>(*this);
  }
  // The same elements in a container of C++: list.to<std::vector<String>>().
  template <class C>
  C to() const {
    return C(items(), items() + size());
  }

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
  bool same(const Array<U>& other) const noexcept {
    return body_ == other.body_;
  }
  [[gnu::always_inline]] static decltype(auto) elementOf(detail::ArrayBody* body, const detail::ElementAt<T>& place, detail::ArrayIndex index) {
    const std::size_t at = index.value();
    const bool has = body && !NODECPP_FAILS(arrayIndex, at >= body->size);
    if constexpr (detail::derivable<T>) {
      if (has) [[likely]]
        return detail::ElementOf<T>(place, static_cast<T*>(body->items)[at]);
      if constexpr (detail::HasUndefined<T> || detail::HasNaN<T>) return detail::ElementOf<T>(place, place.lacking());
    }
    if (NODECPP_FAILS(nullArray, !body)) [[unlikely]]
      detail::throwUndefined();
    if constexpr (detail::derivable<T>)
      detail::throwOutOfRange(index.number(), body->size);
    else
      return ArrayElement<T>(place, has ? static_cast<T*>(body->items)[at] : T(), has, body->size);
  }
  // Of a copy, which is undefined then: its count, where another one stays. The body.
  detail::ArrayBody* giveBack() noexcept {
    if (body_) --body_->refs;
    return std::exchange(body_, nullptr);
  }
  // What stands for the element at `index`, where there is none.
  T lacking(detail::ArrayIndex index) const;

  [[gnu::always_inline]] static void drop(detail::ArrayBody* body) noexcept {
    if (!body || --body->refs != 0) return;
    if constexpr (std::is_trivially_destructible_v<T>)
      free(body);
    else
      detail::destroyInTurn(body, free);
  }
  [[gnu::noinline]] static void free(void* memory) noexcept {
    auto* body = static_cast<detail::ArrayBody*>(memory);
    if constexpr (detail::mayRefer<T>) detail::leaveRoll(body, body->place);
    destroy(static_cast<T*>(body->items), body->size);
    detail::releaseItems(*body, sizeof(T));
    detail::release(body, sizeof(detail::ArrayBody));
  }
  static void destroy(T* items, std::size_t count) noexcept {
    if constexpr (!std::is_trivially_destructible_v<T>)
      for (std::size_t i = 0; i < count; ++i) items[i].~T();
  }
  // Moves elements to where there are none, in the order that overlapping places need.
  static void relocate(T* to, T* from, std::size_t count) noexcept;

  // Room for `more` elements behind the last.
  void reserve(std::size_t more) const { reserveIn(defined(), more); }
  static void reserveIn(detail::ArrayBody& body, std::size_t more);
  static void enrollBody(detail::ArrayBody& body);
  // What is seldom done is called with the body and not with this list: a list whose address nobody has is a register, and what
  // is handed over as an argument need not be kept in memory through the loops around it.
  template <class U>
  void add(U&& element) const {
    detail::ArrayBody& body = defined();
    if (body.size == body.room) [[unlikely]]
      return addGrowing(body, T(std::forward<U>(element)));
    ::new (static_cast<T*>(body.items) + body.size) T(std::forward<U>(element));
    ++body.size;
  }
  [[gnu::noinline]] static void addGrowing(detail::ArrayBody& body, T element);
  void append(const T* elements, std::size_t count) const;
  template <class U>
  void addSome(const U& more) const;
  void resize(std::size_t length) const;
  // list[index] = value.
  const T& put(std::size_t index, T value) const;
  [[gnu::noinline]] static const T& putBehind(detail::ArrayBody& body, std::size_t index, T value);
  std::ptrdiff_t unshiftAll(std::initializer_list<T> elements) const;
  Array spliceAll(double start, double count, const T* elements, std::size_t given) const;

  // A reference that somebody has taken already; none makes an undefined list.
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

#include <nodecpp/array/change.h>
#include <nodecpp/array/functions.h>
#include <nodecpp/array/make.h>
#include <nodecpp/array/sort.h>

#include <nodecpp/string.h>

#include <nodecpp/array/text.h>
