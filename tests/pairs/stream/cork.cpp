#include "scenes.h"
using stream::Writable;
static Writable watch(Writable w) { return watchEnds(watchWriting(w, "w"), "w"); }
static auto told(auto name) { return [=](Error error) { console::log(name, error ? message(error) : "null"); }; }
static auto write = [](auto, auto chunk, auto encoding, auto callback) { console::log("_write", "" + chunk, encoding); callback(); };
static auto writev = [](auto, auto chunks, auto callback) { String all; for (auto [chunk, encoding] : chunks) all += (all ? ", " : "") + chunk + " " + encoding; console::log("_writev", all); callback(); };

int main(int argc, char** argv) { return run(argc, argv, [] {
scene("corked twice", [] {
  auto w = watch(make<Writable>({.write = write}));
  w->cork();
  w->write("a", told("a"));
  w->cork();
  w->write("b");
  console::log(w->writableCorked(), w->writableLength());
  w->uncork();
  w->write("c", told("c"));
  console::log(w->writableCorked(), w->writableLength());
  w->uncork();
  console::log(w->writableCorked(), w->writableLength());
  w->uncork();
  w->write("d");
  ticks(3);
});

scene("_writev takes all", [] {
  auto w = watch(make<Writable>({.write = write, .writev = writev}));
  w->write("alone", told("alone"));
  w->cork();
  w->write("a", told("a"));
  w->write("b", "latin1");
  w->write(Buffer::from("c"), told("c"));
  process::nextTick([=] { w->uncork(); });
  ticks(4);
});

scene("_writev without callbacks", [] {
  auto w = watch(make<Writable>({.writev = writev}));
  w->write("alone");
  w->cork();
  w->write("a");
  w->write("b");
  w->end("c", told("end"));
  ticks(4);
});

scene("_writev later, more behind", [] {
  auto w = watch(make<Writable>({.highWaterMark = 3, .writev = [](auto, auto chunks, auto callback) { console::log("_writev", chunks.size()); setImmediate([=] { callback(); }); }}));
  for (String c : {"a", "b", "c", "d", "e", "f"}) console::log(w->write(c, told(c)));
  w->on(event::drain, [=] { if (!w->writableEnded()) w->end(told("end")); });
});

scene("_writev fails", [] {
  auto w = watch(make<Writable>({.writev = [](auto, auto, auto callback) { callback(Error("no room")); }}));
  w->cork();
  w->write("a", told("a"));
  w->write("b", told("b"));
  w->uncork();
  w->end(told("end"));
  ticks(3);
});

scene("strings to _writev", [] {
  auto w = watch(make<Writable>({.decodeStrings = false, .writev = writev}));
  w->cork();
  w->write("a", "hex");
  w->write("b");
  w->write(Buffer::from("c"));
  w->uncork();
});

scene("end uncorks", [] {
  auto w = watch(make<Writable>({.write = write}));
  w->cork();
  w->cork();
  w->write("a");
  w->end("b", told("end"));
  console::log(w->writableCorked(), w->writableEnded(), w->writableFinished(), w->writableLength());
  ticks(3);
});

scene("destroyed while corked", [] {
  auto w = watch(make<Writable>({.write = write}));
  w->cork();
  w->write("a", told("a"));
  w->write("b", told("b"));
  w->destroy();
  w->uncork();
  console::log(w->writableLength());
  ticks(4);
});

scene("uncork while writing", [] {
  auto w = watch(make<Writable>({.write = [](auto, auto chunk, auto, auto callback) { console::log("_write", "" + chunk); setImmediate([=] { callback(); }); }}));
  w->write("a", told("a"));
  w->cork();
  w->write("b", told("b"));
  w->uncork();
  console::log(w->writableLength());
  w->end(told("end"));
});

play();
}); }
