// Implements the functions that make a new sequence from a Sequence. Programs use nodecpp/concurrency.h.
#pragma once

#include <nodecpp/concurrency/guarded.h>
#include <nodecpp/concurrency/nursery.h>
#include <nodecpp/concurrency/queue.h>
#include <nodecpp/concurrency/semaphore.h>
#include <nodecpp/concurrency/sequence.h>
#include <nodecpp/let.h>
#include <nodecpp/traits.h>

namespace nodecpp {

template <class T, class R, class N>
class AsyncGenerator;

namespace detail {

// Tells whether the result R of a stage's function has to be awaited.
template <class R>
inline constexpr bool mustAwait = isPromise<std::decay_t<R>> || Awaitable<R>;
template <class F, class... A>
using StageValue = typename StartedOf<std::invoke_result_t<F&, A...>>::type;

template <class T, class F, class U = StageValue<F, T&&>>
Sequence<U> mapped(Sequence<T> from, F f) {
  auto owned = co_await Own(from);
  while (auto value = co_await from.next()) {
    if constexpr (mustAwait<std::invoke_result_t<F&, T&&>>)
      co_yield co_await f(std::move(*value));
    else
      co_yield f(std::move(*value));
  }
}

template <class T, class F>
Sequence<T> filtered(Sequence<T> from, F f, bool untilFirst) {
  auto owned = co_await Own(from);
  while (auto value = co_await from.next()) {
    bool keep = false;
    if constexpr (mustAwait<std::invoke_result_t<F&, const T&>>)
      keep = co_await f(std::as_const(*value));
    else
      keep = f(std::as_const(*value));
    if (keep) {
      co_yield std::move(*value);
    } else if (untilFirst) {
      co_await from.close();
      co_return;
    }
  }
}

template <class T>
Sequence<T> taken(Sequence<T> from, std::size_t count) {
  auto owned = co_await Own(from);
  for (std::size_t i = 0; i < count; ++i) {
    auto value = co_await from.next();
    if (!value) co_return;
    co_yield std::move(*value);
  }
  co_await from.close();
}

template <class A, class T, class F>
Sequence<A> scanned(Sequence<T> from, A sum, F f) {
  auto owned = co_await Own(from);
  while (auto value = co_await from.next()) {
    if constexpr (mustAwait<std::invoke_result_t<F&, A, T&&>>)
      sum = co_await f(std::move(sum), std::move(*value));
    else
      sum = f(std::move(sum), std::move(*value));
    co_yield std::as_const(sum);
  }
}

template <class T, class U>
Sequence<std::pair<T, U>> zipped(Sequence<T> from, Sequence<U> other) {
  auto owned = co_await Own(from);
  auto ownedToo = co_await Own(other);
  while (auto value = co_await from.next()) {
    auto second = co_await other.next();
    if (!second) {
      co_await from.close();
      co_return;
    }
    co_yield std::pair<T, U>(std::move(*value), std::move(*second));
  }
  co_await other.close();
}

template <class T>
Sequence<Array<T>> batched(Sequence<T> from, std::size_t size) {
  auto owned = co_await Own(from);
  Array<T> batch;
  while (auto value = co_await from.next()) {
    batch.push(std::move(*value));
    if (batch.size() >= size) co_yield detail::exchange(batch, {});
  }
  if (!batch.empty()) co_yield std::move(batch);
}

// The values that were computed ahead of a stage, and the state of the function that computes them. `places` limits
// their number. The place of a value is free again when the stage has passed the value on.
template <class T>
struct Prefetched {
  struct Slot {
    Permit place;
    std::optional<T> value;
  };
  std::deque<let<Slot>> slots;
  Semaphore places;
  Condition changed;
  bool over = false;
  std::exception_ptr error;
  explicit Prefetched(std::size_t count) : places(count) {}
};

template <class T, class F>
Promise<> prefetch(let<Prefetched<T>> ahead, F f) {
  try {
    co_await f();
  } catch (...) {
    ahead->error = caught();
  }
  ahead->over = true;
  ahead->changed.notifyAll();
}

// Gives the values in the order of their slots. `f` runs beside the sequence and fills the slots.
template <class T, class F>
Sequence<T> drained(let<Prefetched<T>> ahead, F f) {
  Promise<> engine = prefetch(ahead, std::move(f));
  auto owned = co_await Own(engine);
  for (;;) {
    if (!ahead->error && !ahead->slots.empty() && ahead->slots.front()->value) {
      auto slot = ahead->slots.front();
      ahead->slots.pop_front();
      co_yield std::move(*slot->value);
    } else if (ahead->over) {
      if (ahead->error) std::rethrow_exception(ahead->error);
      co_return;
    } else {
      co_await ahead->changed.wait();
    }
  }
}

template <class T>
Sequence<T> buffered(Sequence<T> from, std::size_t count) {
  let<Prefetched<T>> ahead(count);
  let<Sequence<T>> source(std::move(from));
  return drained<T>(ahead, [=] {
    return guarded([=](this auto) -> Promise<> {
             for (;;) {
               let<typename Prefetched<T>::Slot> slot;
               slot->place = co_await ahead->places.acquire();
               slot->value = co_await source.ref().next();
               if (!slot->value) co_return;
               ahead->slots.push_back(slot);
               ahead->changed.notifyAll();
             }
           })
        .finally_([=] { return source.ref().close(); });
  });
}

template <class T, class F, class U = StageValue<F, T&&>>
Sequence<U> mappedInParallel(Sequence<T> from, std::size_t count, F f) {
  let<Prefetched<U>> ahead(count);
  let<Sequence<T>> source(std::move(from));
  let<F> function(std::move(f));
  auto one = [=](this auto, let<typename Prefetched<U>::Slot> slot, T value) -> Promise<> {
    if constexpr (mustAwait<std::invoke_result_t<F&, T&&>>)
      slot->value.emplace(co_await function.ref()(std::move(value)));
    else
      slot->value.emplace(function.ref()(std::move(value)));
    ahead->changed.notifyAll();
    co_return;
  };
  return drained<U>(ahead, [=] {
    return guarded([=] {
             return nursery([=](this auto, Nursery running) -> Promise<> {
               for (;;) {
                 let<typename Prefetched<U>::Slot> slot;
                 slot->place = co_await ahead->places.acquire();
                 auto value = co_await source.ref().next();
                 if (!value) co_return;
                 ahead->slots.push_back(slot);
                 running.spawn([&] { return one(slot, std::move(*value)); });
               }
             });
           })
        .finally_([=] { return source.ref().close(); });
  });
}

// Tells whether `each` goes on after its function returned `result`.
template <class R>
bool continues(const R& result) {
  if constexpr (std::same_as<R, Each>)
    return result == Each::proceed;
  else
    return true;
}

template <class T, class F>
Promise<> eachOf(let<Sequence<T>> source, let<F> f) {
  using R = std::invoke_result_t<F&, T&&>;
  while (auto value = co_await source.ref().next()) {
    if constexpr (mustAwait<R>) {
      if constexpr (std::is_void_v<typename StartedOf<R>::type>) {
        co_await f.ref()(std::move(*value));
      } else {
        if (!continues(co_await f.ref()(std::move(*value)))) co_return;
      }
    } else if constexpr (std::is_void_v<R>) {
      f.ref()(std::move(*value));
    } else {
      if (!continues(f.ref()(std::move(*value)))) co_return;
    }
  }
}

template <class T, class F>
Promise<> eachInParallel(let<Sequence<T>> source, std::size_t count, let<F> f) {
  Semaphore places(count);
  auto one = [=](this auto, Nursery running, [[maybe_unused]] Permit place, T value) -> Promise<> {
    using R = std::invoke_result_t<F&, T&&>;
    if constexpr (mustAwait<R>) {
      if constexpr (std::is_void_v<typename StartedOf<R>::type>) {
        co_await f.ref()(std::move(value));
      } else {
        if (!continues(co_await f.ref()(std::move(value)))) running.exit();
      }
    } else if constexpr (std::is_void_v<R>) {
      f.ref()(std::move(value));
    } else {
      if (!continues(f.ref()(std::move(value)))) running.exit();
    }
    co_return;
  };
  return nursery([=](this auto, Nursery running) -> Promise<> {
    for (;;) {
      auto place = co_await places.acquire();
      auto value = co_await source.ref().next();
      if (!value) co_return;
      running.spawn([&] { return one(running, std::move(place), std::move(*value)); });
    }
  });
}

template <class A, class T, class F>
Promise<A> reduceOf(let<Sequence<T>> source, A sum, let<F> f) {
  while (auto value = co_await source.ref().next()) {
    if constexpr (mustAwait<std::invoke_result_t<F&, A, T&&>>)
      sum = co_await f.ref()(std::move(sum), std::move(*value));
    else
      sum = f.ref()(std::move(sum), std::move(*value));
  }
  co_return std::move(sum);
}

// Runs `work(source)` and then closes the source, whether `work` has ended with a value, an error or by retraction.
template <class T, class W>
auto consume(Sequence<T> sequence, W work) {
  let<Sequence<T>> source(std::move(sequence));
  return guarded([=]() mutable { return work(source); }).finally_([=] { return source.ref().close(); }).promise();
}

template <class T>
Sequence<T> valuesOf(Array<T> values) {
  for (T value : values) co_yield std::move(value);
}
template <class T>
Sequence<T> valuesOfChannel(Channel<T> channel) {
  while (auto value = co_await channel.next()) co_yield std::move(*value);
}
template <class T, class R, class N>
Sequence<T> valuesOfGenerator(AsyncGenerator<T, R, N> generator) {
  while (auto value = co_await generator.next()) co_yield *value;
}

}  // namespace detail

// sequence() makes a Sequence of the values of an async generator, of the elements of a list, or of the values of a
// channel until it is closed.
template <class T, class R, class N>
Sequence<T> sequence(AsyncGenerator<T, R, N> generator) {
  return detail::valuesOfGenerator(std::move(generator));
}
template <class T>
Sequence<T> sequence(Array<T> values) {
  return detail::valuesOf(std::move(values));
}
template <class T>
Sequence<T> sequence(Channel<T> channel) {
  return detail::valuesOfChannel(std::move(channel));
}

template <class T>
template <class F>
auto Sequence<T>::map(F f) {
  return detail::mapped(std::move(*this), std::move(f));
}
template <class T>
template <class F>
Sequence<T> Sequence<T>::filter(F f) {
  return detail::filtered(std::move(*this), std::move(f), false);
}
template <class T>
template <class F>
Sequence<T> Sequence<T>::takeWhile(F f) {
  return detail::filtered(std::move(*this), std::move(f), true);
}
template <class T>
Sequence<T> Sequence<T>::take(std::size_t count) {
  return detail::taken(std::move(*this), count);
}
template <class T>
template <class A, class F>
Sequence<A> Sequence<T>::scan(A initial, F f) {
  return detail::scanned(std::move(*this), std::move(initial), std::move(f));
}
template <class T>
template <class U>
Sequence<std::pair<T, U>> Sequence<T>::zip(Sequence<U> other) {
  return detail::zipped(std::move(*this), std::move(other));
}
template <class T>
Sequence<Array<T>> Sequence<T>::batch(std::size_t size) {
  return detail::batched(std::move(*this), size);
}
template <class T>
Sequence<T> Sequence<T>::buffer(std::size_t count) {
  return detail::buffered(std::move(*this), count);
}
template <class T>
template <class F>
Promise<> Sequence<T>::each(F f) {
  return detail::consume(std::move(*this), [f = let<F>(std::move(f))](const let<Sequence<T>>& source) {
    return detail::eachOf<T, F>(source, f);
  });
}
template <class T>
template <class A, class F>
Promise<A> Sequence<T>::reduce(A initial, F f) {
  return detail::consume(std::move(*this), [initial, f = let<F>(std::move(f))](const let<Sequence<T>>& source) {
    return detail::reduceOf<A, T, F>(source, initial, f);
  });
}
template <class T>
Promise<Array<T>> Sequence<T>::toArray() {
  return reduce(Array<T>(), [](Array<T> all, T value) {
    all.push(std::move(value));
    return all;
  });
}

// The result of Sequence::par(). Its functions work on up to `count` values at a time. An error, or Each::stop,
// retracts the calls that still run.
template <class T>
class [[nodiscard]] Parallel {
 public:
  Parallel(Sequence<T> of, std::size_t count) : of_(std::move(of)), count_(count == 0 ? 1 : count) {}

  // map gives the results of f(value), and filter gives the values for which f(value) is true. Both keep the order of
  // the sequence.
  template <class F>
  auto map(F f) {
    return detail::mappedInParallel(std::move(of_), count_, std::move(f));
  }
  template <class F>
  Sequence<T> filter(F f) {
    auto kept = [f = let<F>(std::move(f))](this auto, T value) -> Promise<std::optional<T>> {
      bool keep = false;
      if constexpr (detail::mustAwait<std::invoke_result_t<F&, const T&>>)
        keep = co_await f.ref()(std::as_const(value));
      else
        keep = f.ref()(std::as_const(value));
      co_return keep ? std::optional<T>(std::move(value)) : std::optional<T>();
    };
    return map(std::move(kept))
        .filter([](const std::optional<T>& value) { return value.has_value(); })
        .map([](std::optional<T> value) { return std::move(*value); });
  }
  // Calls f(value) for each value. The returned promise is fulfilled when all calls have ended, or when one of them has
  // returned Each::stop and the others were retracted.
  template <class F>
  Promise<> each(F f) {
    return detail::consume(std::move(of_), [count = count_, f = let<F>(std::move(f))](const let<Sequence<T>>& source) {
      return detail::eachInParallel<T, F>(source, count, f);
    });
  }

 private:
  Sequence<T> of_;
  std::size_t count_;
};

template <class T>
Parallel<T> Sequence<T>::par(std::size_t count) {
  return Parallel<T>(std::move(*this), count);
}

}  // namespace nodecpp
