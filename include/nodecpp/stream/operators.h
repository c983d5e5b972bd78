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

// The values of a sequence, a generator or a list as chunks. They, the end and an error come as many microtasks later as
// those of an async generator do in JavaScript: a value is awaited, and so is the promise of it.
Sequence<Chunk> paced(Sequence<Chunk> chunks);
template <class T>
Sequence<Chunk> chunksFrom(Sequence<T> values) {
  if constexpr (std::same_as<T, Chunk>)
    return paced(std::move(values));
  else
    return paced(values.map([](T value) { return Chunk(std::move(value)); }));
}
template <class T, class R, class N>
Sequence<Chunk> chunksFrom(AsyncGenerator<T, R, N> generator) {
  // A generator that the program holds, too, ends when no more of its values are needed.
  struct Leaving {
    AsyncGenerator<T, R, N> all;
    ~Leaving() { all.return_().then(nullptr, [](const std::exception_ptr&) {}); }
  } leaving{std::move(generator)};
  while (auto next = co_await leaving.all.next()) co_yield Chunk(*next);
}
template <class S>
Sequence<Chunk> chunksFrom(S iterable) {
  for (auto&& value : iterable) {
    if constexpr (nodecpp::detail::isPromise<std::decay_t<decltype(value)>>) {
      co_yield Chunk(co_await value);
    } else {
      for (int i = 0; i < 2; ++i) co_await undefined;
      co_yield Chunk(value);
    }
  }
  for (int i = 0; i < 2; ++i) co_await undefined;
}

// A Readable that takes the next chunk when it is read.
Readable readableFrom(Sequence<Chunk> chunks, ReadableOptions options);

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

Promise<Chunk> first(Sequence<Chunk> chunks, const AbortSignal& signal);

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

template <class T, class R, class N>
Readable ReadableObject::from(AsyncGenerator<T, R, N> generator, ReadableOptions options) {
  return detail::readableFrom(detail::chunksFrom(std::move(generator)), std::move(options));
}
template <class T>
Readable ReadableObject::from(Sequence<T> sequence, ReadableOptions options) {
  return detail::readableFrom(detail::chunksFrom(std::move(sequence)), std::move(options));
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
