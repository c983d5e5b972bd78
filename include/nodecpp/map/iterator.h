// What keys(), values() and entries() of a Map or Set give: JavaScript's iterators.
#pragma once

#include <nodecpp/function.h>
#include <nodecpp/map/table.h>
#include <nodecpp/missing.h>

namespace nodecpp {

namespace detail {

// A value that may not be there, of a type that has no undefined. It is used as the value; where there is none, that
// throws a RangeError.
template <class T>
class Present {
 public:
  Present() noexcept {}
  Present(T value) noexcept : has_(true) { ::new (&value_) T(std::move(value)); }
  Present(const Present& other) : has_(other.has_) {
    if (has_) ::new (&value_) T(other.value_);
  }
  Present& operator=(const Present& other) {
    if (this == &other) return *this;
    if (std::exchange(has_, false)) value_.~T();
    if (other.has_) {
      ::new (&value_) T(other.value_);
      has_ = true;
    }
    return *this;
  }
  ~Present() {
    if (has_) value_.~T();
  }

  operator const T&() const [[clang::lifetimebound]] { return ref(); }
  const T& ref() const [[clang::lifetimebound]] {
    if (!has_) throwBehindEnd();
    return value_;
  }
  // Text is taken wherever a string is.
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
  // auto [key, value] = map.entries().next().value
  template <std::size_t i>
  auto get() const
    requires requires(const T& pair) { pair.first, pair.second; }
  {
    if constexpr (i == 0)
      return ref().first;
    else
      return ref().second;
  }
  template <class Inspector>
  void inspectTo(Inspector& out) const {
    if (has_)
      out.value(value_);
    else
      out.undefined();
  }
  friend auto str(const Present& value)
    requires requires(const T& v) { str(v); }
  {
    return str(value.ref());
  }

 private:
  union {
    T value_;
  };
  bool has_ = false;
};
template <>
inline constexpr bool isString<Present<String>> = true;

// What `value` of an iterator's result is.
template <class T>
using Result = std::conditional_t<HasUndefined<T> || std::floating_point<T>, T, Present<T>>;

// What an iterator makes of an entry: a copy.
struct GivesKey {
  static constexpr const char* inspected = "Iterator";
  template <class E>
  static auto of(const E& entry) {
    return entry.key;
  }
};
struct GivesValue {
  static constexpr const char* inspected = "Iterator";
  template <class E>
  static auto of(const E& entry) {
    return entry.value;
  }
};
struct GivesEntry {
  static constexpr const char* inspected = "Entries";
  template <class E>
  static auto of(const E& entry) {
    return std::pair(entry.key, entry.value);
  }
};
struct GivesKeyTwice {
  static constexpr const char* inspected = "Entries";
  template <class E>
  static auto of(const E& entry) {
    return std::pair(entry.key, entry.key);
  }
};

}  // namespace detail

// What next() gives. Behind the end, `done` is true, and `value` undefined where the type has that; else NaN, or using it
// throws a RangeError.
template <class T>
struct IteratorResult {
  detail::Result<T> value;
  bool done = false;

  template <class Inspector>
  void inspectTo(Inspector& out) const {
    out.property("value", value).property("done", done);
  }
};

// An iterator over the entries of a Map or Set: a reference, as in JavaScript. It sees what is added while it runs, and not
// what is deleted; once it is done, it stays so.
template <class K, class V, class Gives>
class TableIterator {
  using Walk = detail::TableWalk<K, V, Gives>;
  struct State {
    std::uint32_t refs;
    Walk walk;
  };

 public:
  using Element = decltype(Gives::of(std::declval<const detail::TableEntry<K, V>&>()));

  // For the runtime: Map and Set make iterators.
  explicit TableIterator(detail::Table<K, V>* table)
      : state_(::new (detail::allocate(sizeof(State))) State{1, Walk(table)}) {}
  TableIterator(const TableIterator& other) noexcept : state_(other.state_) { ++state_->refs; }
  TableIterator& operator=(const TableIterator& other) noexcept {
    TableIterator copy(other);
    std::swap(state_, copy.state_);
    return *this;
  }
  ~TableIterator() {
    if (--state_->refs != 0) return;
    state_->~State();
    detail::release(state_, sizeof(State));
  }

  // The next element and `done` false; behind the last, `done` true.
  IteratorResult<Element> next() const {
    if (!more()) {
      if constexpr (std::same_as<detail::Result<Element>, Element>)
        return {detail::missing<Element>([] { return String(); }), true};
      else
        return {{}, true};
    }
    IteratorResult<Element> result{*state_->walk, false};
    state_->walk.pass();
    return result;
  }

  // A loop takes its elements from this iterator, as in JavaScript: what it leaves comes next.
  class Loop {
   public:
    explicit Loop(const TableIterator& iterator) : iterator_(iterator) {}
    Element operator*() const { return *iterator_.state_->walk; }
    Loop& operator++() noexcept {
      if (iterator_.state_->walk.runs()) iterator_.state_->walk.pass();
      return *this;
    }
    friend bool operator==(const Loop& loop, detail::WalkEnd) noexcept { return !loop.iterator_.more(); }

   private:
    TableIterator iterator_;
  };
  Loop begin() const { return Loop(*this); }
  detail::WalkEnd end() const noexcept { return {}; }

  // f(element) or f(element, index) for each that is left.
  template <class F>
  void forEach(F&& f) const {
    double index = 0;
    for (auto element : *this) detail::callWithFewer(f, element, index++);
  }

  explicit operator bool() const noexcept { return true; }
  const void* identity() const noexcept { return state_; }
  friend bool operator==(const TableIterator& a, const TableIterator& b) noexcept { return a.state_ == b.state_; }
  String toString() const { return str("[object ") + kind() + " Iterator]"; }
  friend String str(const TableIterator& iterator) { return iterator.toString(); }
  // What is left, which stays to be taken.
  template <class Inspector>
  void inspectTo(Inspector& out) const {
    out.iterator(kind(), Gives::inspected);
    if (!more()) return;
    for (Walk rest(state_->walk); rest != detail::WalkEnd(); ++rest) out.element(*rest);
  }

 private:
  static const char* kind() noexcept { return detail::Table<K, V>::mapped ? "Map" : "Set"; }
  // Whether there is a next one; the table is let go of where there is none.
  bool more() const noexcept {
    if (!state_->walk.runs()) return false;
    if (state_->walk.settle()) return true;
    state_->walk.end();
    return false;
  }

  State* state_;
};

}  // namespace nodecpp

template <class A, class B>
struct std::tuple_size<nodecpp::detail::Present<std::pair<A, B>>> : std::integral_constant<std::size_t, 2> {};
template <std::size_t i, class A, class B>
struct std::tuple_element<i, nodecpp::detail::Present<std::pair<A, B>>> : std::tuple_element<i, std::pair<A, B>> {};
