#include "scenes.h"
using stream::Readable, stream::Writable, stream::Duplex, stream::Transform, stream::PassThrough, stream::pipeline;
static auto told(auto name) { return [=](Error error) { console::log(name, message(error)); }; }
static auto source(auto... given) {
  let<std::deque<String>> chunks = std::deque<String>{String(given)...};
  return watchEnds(watchReading(make<Readable>({.read = [=](auto self) { if (chunks.ref().empty()) self->push(nullptr); else { String next = chunks.ref().front(); chunks.ref().pop_front(); self->push(next); } }}), "r"), "r");
}
static auto sink() { return watchEnds(watchWriting(make<Writable>({.write = [](auto, auto chunk, auto, auto callback) { console::log("_write", "" + chunk); setImmediate([=] { callback(); }); }}), "w"), "w"); }
static auto upper() { return watchEnds(make<Transform>({.transform = [](auto, auto chunk, auto, auto callback) { callback(nullptr, ("" + chunk).toUpperCase()); }}), "t"); }

int main(int argc, char** argv) { return run(argc, argv, [] {
scene("two", [] {
  auto w = sink();
  console::log(pipeline(source("a", "b"), w, told("done")) == w);
  ticks(10);
});

scene("three", [] {
  pipeline(source("a", "b"), upper(), sink(), told("done"));
});

scene("four", [] {
  pipeline(source("a", "b"), upper(), make<PassThrough>(), sink(), told("done"));
});

scene("the source fails", [] {
  auto r = source("a");
  pipeline(r, upper(), sink(), told("done"));
  process::nextTick([=] { r->destroy(Error("broken")); });
});

scene("the middle fails", [] {
  pipeline(source("a"), watchEnds(make<Transform>({.transform = [](auto, auto, auto, auto callback) { callback(Error("cannot")); }}), "t"), sink(), told("done"));
  ticks(12);
});

scene("the sink fails", [] {
  pipeline(source("a", "b"), upper(), watchEnds(make<Writable>({.write = [](auto, auto, auto, auto callback) { callback(Error("full")); }}), "w"), told("done"));
});

scene("the source is closed early", [] {
  auto r = source("a", "b");
  pipeline(r, sink(), told("done"));
  process::nextTick([=] { r->destroy(); });
});

scene("the sink is closed early", [] {
  auto w = sink();
  pipeline(source("a", "b", "c"), w, told("done"));
  setImmediate([=] { w->destroy(); });
});

scene("into a closed sink", [] {
  auto w = sink();
  w->destroy();
  try { pipeline(source("a"), w, told("done")); } catch (const Error& error) { console::log(message(error)); }
});

scene("one stream only", [] {
  try { pipeline(Array<stream::Stream>{source("a")}, told("done")); } catch (const Error& error) { console::log(message(error)); }
});

scene("the last can be read", [] {
  auto last = pipeline(source("a", "b"), upper(), told("done"));
  watchReading(watchData(last, "last"), "last");
});

scene("a Duplex in the middle that never ends", [] {
  auto d = watchEnds(make<Duplex>({.read = [] {}, .write = [](auto self, auto chunk, auto, auto callback) { self->push(chunk); callback(); }}), "d");
  pipeline(source("a", "b"), d, sink(), told("done"));
  setImmediate([=] { setImmediate([=] { console::log("ended by hand"); d->push(nullptr); }); });
});

scene("an ended source", [] {
  auto r = watchEnds(make<Readable>({.read = [](auto self) { self->push(nullptr); }, .autoDestroy = false}), "r");
  r->resume();
  setImmediate([=] { console::log(r->readableEnded()); pipeline(r, sink(), told("done")); });
});

scene("a sink with final", [] {
  pipeline(source("a"), watchEnds(watchWriting(make<Writable>({.write = [](auto, auto, auto, auto callback) { callback(); }, .final = [](auto, auto callback) { console::log("final"); setImmediate([=] { callback(); }); }}), "w"), "w"), told("done"));
});

play();
}); }
