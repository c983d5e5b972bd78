#include <nodecpp/stream/promises.h>

#include "scenes.h"
using stream::duplexPair, stream::promises::finished, stream::promises::pipeline;
using stream::PassThrough, stream::Readable, stream::Writable;
static auto told(auto name) { return [=](Error error) { console::log(name, message(error)); }; }
static auto watch(auto d, auto name) { return watchEnds(watchWriting(watchReading(d, name), name), name); }

int main(int argc, char** argv) { return run(argc, argv, [] {
scene("there and back", [] {
  auto [a, b] = duplexPair();
  watch(a, "a");
  watch(b, "b");
  watchData(a, "a");
  b->on(event::data, [=](auto chunk) { console::log("b data", "" + chunk); b->write("re: " + chunk); });
  b->on(event::end, [=] { b->end(); });
  a->write("one", told("one"));
  a->write("two", told("two"));
  a->end(told("end"));
  ticks(10);
});

scene("one side is destroyed", [] {
  auto [a, b] = duplexPair();
  watch(a, "a");
  watch(b, "b")->resume();
  a->write("one", told("one"));
  a->destroy();
  ticks(6);
});

scene("one side fails", [] {
  auto [a, b] = duplexPair();
  watch(a, "a");
  watch(b, "b")->resume();
  a->destroy(Error("broken"));
  ticks(6);
});

scene("held back", [] {
  auto [a, b] = duplexPair({.highWaterMark = 3});
  watch(a, "a");
  console::log(a->write("ab", told("ab")), a->write("cd", told("cd")), a->write("", told("none")));
  setImmediate([=] { watchData(b, "b"); });
});

scene("awaited", [] {
  auto p = make<PassThrough>();
  finished(p).then([] { console::log("finished"); }, [](Error error) { console::log("failed", message(error)); });
  p->resume();
  p->end("x");
  auto q = make<PassThrough>();
  finished(q).then([] { console::log("finished"); }, [](Error error) { console::log("failed", message(error)); });
  q->destroy(Error("broken"));
  auto source = make<Readable>({.read = [](auto self) { self->push(nullptr); }});
  pipeline(source, make<PassThrough>(), make<Writable>({.write = [](auto, auto, auto, auto callback) { callback(); }})).then([] { console::log("done"); });
  auto r = make<Readable>({.read = [] {}});
  pipeline(r, make<PassThrough>()).catch_([](Error error) { console::log("failed", message(error)); });
  r->destroy();
});

play();
}); }
