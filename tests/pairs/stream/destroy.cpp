#include "scenes.h"
using stream::Readable, stream::Writable, stream::Duplex;
static auto told(auto name) { return [=](Error error) { console::log(name, message(error)); }; }
static auto write = [](auto, auto, auto, auto callback) { callback(); };
static void state(auto s) { console::log(s->destroyed(), s->closed(), message(s->errored())); }

int main(int argc, char** argv) { return run(argc, argv, [] {
scene("a Readable, without an error", [] {
  auto r = watchEnds(watchReading(make<Readable>({.read = [] {}}), "r"), "r");
  r->push("x");
  console::log(r->destroy() == r);
  state(r);
  console::log(r->readable(), r->readableAborted(), r->push("y"), r->push(nullptr), r->read());
  ticks(3);
  setImmediate([=] { state(r); });
});

scene("a Readable, with an error", [] {
  auto r = watchEnds(watchReading(make<Readable>({.read = [] {}}), "r"), "r");
  watchData(r, "r");
  r->push("x");
  r->destroy(Error("enough"), told("callback"));
  state(r);
  ticks(3);
});

scene("destroyed in a data listener", [] {
  auto r = watchEnds(watchReading(make<Readable>({.read = [](auto self) { self->push("x"); }}), "r"), "r");
  r->on(event::data, [=](auto chunk) { console::log("data", "" + chunk); r->destroy(); console::log(r->push("more")); });
});

scene("destroyed in end", [] {
  auto r = watchEnds(watchReading(make<Readable>({.read = [](auto self) { self->push(nullptr); }}), "r"), "r");
  r->on(event::end, [=] { r->destroy(Error("at the end")); state(r); });
  r->resume();
});

scene("twice", [] {
  auto r = watchEnds(make<Readable>({.read = [] {}}), "r");
  r->destroy(Error("first"));
  r->destroy(Error("second"), told("second"));
  state(r);
});

scene("its own destroy, at once", [] {
  auto r = watchEnds(make<Readable>({.read = [] {}, .destroy = [](auto, auto error, auto callback) { console::log("_destroy", message(error)); callback(error); }}), "r");
  r->destroy(Error("given"), told("callback"));
  ticks(3);
});

scene("its own destroy, later", [] {
  auto r = watchEnds(make<Readable>({.read = [] {}, .destroy = [](auto, auto, auto callback) { setImmediate([=] { callback(); }); }}), "r");
  r->destroy(Error("swallowed"), told("callback"));
  state(r);
  setTimeout([=] { state(r); }, 3);
});

scene("its own destroy fails", [] {
  auto w = watchEnds(make<Writable>({.write = write, .destroy = [](auto, auto, auto callback) { process::nextTick([=] { callback(Error("from destroy")); }); }}), "w");
  w->destroy(nullptr, told("callback"));
  ticks(4);
  setImmediate([=] { state(w); });
});

scene("its own destroy throws", [] {
  auto w = watchEnds(make<Writable>({.write = write, .destroy = [] { throw Error("thrown"); }}), "w");
  w->destroy();
  state(w);
});

scene("its own destroy calls back twice", [] {
  auto w = watchEnds(make<Writable>({.write = write, .destroy = [](auto, auto, auto callback) { callback(); callback(Error("again")); }}), "w");
  w->destroy();
  ticks(2);
});

scene("a Writable with writes waiting", [] {
  auto w = watchEnds(watchWriting(make<Writable>({.write = [](auto, auto chunk, auto, auto callback) { console::log("_write", "" + chunk); setImmediate([=] { callback(); }); }}), "w"), "w");
  w->write("a", told("a"));
  w->write("b", told("b"));
  w->end(told("end"));
  w->destroy();
  console::log(w->writable(), w->writableLength(), w->writableAborted());
  ticks(4);
});

scene("a Writable with writes waiting, with an error", [] {
  auto w = watchEnds(watchWriting(make<Writable>({.write = [](auto, auto, auto, auto callback) { setImmediate([=] { callback(); }); }}), "w"), "w");
  w->write("a", told("a"));
  w->write("b", told("b"));
  w->destroy(Error("enough"), told("callback"));
  ticks(3);
});

scene("destroyed in a write callback", [] {
  auto w = watchEnds(watchWriting(make<Writable>({.write = write}), "w"), "w");
  w->write("a", [=] { console::log("a"); w->destroy(); });
  w->write("b", told("b"));
  ticks(4);
});

scene("destroyed in _write", [] {
  auto w = watchEnds(watchWriting(make<Writable>({.write = [](auto self, auto, auto, auto callback) { self->destroy(); callback(); }}), "w"), "w");
  bool first = w->write("a", told("a"));
  console::log(first, w->write("b", told("b")));
  ticks(4);
});

scene("destroyed in finish", [] {
  auto w = watchEnds(watchWriting(make<Writable>({.write = write}), "w"), "w");
  w->on(event::finish, [=] { w->destroy(Error("too late?")); });
  w->end("x", told("end"));
});

scene("a Duplex", [] {
  auto d = watchEnds(watchWriting(watchReading(make<Duplex>({.read = [] {}, .write = write}), "d"), "d"), "d");
  d->write("x", told("x"));
  d->push("y");
  d->destroy(Error("both"));
  state(d);
  console::log(d->readable(), d->writable(), d->readableAborted());
  ticks(3);
});

scene("emitClose off", [] {
  auto r = watchEnds(make<Readable>({.emitClose = false, .read = [] {}}), "r");
  r->destroy(Error("seen"));
  setImmediate([=] { state(r); });
});

scene("an error that a program emits", [] {
  auto r = watchEnds(make<Readable>({.read = [] {}}), "r");
  r->emit(event::error, Error("emitted"));
  state(r);
});

play();
}); }
