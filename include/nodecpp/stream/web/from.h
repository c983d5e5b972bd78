// ReadableStream.from: web streams of values that come one after the other. Programs include nodecpp/stream/web.h.
// https://nodejs.org/docs/latest-v24.x/api/webstreams.html#readablestreamfromiterable
#pragma once

#include <nodecpp/array.h>
#include <nodecpp/async_generator.h>
#include <nodecpp/let.h>
#include <nodecpp/stream/web/readable.h>

namespace nodecpp::stream::web {

namespace detail {

// A value, or the promise of one, or the end.
struct FromStep {
  Chunk value{};
  Promise<Chunk> promised{};
  bool done = false;
};
struct FromSteps {
  Function<Promise<FromStep>()> next;
  Function<Promise<>(Reason)> finish;
};
ReadableStream streamFrom(FromSteps steps);
ReadableStream streamFrom(Array<FromStep> values);

template <class T>
FromStep stepOf(const T& value) {
  if constexpr (nodecpp::detail::isPromise<T>)
    return {{}, value.then([](const typename T::Value& value) { return Chunk(value); }), false};
  else
    return {Chunk(value), {}, false};
}

// Values that wait for each other: async generators, sequences, streams of Node, and other web streams.
template <class T>
concept Awaited = requires(const T& source) { source.next(); } || requires(const T& source) { source->next(); } ||
                  nodecpp::detail::AsyncIterable<T>;

template <class I>
Promise<FromStep> nextStep(let<I> iterator) {
  auto next = [&] {
    if constexpr (requires { iterator.ref().next(); })
      return iterator.ref().next();
    else
      return iterator.ref()->next();
  };
  auto each = co_await next();
  if (!each) co_return FromStep{{}, {}, true};
  if constexpr (std::same_as<decltype(each), Chunk>)
    co_return FromStep{each, {}, false};
  else
    co_return stepOf(*each);
}

template <class I>
ReadableStream streamFromIterator(I given) {
  let<I> iterator(std::move(given));
  return streamFrom(FromSteps{[iterator] { return nextStep(iterator); },
                              [iterator](Reason reason) -> Promise<> {
                                if constexpr (requires { iterator.ref().return_(); })
                                  return Promise<>(iterator.ref().return_());
                                else if constexpr (requires { iterator.ref().close(); })
                                  return iterator.ref().close();
                                else if constexpr (requires { iterator.ref()->destroy(Error()); })
                                  iterator.ref()->destroy(reason.error());
                                return {};
                              }});
}

}  // namespace detail

template <class T>
ReadableStream ReadableStreamObject::from(T&& iterable) {
  using S = std::remove_cvref_t<T>;
  if constexpr (nodecpp::detail::StringLike<const S&>) {
    Array<detail::FromStep> steps;
    for (const auto& character : String(iterable)) steps.push(detail::stepOf(String(character)));
    return detail::streamFrom(steps);
  } else if constexpr (nodecpp::detail::AsyncIterable<S>) {
    return detail::streamFromIterator(nodecpp::detail::asyncIterator(iterable));
  } else if constexpr (detail::Awaited<S>) {
    return detail::streamFromIterator(S(std::forward<T>(iterable)));
  } else {
    Array<detail::FromStep> steps;
    for (const auto& each : iterable) steps.push(detail::stepOf(each));
    return detail::streamFrom(steps);
  }
}

template <class T>
ReadableStream ReadableStreamObject::from(std::initializer_list<T> values) {
  Array<detail::FromStep> steps;
  for (const T& each : values) {
    if constexpr (nodecpp::detail::StringLike<const T&>)
      steps.push(detail::stepOf(String(each)));
    else
      steps.push(detail::stepOf(each));
  }
  return detail::streamFrom(steps);
}

}  // namespace nodecpp::stream::web
