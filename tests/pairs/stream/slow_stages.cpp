#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/stream/generators.h>
#include <nodecpp/timers.h>
#include <nodecpp/var.h>
using namespace nodecpp;
using stream::Chunk, stream::PassThrough, stream::Writable;
using stream::promises::pipeline;

Sequence<int> doubled(Sequence<Chunk> rows) {
  while (auto row = co_await rows.next()) co_yield row->as<int>() * 2;
}
Sequence<Array<int>> batches(Sequence<Chunk> rows) {
  Array<int> batch;
  while (auto row = co_await rows.next()) {
    batch.push(row->as<int>());
    if (batch.length() == 2) {
      co_yield batch;
      batch = Array<int>();
    }
  }
  if (batch.length()) co_yield batch;
}
Promise<> load(int count, int highWaterMark) {
  Array<String> got;
  auto sink = make<Writable>({
    .highWaterMark = highWaterMark,
    .objectMode = true,
    .write = [=](auto, auto batch, auto, auto callback) {
      setImmediate([=] {
        got.push(batch.template as<Array<int>>().join("+"));
        callback();
      });
    },
  });
  auto source = make<PassThrough>({.objectMode = true});
  for (int i = 1; i <= count; i++) source->write(i);
  source->end();
  co_await pipeline(source, doubled, batches, sink);
  console::log(count, highWaterMark, got.join(" "), sink->writableFinished());
}
int main(int argc, char** argv) { return run(argc, argv, []() -> Promise<> {
  for (int highWaterMark : {1, 2, 16}) {
    for (int count : {1, 2, 5, 20}) co_await load(count, highWaterMark);
  }
}); }
