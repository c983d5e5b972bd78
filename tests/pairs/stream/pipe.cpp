#include "scenes.h"
using stream::Readable, stream::Writable, stream::PassThrough;
static auto source(auto... given) {
  let<std::deque<String>> chunks = std::deque<String>{String(given)...};
  return watchEnds(watchReading(make<Readable>({.highWaterMark = 4, .read = [=](auto self) { if (chunks.ref().empty()) self->push(nullptr); else { String next = chunks.ref().front(); chunks.ref().pop_front(); self->push(next); } }}), "r"), "r");
}
static auto sink(String name, int delay, int highWaterMark = 4) {
  return watchEnds(watchWriting(make<Writable>({.highWaterMark = highWaterMark, .write = [=](auto, auto chunk, auto, auto callback) {
    console::log(name, "_write", "" + chunk);
    if (delay == 0) callback(); else if (delay == 1) process::nextTick([=] { callback(); }); else setImmediate([=] { callback(); });
  }}), name), name);
}

int main(int argc, char** argv) { return run(argc, argv, [] {
scene("into a quick sink", [] {
  auto r = source("a", "b", "c");
  auto w = sink("w", 0);
  bool same = r->pipe(w) == w;
  console::log(same, r->readableFlowing());
  ticks(8);
});

scene("into a slow sink", [] {
  source("aaaa", "bbbb", "cc", "dddddd")->pipe(sink("w", 2));
});

scene("into one that takes a tick", [] {
  source("aa", "bbb", "cccc")->pipe(sink("w", 1));
  ticks(10);
});

scene("into two, one slow", [] {
  auto r = source("aaaa", "bbbb", "cc");
  r->pipe(sink("quick", 0));
  r->pipe(sink("slow", 2));
});

scene("without end", [] {
  auto r = source("a", "b");
  auto w = sink("w", 0);
  r->pipe(w, {.end = false});
  setImmediate([=] { setImmediate([=] { console::log(w->writableEnded()); w->end("bye"); }); });
});

scene("unpipe in between", [] {
  let<int> n = 0;
  auto r = watchReading(make<Readable>({.read = [=](auto self) { setImmediate([=] { if (n < 6) self->push(str("c") + n++); }); }}), "r");
  auto w = sink("w", 0);
  r->pipe(w);
  setImmediate([=] { setImmediate([=] { setImmediate([=] { bool same = r->unpipe(w) == r; console::log(same, r->readableFlowing()); r->removeAllListeners("resume"); }); }); });
});

scene("unpipe of one of two, and of a stranger", [] {
  auto r = make<Readable>({.read = [] {}});
  auto a = sink("a", 0);
  auto b = sink("b", 0);
  watchReading(r, "r");
  r->pipe(a);
  r->pipe(b);
  r->unpipe(sink("stranger", 0));
  r->push("1");
  r->unpipe(a);
  console::log(r->readableFlowing());
  process::nextTick([=] { r->push("2"); r->push(nullptr); });
});

scene("unpipe of all", [] {
  auto r = watchReading(make<Readable>({.read = [] {}}), "r");
  r->pipe(sink("a", 0));
  r->pipe(sink("b", 0));
  r->unpipe();
  r->push("1");
  console::log(r->readableFlowing(), r->readableLength());
  r->unpipe();
});

scene("the same sink twice", [] {
  auto r = watchReading(make<Readable>({.read = [] {}}), "r");
  auto w = sink("w", 0);
  r->pipe(w);
  r->pipe(w);
  console::log(w->listenerCount("unpipe"), r->listenerCount("data"));
  r->push("1");
  r->unpipe(w);
  console::log(w->listenerCount("unpipe"), r->listenerCount("data"));
  setImmediate([=] { r->push("2"); r->push(nullptr); });
});

scene("the sink fails", [] {
  auto r = source("a", "b", "c", "d");
  auto w = watchEnds(watchWriting(make<Writable>({.write = [](auto, auto chunk, auto, auto callback) { console::log("_write", "" + chunk); callback(Error("full")); }}), "w"), "w");
  r->pipe(w);
  setImmediate([=] { console::log(r->destroyed(), r->readableFlowing(), r->listenerCount("data")); });
});

scene("the source fails", [] {
  auto r = source("a");
  auto w = sink("w", 0);
  r->pipe(w);
  process::nextTick([=] { r->destroy(Error("broken")); });
  setImmediate([=] { console::log(w->destroyed(), w->writableEnded()); });
});

scene("the sink is closed", [] {
  auto r = source("a", "b", "c");
  auto w = sink("w", 2);
  r->pipe(w);
  process::nextTick([=] { w->destroy(); });
  setImmediate([=] { console::log(r->readableFlowing(), r->destroyed()); });
});

scene("into an ended sink", [] {
  auto w = sink("w", 0);
  w->end();
  source("a")->pipe(w);
});

scene("from an ended source", [] {
  auto r = watchEnds(watchReading(make<Readable>({.read = [](auto self) { self->push(nullptr); }, .autoDestroy = false}), "r"), "r");
  r->resume();
  setImmediate([=] { console::log(r->readableEnded()); r->pipe(sink("w", 0)); ticks(3); });
});

scene("into a sink that needs to drain", [] {
  auto w = sink("w", 2);
  w->write("full full");
  auto r = source("a");
  r->pipe(w);
  console::log(r->readableFlowing(), r->isPaused());
});

scene("data listeners beside a slow pipe", [] {
  auto r = source("aaaa", "bbbb");
  watchData(r, "r");
  r->pipe(sink("w", 2));
});

scene("a row of pipes", [] {
  source("aaaa", "bbbb", "cc")->pipe(watchEnds(watchWriting(watchReading(make<PassThrough>({.highWaterMark = 2}), "p"), "p"), "p"))->pipe(sink("w", 2));
});

scene("pause and resume by hand under a pipe", [] {
  auto r = watchReading(make<Readable>({.read = [] {}}), "r");
  r->pipe(sink("w", 0));
  r->push("1");
  setImmediate([=] { r->pause(); r->push("2"); setImmediate([=] { r->resume(); r->push(nullptr); }); });
});

play();
}); }
