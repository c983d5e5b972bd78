// Measures records that are ready: read from /dev/zero and written to /dev/null, which never end and cost little
// themselves.
#include <benchmark/benchmark.h>
#include <nodecpp/fs.h>

#include "loop/loop.h"
#include "os/port/port.h"

namespace {

using namespace nodecpp;

template <class F>
void inProgram(F f) {
  detail::Loop loop(os::linuxPort());
  auto* before = detail::Loop::setCurrent(&loop);
  loop.makeCallback(f);
  loop.run();
  loop.end();
  detail::Loop::setCurrent(before);
}

Promise<> readMany(benchmark::State* state) {
  auto in = co_await fs::openInStream("/dev/zero");
  Buffer buffer = Buffer::alloc(double(state->range(0)));
  for (auto _ : *state) benchmark::DoNotOptimize(co_await in->readBuf(buffer));
}
void readRecord(benchmark::State& state) {
  inProgram([&] { readMany(&state); });
}
BENCHMARK(readRecord)->Arg(16)->Arg(64)->Arg(1024);

Promise<> writeMany(benchmark::State* state) {
  auto out = co_await fs::openOutStream("/dev/null");
  Buffer buffer = Buffer::alloc(double(state->range(0)));
  for (auto _ : *state) co_await out->writeBuf(buffer);
  co_await out->close();
}
void writeRecord(benchmark::State& state) {
  inProgram([&] { writeMany(&state); });
}
BENCHMARK(writeRecord)->Arg(16)->Arg(64)->Arg(1024);

Promise<> lineMany(benchmark::State* state) {
  auto out = co_await fs::openOutStream("/tmp/nodecpp_records_bench");
  Buffer line = Buffer::from("a line of some thirty bytes or so\n");
  for (int i = 0; i < 100'000; i++) co_await out->writeBuf(line);
  co_await out->close();
  auto in = co_await fs::openInStream("/tmp/nodecpp_records_bench");
  auto lines = in->lines();
  for (auto _ : *state) {
    auto next = co_await lines.next();
    benchmark::DoNotOptimize(next);
    if (next) continue;
    in = co_await fs::openInStream("/tmp/nodecpp_records_bench");
    lines = in->lines();
  }
  fs::unlinkSync("/tmp/nodecpp_records_bench");
}
void readLine(benchmark::State& state) {
  inProgram([&] { lineMany(&state); });
}
BENCHMARK(readLine);

}  // namespace
