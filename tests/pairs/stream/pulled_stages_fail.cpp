#include <nodecpp/async_generator.h>

#include "stages.h"

using stream::PassThrough, stream::pipeline;
namespace promises = stream::promises;

// JavaScript's finally.
struct Finally {
  String name;
  ~Finally() { console::log(name, "finally"); }
};
// Passes chunks on. Prints how it ends. The sequence ends with the scope of its loop, as that of a `for await` does.
static auto passing(String name, int bad = -1, int last = -1) {
  return [=](this auto, Sequence<Chunk> chunks) -> Sequence<Chunk> {
    Finally finally{name};
    {
      auto all = std::move(chunks);
      while (auto chunk = co_await all.next()) {
        if (chunk->template as<num>() == bad) throw RangeError(name + " is bad");
        if (chunk->template as<num>() == last) break;
        co_yield *chunk;
      }
    }
    console::log(name, "ends");
  };
}
static Sequence<Chunk> caught(Sequence<Chunk> chunks) {
  try {
    while (auto chunk = co_await chunks.next()) co_yield *chunk;
  } catch (const Error& error) {
    console::log("caught", message(error));
    throw TypeError("another", {.cause = error});
  }
}
static Sequence<Chunk> replaced(Sequence<Chunk> chunks) {
  try {
    while (auto chunk = co_await chunks.next()) co_yield *chunk;
  } catch (const Error& error) {
    console::log("replaced", message(error));
  }
  co_yield 100;
}
static Readable failing(int good, bool late) {
  let<int> n = 0;
  return make<Readable>({
    .highWaterMark = 1,
    .objectMode = true,
    .read = [=](Readable self, double) {
      console::log("read", n);
      auto next = [=] {
        if (n < good) self->push(n++);
        else self->destroy(Error("cannot read"));
      };
      if (late) setImmediate(next);
      else next();
    },
    .destroy = [](auto, Error error, auto callback) {
      console::log("source destroy", message(error));
      callback(error);
    },
  });
}
static Promise<num> firstOnly(Sequence<Chunk> chunks) {
  while (auto chunk = co_await chunks.next()) co_return chunk->as<num>();
  co_return 0;
}
static Promise<num> thrown(Sequence<Chunk> chunks) {
  while (auto chunk = co_await chunks.next()) {
    co_await timers::promises::setImmediate();
    if (chunk->as<num>() == 1) throw TypeError("the last one");
  }
  co_return 0;
}

int main(int argc, char** argv) { return nodecpp::run(argc, argv, [] {
  for (bool late : {false, true}) {
    stageScene(format("an error in a stage {}", late), [=] { return run(source(4, 2, late), passing("first", 1), sink(1)); });
    stageScene(format("an error in a stage, before a stage {}", late), [=] { return run(source(4, 2, late), passing("first", 2), passing("second"), sink(3)); });
    stageScene(format("an error in a stage, behind a stage {}", late), [=] { return run(source(4, 2, late), passing("first"), passing("second", 2), sink(3)); });
    stageScene(format("an error at the first chunk {}", late), [=] { return run(source(4, 2, late), passing("first", 0), sink(1)); });
    stageScene(format("an error of the sink {}", late), [=] { return run(source(9, 2, late), passing("first"), sink(1, 2, 1)); });
    stageScene(format("an error of the sink, two stages {}", late), [=] { return run(source(9, 2, late), passing("first"), passing("second"), sink(2, 2, 1)); });
    stageScene(format("an error of the source {}", late), [=] { return run(failing(2, late), passing("first"), sink(1)); });
    stageScene(format("an error of the source at once {}", late), [=] { return run(failing(0, late), passing("first"), passing("second"), sink(1)); });
    stageScene(format("an error of the source before a slow sink {}", late), [=] { return run(failing(2, late), passing("first"), sink(4, 6)); });
    stageScene(format("an error that becomes another {}", late), [=] { return run(failing(1, late), caught, sink(1)); });
    stageScene(format("an error that is caught {}", late), [=] { return run(failing(1, late), replaced, sink(1)); });
    stageScene(format("a stage that ends early {}", late), [=] { return run(source(9, 2, late), passing("first", -1, 2), sink(1)); });
    stageScene(format("a stage behind another ends early {}", late), [=] { return run(source(9, 2, late), passing("first"), passing("second", -1, 2), sink(1)); });
    stageScene(format("a function that needs only one chunk {}", late), [=] { return runForValue(source(9, 2, late), passing("first"), firstOnly); });
    stageScene(format("a function that fails {}", late), [=] { return runForValue(source(9, 2, late), passing("first"), thrown); });
    stageScene(format("a function behind a source that fails {}", late), [=] { return runForValue(failing(2, late), passing("first"), total); });
  }
  stageScene("a generator as a source fails", [] { return run([]() -> Sequence<int> {
    co_yield 1;
    throw Error("no more");
  }, tens, sink(1)); });
  stageScene("a generator as a source fails at once", [] { return run([]() -> Sequence<int> {
    throw Error("nothing");
    co_yield 1;
  }, sink(1)); });
  stageScene("a generator as a source before a sink that fails", [] { return run(three, halves, sink(1, 1, 0.5)); });
  stageScene("a stream between stages fails", [] {
    auto middle = make<PassThrough>({.highWaterMark = 1, .objectMode = true});
    setImmediate([=] { setImmediate([=] { middle->destroy(Error("middle")); }); });
    return run(source(9, 1, true), passing("first"), middle, passing("second"), sink(1));
  });
  stageScene("the source is destroyed without an error", [] {
    auto early = source(9, 1, true);
    setImmediate([=] { setImmediate([=] { early->destroy(); }); });
    return run(early, passing("first"), sink(1));
  });
  stageScene("the sink is destroyed without an error", [] {
    auto early = sink(1);
    setImmediate([=] { setImmediate([=] { early->destroy(); }); });
    return run(source(9, 1, true), passing("first"), early);
  });
  stageScene("promises", []() -> Promise<> {
    co_await promises::pipeline(source(9, 1, true), passing("first", 1), total).catch_([](Error error) { console::log(message(error)); return num(0); });
    co_await promises::pipeline(source(9, 1, true), passing("first"), thrown).catch_([](Error error) { console::log(message(error)); return num(0); });
    co_await promises::pipeline(source(9, 1, false), passing("first"), sink(1, 1, 1)).catch_([](Error error) { console::log(message(error)); });
  });
  stageScene("a function in the middle that returns a promise", []() -> Promise<> {
    try {
      pipeline(source(1, 1, true), firstOnly, sink(1), [] {});
    } catch (const Error& error) {
      console::log(message(error));
    }
    co_return;
  });
  (void)playStages();
}); }
