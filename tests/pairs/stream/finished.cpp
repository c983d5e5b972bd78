#include "scenes.h"
using stream::Readable, stream::Writable, stream::Duplex, stream::PassThrough, stream::finished;
static auto told(auto name) { return [=](Error error) { console::log(name, message(error)); }; }
static auto write = [](auto, auto, auto, auto callback) { callback(); };
static auto readable(stream::ReadableOptions options = {.read = [](auto self) { self->push(nullptr); }}) { return watchEnds(watchReading(make<Readable>(options), "r"), "r"); }
static auto writable(stream::WritableOptions options = {.write = write}) { return watchEnds(watchWriting(make<Writable>(options), "w"), "w"); }
static auto duplex(stream::DuplexOptions options = {.read = [] {}, .write = write}) { return watchEnds(watchWriting(watchReading(make<Duplex>(options), "d"), "d"), "d"); }

int main(int argc, char** argv) { return run(argc, argv, [] {
scene("a Readable", [] {
  auto r = readable();
  finished(r, told("finished"));
  r->resume();
  ticks(6);
});

scene("a Readable that does not destroy itself", [] {
  auto r = readable({.read = [](auto self) { self->push(nullptr); }, .autoDestroy = false});
  finished(r, told("finished"));
  r->resume();
  ticks(6);
});

scene("a Writable", [] {
  auto w = writable();
  finished(w, told("finished"));
  w->end("x", told("end"));
  ticks(6);
});

scene("a Writable that does not emit close", [] {
  auto w = writable({.emitClose = false, .write = write});
  finished(w, told("finished"));
  w->end("x");
});

scene("a Duplex", [] {
  auto d = duplex();
  finished(d, told("finished"));
  d->resume();
  d->push(nullptr);
  setImmediate([=] { console::log("now end"); d->end(); });
});

scene("one side of a Duplex", [] {
  auto d = duplex();
  finished(d, {.readable = false}, told("writable"));
  finished(d, {.writable = false}, told("readable"));
  d->end();
  setImmediate([=] { d->resume(); d->push(nullptr); });
});

scene("an error", [] {
  auto r = readable({.read = [] {}});
  finished(r, told("finished"));
  r->destroy(Error("broken"));
  ticks(3);
});

scene("an error that is not asked for", [] {
  auto r = readable({.read = [] {}});
  finished(r, {.error = false}, told("finished"));
  r->destroy(Error("broken"));
});

scene("closed early", [] {
  auto r = readable({.read = [] {}});
  auto w = writable();
  finished(r, told("r finished"));
  finished(w, told("w finished"));
  r->destroy();
  w->write("x");
  w->destroy();
  ticks(3);
});

scene("closed already", [] {
  auto r = readable({.read = [] {}});
  r->destroy();
  setImmediate([=] { finished(r, told("finished")); ticks(2); });
});

scene("over already", [] {
  auto w = writable();
  w->end();
  setImmediate([=] {
    finished(w, told("w finished"));
    auto r = readable({.read = [](auto self) { self->push(nullptr); }, .autoDestroy = false});
    r->resume();
    setImmediate([=] { finished(r, told("r finished")); ticks(2); });
  });
});

scene("failed already", [] {
  auto r = readable({.read = [] {}});
  r->destroy(Error("broken"));
  setImmediate([=] { finished(r, told("finished")); });
});

scene("cleaned up", [] {
  auto r = readable();
  auto before = r->listenerCount("end");
  auto cleanup = finished(r, told("finished"));
  console::log(r->listenerCount("end") - before, r->listenerCount("error"), r->listenerCount("close"));
  cleanup();
  console::log(r->listenerCount("end") - before, r->listenerCount("error"), r->listenerCount("close"));
  r->resume();
});

scene("a PassThrough that nobody reads", [] {
  auto p = watchEnds(watchWriting(watchReading(make<PassThrough>(), "p"), "p"), "p");
  finished(p, told("finished"));
  p->end("x");
  setImmediate([=] { console::log("read"); p->resume(); });
});

scene("what the module says of a stream", [] {
  auto say = [](stream::Stream s) { console::log(stream::isReadable(s), stream::isWritable(s), stream::isErrored(s), stream::isDisturbed(s)); };
  auto r = make<Readable>({.read = [](auto self) { self->push("x"); }});
  auto w = make<Writable>({.write = write});
  auto d = make<Duplex>({.read = [] {}, .write = write, .writable = false});
  for (stream::Stream s : {stream::Stream(r), stream::Stream(w), stream::Stream(d)}) say(s);
  r->read();
  w->end();
  d->on(event::error, [] {});
  d->destroy(Error("broken"));
  for (stream::Stream s : {stream::Stream(r), stream::Stream(w), stream::Stream(d)}) say(s);
});

play();
}); }
