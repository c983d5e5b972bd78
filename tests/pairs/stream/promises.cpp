#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/stream/promises.h>
using namespace nodecpp;
using stream::PassThrough, stream::Readable, stream::Writable;
namespace promises = stream::promises;
Promise<> failing(Function<Promise<>()> f) {
  try {
    co_await f();
    console::log("fine");
  } catch (const Error& error) {
    console::log(error->name, error->code, error->message);
  }
}
Writable sink() {
  return make<Writable>({
    .write = [](auto, auto chunk, auto, auto callback) {
      console::log("write", chunk.toString());
      callback();
    },
  });
}

int main(int argc, char** argv) { return run(argc, argv, []() -> Promise<> {
  auto open = sink();
  co_await promises::pipeline(Readable::from({"a", "b"}), open, {.end = false});
  console::log(open->writableEnded(), open->destroyed());
  open->end("c");
  co_await promises::finished(open);

  auto controller = make<AbortController>();
  auto source = make<PassThrough>();
  auto destination = sink();
  source->write("before");
  setTimeout([=] { controller->abort(); }, 5);
  co_await failing([=] { return promises::pipeline(source, make<PassThrough>(), destination, {.signal = controller->signal()}); });
  console::log(source->destroyed(), destination->destroyed());
  co_await failing([=] { return promises::pipeline(make<PassThrough>(), sink(), {.signal = controller->signal()}); });

  auto second = make<AbortController>();
  auto left = make<PassThrough>();
  setTimeout([=] { second->abort(); }, 5);
  co_await failing([=] { return promises::finished(left, {.signal = second->signal()}); });
  console::log(left->destroyed(), left->listenerCount(event::close));
  stream::finished(left, {.signal = second->signal()}, [](Error error) { console::log("callback", error->name); });

  // Streams in variables that are assigned later.
  let<PassThrough> from; let<Writable> to;
  from = make<PassThrough>();
  to = sink();
  stream::pipeline(from, to, [](auto error) { console::log("piped", error); });
  stream::finished(to, [](auto) { console::log("finished"); });
  from->end("d");
  co_await promises::finished(to);
  from->unpipe(to);
  console::log(from->destroyed(), to->destroyed());
}); }
