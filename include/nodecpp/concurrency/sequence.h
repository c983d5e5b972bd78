// Sequence<T>: asynchronous generators, and sequences that are made from other sequences. Programs use
// nodecpp/concurrency.h.
#pragma once

#include <nodecpp/concurrency/scope.h>
#include <nodecpp/concurrency/sleep.h>
#include <nodecpp/traits.h>

namespace nodecpp {

template <class T>
class Sequence;
template <class T>
class Parallel;

// The result of a function that was passed to Sequence::each: whether to go on with the next value.
enum class Each : unsigned char { proceed, stop };

namespace detail {

struct OwnedBySequence;

// The header in front of a generator's frame. Its PromiseState stands for the generator and stays pending. The consumer
// that waits for a value is in the state's list. While the generator waits until it is pulled, it is `on` leafState.
struct SequenceBase : PromiseState, WaitingFrame {
  void* yielded = nullptr;
  std::exception_ptr thrown;
  OwnedBySequence* owned = nullptr;
  struct Ending : Watcher {
    SequenceBase* of = nullptr;
    bool pending = false;
    Ending() noexcept;
  } ending;

  explicit SequenceBase(std::uint32_t bytes) noexcept;
  ~SequenceBase() {}
  // Suspends the generator and returns the frame of the consumer, which goes on with the value.
  std::coroutine_handle<> transferToConsumer() noexcept;
  std::coroutine_handle<> finish() noexcept;
  std::coroutine_handle<> pull(WaitingFrame* waiter);
  // Tells whether the generator gives no more values, because it has returned, thrown or was retracted.
  bool isOver() const noexcept { return !frame; }
  std::exception_ptr takeThrown() noexcept { return detail::exchange(thrown, nullptr); }

 private:
  static PromiseState* retractSequence(PromiseState* state) noexcept;
  static void ended(void* reaction);
  bool retractOwned() noexcept;
};
struct alignas(16) SequenceHeader : SequenceBase {
  using SequenceBase::SequenceBase;
};

// A stage is a sequence that is made from another. This object names a state that a stage uses and alone holds. When
// the stage is retracted, that state is ended before the stage's frame is.
struct OwnedBySequence {
  SequenceBase* by;
  PromiseState* state;
  OwnedBySequence* below;
  OwnedBySequence(SequenceBase* by, PromiseState* state) noexcept : by(by), state(state), below(by->owned) {
    by->owned = this;
  }
  OwnedBySequence(const OwnedBySequence&) = delete;
  ~OwnedBySequence() {
    OwnedBySequence** at = &by->owned;
    while (*at != this) at = &(*at)->below;
    *at = below;
  }
};
// Registers a state with the stage that awaits this object.
//   auto owned = co_await Own(state);
struct Own {
  PromiseState* state;
  SequenceBase* by = nullptr;
  template <class T>
  explicit Own(const T& of) noexcept : state(of.state()) {}
  bool await_ready() const noexcept { return false; }
  template <class P>
  bool await_suspend(std::coroutine_handle<P> handle) noexcept {
    by = handle.promise().header();
    return false;
  }
  OwnedBySequence await_resume() const noexcept { return OwnedBySequence(by, state); }
};

template <class T>
class SequencePromise : public Awaiting {
 public:
  static void* operator new(std::size_t bytes) {
    return headerOfNewFrame<SequenceHeader>(bytes) + 1;
  }
  static void operator delete(void* frame, std::size_t) noexcept { dropSettler(headerBefore<SequenceHeader>(frame)); }

  Sequence<T> get_return_object() noexcept {
    SequenceHeader* own = header();
    own->frame = std::coroutine_handle<SequencePromise>::from_promise(*this);
    own->own = own;
    own->on = &leafState;
    detail::countHolder(own->refs);
    return Sequence<T>(own);
  }
  std::suspend_always initial_suspend() const noexcept { return {}; }

  // The consumer takes the value out of the generator's frame, which is suspended meanwhile.
  struct Yield {
    SequenceHeader* own;
    void* value;
    bool await_ready() const noexcept { return false; }
    std::coroutine_handle<> await_suspend(std::coroutine_handle<>) noexcept {
      own->yielded = value;
      return own->transferToConsumer();
    }
    void await_resume() const noexcept {}
  };
  struct YieldCopy : Yield {
    T copy;
    YieldCopy(SequenceHeader* own, const T& value) : Yield{own, nullptr}, copy(value) { this->value = &copy; }
  };
  Yield yield_value(T&& value) noexcept { return {header(), &value}; }
  YieldCopy yield_value(const T& value)
    requires std::is_copy_constructible_v<T>
  {
    return {header(), value};
  }

  struct Final {
    bool await_ready() const noexcept { return false; }
    template <class P>
    std::coroutine_handle<> await_suspend(std::coroutine_handle<P> handle) noexcept {
      return handle.promise().header()->finish();
    }
    void await_resume() const noexcept {}
  };
  Final final_suspend() const noexcept { return {}; }
  void return_void() const noexcept {}
  void unhandled_exception() {
    if (!header()->frame) destructorThrew();
    header()->thrown = caught();
  }

  WaitingFrame& waiter() noexcept { return *header(); }
  SequenceHeader* header() noexcept {
    return headerBefore<SequenceHeader>(std::coroutine_handle<SequencePromise>::from_promise(*this).address());
  }
};

// The awaiter of sequence.next(). It resumes the generator at once, without a microtask.
template <class T>
class [[nodiscard]] Pull {
 public:
  explicit Pull(SequenceHeader* of) noexcept : of_(of) {}
  bool await_ready() const noexcept { return of_->isOver(); }
  template <class P>
  std::coroutine_handle<> await_suspend(std::coroutine_handle<P> handle) {
    return of_->pull(&handle.promise().waiter());
  }
  std::optional<T> await_resume() {
    if (!of_->isOver()) return std::optional<T>(std::move(*static_cast<T*>(of_->yielded)));
    if (std::exception_ptr thrown = of_->takeThrown()) std::rethrow_exception(thrown);
    if (of_->outcome == Outcome::rejected) std::rethrow_exception(of_->error);
    return std::nullopt;
  }

 private:
  SequenceHeader* of_;
};

}  // namespace detail

// A coroutine that returns a Sequence<T> may `co_yield` values, and may `co_await` what other coroutines may. It begins
// when its first value is asked for, and runs only while a value is asked for. Only one next() may wait at a time.
//
//   Sequence<int> numbers() {                          async function* numbers() {
//     for (int i = 0;; i++) co_yield i;                  for (let i = 0;; i++) yield i;
//   }                                                  }
//   while (auto value = co_await sequence.next()) …    for await (const value of sequence) …
//
// A Sequence owns its generator, and destroying the Sequence ends the generator. The functions that make another
// sequence from it take its generator over, and leave it empty.
template <class T>
class [[nodiscard]] Sequence {
 public:
  using Value = T;

  // An empty sequence, which has no generator. Its functions throw a TypeError.
  Sequence() noexcept = default;
  // For the runtime: takes ownership of one reference to the header.
  explicit Sequence(detail::SequenceHeader* header) noexcept : header_(header) {}
  Sequence(Sequence&& other) noexcept : header_(detail::exchange(other.header_, nullptr)) {}
  Sequence& operator=(Sequence&& other) noexcept {
    Sequence taken(std::move(other));
    std::swap(header_, taken.header_);
    return *this;
  }
  ~Sequence() {
    if (!header_) return;
    detail::retract(header_);
    detail::release(static_cast<detail::PromiseState*>(header_));
  }

  // `co_await sequence.next()` gives a std::optional with the next value, which is empty at the end. Throws what the
  // generator threw.
  detail::Pull<T> next() const { return detail::Pull<T>(state()); }
  // Ends the generator early. The returned promise is fulfilled when its clean-up has ended.
  Promise<> close() const { return detail::startRetract(state()); }

  // Returns the sequence of f(value) for each value. `f` may be a coroutine or return a promise, here and in the
  // functions below.
  template <class F>
  auto map(F f);
  // Returns the sequence of the values for which f(value) is true.
  template <class F>
  Sequence filter(F f);
  // Returns the sequence of the first `count` values.
  Sequence take(std::size_t count);
  // Returns the sequence of the values before the first one for which f(value) is false.
  template <class F>
  Sequence takeWhile(F f);
  // The sequence of f(initial, first), f(f(initial, first), second) and so on: all intermediate results of a reduction.
  template <class A, class F>
  Sequence<A> scan(A initial, F f);
  // The sequence of pairs of a value from each. Ends when one of the two sequences ends.
  template <class U>
  Sequence<std::pair<T, U>> zip(Sequence<U> other);
  // The sequence of Arrays of `size` values each. The last Array may be shorter.
  Sequence<Array<T>> batch(std::size_t size);
  // Returns the sequence of the same values. Up to `count` of them are computed before they are asked for.
  Sequence buffer(std::size_t count);
  // The functions map, filter and each of the returned object work on up to `count` values at a time.
  Parallel<T> par(std::size_t count);

  // Calls f(value) for each value, one after the other. `f` may return Each::stop, which ends the sequence early. The
  // returned promise is fulfilled when the generator has ended, and rejected with what `f` or the generator throws.
  template <class F>
  Promise<> each(F f);
  // Gives f(f(initial, first), second) and so on: the last result of `f`, or `initial` when the sequence has no values.
  template <class A, class F>
  Promise<A> reduce(A initial, F f);
  // Collects all values in an Array.
  Promise<Array<T>> toArray();

  // For the runtime: the header of the generator. Throws a TypeError when the sequence is empty.
  detail::SequenceHeader* state() const {
    if (NODECPP_FAILS(nullSequence, !header_)) [[unlikely]]
      detail::throwUndefined();
    return header_;
  }

 private:
  detail::SequenceHeader* header_ = nullptr;
};

}  // namespace nodecpp

template <class T, class... P>
struct std::coroutine_traits<nodecpp::Sequence<T>, P...> {
  using promise_type = nodecpp::detail::CheckedCoroutine<nodecpp::detail::SequencePromise<T>, P...>;
};
