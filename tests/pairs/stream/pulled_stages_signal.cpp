#include <nodecpp/async_generator.h>
#include <nodecpp/stream/operators.h>

#include "stages.h"

namespace promises = stream::promises;

static Promise<> outcome(Promise<num> promise) {
  return promise.then([](num value) { console::log("fulfilled", value); }, [](Error error) { console::log(message(error)); });
}
static Promise<> over(Promise<> promise) {
  return promise.then([] { console::log("fulfilled"); }, [](Error error) { console::log(message(error)); });
}
static Promise<> abortIn(AbortController controller, int count) {
  co_await turns(count);
  console::log("abort");
  controller->abort();
}
static Sequence<Chunk> slow(Sequence<Chunk> chunks) {
  struct Finally {
    ~Finally() { console::log("slow finally"); }
  } finally;
  auto all = std::move(chunks);
  while (auto chunk = co_await all.next()) {
    co_await turns(4);
    console::log("slow", *chunk);
    co_yield *chunk;
  }
}
static Sequence<Chunk> told(Sequence<Chunk> chunks, stream::StageOptions options) {
  auto signal = options.signal;
  signal->addEventListener("abort", [=] { console::log("told", signal->aborted()); });
  while (auto chunk = co_await chunks.next()) {
    co_await timers::promises::setImmediate();
    console::log(*chunk, signal->aborted());
    co_yield *chunk;
  }
}
static AsyncGenerator<int> counted(stream::StageOptions options) {
  for (int i = 0; i < 5 && !options.signal->aborted(); i++) {
    co_yield i;
    co_await timers::promises::setImmediate();
  }
  console::log("counted", options.signal->aborted());
}

int main(int argc, char** argv) { return nodecpp::run(argc, argv, [] {
  for (int count : {1, 2, 3, 6}) {
    stageScene(format("aborted while a stage works {}", count), [=] {
      auto controller = make<AbortController>();
      abortIn(controller, count).then([] {});
      return over(promises::pipeline(source(9, 2, false), slow, sink(1), {.signal = controller->signal()}));
    });
    stageScene(format("aborted while the source works {}", count), [=] {
      auto controller = make<AbortController>();
      abortIn(controller, count).then([] {});
      return over(promises::pipeline(source(9, 1, true), tens, sink(1), {.signal = controller->signal()}));
    });
    stageScene(format("aborted, with a value {}", count), [=] {
      auto controller = make<AbortController>();
      abortIn(controller, count).then([] {});
      return outcome(promises::pipeline(source(9, 1, true), tens, total, {.signal = controller->signal()}));
    });
    stageScene(format("aborted, two stages, which take the signal {}", count), [=] {
      auto controller = make<AbortController>();
      abortIn(controller, count).then([] {});
      return over(promises::pipeline(counted, told, slow, sink(1), {.signal = controller->signal()}));
    });
  }
  stageScene("aborted before", [] { return over(promises::pipeline(source(9, 2, false), slow, sink(1), {.signal = AbortSignal::abort()})); });
  stageScene("aborted before, streams only", [] { return over(promises::pipeline(source(9, 2, false), sink(1), {.signal = AbortSignal::abort()})); });
  stageScene("aborted before, in a microtask", []() -> Promise<> {
    co_await nullptr;
    co_await over(promises::pipeline(source(9, 2, false), sink(1), {.signal = AbortSignal::abort()}));
  });
  stageScene("aborted behind the end", []() -> Promise<> {
    auto controller = make<AbortController>();
    co_await over(promises::pipeline(source(2, 2, false), tens, sink(1), {.signal = controller->signal()}));
    controller->abort();
  });
  stageScene("told of the end", [] { return run(counted, told, sink(9, 1)); });
  stageScene("told of an error", [] { return run(counted, told, sink(1, 1, 1)); });
  stageScene("a sink that is not ended", []() -> Promise<> {
    auto open = sink(4);
    co_await over(promises::pipeline(source(2, 1, true), tens, open, {.end = false}));
    console::log(open->writableEnded(), open->destroyed());
    co_await over(promises::pipeline(Array<int>{7, 8}, open, {.end = false}));
    open->end();
  });
  stageScene("a stream that is left by a loop", []() -> Promise<> {
    auto left = source(9, 1, false);
    left->on(event::error, [](Error error) { console::log("error", message(error)); });
    {
      auto all = left->iterator();
      while (auto chunk = co_await all.next()) {
        console::log(*chunk);
        if (chunk->as<int>() == 1) break;
      }
    }
    co_await timers::promises::setImmediate();
    console::log(left->destroyed());
    auto taken = Readable::from({1, 2, 3});
    taken->on(event::error, [](Error error) { console::log("error", message(error)); });
    console::log(co_await taken->take(1)->toArray<int>());
  });
  (void)playStages();
}); }
