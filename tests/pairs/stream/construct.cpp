#include "scenes.h"
using stream::Readable, stream::Writable, stream::Duplex;
static auto told(auto name) { return [=](Error error) { console::log(name, message(error)); }; }
static auto write = [](auto, auto chunk, auto, auto callback) { console::log("_write", "" + chunk); callback(); };

int main(int argc, char** argv) { return run(argc, argv, [] {
scene("a Readable waits for it", [] {
  auto r = watchEnds(watchReading(make<Readable>({.read = [](auto self) { console::log("_read"); self->push("x"); self->push(nullptr); }, .construct = [](auto, auto callback) { console::log("construct"); setImmediate([=] { console::log("built"); callback(); }); }}), "r"), "r");
  watchData(r, "r");
  console::log("made");
  ticks(3);
});

scene("a Writable waits for it", [] {
  auto w = watchEnds(watchWriting(make<Writable>({.write = write, .construct = [](auto, auto callback) { console::log("construct"); callback(); }}), "w"), "w");
  console::log(w->write("a", told("a")), w->writableLength());
  w->end("b", told("end"));
  ticks(7);
});

scene("a Duplex, once for both", [] {
  auto d = watchEnds(watchWriting(watchReading(make<Duplex>({.read = [](auto self) { console::log("_read"); self->push(nullptr); }, .write = write, .construct = [](auto, auto callback) { console::log("construct"); process::nextTick([=] { callback(); }); }}), "d"), "d"), "d");
  d->resume();
  d->end("x", told("end"));
  ticks(8);
});

scene("it fails", [] {
  auto w = watchEnds(watchWriting(make<Writable>({.write = write, .construct = [](auto, auto callback) { setImmediate([=] { callback(Error("not built")); }); }}), "w"), "w");
  w->write("a", told("a"));
  w->end(told("end"));
});

scene("it throws", [] {
  auto r = watchEnds(make<Readable>({.read = [] { console::log("_read"); }, .construct = [] { throw Error("thrown"); }}), "r");
  r->resume();
  ticks(5);
});

scene("it calls back twice", [] {
  auto r = watchEnds(make<Readable>({.read = [] { console::log("_read"); }, .construct = [](auto, auto callback) { callback(); callback(); }}), "r");
  ticks(5);
});

scene("destroyed before it is built", [] {
  auto r = watchEnds(make<Readable>({.read = [] {}, .destroy = [](auto, auto error, auto callback) { console::log("_destroy", message(error)); callback(error); }, .construct = [](auto, auto callback) { setImmediate([=] { console::log("built"); callback(); }); }}), "r");
  r->destroy(Error("enough"), told("callback"));
  console::log(r->destroyed(), r->closed());
  ticks(3);
});

scene("destroyed, and it fails too", [] {
  auto w = watchEnds(make<Writable>({.write = write, .destroy = [](auto, auto error, auto callback) { console::log("_destroy", message(error)); callback(error); }, .construct = [](auto, auto callback) { setImmediate([=] { callback(Error("not built")); }); }}), "w");
  w->write("a", told("a"));
  w->destroy(nullptr, told("callback"));
});

play();
}); }
