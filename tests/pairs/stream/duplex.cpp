#include "scenes.h"
using stream::Duplex;
static auto told(auto name) { return [=](Error error) { console::log(name, message(error)); }; }
static auto write = [](auto, auto chunk, auto, auto callback) { console::log("_write", "" + chunk); callback(); };
static Duplex watch(Duplex d) { return watchEnds(watchWriting(watchReading(d, "d"), "d"), "d"); }

int main(int argc, char** argv) { return run(argc, argv, [] {
scene("both sides end", [] {
  auto d = watch(make<Duplex>({.read = [](auto self) { self->push(nullptr); }, .write = write}));
  watchData(d, "d");
  d->end("x", told("end"));
  ticks(8);
});

scene("the readable side ends first", [] {
  auto d = watch(make<Duplex>({.read = [] {}, .write = write}));
  d->resume();
  d->push("x");
  d->push(nullptr);
  setImmediate([=] { console::log(d->readable(), d->writable(), d->destroyed()); d->end("late"); });
});

scene("the writable side ends first", [] {
  auto d = watch(make<Duplex>({.read = [] {}, .write = write}));
  d->end("x");
  setImmediate([=] { console::log(d->readable(), d->writable(), d->destroyed()); d->push(nullptr); d->resume(); });
});

scene("allowHalfOpen off", [] {
  auto d = watch(make<Duplex>({.read = [] {}, .write = write, .allowHalfOpen = false}));
  d->resume();
  d->push(nullptr);
  ticks(8);
});

scene("allowHalfOpen off, and assigned", [] {
  auto d = watch(make<Duplex>({.read = [] {}, .write = write}));
  console::log(d->allowHalfOpen);
  d->allowHalfOpen = false;
  d->write("x");
  d->push(nullptr);
  d->resume();
});

scene("only readable", [] {
  auto d = watch(make<Duplex>({.read = [](auto self) { self->push(nullptr); }, .write = write, .writable = false}));
  console::log(d->readable(), d->writable(), d->writableEnded(), d->writableFinished());
  d->resume();
  console::log(d->write("x", told("x")));
});

scene("only readable, ends", [] {
  auto d = watch(make<Duplex>({.read = [](auto self) { self->push(nullptr); }, .write = write, .writable = false}));
  d->resume();
});

scene("only writable", [] {
  auto d = watch(make<Duplex>({.read = [] { console::log("_read"); }, .write = write, .readable = false}));
  console::log(d->readable(), d->writable(), d->readableEnded(), d->readableAborted());
  d->resume();
  d->end("x", told("end"));
});

scene("marks of the sides", [] {
  auto a = make<Duplex>({.readableHighWaterMark = 10, .writableHighWaterMark = 20});
  auto b = make<Duplex>({.highWaterMark = 5, .readableHighWaterMark = 10});
  console::log(a->readableHighWaterMark(), a->writableHighWaterMark(), b->readableHighWaterMark(), b->writableHighWaterMark());
  try { make<Duplex>({.writableHighWaterMark = -1}); } catch (const Error& error) { console::log(message(error)); }
});

scene("an error on the writing side", [] {
  auto d = watch(make<Duplex>({.read = [] {}, .write = [](auto, auto, auto, auto callback) { callback(Error("full")); }}));
  watchData(d, "d");
  d->push("x");
  bool more = d->write("y", told("y"));
  console::log(more, message(d->errored()));
  ticks(4);
});

scene("autoDestroy off", [] {
  auto d = watch(make<Duplex>({.read = [](auto self) { self->push(nullptr); }, .write = write, .autoDestroy = false}));
  d->resume();
  d->end();
  setImmediate([=] { console::log(d->destroyed(), d->readableEnded(), d->writableFinished()); });
});

scene("an echo", [] {
  auto d = watch(make<Duplex>({.read = [] {}, .write = [](auto self, auto chunk, auto, auto callback) { self->push(chunk); callback(); }, .final = [](auto self, auto callback) { self->push(nullptr); callback(); }}));
  watchData(d, "d");
  d->write("one");
  d->write("two");
  d->end("three");
  ticks(8);
});

play();
}); }
