// An async generator is a function that awaits, and gives its values one at a time, when they are asked for.
// https://developer.mozilla.org/docs/Web/JavaScript/Reference/Global_Objects/AsyncGenerator
//
//   AsyncGenerator<int> ticks(int n) {                  async function* ticks(n) {
//     for (int i = 0; i < n; i++) {                       for (let i = 0; i < n; i++) {
//       co_await sleep(10);                                 await sleep(10);
//       co_yield i;                                         yield i;
//     }                                                   }
//   }                                                   }
//   auto all = ticks(3);
//   while (auto each = co_await all.next()) use(*each); for await (const each of ticks(3)) use(each);
//
// next(), throw_() and return_() return promises at once, and may be called again before these are settled. Calls are
// answered in order, each after as many microtasks as in JavaScript. An AsyncGenerator is a reference, like every
// object. With the last reference, a generator that stands at a co_yield ends, and its destructors run.
//
// A wait for next() is retracted as any other wait (docs/concurrency.md): the generator ends first, together with what
// it awaits. When other callers have asked it for values or hold a reference to it, the generator goes on, and its
// value goes to the next call.
//
// As for Generator (nodecpp/generator.h), AsyncGenerator<T, R, N> returns an R and receives values of type N, and
// `co_yield elementsOf(x)` is yield*. The rules for parameters are also described there. Sequence<T> of
// nodecpp/concurrency.h does not exist in JavaScript, and gives its values without microtasks.
#pragma once

#include <nodecpp/generator.h>
#include <nodecpp/generator/async_frame.h>
#include <nodecpp/promise.h>
#include <nodecpp/traits.h>

namespace nodecpp {

template <class T, class R = void, class N = void>
class AsyncGenerator;

namespace detail {

template <class S>
  requires requires(const S& source) { source.symbolAsyncIterator(); } || requires(const S& source) { source->symbolAsyncIterator(); }
decltype(auto) asyncIterator(const S& source) {
  if constexpr (requires { source.symbolAsyncIterator(); })
    return source.symbolAsyncIterator();
  else
    return source->symbolAsyncIterator();
}
template <class S>
concept AsyncIterable = requires(const S& source) { asyncIterator(source).next(); };

template <class T, class N>
struct AsyncRequestOf : StateOf<IteratorResult<T>>, AsyncRequest {
  using Sent = std::conditional_t<std::is_void_v<N>, Undefined, N>;
  Present<Sent> sentValue;
  Present<T> returnValue;

  explicit AsyncRequestOf(Resumption how) : StateOf<IteratorResult<T>>(std::uint32_t(sizeof(AsyncRequestOf))) {
    kind = how;
    state = this;
    answer = [](AsyncRequest* request, void* value, bool done) {
      auto* self = static_cast<AsyncRequestOf*>(request);
      if (value)
        self->construct(IteratorResult<T>{*static_cast<T*>(value), done});
      else
        self->construct(IteratorResult<T>::end());
      self->clear(self);
      fulfilled(self);
      dropSettler(self);
    };
    clear = [](AsyncRequest* request) noexcept {
      auto* self = static_cast<AsyncRequestOf*>(request);
      self->sentValue = {};
      self->returnValue = {};
      self->sent = self->given = nullptr;
      self->AsyncRequest::error = nullptr;
    };
    this->PromiseState::retract = [](PromiseState* state) noexcept {
      return AsyncGeneratorFrame::retractRequest(static_cast<AsyncRequestOf*>(static_cast<StateOf<IteratorResult<T>>*>(state)));
    };
  }
  static AsyncRequestOf* make(Resumption how) { return ::new (allocate(sizeof(AsyncRequestOf))) AsyncRequestOf(how); }
};

template <class T, class R, class N>
class AsyncGeneratorPromise : public Awaiting {
 public:
  using Header = AsyncGeneratorHeader;

  static void* operator new(std::size_t bytes) {
    return headerOfNewFrame<Header>(bytes) + 1;
  }
  static void operator delete(void* frame, std::size_t) noexcept { headerBefore<Header>(frame)->onFrameFreed(); }

  AsyncGenerator<T, R, N> get_return_object() noexcept {
    Header* own = header();
    own->frame = std::coroutine_handle<AsyncGeneratorPromise>::from_promise(*this);
    own->own = own;
    own->on = &leafState;
    own->handled = true;
    return AsyncGenerator<T, R, N>(own);
  }
  std::suspend_always initial_suspend() const noexcept { return {}; }
  struct Final {
    bool await_ready() const noexcept { return false; }
    template <class P>
    void await_suspend(std::coroutine_handle<P> handle) noexcept {
      handle.promise().header()->finish();
    }
    void await_resume() const noexcept {}
  };
  Final final_suspend() const noexcept { return {}; }
  void unhandled_exception() {
    if (!header()->frame) destructorThrew();
    header()->thrown = caught();
  }

  // The yielded value stays in the generator's frame while the generator is suspended.
  struct Yield {
    Header* own;
    void* value;
    bool await_ready() const noexcept { return false; }
    void await_suspend(std::coroutine_handle<>, std::source_location where = std::source_location::current()) noexcept {
      own->where = where;
      own->yielded = value;
      own->yield();
    }
    N await_resume() {
      [[maybe_unused]] AsyncRequest* request = own->resumed();
      if constexpr (!std::is_void_v<N>) {
        if (!request || !request->sent) return notSent<N>();
        return *static_cast<N*>(request->sent);
      }
    }
  };
  struct YieldCopy : Yield {
    T copy;
    template <class V>
    YieldCopy(Header* own, V&& value) : Yield{own, nullptr}, copy(std::forward<V>(value)) {
      this->value = &copy;
    }
  };
  Yield yield_value(T&& value) noexcept { return {header(), &value}; }
  template <class V>
    requires detail::ConvertsTo<V&&, T> && (!isElementsOf<std::remove_cvref_t<V>>) && (!std::same_as<V, T>)
  YieldCopy yield_value(V&& value) {
    return {header(), std::forward<V>(value)};
  }
  // `co_yield promise` awaits the promise and yields its value.
  struct YieldPromised : Yield {
    Promise<T> promised;
    Present<T> taken;
    YieldPromised(Header* own, Promise<T> promise) : Yield{own, nullptr}, promised(std::move(promise)) {}
    void await_suspend(std::coroutine_handle<>, std::source_location where = std::source_location::current()) noexcept {
      this->own->where = where;
      this->own->yielded = this;
      this->own->yieldWhenSettled(promised.state(), take);
    }
    static void take(void* reaction) {
      AsyncGeneratorFrame* own = AsyncGeneratorFrame::from(reaction);
      if (!own->continues()) return;
      auto* self = static_cast<YieldPromised*>(own->yielded);
      auto* state = self->promised.state();
      if (state->outcome == Outcome::rejected) {
        own->injected = state->error;
        return own->takeNextRequest();
      }
      self->taken = Present<T>(state->value);
      own->yielded = const_cast<T*>(&self->taken.ref());
      own->deliver();
    }
  };
  YieldPromised yield_value(const Promise<T>& promise) {
    promise.state();
    return {header(), promise};
  }

  // Takes the value out of the answer of a generator that is delegated to.
  static void* takeValue(const Promise<IteratorResult<T>>& answer, Present<T>& taken, bool& done) noexcept {
    const IteratorResult<T>& result = answer.state()->value;
    done = result.done;
    taken = {};
    if constexpr (std::same_as<Result<T>, T>)
      taken = Present<T>(result.value);
    else if (result.value.has())
      taken = Present<T>(result.value.ref());
    return taken.has() ? const_cast<T*>(&taken.ref()) : nullptr;
  }

  // `co_yield elementsOf(x)`, JavaScript's yield*, for an async generator x.
  template <class S>
  struct Delegate final : AsyncDelegate {
    Header* own;
    AsyncGenerator<T, S, N> inner;
    Promise<IteratorResult<T>> asked;
    Present<T> taken;
    Delegate(Header* own, AsyncGenerator<T, S, N> inner) : own(own), inner(std::move(inner)) {}
    bool await_ready() const noexcept { return false; }
    void await_suspend(std::coroutine_handle<>, std::source_location where = std::source_location::current()) {
      own->where = where;
      own->startDelegating(this);
    }
    S await_resume() {
      own->resumed();
      if constexpr (!std::is_void_v<S>) {
        if (!taken.has()) return missing<S>([] { return String("the generator has returned no value"); });
        return static_cast<S>(taken.ref());
      }
    }
    PromiseState* forward(AsyncRequest* request) override {
      auto* made = AsyncRequestOf<T, N>::make(request ? request->kind : Resumption::next);
      if (request) {
        made->AsyncRequest::error = request->error;
        auto* given = static_cast<AsyncRequestOf<T, N>*>(request);
        made->sentValue = given->sentValue;
        made->returnValue = given->returnValue;
      }
      asked = inner.ask(made);
      return asked.state();
    }
    void* value(bool& done) noexcept override { return takeValue(asked, taken, done); }
  };
  template <class S>
  Delegate<S> yield_value(ElementsOf<AsyncGenerator<T, S, N>> elements) {
    elements.source.header();
    return {header(), std::move(elements.source)};
  }
  template <class S>
  auto yield_value(ElementsOf<S> elements) {
    if constexpr (AsyncIterable<S>)
      return Delegate<void>(header(), eachOf(std::move(elements.source)));
    else if constexpr (requires { iteratorOver(elements.source); })
      return SyncDelegate(header(), iteratorOver(elements.source));
    else
      return SyncDelegate(header(), Array<>::from(elements.source).values());
  }

  // `co_yield elementsOf(x)` for an iterator x that does not await (ECMAScript's AsyncFromSyncIterator).
  template <class I>
  struct SyncDelegate final : AsyncDelegate {
    Header* own;
    I inner;
    Promise<IteratorResult<T>> asked;
    Present<T> taken;
    SyncDelegate(Header* own, I inner) : own(own), inner(std::move(inner)) {}
    bool await_ready() const noexcept { return false; }
    void await_suspend(std::coroutine_handle<>, std::source_location where = std::source_location::current()) {
      own->where = where;
      own->startDelegating(this);
    }
    void await_resume() { own->resumed(); }
    PromiseState* forward(AsyncRequest* request) override {
      using Result = IteratorResult<T>;
      try {
        if (request && request->kind == Resumption::return_) {
          Result result = Result::end();
          if (request->given) result = {*static_cast<T*>(request->given), true};
          constexpr bool hasReturn = requires { inner.return_(); };
          if constexpr (hasReturn) inner.return_();
          IteratorAccess::close(inner);
          asked = hasReturn ? later(result) : Promise<>::resolve(result);
        } else if (request && request->kind == Resumption::throw_) {
          if constexpr (requires { inner.throw_(request->error); }) {
            asked = later(inner.throw_(request->error));
          } else {
            IteratorAccess::close(inner);
            throw TypeError("The iterator does not provide a 'throw' method.");
          }
        } else {
          asked = later(inner.next());
        }
      } catch (...) {
        asked = Promise<>::reject<Result>(caught());
      }
      return asked.state();
    }
    // Returns a promise of the result of an iterator that does not await. It is settled after as many microtasks as
    // ECMAScript prescribes. When the value is itself a promise, its value is used.
    template <class E>
    static Promise<IteratorResult<T>> later(const IteratorResult<E>& result) {
      using Result = IteratorResult<T>;
      if constexpr (isPromise<E>) {
        if (!result.done) return (*result).then([](T value) { return Result{value, false}; });
        return Promise<>::resolve().then([] { return Result::end(); });
      } else {
        return Promise<>::resolve().then([result] { return result.done ? ended(result) : Result{static_cast<T>(*result), false}; });
      }
    }
    template <class E>
    static IteratorResult<T> ended(const IteratorResult<E>& result) {
      if constexpr (std::same_as<E, T>)
        return result;
      else
        return IteratorResult<T>::end();
    }
    void* value(bool& done) noexcept override { return takeValue(asked, taken, done); }
  };

  WaitingFrame& waiter() noexcept { return *header(); }
  Header* header() noexcept {
    return headerBefore<Header>(std::coroutine_handle<AsyncGeneratorPromise>::from_promise(*this).address());
  }

 private:
  template <class S>
  static AsyncGenerator<T, void, N> eachOf(S source) {
    auto all = asyncIterator(source);
    while (auto each = co_await all.next()) co_yield static_cast<T>(*each);
  }
};

template <class T, class R, class N>
class AsyncGeneratorReturns : public AsyncGeneratorPromise<T, R, N> {
 public:
  template <class V = R>
    requires detail::ConvertsTo<V&&, R>
  void return_value(V&& value) {
    returned_ = Present<T>(T(R(std::forward<V>(value))));
    this->header()->returned = const_cast<T*>(&returned_.ref());
  }

 private:
  Present<T> returned_;
};
template <class T, class N>
class AsyncGeneratorReturns<T, void, N> : public AsyncGeneratorPromise<T, void, N> {
 public:
  void return_void() const noexcept {}
};

}  // namespace detail

template <class T, class R, class N>
class [[nodiscard]] AsyncGenerator {
  static_assert(std::same_as<T, std::decay_t<T>> && !std::is_void_v<T>, "an AsyncGenerator gives values, no references");
  static_assert(std::is_void_v<R> || detail::ConvertsTo<R, T>,
                "what a generator returns is the value of its last result, next().value: it must be convertible to what it "
                "yields; where it is something else, yield a var");
  using Request = detail::AsyncRequestOf<T, N>;

 public:
  using Value = T;
  using NodecppBoxed = AsyncGenerator;

  // Makes an undefined handle. Using it throws the TypeError that Node throws for `undefined`.
  AsyncGenerator() noexcept = default;
  static AsyncGenerator undefined() noexcept { return {}; }
  bool isUndefined() const noexcept { return !header_; }
  // For the runtime: makes the first handle to a generator.
  explicit AsyncGenerator(detail::AsyncGeneratorHeader* header) noexcept : header_(header) { header_->addHandle(); }
  AsyncGenerator(const AsyncGenerator& other) noexcept : header_(other.header_) {
    if (header_) header_->addHandle();
  }
  AsyncGenerator(AsyncGenerator&& other) noexcept : header_(detail::exchange(other.header_, nullptr)) {}
  AsyncGenerator& operator=(AsyncGenerator other) noexcept {
    std::swap(header_, other.header_);
    return *this;
  }
  ~AsyncGenerator() {
    if (header_) header_->dropHandle();
  }

  // Returns a promise of {value, done}. The promise is rejected with what the generator throws, which ends the
  // generator.
  Promise<IteratorResult<T>> next() const { return ask(made(detail::Resumption::next)); }
  template <class V = N>
    requires(!std::is_void_v<N>) && detail::ConvertsTo<V&&, N>
  Promise<IteratorResult<T>> next(V&& value) const {
    auto* request = made(detail::Resumption::next);
    request->sentValue = detail::Present<N>(N(std::forward<V>(value)));
    return ask(request);
  }
  // Ends the generator at its current or next co_yield: its destructors run. Returns a promise of {value, done: true}.
  Promise<IteratorResult<T>> return_() const { return ask(made(detail::Resumption::return_)); }
  template <class V>
    requires detail::ConvertsTo<V&&, T>
  Promise<IteratorResult<T>> return_(V&& value) const {
    auto* request = made(detail::Resumption::return_);
    request->returnValue = detail::Present<T>(T(std::forward<V>(value)));
    return ask(request);
  }
  // Makes the current or next co_yield throw `error`.
  template <class E>
  Promise<IteratorResult<T>> throw_(E&& error) const {
    auto* request = made(detail::Resumption::throw_);
    request->AsyncRequest::error = detail::asException(std::forward<E>(error));
    return ask(request);
  }
  AsyncGenerator symbolAsyncIterator() const { return *this; }

  explicit operator bool() const noexcept { return header_ != nullptr; }
  const void* identity() const noexcept { return header_; }
  friend bool operator==(const AsyncGenerator& a, const AsyncGenerator& b) noexcept { return a.header_ == b.header_; }
  String toString() const { return header_ ? "[object AsyncGenerator]" : "undefined"; }
  friend String str(const AsyncGenerator& generator) { return generator.toString(); }
  template <class Inspector>
  void inspectTo(Inspector& out) const {
    if (!header_) return out.undefined();
    out.text("Object [AsyncGenerator] {}");
  }

  // For the runtime: the frame's header. Throws a TypeError when the handle is undefined.
  detail::AsyncGeneratorHeader* header() const {
    if (NODECPP_FAILS(nullAsyncGenerator, !header_)) [[unlikely]]
      detail::throwUndefined();
    return header_;
  }
  Promise<IteratorResult<T>> ask(Request* request) const {
    auto* state = static_cast<detail::StateOf<IteratorResult<T>>*>(request);
    detail::retain(state);
    Promise<IteratorResult<T>> promise(state);
    if (request->sentValue.has()) request->sent = const_cast<typename Request::Sent*>(&request->sentValue.ref());
    if (request->returnValue.has()) request->given = const_cast<T*>(&request->returnValue.ref());
    header_->ask(request);
    return promise;
  }

 private:
  Request* made(detail::Resumption how) const {
    header();
    return Request::make(how);
  }

  detail::AsyncGeneratorHeader* header_ = nullptr;
};

namespace detail {

template <AsyncIterable S>
auto arrayFromAsync(S source) -> Promise<Array<typename decltype(asyncIterator(source))::Value>> {
  auto all = asyncIterator(source);
  Array<typename decltype(all)::Value> list;
  while (auto each = co_await all.next()) list.push(*each);
  co_return list;
}
template <class S>
  requires(!AsyncIterable<S>)
auto arrayFromAsync(S source) -> Promise<Array<PlainText<Unwrapped<decltype(firstOf(source))>>>> {
  Array<PlainText<Unwrapped<decltype(firstOf(source))>>> list;
  for (auto&& each : source) list.push(co_await each);
  co_return list;
}

}  // namespace detail

template <class S>
auto Array<detail::AnyElement>::fromAsync(S source) {
  return detail::arrayFromAsync(std::move(source));
}

}  // namespace nodecpp

template <class T, class R, class N, class... P>
struct std::coroutine_traits<nodecpp::AsyncGenerator<T, R, N>, P...> {
  using promise_type = nodecpp::detail::CheckedCoroutine<nodecpp::detail::AsyncGeneratorReturns<T, R, N>, P...>;
};
