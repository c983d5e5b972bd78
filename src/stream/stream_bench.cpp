// Measures streams: one that is made but never used, as in most messages and sockets; a chunk through each kind of
// stream; a record that is read by `co_await next()`.
#include <benchmark/benchmark.h>
#include <nodecpp/promise.h>
#include <nodecpp/stream.h>

#include "loop/loop.h"
#include "os/port/port.h"

namespace {

using namespace nodecpp;

// An event loop for ticks; run(f) calls `f` as a callback of the loop.
struct Turns {
  detail::Loop loop{os::linuxPort()};
  detail::Loop* before = detail::Loop::setCurrent(&loop);
  ~Turns() { detail::Loop::setCurrent(before); }
  template <class F>
  void run(F&& f) {
    loop.makeCallback(f);
  }
};

class Sink final : public stream::WritableObject {
  void _write(stream::Chunk, String, stream::Callback callback) override { callback(); }
};
class Source final : public stream::ReadableObject {
  void _read(double) override {}
};
class Both final : public stream::DuplexObject {
  void _read(double) override {}
  void _write(stream::Chunk, String, stream::Callback callback) override { callback(); }
};

void unusedReadable(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(make<Source>());
}
BENCHMARK(unusedReadable);

void unusedDuplex(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(make<Both>());
}
BENCHMARK(unusedDuplex);

void writeBuffer(benchmark::State& state) {
  Turns turns;
  auto sink = make<Sink>();
  Buffer chunk = Buffer::alloc(16);
  for (auto _ : state) turns.run([&] { benchmark::DoNotOptimize(sink->write(chunk)); });
}
BENCHMARK(writeBuffer);

void writeString(benchmark::State& state) {
  Turns turns;
  auto sink = make<Sink>();
  for (auto _ : state) turns.run([&] { benchmark::DoNotOptimize(sink->write("sixteen bytes...")); });
}
BENCHMARK(writeString);

void pushToData(benchmark::State& state) {
  Turns turns;
  auto source = make<Source>();
  std::size_t bytes = 0;
  turns.run([&] { source->on(event::data, [&](Buffer chunk) { bytes += chunk.length(); }); });
  Buffer chunk = Buffer::alloc(16);
  for (auto _ : state) turns.run([&] { source->push(chunk); });
  benchmark::DoNotOptimize(bytes);
}
BENCHMARK(pushToData);

void pipeOne(benchmark::State& state) {
  Turns turns;
  auto source = make<Source>();
  turns.run([&] { source->pipe(make<Sink>()); });
  Buffer chunk = Buffer::alloc(16);
  for (auto _ : state) turns.run([&] { source->push(chunk); });
}
BENCHMARK(pipeOne);

void throughPassThrough(benchmark::State& state) {
  Turns turns;
  auto p = make<stream::PassThrough>();
  turns.run([&] { p->on(event::data, [](Buffer) {}); });
  Buffer chunk = Buffer::alloc(16);
  for (auto _ : state) turns.run([&] { p->write(chunk); });
}
BENCHMARK(throughPassThrough);

// The stream is made, written to, read, ended and closed.
void wholePassThrough(benchmark::State& state) {
  Turns turns;
  Buffer chunk = Buffer::alloc(16);
  for (auto _ : state) {
    turns.run([&] {
      auto p = make<stream::PassThrough>();
      p->on(event::data, [](Buffer) {});
      p->end(chunk);
    });
    turns.loop.turn(false);
  }
}
BENCHMARK(wholePassThrough);

Promise<> records(stream::Readable source, std::int64_t count, std::size_t* bytes) {
  for (; count > 0; --count) *bytes += (co_await source->next()).length();
}

// Reads records that are buffered already, without waiting and without a coroutine frame for each.
void nextBuffered(benchmark::State& state) {
  Turns turns;
  constexpr int batch = 256;
  Buffer chunk = Buffer::alloc(16);
  std::size_t bytes = 0;
  auto source = make<Source>();
  while (state.KeepRunningBatch(batch)) {
    turns.run([&] {
      for (int i = 0; i < batch; ++i) {
        source->push(chunk);
        records(source, 1, &bytes);
      }
    });
  }
}
BENCHMARK(nextBuffered);

void nextWaiting(benchmark::State& state) {
  Turns turns;
  Buffer chunk = Buffer::alloc(16);
  std::size_t bytes = 0;
  auto source = make<Source>();
  turns.run([&] { records(source, 1 << 30, &bytes); });
  for (auto _ : state) turns.run([&] { source->push(chunk); });
}
BENCHMARK(nextWaiting);

}  // namespace
