// The functions that process a Readable's chunks: iterator(), map(), filter() and others, and Readable::from() of a
// sequence.
// https://nodejs.org/docs/latest-v24.x/api/stream.html#readablemapfn-options
#pragma once

#include <nodecpp/concurrency/sequence_functions.h>
#include <nodecpp/concurrency/signal.h>
#include <nodecpp/stream.h>
#include <nodecpp/traits.h>

namespace nodecpp::stream {

namespace detail {

// A Readable that takes the next value of a sequence when it is read.
template <class T>
class SequenceReadableObject final : public ReadableObject {
 public:
  SequenceReadableObject(Sequence<T> sequence, ReadableOptions options)
      : ReadableObject(std::move(options)), sequence_(std::move(sequence)) {}

 protected:
  void _read(double) override {
    if (!nodecpp::detail::exchange(pulling_, true)) pull();
  }
  void _destroy(Error error, Callback callback) override {
    sequence_.close().then([=] { callback(error); }, [=](Error thrown) { callback(thrown ? thrown : error); });
  }

 private:
  // Pushes values until the stream has enough. An exception of the sequence becomes the stream's error.
  Promise<> pull() {
    try {
      while (auto value = co_await sequence_.next()) {
        if (push(Chunk(std::move(*value)))) continue;
        pulling_ = false;
        co_return;
      }
      push(nullptr);
    } catch (...) {
      destroy(nodecpp::detail::errorFrom(std::current_exception()));
    }
  }

  Sequence<T> sequence_;
  bool pulling_ = false;
};

// The type of the result of a program's function for a chunk; the function may take the chunk in any form.
template <class F>
using ResultOf = std::invoke_result_t<F&, Chunk>;

template <class F>
Sequence<Chunk> filtered(Sequence<Chunk> chunks, F f, const OperatorOptions& options) {
  if (options.concurrency > 1) return chunks.par(std::size_t(options.concurrency)).filter(std::move(f));
  return chunks.filter(std::move(f));
}
template <class F>
auto mapped(Sequence<Chunk> chunks, F f, const OperatorOptions& options) {
  if constexpr (requires { chunks.par(1).map(std::move(f)); })
    return options.concurrency > 1 ? chunks.par(std::size_t(options.concurrency)).map(std::move(f))
                                   : chunks.map(std::move(f));
}

// Returns the elements of each value as chunks, where a value is a range, a sequence or a stream.
template <class T>
Sequence<Chunk> flattened(Sequence<T> values) {
  while (auto value = co_await values.next()) {
    if constexpr (requires { value->next().await_ready(); }) {
      while (auto inner = co_await value->next()) co_yield Chunk(std::move(*inner));
    } else if constexpr (nodecpp::detail::DerivedFrom<T, Chunk> || nodecpp::detail::StringLike<const T&>) {
      co_yield Chunk(std::move(*value));
    } else if constexpr (requires { (*value)->next(); }) {
      while (auto inner = co_await (*value)->next()) co_yield std::move(inner);
    } else {
      for (auto&& inner : *value) co_yield Chunk(inner);
    }
  }
}
Sequence<Chunk> dropped(Sequence<Chunk> chunks, std::size_t count);
// Throws ERR_OUT_OF_RANGE for a negative count and for NaN.
std::size_t checkedCount(double count);
void checkOptions(const OperatorOptions& options);

template <class T>
Promise<T> startUnder(const AbortSignal& signal, Function<Promise<T>()> start) {
  if (!signal) return start();
  return untilAborted(signal, std::move(start)).catch_([signal](std::exception_ptr thrown) -> T {
    if (signal->aborted() && nodecpp::detail::errorFrom(thrown) == signal->reason())
      throw AbortError("The operation was aborted", signal->reason());
    std::rethrow_exception(thrown);
  });
}

inline Promise<Chunk> firstOf(let<Sequence<Chunk>> chunks) {
  auto first = co_await chunks.ref().next();
  co_return first ? std::move(*first) : Chunk();
}
inline Promise<Chunk> first(Sequence<Chunk> chunks, const AbortSignal& signal) {
  let<Sequence<Chunk>> kept(std::move(chunks));
  return startUnder<Chunk>(signal, [kept] {
    return nodecpp::detail::consume(std::move(kept.ref()), [](let<Sequence<Chunk>> all) { return firstOf(all); });
  });
}

template <class T>
Promise<Array<T>> listOf(let<Sequence<Chunk>> chunks) {
  Array<T> all;
  while (auto chunk = co_await chunks.ref().next()) all.push(chunk->template as<T>());
  co_return all;
}

// Returns a function that tells whether f(chunk) is false.
template <class F>
auto negated(F f) {
  return [f = std::move(f)](Chunk chunk) mutable {
    if constexpr (nodecpp::detail::mustAwait<ResultOf<F>>)
      return f(std::move(chunk)).then([](bool result) { return !result; });
    else
      return !f(std::move(chunk));
  };
}

}  // namespace detail

namespace detail {
// Gives the values of an async generator. The end of the sequence gives up this reference to it.
template <class T, class R, class N>
Sequence<T> sequenceOf(AsyncGenerator<T, R, N> generator) {
  while (auto next = co_await generator.next()) co_yield *next;
}
}  // namespace detail

template <class T, class R, class N>
Readable ReadableObject::from(AsyncGenerator<T, R, N> generator, ReadableOptions options) {
  return from(detail::sequenceOf(std::move(generator)), std::move(options));
}
template <class T>
Readable ReadableObject::from(Sequence<T> sequence, ReadableOptions options) {
  options.objectMode = true;
  if (!options.highWaterMark.given) options.highWaterMark = 1;
  return make<detail::SequenceReadableObject<T>>(std::move(sequence), std::move(options));
}

template <class F>
Readable ReadableObject::map(F f, OperatorOptions options) {
  detail::checkOptions(options);
  return from(detail::mapped(iterator(), std::move(f), options), {.signal = options.signal});
}
template <class F>
Readable ReadableObject::filter(F f, OperatorOptions options) {
  detail::checkOptions(options);
  return from(detail::filtered(iterator(), std::move(f), options), {.signal = options.signal});
}
template <class F>
Readable ReadableObject::flatMap(F f, OperatorOptions options) {
  detail::checkOptions(options);
  return from(detail::flattened(detail::mapped(iterator(), std::move(f), options)), {.signal = options.signal});
}
inline Readable ReadableObject::take(double count, OperatorOptions options) {
  return from(iterator().take(detail::checkedCount(count)), {.signal = options.signal});
}
inline Readable ReadableObject::drop(double count, OperatorOptions options) {
  return from(detail::dropped(iterator(), detail::checkedCount(count)), {.signal = options.signal});
}
template <class F>
Promise<> ReadableObject::forEach(F f, OperatorOptions options) {
  detail::checkOptions(options);
  let<Sequence<Chunk>> chunks(iterator());
  return detail::startUnder<void>(options.signal, [chunks, f = std::move(f), options] {
    if (options.concurrency > 1) return chunks.ref().par(std::size_t(options.concurrency)).each(f);
    return chunks.ref().each(f);
  });
}
template <class F>
Promise<bool> ReadableObject::some(F f, OperatorOptions options) {
  detail::checkOptions(options);
  return detail::first(detail::filtered(iterator(), std::move(f), options), options.signal).then([](Chunk found) {
    return bool(found);
  });
}
template <class F>
Promise<bool> ReadableObject::every(F f, OperatorOptions options) {
  return some(detail::negated(std::move(f)), options).then([](bool found) { return !found; });
}
template <class F>
Promise<Chunk> ReadableObject::find(F f, OperatorOptions options) {
  detail::checkOptions(options);
  return detail::first(detail::filtered(iterator(), std::move(f), options), options.signal);
}
template <class T>
Promise<Array<T>> ReadableObject::toArray(OperatorOptions options) {
  let<Sequence<Chunk>> chunks(iterator());
  return detail::startUnder<Array<T>>(options.signal, [chunks] {
    return nodecpp::detail::consume(std::move(chunks.ref()), [](let<Sequence<Chunk>> all) { return detail::listOf<T>(all); });
  });
}
template <class F, class T>
Promise<T> ReadableObject::reduce(F f, T initial, OperatorOptions options) {
  let<Sequence<Chunk>> chunks(iterator());
  return detail::startUnder<T>(options.signal, [chunks, f = std::move(f), initial = std::move(initial)] {
    return chunks.ref().reduce(initial, f);
  });
}

}  // namespace nodecpp::stream
