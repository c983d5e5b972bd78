// Streams made of generators: Duplex::from(), and pipelines in which sequences and functions are stages.
// https://nodejs.org/docs/latest-v24.x/api/stream.html#streampipelinesource-transforms-destination-callback
//
//   co_await stream::promises::pipeline(source, [](Sequence<stream::Chunk> chunks) -> Sequence<String> {
//     while (auto chunk = co_await chunks.next()) co_yield chunk->toString().toUpperCase();
//   }, destination);
#pragma once

#include <nodecpp/stream/operators.h>
#include <nodecpp/stream/promises.h>

#include <optional>

namespace nodecpp::stream {

namespace detail {

// Returns a Duplex of both sides. If `last` is given, the Duplex finishes when `last` is fulfilled and fails when it is
// rejected.
Duplex joined(Readable readable, Writable writable, Promise<> last = {});
// The same for a function, where `readable` is what the function makes of the data that it is given through `writable`,
// and for a promise or a list. The Duplex is there until its data has been read, also when both sides have ended long before.
Duplex joinedUntilRead(Readable readable, Writable writable = {});

template <class T>
inline constexpr bool isSequence = false;
template <class T>
inline constexpr bool isSequence<Sequence<T>> = true;
template <class T, class R, class N>
inline constexpr bool isSequence<AsyncGenerator<T, R, N>> = true;
template <class T>
inline constexpr bool isPromise = false;
template <class T>
inline constexpr bool isPromise<Promise<T>> = true;
template <class T>
concept StreamStage = std::constructible_from<Stream, const std::decay_t<T>&>;
// Web streams have functions of their own in nodecpp/stream/web.h.
template <class T>
concept WebStage = requires { typename std::decay_t<T>::ObjectType::WebStream; };
template <class F>
concept FunctionStage = !StreamStage<F> && std::invocable<std::decay_t<F>&, Sequence<Chunk>>;

// The type of the value of a last stage that is a function returning a promise; void for any other last stage.
template <class F>
struct LastValue {
  using type = void;
};
template <FunctionStage F>
  requires isPromise<std::invoke_result_t<F&, Sequence<Chunk>>>
struct LastValue<F> {
  using type = typename std::invoke_result_t<F&, Sequence<Chunk>>::Value;
};

// Returns a Duplex; `f` gets the data written to it as a sequence.
template <class F>
Duplex duplexOf(F f) {
  auto written = make<PassThrough>(TransformOptions{.objectMode = true});
  // When the function ends early, both sides are destroyed anyway.
  auto made = f(written->iterator({.destroyOnReturn = false}));
  using Made = decltype(made);
  static_assert(isSequence<Made> || isPromise<Made>, "the function returns a Sequence, an AsyncGenerator, or a Promise");
  if constexpr (isSequence<Made>)
    return joinedUntilRead(ReadableObject::from(std::move(made)), written);
  else
    return joined(nullptr, written, std::move(made).then([](auto&&...) {}));
}

template <class T>
Stream toStage(T&& given) {
  using D = std::decay_t<T>;
  if constexpr (StreamStage<T>)
    return Stream(given);
  else if constexpr (isSequence<D>)
    return Stream(ReadableObject::from(std::move(given)));
  else if constexpr (FunctionStage<T>)
    return Stream(duplexOf(std::forward<T>(given)));
  else if constexpr (std::invocable<D&>)
    return toStage(given());
  else
    return Stream(ReadableObject::from(given));
}

// The streams of a pipeline, and a place for the value of the last stage.
template <class Value>
struct Row {
  Array<Stream> streams;
  let<std::optional<Value>> value;

  template <class T>
  void add(T&& stage, bool last) {
    if constexpr (FunctionStage<T> && std::same_as<typename LastValue<std::decay_t<T>>::type, Value>) {
      if (last) {
        streams.push(toStage([f = std::forward<T>(stage), value = value](Sequence<Chunk> chunks) mutable {
          return f(std::move(chunks)).then([value](Value given) { value.ref() = std::move(given); });
        }));
        return;
      }
    }
    streams.push(toStage(std::forward<T>(stage)));
  }
};
template <>
struct Row<void> {
  Array<Stream> streams;

  template <class T>
  void add(T&& stage, bool) {
    streams.push(toStage(std::forward<T>(stage)));
  }
};
template <class... Stages>
auto makeRow(Stages&&... stages) {
  using Last = std::tuple_element_t<sizeof...(Stages) - 1, std::tuple<std::decay_t<Stages>...>>;
  Row<typename LastValue<Last>::type> row;
  std::size_t at = 0;
  (row.add(std::forward<Stages>(stages), ++at == sizeof...(Stages)), ...);
  return row;
}

}  // namespace detail

template <class T>
Duplex DuplexObject::from(T&& source) {
  using D = std::decay_t<T>;
  if constexpr (std::same_as<D, DuplexSides>) {
    return detail::joined(source.readable, source.writable);
  } else if constexpr (detail::StreamStage<T>) {
    Stream stream(source);
    if (auto duplex = stream.as<Duplex>()) return duplex;
    return detail::joined(Readable(stream->readableSide()), Writable(stream->writableSide()));
  } else if constexpr (requires { duplexFrom(source); }) {
    return duplexFrom(source);  // a web stream, by nodecpp/stream/web.h
  } else if constexpr (detail::FunctionStage<T>) {
    return detail::duplexOf(std::forward<T>(source));
  } else if constexpr (detail::isPromise<D>) {
    return detail::joinedUntilRead(ReadableObject::from([](D promised) -> Sequence<typename D::Value> {
      co_yield co_await promised;
    }(std::forward<T>(source))));
  } else {
    return detail::joinedUntilRead(ReadableObject::from(std::forward<T>(source)));
  }
}

namespace detail {
// The last argument of stream::pipeline. A stream or a stage there means promises::pipeline, which a program calls by its
// bare name after a using-declaration, while the compiler also looks here because the streams are of this namespace.
template <class F>
concept PipelineCallback = !StreamStage<F> && (std::constructible_from<Callback, const std::decay_t<F>&> || !FunctionStage<F>);
}  // namespace detail

// As stream::pipeline, with further kinds of stages. The first may be a sequence, a list of chunks, or a function
// without parameters that returns one. Any other may be a function of a Sequence<Chunk> that returns a sequence. The
// last may also be a function that returns a promise, and the callback gets the promise's value after the error.
template <class... A>
  requires(sizeof...(A) >= 3 && (detail::StreamStage<A> + ... + 0) < sizeof...(A) - 1 && !(detail::WebStage<A> || ...) &&
           detail::PipelineCallback<std::tuple_element_t<sizeof...(A) - 1, std::tuple<A...>>>)
void pipeline(A&&... stagesAndCallback) {
  auto all = std::forward_as_tuple(std::forward<A>(stagesAndCallback)...);
  constexpr std::size_t count = sizeof...(A) - 1;
  auto row = [&]<std::size_t... I>(std::index_sequence<I...>) {
    return detail::makeRow(std::get<I>(std::move(all))...);
  }(std::make_index_sequence<count>{});
  auto& callback = std::get<count>(all);
  if constexpr (std::same_as<decltype(row), detail::Row<void>>)
    detail::pipeline(std::move(row.streams), Callback(callback));
  else
    detail::pipeline(std::move(row.streams), [callback, value = row.value](const Error& error) {
      callback(error, value.ref().value_or(typename std::decay_t<decltype(value.ref())>::value_type()));
    });
}

namespace promises {

// Joins streams and generators as the pipeline with a callback does, and returns a promise of the last stage's value.
template <class... Stages>
  requires(sizeof...(Stages) >= 2 && (detail::StreamStage<Stages> + ... + 0) < sizeof...(Stages) &&
           !(detail::WebStage<Stages> || ...))
auto pipeline(Stages&&... stages) {
  auto row = detail::makeRow(std::forward<Stages>(stages)...);
  Promise<> over = detail::pipelineLater(std::move(row.streams), {});
  if constexpr (!std::same_as<decltype(row), detail::Row<void>>)
    return std::move(over).then([value = row.value] { return std::move(*value.ref()); });
  else
    return over;
}

}  // namespace promises
}  // namespace nodecpp::stream
