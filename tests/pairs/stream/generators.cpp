#include <nodecpp/concurrency.h>
#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/stream/generators.h>
#include <nodecpp/timers/promises.h>

#include <vector>
using namespace nodecpp;
using stream::Chunk;
using stream::Duplex;
using stream::PassThrough;
using stream::Readable;
using stream::Writable;
namespace promises = stream::promises;

struct Collected {
  let<std::vector<String>> texts{std::vector<String>()};
  Writable sink;
};
static Collected collect() {
  Collected made;
  made.sink = make<Writable>({.write = [texts = made.texts](auto, auto chunk, auto, auto callback) { texts.ref().push_back(chunk.toString()); setImmediate([=] { callback(); }); }});
  return made;
}
static Sequence<String> upper(Sequence<Chunk> source) {
  while (auto chunk = co_await source.next()) co_yield chunk->toString().toUpperCase();
}
static Sequence<String> words() {
  co_yield "one ";
  co_await sleep(1);
  co_yield "two ";
}
static Promise<int> length(Sequence<Chunk> source) {
  int n = 0;
  while (auto chunk = co_await source.next()) n += int(chunk->length());
  co_return n;
}
static Sequence<Chunk> breaks(Sequence<Chunk> source) {
  while (auto chunk = co_await source.next()) {
    co_yield *chunk;
    throw TypeError("no more");
  }
}
static void told(Error error) { console::log(error->name, error->code.empty() ? Lookup() : Lookup(error->code), error->message); }
static Promise<> shown(Duplex duplex) {
  std::vector<String> chunks;
  while (auto chunk = co_await duplex->next()) chunks.push_back("" + chunk);
  co_await sleep(0);
  console::log(chunks, duplex->destroyed());
}

static Promise<> pipelines() {
  Collected c1 = collect();
  co_await promises::pipeline(words, upper, c1.sink);
  console::log(c1.texts.value(), c1.sink->destroyed());
  Collected c2 = collect();
  co_await promises::pipeline(std::vector<String>{"a", "b", "c"}, make<PassThrough>(), upper, make<PassThrough>(), c2.sink);
  String joined;
  for (String text : c2.texts.value()) joined += text;
  console::log(joined);
  console::log(co_await promises::pipeline(Readable::from({"abc", "de"}), length));
  console::log(co_await promises::pipeline(std::vector<String>{"x", "yz"}, upper, length));
  co_await Promise<>([](Resolver<void> resolve) {
    stream::pipeline(words, upper, length, [=](Error error, int n) {
      console::log(!error, n);
      resolve();
    });
  });
  auto through = make<PassThrough>();
  Collected c3 = collect();
  auto broken = promises::pipeline(through, breaks, c3.sink);
  through->write("first");
  through->write("second");
  co_await broken.catch_(told);
  console::log(c3.texts->size() <= 1, through->destroyed(), c3.sink->destroyed());
  auto fails = make<Readable>({.read = [](auto self) { self->destroy(RangeError("source")); }});
  Collected c4 = collect();
  co_await promises::pipeline(fails, upper, c4.sink).catch_(told);
  co_await promises::pipeline(words, [](Sequence<Chunk> source) -> Promise<> {
    while (auto chunk = co_await source.next()) throw Error("sink " + *chunk);
  }).catch_(told);
}
static Promise<> duplexes() {
  auto duplex = Duplex::from(upper);
  duplex->write("hello ");
  duplex->end("world");
  console::log(duplex->readable(), duplex->writableEnded());
  co_await shown(duplex);
  co_await shown(Duplex::from({"p", "q"}));
  co_await shown(Duplex::from(words()));
  co_await shown(Duplex::from(timers::promises::setTimeout(1, String("later"))));
  duplex = Duplex::from(Readable::from({"only read"}));
  console::log(duplex->readable(), duplex->writable());
  co_await shown(duplex);
  auto passes = make<PassThrough>();
  console::log(Duplex::from(passes) == passes);
  auto inner = make<PassThrough>();
  Collected c5 = collect();
  duplex = Duplex::from(stream::DuplexSides{.readable = inner, .writable = c5.sink});
  duplex->end("out");
  inner->end("in");
  co_await shown(duplex);
  co_await sleep(5);
  console::log(c5.texts.value(), duplex->destroyed());
  let<int> total = 0;
  duplex = Duplex::from([=](this auto, Sequence<Chunk> source) -> Promise<> {
    while (auto chunk = co_await source.next()) total += int(chunk->length());
    co_await sleep(1);
  });
  console::log(duplex->readable(), duplex->writable());
  duplex->write("four");
  duplex->end("five5");
  co_await promises::finished(duplex);
  console::log(total);
  duplex = Duplex::from(breaks);
  duplex->on(event::error, told);
  duplex->on(event::close, [] { console::log("close"); });
  duplex->write("x");
  duplex->resume();
  co_await sleep(5);
  auto a = make<PassThrough>();
  auto sink = collect().sink;
  duplex = Duplex::from(stream::DuplexSides{.readable = a, .writable = sink});
  duplex->on(event::error, told);
  sink->on(event::error, told);
  a->on(event::error, told);
  a->destroy(Error("one side"));
  co_await sleep(5);
  console::log(duplex->destroyed(), sink->destroyed());
}
int main(int argc, char** argv) { return run(argc, argv, [] { pipelines().then([] { return duplexes(); }); }); }
