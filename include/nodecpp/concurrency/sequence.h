// Sequence<T>: asynchronous generators, and sequences made of others. Programs use nodecpp/concurrency.h.
#pragma once

#include <nodecpp/concurrency/scope.h>
#include <nodecpp/concurrency/sleep.h>

namespace nodecpp {

template <class T>
class Sequence;
template <class T>
class Parallel;

// What the function of `each` may return: whether to go on.
enum class Each : unsigned char { proceed, stop };

namespace detail {

struct OwnedBySequence;

// In front of the generator's frame. The state stands for the generator: it stays pending, and who pulls is in its
// list. A frame that waits to be pulled is `on` leafState.
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
  // Lets who pulls go on.
  std::coroutine_handle<> handOver() noexcept;
  std::coroutine_handle<> finish() noexcept;
  std::coroutine_handle<> pull(WaitingFrame* waiter);
  // Whether it has no value any more: it has returned or thrown, or was retracted.
  bool isOver() const noexcept { return !frame; }
  std::exception_ptr takeThrown() noexcept { return std::exchange(thrown, nullptr); }

 private:
  static PromiseState* retractSequence(PromiseState* state) noexcept;
  static void ended(void* reaction);
  bool retractOwned() noexcept;
};
struct alignas(16) SequenceHeader : SequenceBase {
  using SequenceBase::SequenceBase;
};

// What a stage works with, and holds by itself: ended before the stage's frame is, when it is retracted.
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
// auto owned = co_await Own(state);
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
  static void operator delete(void* frame, std::size_t) noexcept { dropSettler(inFrontOf<SequenceHeader>(frame)); }

  Sequence<T> get_return_object() noexcept {
    SequenceHeader* own = header();
    own->frame = std::coroutine_handle<SequencePromise>::from_promise(*this);
    own->own = own;
    own->on = &leafState;
    detail::countHolder(own->refs);
    return Sequence<T>(own);
  }
  std::suspend_always initial_suspend() const noexcept { return {}; }

  // A value in the frame, which is taken from there.
  struct Yield {
    SequenceHeader* own;
    void* value;
    bool await_ready() const noexcept { return false; }
    std::coroutine_handle<> await_suspend(std::coroutine_handle<>) noexcept {
      own->yielded = value;
      return own->handOver();
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
    return inFrontOf<SequenceHeader>(std::coroutine_handle<SequencePromise>::from_promise(*this).address());
  }
};

// co_await sequence.next(): resumes the generator at once, without a microtask.
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

// A coroutine that returns a Sequence<T> may `co_yield` values and `co_await` what a Promise's may. It begins when the
// first value is asked for, and goes on only while one is. Values are pulled by one at a time:
//
//   Sequence<int> numbers() {                          async function* numbers() {
//     for (int i = 0;; i++) co_yield i;                  for (let i = 0;; i++) yield i;
//   }                                                  }
//   while (auto value = co_await sequence.next()) …    for await (const value of sequence) …
//
// A Sequence owns its generator, which ends with it. The functions that make another of it take it over.
template <class T>
class [[nodiscard]] Sequence {
 public:
  using Value = T;

  Sequence() noexcept = default;
  // Takes over a reference. For the runtime.
  explicit Sequence(detail::SequenceHeader* header) noexcept : header_(header) {}
  Sequence(Sequence&& other) noexcept : header_(std::exchange(other.header_, nullptr)) {}
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

  // The next value; nothing when there are no more. Throws what the generator threw.
  detail::Pull<T> next() const { return detail::Pull<T>(state()); }
  // Ends it early. Fulfilled when its clean-up is over.
  Promise<> close() const { return detail::startRetract(state()); }

  // f(value), which may be awaited.
  template <class F>
  auto map(F f);
  // Those for which f(value) is true.
  template <class F>
  Sequence filter(F f);
  // The first `count`.
  Sequence take(std::size_t count);
  // Those before the first for which f(value) is false.
  template <class F>
  Sequence takeWhile(F f);
  // f(f(initial, first), second), …: each on the way.
  template <class A, class F>
  Sequence<A> scan(A initial, F f);
  // Pairs, until one of the two ends.
  template <class U>
  Sequence<std::pair<T, U>> zip(Sequence<U> other);
  // `size` values at a time; fewer at the end.
  Sequence<Array<T>> batch(std::size_t size);
  // Runs ahead by up to `count` values.
  Sequence buffer(std::size_t count);
  // map, filter and each of what this returns work on up to `count` values at a time.
  Parallel<T> par(std::size_t count);

  // Calls f(value) for each, one after the other. It may return `stop`, which ends the sequence.
  template <class F>
  Promise<> each(F f);
  template <class A, class F>
  Promise<A> reduce(A initial, F f);
  Promise<Array<T>> toArray();

  // For the runtime.
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
