#include <nodecpp/async_generator.h>

#include "stages.h"

using stream::PassThrough, stream::pipeline;
namespace promises = stream::promises;

int main(int argc, char** argv) { return nodecpp::run(argc, argv, [] {
  for (bool late : {false, true}) {
    for (int highWaterMark : {1, 3}) {
      stageScene(format("a stage before a slow sink {} {}", late, highWaterMark), [=] {
        auto over = run(source(4, highWaterMark, late), tens, sink(highWaterMark));
        ticks(3);
        return over;
      });
      stageScene(format("two stages {} {}", late, highWaterMark), [=] { return run(source(3, highWaterMark, late), tens, halves, sink(highWaterMark)); });
      stageScene(format("a function that returns a value {} {}", late, highWaterMark), [=] {
        auto over = runForValue(source(3, highWaterMark, late), tens, total);
        ticks(3);
        return over;
      });
    }
  }
  stageScene("a generator as the source", [] {
    auto over = run(three, tens, sink(1));
    ticks(3);
    return over;
  });
  stageScene("a generator and its value", [] { return runForValue(three, tens, total); });
  stageScene("an iterable as the source", [] { return run(three(), sink(2)); });
  stageScene("an array as the source", [] { return run(Array<int>{1, 2, 3, 4}, sink(2)); });
  stageScene("an array before a stage", [] { return run(Array<int>{1, 2, 3, 4}, tens, sink(1)); });
  stageScene("a text as the source", [] { return run("aä€😀", sink(1)); });
  stageScene("a stream between stages", [] { return run(source(5, 1, false), tens, make<PassThrough>({.highWaterMark = 2, .objectMode = true}), halves, sink(1, 1)); });
  stageScene("a promise", []() -> Promise<> {
    console::log("sum", co_await promises::pipeline(source(3, 1, true), tens, total));
  });
  stageScene("bytes are joined as when the stream is read", []() -> Promise<> {
    auto through = make<PassThrough>();
    through->write("some ");
    through->write("more ");
    setImmediate([=] {
      through->write("a");
      through->write("b");
      setImmediate([=] { through->end("c"); });
    });
    co_await promises::pipeline(through, [](Sequence<Chunk> chunks) -> Sequence<String> {
      while (auto chunk = co_await chunks.next()) co_yield format("<{}>", *chunk);
    }, [](Sequence<Chunk> chunks) -> Promise<> {
      while (auto chunk = co_await chunks.next()) console::log(*chunk);
    });
  });
  stageScene("what is written in microtasks is joined", []() -> Promise<> {
    auto through = make<PassThrough>();
    auto over = promises::pipeline(through, [](Sequence<Chunk> chunks) -> Promise<> {
      while (auto chunk = co_await chunks.next()) console::log("got", "" + *chunk);
    });
    through->write("a");
    co_await undefined;
    through->write("b");
    co_await undefined;
    through->write("c");
    setImmediate([=](this auto) -> Promise<> {
      through->write("d");
      co_await undefined;
      through->write("e");
      process::nextTick([=] { through->end("f"); });
    });
    co_await over;
  });
  stageScene("a last function that gives chunks", [] {
    return Promise<>([](Resolver<void> resolve) {
      auto last = pipeline(source(3, 1, false), tens, halves, [=](Error error) {
        console::log("over", !error);
        resolve();
      });
      last->on(event::data, [](auto chunk) { console::log("data", chunk); });
      last->on(event::end, [] { console::log("end"); });
    });
  });
  stageScene("a last function that returns a value, as a stream", [] {
    return Promise<>([](Resolver<void> resolve) {
      auto last = pipeline(source(3, 1, false), total, [=](Error error, num sum) {
        console::log("over", !error, sum);
        resolve();
      });
      last->on(event::data, [](auto chunk) { console::log("data", chunk); });
      last->on(event::end, [] { console::log("end"); });
    });
  });
  (void)playStages();
}); }
