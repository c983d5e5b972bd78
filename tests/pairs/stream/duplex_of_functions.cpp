#include <nodecpp/async_generator.h>

#include "stages.h"

using stream::compose, stream::Duplex, stream::PassThrough;
using stream::promises::finished;

template <class S>
static S watch(S stream) {
  return watchEnds(watchWriting(watchReading(stream, "d"), "d"), "d");
}
static auto written(String name) {
  return [=](Error error) { console::log(name, "is through", message(error)); };
}
// for await (const chunk of stream) console.log('got', chunk);
static Promise<> print(Duplex stream) {
  auto all = stream->iterator();
  while (auto chunk = co_await all.next()) console::log("got", *chunk);
}
static Sequence<Chunk> slow(Sequence<Chunk> chunks) {
  while (auto chunk = co_await chunks.next()) {
    console::log("slow", *chunk);
    co_await turns(2);
    co_yield *chunk;
  }
  console::log("slow ends");
}
static AsyncGenerator<Chunk> bad(Sequence<Chunk> chunks) {
  while (auto chunk = co_await chunks.next()) {
    co_yield *chunk;
    throw RangeError("bad");
  }
}
static Promise<> fromSource(Duplex d) {
  watch(d);
  console::log(d->readable(), d->writable());
  co_await timers::promises::setImmediate();
  co_await print(d);
  co_await turns(2);
}

int main(int argc, char** argv) { return nodecpp::run(argc, argv, [] {
  stageScene("a generator is written to and read", []() -> Promise<> {
    auto d = watch(Duplex::from(tens));
    console::log(d->readable(), d->writable(), d->readableHighWaterMark(), d->writableHighWaterMark(), d->readableObjectMode(), d->writableObjectMode());
    console::log(d->write(1, written("one")));
    console::log(d->write(2, written("two")));
    console::log(d->write(3, written("three")));
    d->end();
    co_await turns(3);
    co_await print(d);
    console::log(d->destroyed());
  });
  stageScene("a generator that nobody reads", []() -> Promise<> {
    auto d = watch(Duplex::from(tens));
    for (int i = 0; i < 4; i++) console::log(d->write(i, written(str(i))));
    co_await turns(4);
    d->destroy();
  });
  stageScene("a slow generator, with data", []() -> Promise<> {
    auto d = watch(Duplex::from(slow));
    d->on(event::data, [](auto chunk) { console::log("data", chunk); });
    d->write("a", written("a"));
    d->write("b", written("b"));
    d->end("c", written("the end"));
    co_await finished(d);
  });
  stageScene("a generator that fails", []() -> Promise<> {
    auto d = watch(Duplex::from(bad));
    d->on(event::data, [](auto chunk) { console::log("data", chunk); });
    d->write("a", written("a"));
    d->write("b", written("b"));
    co_await turns(3);
  });
  stageScene("a function", []() -> Promise<> {
    auto d = watch(Duplex::from([](Sequence<Chunk> chunks) -> Promise<> {
      console::log("begins");
      while (auto chunk = co_await chunks.next()) {
        console::log("takes", *chunk);
        co_await timers::promises::setImmediate();
      }
      co_await timers::promises::setImmediate();
      console::log("has taken all");
    }));
    console::log(d->readable(), d->writable(), d->writableHighWaterMark());
    console::log(d->write(1, written("one")));
    console::log(d->write(2, written("two")));
    d->end(written("the end"));
    co_await finished(d);
  });
  stageScene("a function that fails", []() -> Promise<> {
    auto d = watch(Duplex::from([](Sequence<Chunk> chunks) -> Promise<> {
      while (auto chunk = co_await chunks.next()) {
        co_await timers::promises::setImmediate();
        throw TypeError("not " + *chunk);
      }
    }));
    d->write(1, written("one"));
    d->write(2, written("two"));
    co_await turns(4);
  });
  stageScene("a function that is destroyed", []() -> Promise<> {
    auto d = watch(Duplex::from([](Sequence<Chunk> chunks, stream::StageOptions options) -> Promise<> {
      auto signal = options.signal;
      signal->addEventListener("abort", [=] { console::log("aborted", message(signal->reason())); });
      while (auto chunk = co_await chunks.next()) console::log("takes", *chunk);
      console::log("ends");
    }));
    d->write(1, written("one"));
    co_await turns(2);
    d->destroy(Error("enough"));
    co_await turns(2);
  });
  stageScene("sources", []() -> Promise<> {
    co_await fromSource(Duplex::from({1, 2, 3}));
    co_await fromSource(Duplex::from(three()));
    co_await fromSource(Duplex::from("text"));
    co_await fromSource(Duplex::from(Promise<>::resolve(String("promised"))));
    co_await fromSource(Duplex::from(source(2, 1, true)));
  });
  stageScene("a Readable of a generator", []() -> Promise<> {
    auto r = watchEnds(watchReading(Readable::from(three()), "d"), "d");
    co_await turns(2);
    r->on(event::data, [](auto chunk) { console::log("data", chunk); });
    co_await turns(3);
    auto early = watchEnds(watchReading(Readable::from(three()), "d"), "d");
    early->once(event::data, [=] { early->destroy(); });
    co_await turns(3);
  });
  stageScene("composed functions", []() -> Promise<> {
    auto d = watch(compose(tens, halves, slow));
    console::log(d->write(1, written("one")));
    console::log(d->write(2, written("two")));
    d->end(written("the end"));
    co_await print(d);
  });
  stageScene("composed with a stream", []() -> Promise<> {
    auto d = watch(compose(make<PassThrough>({.objectMode = true}), tens));
    d->write(1);
    d->end(2);
    co_await print(d);
  });
  stageScene("composed with a source", []() -> Promise<> {
    auto d = watch(compose(Array<int>{1, 2}, tens, make<PassThrough>({.objectMode = true})));
    console::log(d->readable(), d->writable());
    co_await print(d);
  });
  stageScene("composed with a last function", []() -> Promise<> {
    auto d = watch(compose(source(3, 1, false), tens, [](Sequence<Chunk> chunks) -> Promise<> {
      while (auto chunk = co_await chunks.next()) console::log("takes", *chunk);
    }));
    console::log(d->readable(), d->writable());
    co_await finished(d).catch_([](Error error) { console::log(message(error)); });
  });
  stageScene("composed, and one fails", []() -> Promise<> {
    auto d = watch(compose(tens, bad));
    d->on(event::data, [](auto chunk) { console::log("data", chunk); });
    d->write(1);
    d->write(2);
    co_await turns(4);
  });
  (void)playStages();
}); }
