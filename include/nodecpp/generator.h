// A generator is a function that gives its values one at a time, when they are asked for.
// https://developer.mozilla.org/docs/Web/JavaScript/Reference/Global_Objects/Generator
//
//   Generator<int> upTo(int n) {                        function* upTo(n) {
//     for (int i = 0; i < n; i++) co_yield i;             for (let i = 0; i < n; i++) yield i;
//   }                                                   }
//   for (int i : upTo(3)) …                             for (const i of upTo(3)) …
//
// The function begins with the first next(). A Generator is a reference, like every object: copies refer to the same
// generator. It is an iterator with all functions of iterators (nodecpp/iterator.h), and a range of C++. Its frame ends
// when the function returns, by return_(), when a loop over it is left early, or with the last reference to it.
// Destructors then do what `finally` does in JavaScript, where a generator that is dropped half way never runs its
// `finally`.
//
// A Generator<T, R> returns an R by `co_return value`. A Generator<T, R, N> receives values: `N value = co_yield x`
// gives the argument of next(value). JavaScript's `yield* upTo(3)` is `co_yield elementsOf(upTo(3))`.
//
// As every coroutine, a generator takes its parameters by value. A lambda with captures is written [=](this auto self)
// -> Generator<int>. A method may be a generator in classes derived from Object only, and the generator keeps its
// object alive.
#pragma once

#include <nodecpp/generator/generator_frame.h>
#include <nodecpp/iterator.h>
#include <nodecpp/promise/coroutine.h>
#include <nodecpp/promise/then.h>
#include <nodecpp/traits.h>

namespace nodecpp {

template <class T, class R = void, class N = void>
class Generator;

namespace detail {

// The header of a generator's frame, with the value that the generator returns.
template <class R>
struct alignas(16) GeneratorHeader : GeneratorFrame {
  Present<R> returned;
  explicit GeneratorHeader(std::uint32_t bytes) noexcept : GeneratorFrame(bytes) {
    destroyReturned = [](GeneratorFrame* frame) noexcept { static_cast<GeneratorHeader*>(frame)->returned.~Present(); };
  }
};
template <>
struct alignas(16) GeneratorHeader<void> : GeneratorFrame {
  using GeneratorFrame::GeneratorFrame;
};

// Stands in for the argument when next() was called without one: `undefined` where N has it, NaN for a number,
// otherwise a RangeError.
template <class N>
N notSent() {
  return missing<N>([] { return String("next() was given no value"); });
}

template <class S>
struct ElementsOf {
  S source;
};
template <class S>
inline constexpr bool isElementsOf = false;
template <class S>
inline constexpr bool isElementsOf<ElementsOf<S>> = true;

template <class T, class R, class N>
class GeneratorPromise {
 public:
  using Header = GeneratorHeader<R>;

  static void* operator new(std::size_t bytes) {
    return headerOfNewFrame<Header>(bytes) + 1;
  }
  static void operator delete(void* frame, std::size_t) noexcept { headerBefore<Header>(frame)->dropRef(); }

  Generator<T, R, N> get_return_object() noexcept {
    header()->frame = std::coroutine_handle<GeneratorPromise>::from_promise(*this);
    return Generator<T, R, N>(header());
  }
  std::suspend_always initial_suspend() const noexcept { return {}; }
  struct Final {
    bool await_ready() const noexcept { return false; }
    template <class P>
    std::coroutine_handle<> await_suspend(std::coroutine_handle<P> handle) noexcept {
      return handle.promise().header()->finish();
    }
    void await_resume() const noexcept {}
  };
  Final final_suspend() const noexcept { return {}; }
  void unhandled_exception() {
    if (over()) destructorThrew();
    header()->thrown = std::current_exception();
  }

  // The yielded value stays in the generator's frame and is moved out of there.
  struct Yield {
    GeneratorFrame* own;
    void* value;
    bool await_ready() const noexcept { return false; }
    void await_suspend(std::coroutine_handle<>) noexcept { own->yielded = value; }
    N await_resume() {
      GeneratorRun& run = *own->run;
      if (run.thrown) [[unlikely]]
        std::rethrow_exception(detail::exchange(run.thrown, nullptr));
      if constexpr (!std::is_void_v<N>) {
        if (!run.sent) return notSent<N>();
        return std::move(*static_cast<N*>(detail::exchange(run.sent, nullptr)));
      }
    }
  };
  struct YieldCopy : Yield {
    T copy;
    template <class V>
    YieldCopy(GeneratorFrame* own, V&& value) : Yield{own, nullptr}, copy(std::forward<V>(value)) {
      this->value = &copy;
    }
  };
  Yield yield_value(T&& value) noexcept { return {header(), &value}; }
  template <class V>
    requires detail::ConvertsTo<V&&, T> && (!isElementsOf<std::remove_cvref_t<V>>) &&
             (!std::same_as<V, T>)
  YieldCopy yield_value(V&& value) {
    return {header(), std::forward<V>(value)};
  }

  // `co_yield elementsOf(x)`, JavaScript's yield*, for a generator x of the same value type.
  template <class S>
  struct Delegate {
    GeneratorFrame* own;
    Generator<T, S, N> inner;
    bool await_ready() const { return inner.header()->over(); }
    std::coroutine_handle<> await_suspend(std::coroutine_handle<>) { return own->delegate(inner.header()); }
    S await_resume() {
      GeneratorRun& run = *own->run;
      if (run.thrown) [[unlikely]]
        std::rethrow_exception(detail::exchange(run.thrown, nullptr));
      if (std::exception_ptr thrown = detail::exchange(inner.header()->thrown, nullptr)) std::rethrow_exception(thrown);
      return inner.takeReturned();
    }
  };
  template <class S>
  Delegate<S> yield_value(ElementsOf<Generator<T, S, N>> elements) {
    // A generator has only one outer generator. If another generator delegates to it already, its values are taken one
    // by one.
    if (elements.source.header()->outer) return {header(), oneByOne<S>(elements.source)};
    return {header(), std::move(elements.source)};
  }
  // `co_yield elementsOf(x)` for an x that is no generator of the same value type, but that for-of can iterate over.
  template <class S>
  Delegate<void> yield_value(ElementsOf<S> elements) {
    return {header(), eachOf(std::move(elements.source))};
  }
  template <class V>
    requires(!detail::ConvertsTo<V &&, T> && !isElementsOf<std::remove_cvref_t<V>>)
  std::suspend_never yield_value(V&&) {
    static_assert(std::is_void_v<V>, "this is no value of the generator's type; JavaScript's yield* x is co_yield elementsOf(x)");
    return {};
  }
  template <class A>
  std::suspend_never await_transform(A&&) {
    static_assert(std::is_void_v<A>, "a Generator awaits nothing: a function that yields and awaits returns an AsyncGenerator<T>");
    return {};
  }

  Header* header() noexcept {
    return headerBefore<Header>(std::coroutine_handle<GeneratorPromise>::from_promise(*this).address());
  }

 private:
  bool over() noexcept { return header()->over(); }
  template <class S>
  static Generator<T, void, N> eachOf(S source) {
    for (auto&& each : source) co_yield static_cast<T>(each);
  }
  template <class S>
  static Generator<T, S, N> oneByOne(Generator<T, S, N> source) {
    const ClosesIterator<Generator<T, S, N>> closes{source};
    Present<std::conditional_t<std::is_void_v<N>, Undefined, N>> sent;
    std::exception_ptr thrown;
    for (;;) {
      Present<T> taken;
      if (!source.ask(taken, sent.has() ? const_cast<void*>(static_cast<const void*>(&sent.ref())) : nullptr, detail::exchange(thrown, nullptr))) break;
      sent = {};
      try {
        if constexpr (std::is_void_v<N>)
          co_yield taken.ref();
        else
          sent = co_yield taken.ref();
      } catch (...) {
        thrown = std::current_exception();
      }
    }
    if constexpr (!std::is_void_v<S>) co_return source.takeReturned();
  }
};

template <class T, class R, class N>
class GeneratorReturns : public GeneratorPromise<T, R, N> {
 public:
  template <class V = R>
    requires detail::ConvertsTo<V&&, R>
  void return_value(V&& value) {
    this->header()->returned = Present<R>(R(std::forward<V>(value)));
  }
};
template <class T, class N>
class GeneratorReturns<T, void, N> : public GeneratorPromise<T, void, N> {
 public:
  void return_void() const noexcept {}
};

}  // namespace detail

// `co_yield elementsOf(x)` is JavaScript's `yield* x`, for a generator or for anything that for-of can iterate over.
// The expression's value is what the generator returns. With generators of the same type, the cost of a value does not
// grow with the depth of delegation.
template <class S>
detail::ElementsOf<std::decay_t<S>> elementsOf(S&& source) {
  return {std::forward<S>(source)};
}

template <class T, class R, class N>
class [[nodiscard]] Generator : public IteratorHelpers<T> {
  static_assert(std::same_as<T, std::decay_t<T>> && !std::is_void_v<T>, "a Generator gives values, no references");
  static_assert(std::is_void_v<R> || detail::ConvertsTo<R, T>,
                "what a generator returns is the value of its last result, next().value: it must be convertible to what it "
                "yields; where it is something else, yield a var");

 public:
  using NodecppBoxed = Generator;

  // Makes an undefined handle. Using it throws the TypeError that Node throws for `undefined`.
  Generator() noexcept = default;
  static Generator undefined() noexcept { return {}; }
  bool isUndefined() const noexcept { return !header_; }
  // For the runtime: makes the first handle to a generator.
  explicit Generator(detail::GeneratorHeader<R>* header) noexcept : header_(header) { header_->addHandle(); }
  Generator(const Generator& other) noexcept : header_(other.header_) {
    if (header_) header_->addHandle();
  }
  Generator(Generator&& other) noexcept : header_(detail::exchange(other.header_, nullptr)) {}
  Generator& operator=(Generator other) noexcept {
    std::swap(header_, other.header_);
    return *this;
  }
  ~Generator() {
    if (header_) header_->dropHandle();
  }

  // Runs to the next co_yield and returns {value, done: false}. When the function returns, returns its result with
  // done: true. After that `value` is undefined, or the substitute for undefined in T. An exception of the generator
  // ends it and is thrown here. Throws a TypeError when the generator is running.
  IteratorResult<T> next() const { return step(nullptr); }
  template <class V = N>
    requires(!std::is_void_v<N>) && detail::ConvertsTo<V&&, N>
  IteratorResult<T> next(V&& value) const {
    N sent(std::forward<V>(value));
    return step(&sent);
  }
  // Ends the generator at its current co_yield: its destructors run. Returns {value, done: true}.
  IteratorResult<T> return_() const {
    if (header()->cannotEnd()) return step(nullptr, nullptr, true);
    header()->end();
    return IteratorResult<T>::end();
  }
  template <class V>
    requires detail::ConvertsTo<V&&, T>
  IteratorResult<T> return_(V&& value) const {
    if (header()->cannotEnd()) return step(nullptr, nullptr, true);
    header()->end();
    return {T(std::forward<V>(value)), true};
  }
  // Makes the current co_yield throw `error`, which is an Error or an exception of any type. The generator then goes
  // on, and the result is that of next().
  template <class E>
  IteratorResult<T> throw_(E&& error) const {
    std::exception_ptr thrown = detail::asException(std::forward<E>(error));
    detail::GeneratorFrame* frame = header();
    if (!frame->over() && (frame->started || frame->isRunning())) return step(nullptr, std::move(thrown));
    if (!frame->over()) frame->end();
    std::rethrow_exception(thrown);
  }

  // `for (auto each : generator)`. A loop that is left early ends the generator, as in JavaScript.
  using Loop = detail::PullLoop<Generator, T>;
  Loop begin() const { return Loop(*this); }
  detail::IterationEnd end() const noexcept { return {}; }
  Generator symbolIterator() const { return *this; }

  explicit operator bool() const noexcept { return header_ != nullptr; }
  const void* identity() const noexcept { return header_; }
  friend bool operator==(const Generator& a, const Generator& b) noexcept { return a.header_ == b.header_; }
  String toString() const { return header_ ? "[object Generator]" : "undefined"; }
  friend String str(const Generator& generator) { return generator.toString(); }
  template <class Inspector>
  void inspectTo(Inspector& out) const {
    if (!header_) return out.undefined();
    out.text("Object [Generator] {}");
  }

  // For the runtime: the frame's header. Throws a TypeError when the handle is undefined.
  detail::GeneratorHeader<R>* header() const {
    if (NODECPP_FAILS(nullGenerator, !header_)) [[unlikely]]
      detail::throwUndefined();
    return header_;
  }
  // Moves out the value that the generator has returned. Can be called once.
  R takeReturned() const {
    if constexpr (!std::is_void_v<R>) {
      auto& returned = header()->returned;
      if (!returned.has()) return detail::missing<R>([] { return String("the generator has returned no value"); });
      const R value = returned.ref();
      returned = {};
      return value;
    }
  }

 private:
  friend struct detail::IteratorAccess;
  template <class, class, class>
  friend class detail::GeneratorPromise;

  // Resumes the generator. Returns whether it has yielded a value, which is then in `taken`.
  bool ask(detail::Present<T>& taken, void* sent, std::exception_ptr error = nullptr, bool returns = false) const {
    if (header()->over()) {
      if (error) std::rethrow_exception(error);
      return false;
    }
    const Generator held(*this);
    detail::GeneratorFrame* frame = held.header_;
    frame->ask(sent, std::move(error), returns);
    if (frame->over()) return false;
    taken = detail::Present<T>(std::move(*static_cast<T*>(frame->top()->innermost->yielded)));
    return true;
  }
  IteratorResult<T> step(void* sent, std::exception_ptr error = nullptr, bool returns = false) const {
    detail::Present<T> taken;
    if (ask(taken, sent, std::move(error), returns)) return {taken.ref(), false};
    if constexpr (!std::is_void_v<R>)
      if (header_->returned.has()) return {T(takeReturned()), true};
    return IteratorResult<T>::end();
  }
  template <class G>
  bool pull(G&& give) const {
    detail::Present<T> taken;
    if (!ask(taken, nullptr)) return false;
    give(taken.ref());
    return true;
  }
  void close() const noexcept {
    if (header_->isRunning()) return;
    if (!header_->cannotEnd()) return header_->end();
    try {
      step(nullptr, nullptr, true);
    } catch (...) {
    }
  }

  detail::GeneratorHeader<R>* header_ = nullptr;
};

}  // namespace nodecpp

template <class T, class R, class N, class... P>
struct std::coroutine_traits<nodecpp::Generator<T, R, N>, P...> {
  using promise_type = nodecpp::detail::CheckedCoroutine<nodecpp::detail::GeneratorReturns<T, R, N>, P...>;
};
