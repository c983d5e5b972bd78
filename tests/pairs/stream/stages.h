// Helpers of the pairs about functions in pipelines: streams and functions that print what they do.
#pragma once

#include <nodecpp/number.h>
#include <nodecpp/stream/generators.h>
#include <nodecpp/timers/promises.h>

#include "scenes.h"

using stream::Chunk, stream::Readable, stream::Writable;

inline Promise<> turns(int count) {
  for (int i = 0; i < count; i++) co_await timers::promises::setImmediate();
}

// Gives the numbers below `count`, one for each read: at once, or one turn of the event loop later.
inline Readable source(int count, int highWaterMark, bool late) {
  let<int> n = 0;
  return make<Readable>({
    .highWaterMark = highWaterMark,
    .objectMode = true,
    .read = [=](Readable self, double) {
      console::log("read", n);
      Chunk chunk = n < count ? Chunk(n++) : Chunk();
      if (late) setImmediate([=] { self->push(chunk); });
      else self->push(chunk);
    },
    .destroy = [](auto, Error error, auto callback) {
      console::log("source destroy", message(error));
      callback(error);
    },
  });
}
// Takes some turns of the event loop for each chunk. Fails at the chunk `bad`.
inline Writable sink(int highWaterMark, int time = 2, num bad = -1) {
  return make<Writable>({
    .highWaterMark = highWaterMark,
    .objectMode = true,
    .write = [=](auto, Chunk chunk, auto, stream::Callback callback) {
      console::log("write", chunk);
      turns(time).then([=] {
        console::log("written", chunk);
        callback(!chunk.isString() && chunk.as<num>() == bad ? Error("no room") : nullptr);
      });
    },
    .destroy = [](auto, Error error, auto callback) {
      console::log("sink destroy", message(error));
      callback(error);
    },
    .final = [](auto, auto callback) {
      console::log("final");
      callback();
    },
  });
}
inline Sequence<num> tens(Sequence<Chunk> chunks) {
  console::log("tens begins");
  while (auto chunk = co_await chunks.next()) {
    console::log("tens", *chunk);
    co_yield chunk->as<num>() * 10;
    console::log("tens goes on");
  }
  console::log("tens ends");
}
inline AsyncGenerator<num> halves(Sequence<Chunk> chunks) {
  console::log("halves begins");
  while (auto chunk = co_await chunks.next()) {
    console::log("halves", *chunk);
    co_yield chunk->as<num>() / 2;
    co_yield chunk->as<num>() / 2;
  }
  console::log("halves ends");
}
inline Sequence<int> three() {
  for (int i = 0; i < 3; i++) {
    console::log("three", i);
    co_yield i;
  }
  console::log("three ends");
}
inline Promise<num> total(Sequence<Chunk> chunks) {
  console::log("total begins");
  num sum = 0;
  while (auto chunk = co_await chunks.next()) {
    console::log("total", *chunk);
    co_await timers::promises::setImmediate();
    sum += chunk->as<num>();
  }
  co_return sum;
}
// Runs a pipeline to its end.
template <class... S>
Promise<> run(S... stages) {
  return Promise<>([&](Resolver<void> resolve) {
    stream::pipeline(std::move(stages)..., [=](Error error) {
      console::log("over", message(error));
      resolve();
    });
    console::log("called");
  });
}
template <class... S>
Promise<> runForValue(S... stages) {
  return Promise<>([&](Resolver<void> resolve) {
    stream::pipeline(std::move(stages)..., [=](Error error, num value) {
      if (error) console::log("over", message(error), undefined);
      else console::log("over", message(error), value);
      resolve();
    });
    console::log("called");
  });
}

// Scenes that run one after the other.
struct StageScene {
  String name;
  Function<Promise<>()> play;
};
inline perThread<Array<StageScene>> stageScenes;
inline void stageScene(String name, Function<Promise<>()> f) { stageScenes->push({name, f}); }
inline Promise<> playStages() {
  for (StageScene scene : *stageScenes) {
    console::log("--", scene.name);
    co_await scene.play();
    co_await turns(8);
  }
}
