#include <nodecpp/async_generator.h>
#include <nodecpp/console.h>
#include <nodecpp/json.h>
#include <nodecpp/per_thread.h>
#include <nodecpp/process.h>
#include <nodecpp/stream/generators.h>
#include <nodecpp/timers/promises.h>
using namespace nodecpp;
using stream::promises::pipeline;
perThread<int> over = 0;
AsyncGenerator<String> lines(int n) {
  struct Finally { ~Finally() { ++*over; } } finally;
  for (int i = 0; i < n; i++) {
    co_await timers::promises::setTimeout(1);
    co_yield format("line {}\n", i);
  }
}
AsyncGenerator<String> upper(Sequence<stream::Chunk> source) {
  while (auto chunk = co_await source.next()) co_yield chunk->toString().toUpperCase();
}
Promise<> print(Sequence<stream::Chunk> source) {
  while (auto chunk = co_await source.next()) console::log(JSON::stringify(chunk->toString()));
}
AsyncGenerator<String> broken() {
  co_yield "one";
  throw RangeError("broken");
}
Promise<> program() {
  co_await pipeline(lines(3), upper, print);
  console::log(over.value());
  co_await pipeline(stream::Readable::from(lines(2)), [](Sequence<stream::Chunk> source) -> AsyncGenerator<String> {
    while (auto chunk = co_await source.next()) co_yield "> " + chunk->toString();
  }, print);
  try {
    co_await pipeline(broken(), print);
  } catch (const Error& error) {
    console::log(error->message);
  }
  auto early = stream::Readable::from(lines(100));
  early->on(event::close, [] { console::log("closed", over.value()); });
  early->once(event::data, [=](auto chunk) {
    console::log("first", chunk.toString());
    early->destroy();
  });
}
int main(int argc, char** argv) { return run(argc, argv, [] { (void)program(); }); }
