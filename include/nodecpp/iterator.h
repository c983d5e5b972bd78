// JavaScript's iterators: what keys(), values() and entries() of Array, Map and Set give, and what their functions make of
// them. An iterator is a reference: copies are the same one, and what one has taken the others do not see any more.
// https://developer.mozilla.org/docs/Web/JavaScript/Reference/Global_Objects/Iterator
//
//   auto first = ages.values().filter([](int age) { return age > 30; }).take(2).toArray();
//
// Nothing is taken before it is asked for: map, filter, flatMap, take and drop give an Iterator<T>, which asks the one it
// was made of. Where one of them ends early, or a function of the program's throws, it closes what it was made of: that is
// JavaScript's return(), of generators and of iterators of the program's own. How a program writes these, and makes its own
// classes iterable: docs/iterators.md.
#pragma once

#include <nodecpp/array.h>
#include <nodecpp/function.h>
#include <nodecpp/iterable.h>
#include <nodecpp/missing.h>
#include <nodecpp/string.h>

namespace nodecpp {

template <class T = detail::AnyElement>
class Iterator;
template <class T>
class let;

namespace detail {

[[noreturn]] void throwBehindEnd();
[[noreturn]] void throwReduceOfDone();
// What a program's own iterator does at its end. An exception is not passed on: the loop may be left by another one.
void closeBy(const Function<void()>& close) noexcept;
// A count of take() or drop(): a whole number, or infinite. Throws a RangeError for a negative one and NaN.
[[nodiscard]] double iteratorCount(double count);

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
    if (NODECPP_FAILS(iteratorEnd, !has_)) throwBehindEnd();
    return value_;
  }
  bool has() const noexcept { return has_; }
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
  auto get() const {
    const auto& [first, second] = ref();
    if constexpr (i == 0)
      return first;
    else
      return second;
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
using Result = std::conditional_t<HasUndefined<T> || HasNaN<T>, T, Present<T>>;

// How an iterator is asked: give(element) is called with the next one, and false is returned where there is none. Iterators
// that are made of another one can be closed: they give nothing any more then.
struct IteratorAccess {
  template <class I, class G>
  static bool pull(I& iterator, G&& give) {
    return iterator.pull(std::forward<G>(give));
  }
  template <class I>
  static void close(I& iterator) noexcept {
    if constexpr (requires { iterator.close(); }) iterator.close();
  }
};

// Closes an iterator when the scope is left, however that is; nothing happens to one that is done.
template <class I>
struct ClosesIterator {
  I& iterator;
  ~ClosesIterator() { IteratorAccess::close(iterator); }
};

// An iterator over what flatMap's function gave: a list, a Set, a Map, an iterator, or an object with symbolIterator().
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

// What next() gives, and what next() of a program's own iterator returns: {.value = x}, or {.done = true}. Behind the end,
// `done` is true, and `value` undefined where the type has that; else NaN, or using it throws a RangeError.
template <class T>
struct IteratorResult {
  detail::Result<T> value = none();
  bool done = false;

  static IteratorResult end() { return {none(), true}; }
  // For a loop that asks by itself: while (auto each = iterator.next()) use(*each);
  explicit operator bool() const noexcept { return !done; }
  T operator*() const {
    if constexpr (std::same_as<detail::Result<T>, T>)
      return value;
    else
      return value.ref();
  }
  template <class Inspector>
  void inspectTo(Inspector& out) const {
    out.property("value", value).property("done", done);
  }

 private:
  static detail::Result<T> none() {
    if constexpr (std::same_as<detail::Result<T>, T>)
      return detail::missing<T>([] { return String(); });
    else
      return {};
  }
};

namespace detail {

// What flatMap asks: the iterator over what its function gave last.
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

// The functions of an iterator over elements of type E. Each goes on from where the iterator stands. Their functions take
// (element, index) or the element.
template <class E>
class IteratorHelpers {
 public:
  using Element = E;

  // What is left, as a list.
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
  // Whether f is true of one, of all. They stop at the first that decides, and close what was made of another iterator.
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
  // The first that f is true of, else what is missing: undefined, NaN, or a RangeError.
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
  // `const [a, b] = iterator` is auto [a, b] = iterator.first<2>(): the next ones, after which it is closed.
  template <std::size_t n, class Self>
  detail::FirstOf<E, n> first(this Self self) {
    const detail::ClosesIterator<Self> closes{self};
    Array<E> list;
    while (list.size() < n && detail::IteratorAccess::pull(self, [&](E element) { list.push(std::move(element)); })) {}
    return detail::FirstOf<E, n>(list);
  }
  // f(result so far, element, index). Without a first result it is the first element; a TypeError where there is none.
  template <class Self, class F, class R>
  auto reduce(this Self self, F&& f NODECPP_NOESCAPE, R first) {
    detail::PlainOrText<R> result(std::move(first));
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

  // Iterators that ask this one.
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
  // What f gives is a list, a Set, a Map or an iterator, and the elements of these come one after the other.
  template <class Self, class F>
  auto flatMap(this Self self, F f) {
    using R = detail::Plain<decltype(detail::callWithFewer(f, std::declval<const E&>(), 0.0))>;
    using Inner = decltype(detail::iteratorOver(std::declval<const R&>()));
    using T = typename Inner::Element;
    return Iterator<T>::made(detail::Flattening<E, F, R, Inner>{std::move(f)}, std::move(self));
  }
  // The next `count` elements; all but them. A RangeError for a negative count.
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
  // Takes elements until is(element, index) is true of one; whether it was.
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

// for-of over an iterator. It takes an element before the body, as JavaScript's loop does, and closes the iterator where it
// is left early. An input iterator of C++, too.
template <class I, class T>
class PullLoop {
 public:
  using value_type = T;
  using difference_type = std::ptrdiff_t;

  explicit PullLoop(const I& iterator) : iterator_(iterator) { ++*this; }
  PullLoop(PullLoop&& other) noexcept
      : iterator_(other.iterator_), element_(other.element_), open_(std::exchange(other.open_, false)) {}
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

// What an iterator of a program's own is made of: JavaScript's {next() {…}, return() {…}}.
template <class T>
struct IteratorFunctions {
  Function<IteratorResult<T>()> next;
  Function<void()> return_{};
};

namespace detail {

struct NoSource {};
template <class T>
struct AsksFunctions {
  IteratorFunctions<T> functions;
  bool open = true;  // its next() has neither thrown nor said that it is done
  template <class G>
  bool operator()(NoSource&, G&& give) {
    open = false;
    const IteratorResult<T> result = functions.next();
    if (result.done) return false;
    open = true;
    give(*result);
    return true;
  }
  void close() noexcept {
    if (open && functions.return_) closeBy(functions.return_);
  }
};

}  // namespace detail

// An iterator that is made of another one, or of functions.
template <class T>
class Iterator : public IteratorHelpers<T> {
  struct State {
    std::uint32_t refs = 1;
    bool done = false;
    bool asked = false;  // an element is being looked for; what asks now gets none
    // Makes the next element at `place`; false where there is none.
    virtual bool pull(T* place) = 0;
    virtual void closeSource() noexcept = 0;
    virtual void destroy() noexcept = 0;
  };
  template <class Step, class Source>
  struct StateOf final : State {
    StateOf(Step step, Source source) : step(std::move(step)), source(std::move(source)) {}
    bool pull(T* place) override {
      return step(source, [place](T element) { ::new (static_cast<void*>(place)) T(std::move(element)); });
    }
    void closeSource() noexcept override {
      if constexpr (requires { step.close(); }) step.close();
      detail::IteratorAccess::close(source);
    }
    void destroy() noexcept override {
      this->~StateOf();
      detail::release(this, sizeof(StateOf));
    }
    Step step;
    Source source;
  };

 public:
  using NodecppBoxed = Iterator;

  // Iterator<int>::from({.next = [=]() -> IteratorResult<int> {…}}). It is closed by return_(), if there is one; one whose
  // next() has given `done` or has thrown is over, and is asked no more.
  static Iterator from(IteratorFunctions<T> functions) {
    return made(detail::AsksFunctions<T>{std::move(functions)}, detail::NoSource());
  }
  Iterator symbolIterator() const { return *this; }
  // For the runtime.
  template <class Step, class Source>
  static Iterator made(Step step, Source source) {
    return Iterator(::new (detail::allocate(sizeof(StateOf<Step, Source>)))
                        StateOf<Step, Source>(std::move(step), std::move(source)));
  }
  Iterator(const Iterator& other) noexcept : state_(other.state_) { detail::countHolder(state_->refs); }
  Iterator& operator=(const Iterator& other) noexcept {
    Iterator copy(other);
    std::swap(state_, copy.state_);
    return *this;
  }
  ~Iterator() {
    if (--state_->refs == 0) state_->destroy();
  }

  // The next element and `done` false; behind the last, `done` true.
  IteratorResult<T> next() const {
    detail::Present<T> taken;
    if (!pull([&](T element) { taken = detail::Present<T>(std::move(element)); })) return IteratorResult<T>::end();
    return {taken.ref(), false};
  }

  // A loop that is left early closes the iterator, as in JavaScript.
  using Loop = detail::PullLoop<Iterator, T>;
  Loop begin() const { return Loop(*this); }
  detail::IterationEnd end() const noexcept { return {}; }

  explicit operator bool() const noexcept { return true; }
  const void* identity() const noexcept { return state_; }
  friend bool operator==(const Iterator& a, const Iterator& b) noexcept { return a.state_ == b.state_; }
  String toString() const { return "[object Iterator Helper]"; }
  friend String str(const Iterator& iterator) { return iterator.toString(); }
  template <class Inspector>
  void inspectTo(Inspector& out) const {
    out.text("Object [Iterator Helper] {}");
  }

 private:
  friend struct detail::IteratorAccess;

  explicit Iterator(State* state) noexcept : state_(state) {}
  // An exception of a program's function ends the iterator, and closes what it is made of.
  template <class G>
  bool pull(G&& give) const {
    if (state_->done || state_->asked) return false;
    const Iterator held(*this);
    union Place {
      Place() {}
      ~Place() {}
      T element;
    } place;
    struct Asking {
      State* state;
      bool ended = true;
      ~Asking() {
        state->asked = false;
        if (ended && !std::exchange(state->done, true)) state->closeSource();
      }
    } asking{held.state_};
    held.state_->asked = true;
    if (!held.state_->pull(&place.element)) return false;
    asking.ended = false;
    struct Made {
      T* element;
      ~Made() { element->~T(); }
    } made{&place.element};
    give(std::move(place.element));
    return true;
  }
  void close() const noexcept {
    if (std::exchange(state_->done, true)) return;
    const Iterator held(*this);
    held.state_->closeSource();
  }

  State* state_;
};

// Without an element's type it is the place of Iterator<>::from.
template <>
class Iterator<detail::AnyElement> {
 public:
  Iterator() = delete;

  // JavaScript's Iterator.from(object): what is an iterator with these functions is given back; an Iterator over what for-of
  // goes over; else one that asks object.next(), and is closed by object.return_() where there is one.
  template <class I, class Lists = Array<>>
  static auto from(const I& object) {
    if constexpr (requires { typename I::Element; object.next(); object.toArray(); })
      return object;
    else if constexpr (detail::IterableHandle<I> || detail::IterableValue<I> || requires { object.values(); })
      return from(detail::iteratorOver(object));
    else if constexpr (requires { object->next(); })
      return fromNext([object] { return object->next(); }, [object] {
        if constexpr (requires { object->return_(); }) object->return_();
      });
    else if constexpr (requires(I& own) { own.next(); })
      return fromOwn<I>(object);
    else
      return Lists::from(object).values();
  }

 private:
  template <class T>
  static T elementOf(const IteratorResult<T>&);
  template <class I>
  static auto fromOwn(let<I> own) {
    return fromNext([own] { return own.ref().next(); }, [own] {
      if constexpr (requires { own.ref().return_(); }) own.ref().return_();
    });
  }
  template <class F, class G>
  static auto fromNext(F next, G close) {
    using T = decltype(elementOf(next()));
    return Iterator<T>::from({.next = next, .return_ = close});
  }
};

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
