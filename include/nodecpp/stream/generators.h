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

// The last argument that a pipeline gives to a function: `async function* (chunks, {signal}) {…}`.
struct StageOptions {
  AbortSignal signal{};  // aborts when the pipeline ends or fails
};

namespace detail {

// One stage of a pipeline: a stream, or a function that the pipeline calls.
struct PipelineStage {
  Stream node{};
  // Gives the chunks that the stage makes of those of the stage before it. The first stage gets an empty sequence.
  Function<Sequence<Chunk>(Sequence<Chunk>, StageOptions)> chunks{};
  // Takes all chunks, as the last stage. Calls `give` with what the pipeline's stream gives, or `fail`. The promise is
  // for retraction.
  Function<Promise<>(Sequence<Chunk>, StageOptions, Function<void(Chunk)> give, Callback fail)> value{};
};
// Starts a pipeline. Returns its last stream, which is a PassThrough when the last stage is a function. `retracted` ends
// the functions as well, while `signal` leaves it to them to end.
Stream pipelineOf(const Array<PipelineStage>& stages, Callback callback, const PipelineOptions& options = {},
                  const AbortSignal& retracted = {});
Promise<> pipelineOfLater(Array<PipelineStage> stages, PipelineOptions options);

// Returns a Duplex of both sides.
Duplex joined(Readable readable, Writable writable);
// Returns a Duplex of a function, which gets what is written if `writes` is true, or of a source, or of a list.
Duplex duplexOf(const PipelineStage& stage, bool writes);
Duplex duplexOf(const Array<Chunk>& values);
// As compose(). A function at either end becomes a Duplex.
Duplex composeStages(const Array<PipelineStage>& given, bool writes);

template <class T>
inline constexpr bool isSequence = false;
template <class T>
inline constexpr bool isSequence<Sequence<T>> = true;
template <class T, class R, class N>
inline constexpr bool isSequence<AsyncGenerator<T, R, N>> = true;
template <class T>
concept StreamStage = std::constructible_from<Stream, const std::decay_t<T>&>;
// Web streams have functions of their own in nodecpp/stream/web.h.
template <class T>
concept WebStage = requires { typename std::decay_t<T>::ObjectType::WebStream; };
template <class F>
concept FunctionStage = !StreamStage<F> && (std::invocable<std::decay_t<F>&, Sequence<Chunk>> ||
                                            std::invocable<std::decay_t<F>&, Sequence<Chunk>, StageOptions>);
template <class F>
concept SourceFunction = !StreamStage<F> && !FunctionStage<F> &&
                         (std::invocable<std::decay_t<F>&> || std::invocable<std::decay_t<F>&, StageOptions>);
template <class F>
using StageResult = decltype(nodecpp::detail::callWithFewer(std::declval<F&>(), std::declval<Sequence<Chunk>>(),
                                                            std::declval<StageOptions>()));

// The type of the value of a last stage that is a function returning a promise; void for any other last stage.
template <class F>
struct LastValue : std::type_identity<void> {};
template <FunctionStage F>
  requires nodecpp::detail::isPromise<StageResult<F>>
struct LastValue<F> : std::type_identity<typename StageResult<F>::Value> {};

// Returns the stage of what a program gives to a pipeline. The value of a promise goes to `place`, too, if that has its
// type.
template <class T, class Place = std::nullptr_t>
PipelineStage stageOf(T&& given, [[maybe_unused]] Place place = {}) {
  using D = std::decay_t<T>;
  if constexpr (StreamStage<T>) {
    return {.node = Stream(given)};
  } else if constexpr (FunctionStage<T>) {
    using Made = StageResult<D>;
    static_assert(isSequence<Made> || nodecpp::detail::isPromise<Made>, "the function returns a Sequence, an AsyncGenerator, or a Promise");
    auto call = [f = let<D>(std::forward<T>(given))](Sequence<Chunk> chunks, const StageOptions& options) {
      return nodecpp::detail::callWithFewer(f.ref(), std::move(chunks), options);
    };
    if constexpr (isSequence<Made>)
      return {.chunks = [call](Sequence<Chunk> chunks, const StageOptions& options) {
        return chunksFrom(call(std::move(chunks), options));
      }};
    else
      return {.value = [call, place](Sequence<Chunk> chunks, const StageOptions& options,
                                     const Function<void(Chunk)>& give, const Callback& fail) {
        auto take = [place, give]<class... V>(V&&... value) {
          static_cast<void>(place);
          Chunk chunk;
          if constexpr ((std::constructible_from<Chunk, const std::decay_t<V>&> && ...)) chunk = Chunk(std::as_const(value)...);
          if constexpr (std::same_as<Place, let<std::optional<typename Made::Value>>>)
            place.ref().emplace(std::forward<V>(value)...);
          give(chunk);
        };
        return call(std::move(chunks), options).then(take, fail);
      }};
  } else if constexpr (SourceFunction<T>) {
    using Made = decltype(nodecpp::detail::callWithFewer(given, StageOptions()));
    if constexpr (StreamStage<Made>)
      return stageOf(nodecpp::detail::callWithFewer(given, StageOptions()));
    else
      return {.chunks = [f = let<D>(std::forward<T>(given))](const Sequence<Chunk>&, const StageOptions& options) {
        return chunksFrom(nodecpp::detail::callWithFewer(f.ref(), options));
      }};
  } else {
    using Kept = std::conditional_t<nodecpp::detail::StringLike<const D&>, String, D>;
    return {.chunks = [kept = let<Kept>(std::forward<T>(given))](const Sequence<Chunk>&) {
      return chunksFrom(std::move(kept.ref()));
    }};
  }
}

// The stages of a pipeline, and a place for the value of the last one.
template <class Value>
struct Row {
  Array<PipelineStage> stages{};
  let<std::optional<std::conditional_t<std::is_void_v<Value>, Undefined, Value>>> value{};
};
template <class... Stages>
auto makeRow(Stages&&... stages) {
  Row<typename LastValue<std::tuple_element_t<sizeof...(Stages) - 1, std::tuple<std::decay_t<Stages>...>>>::type> row;
  (row.stages.push(stageOf(std::forward<Stages>(stages), row.value)), ...);
  return row;
}

// The arguments of a pipeline with at least one stage that is no stream.
template <class... Stages>
concept StagesOfGenerators = (StreamStage<Stages> + ... + 0) < sizeof...(Stages) && !(WebStage<Stages> || ...) &&
                             !(std::same_as<std::decay_t<Stages>, PipelineOptions> || ...);

template <class... Stages>
auto generatorsLater(const PipelineOptions& options, Stages&&... stages) {
  auto row = makeRow(std::forward<Stages>(stages)...);
  Promise<> over = pipelineOfLater(std::move(row.stages), options);
  if constexpr (!std::same_as<decltype(row), Row<void>>)
    return std::move(over).then([value = row.value] { return std::move(*value.ref()); });
  else
    return over;
}

}  // namespace detail

template <class T>
Duplex DuplexObject::from(T&& source) {
  using D = std::decay_t<T>;
  if constexpr (std::same_as<D, DuplexSides>) {
    return detail::joined(source.readable, source.writable);
  } else if constexpr (requires { duplexFrom(source); }) {
    return duplexFrom(source);  // a web stream, by nodecpp/stream/web.h
  } else if constexpr (nodecpp::detail::isPromise<D>) {
    return from([](D promised) -> Sequence<typename D::Value> {
      co_yield co_await promised;
    }(std::forward<T>(source)));
  } else if constexpr (detail::StreamStage<T> || detail::isSequence<D> || detail::FunctionStage<T> || detail::SourceFunction<T>) {
    return detail::duplexOf(detail::stageOf(std::forward<T>(source)), detail::FunctionStage<T> || detail::SourceFunction<T>);
  } else if constexpr (nodecpp::detail::StringLike<const D&>) {
    return detail::duplexOf(Array<Chunk>{Chunk(String(source))});
  } else {
    return detail::duplexOf(detail::chunksOf(source));
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
// Generators run only as far as they are asked. A function may have a second parameter, the StageOptions.
template <class... A>
  requires(sizeof...(A) >= 3 && (detail::StreamStage<A> + ... + 0) < sizeof...(A) - 1 && !(detail::WebStage<A> || ...) &&
           detail::PipelineCallback<std::tuple_element_t<sizeof...(A) - 1, std::tuple<A...>>>)
auto pipeline(A&&... stagesAndCallback) {
  auto all = std::forward_as_tuple(std::forward<A>(stagesAndCallback)...);
  constexpr std::size_t count = sizeof...(A) - 1;
  auto row = [&]<std::size_t... I>(std::index_sequence<I...>) {
    return detail::makeRow(std::get<I>(std::move(all))...);
  }(std::make_index_sequence<count>{});
  auto& callback = std::get<count>(all);
  Callback told;
  if constexpr (std::same_as<decltype(row), detail::Row<void>>)
    told = Callback(callback);
  else
    told = [callback, value = row.value](const Error& error) {
      callback(error, value.ref().value_or(typename std::decay_t<decltype(value.ref())>::value_type()));
    };
  // A last function has a PassThrough of what it gives.
  using Last = std::decay_t<std::tuple_element_t<count - 1, std::tuple<A...>>>;
  return detail::pipelineOf(row.stages, told).template as<std::conditional_t<detail::StreamStage<Last>, Last, PassThrough>>();
}

// As stream::compose, with functions among the streams, and with a source of chunks as the first.
template <class First, class... More>
  requires detail::StagesOfGenerators<First, More...>
Duplex compose(First&& first, More&&... more) {
  return detail::composeStages({detail::stageOf(std::forward<First>(first)), detail::stageOf(std::forward<More>(more))...},
                               detail::FunctionStage<First> || detail::SourceFunction<First>);
}

namespace promises {

// Joins streams and generators as the pipeline with a callback does, and returns a promise of the last stage's value.
template <class... Stages>
  requires(sizeof...(Stages) >= 2) && detail::StagesOfGenerators<Stages...>
auto pipeline(Stages&&... stages) {
  return detail::generatorsLater({}, std::forward<Stages>(stages)...);
}
template <class A, class B>
  requires detail::StagesOfGenerators<A, B>
auto pipeline(A&& a, B&& b, PipelineOptions options) {
  return detail::generatorsLater(options, std::forward<A>(a), std::forward<B>(b));
}
template <class A, class B, class C>
  requires detail::StagesOfGenerators<A, B, C>
auto pipeline(A&& a, B&& b, C&& c, PipelineOptions options) {
  return detail::generatorsLater(options, std::forward<A>(a), std::forward<B>(b), std::forward<C>(c));
}
template <class A, class B, class C, class D>
  requires detail::StagesOfGenerators<A, B, C, D>
auto pipeline(A&& a, B&& b, C&& c, D&& d, PipelineOptions options) {
  return detail::generatorsLater(options, std::forward<A>(a), std::forward<B>(b), std::forward<C>(c), std::forward<D>(d));
}

}  // namespace promises
}  // namespace nodecpp::stream
