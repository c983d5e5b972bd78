#include "scenes.h"
using stream::Writable;
static Writable watch(Writable w) { return watchEnds(watchWriting(w, "w"), "w"); }
static auto told(auto name) { return [=](Error error) { console::log(name, error ? message(error) : "null"); }; }

int main(int argc, char** argv) { return run(argc, argv, [] {
scene("through at once", [] {
  auto w = watch(make<Writable>({.highWaterMark = 4, .write = [](auto, auto chunk, auto encoding, auto callback) { console::log("_write", "" + chunk, encoding); callback(); }}));
  console::log(w->write("ab"), w->writableLength(), w->writableNeedDrain());
  console::log(w->write("cdefg", told("long")), w->writableLength(), w->writableNeedDrain());
  console::log(w->write("h", told("short")), w->writableLength(), w->writableNeedDrain());
  ticks(4);
});

scene("through later", [] {
  auto w = watch(make<Writable>({.highWaterMark = 4, .write = [](auto, auto chunk, auto, auto callback) { console::log("_write", "" + chunk); setImmediate([=] { callback(); }); }}));
  console::log(w->write("ab", told(1)), w->writableLength(), w->writableNeedDrain());
  console::log(w->write("cd", told(2)), w->writableLength(), w->writableNeedDrain());
  console::log(w->write("ef", told(3)), w->writableLength(), w->writableNeedDrain());
  w->on(event::drain, [=] { console::log(w->writableLength(), w->writableNeedDrain()); w->end("last", told("end")); });
});

scene("through in a tick", [] {
  auto w = watch(make<Writable>({.write = [](auto, auto chunk, auto, auto callback) { console::log("_write", "" + chunk); process::nextTick([=] { callback(); }); }}));
  w->write("a", told("a"));
  w->write("b", told("b"));
  w->end("c", told("c"));
  ticks(8);
});

scene("the same callback, and others between", [] {
  auto w = watch(make<Writable>({.write = [](auto, auto, auto, auto callback) { callback(); }}));
  stream::Callback a = told("a");
  stream::Callback b = told("b");
  w->write("1", a);
  w->write("2", a);
  w->write("3", b);
  w->write("4", a);
  w->write("5", a);
  w->write("6", b);
  ticks(6);
  process::nextTick([=] { w->end(told("end")); });
});

scene("strings and encodings", [] {
  auto w = make<Writable>({.write = [](auto, auto chunk, auto encoding, auto callback) { console::log(chunk.isBuffer(), chunk.toString("latin1"), encoding); callback(); }});
  w->write("68656c6c6f", "hex");
  w->write("text", "latin1");
  w->setDefaultEncoding("base64");
  w->write("aGVsbG8=");
  w->write(Buffer::from("bytes"));
  w->write(Buffer::from("bytes"), "buffer");
  try { w->write("x", "nonsense"); } catch (const Error& error) { console::log(message(error)); }
  try { w->write("x", "buffer"); } catch (const Error& error) { console::log(message(error)); }
  try { w->write(nullptr); } catch (const Error& error) { console::log(message(error)); }
  try { w->setDefaultEncoding("nonsense"); } catch (const Error& error) { console::log(message(error)); }
});

scene("strings as they are", [] {
  auto w = make<Writable>({.decodeStrings = false, .write = [](auto, auto chunk, auto encoding, auto callback) { console::log(chunk.isString() ? "string" : "object", "" + chunk, encoding); callback(); }});
  w->write("text");
  w->write("text", "latin1");
  w->write(Buffer::from("bytes"));
});

scene("a failure at once", [] {
  auto w = watch(make<Writable>({.write = [](auto, auto, auto, auto callback) { callback(Error("no room")); }}));
  console::log(w->write("a", told("a")), w->destroyed(), message(w->errored()));
  console::log(w->write("b", told("b")), w->writableLength());
  ticks(4);
});

scene("a failure later, with more behind", [] {
  auto w = watch(make<Writable>({.write = [](auto, auto chunk, auto, auto callback) { console::log("_write", "" + chunk); setImmediate([=] { callback(Error("no room")); }); }}));
  w->write("a", told("a"));
  w->write("b", told("b"));
  w->write("c");
  w->end("d", told("end"));
});

scene("a failure without autoDestroy", [] {
  auto w = watch(make<Writable>({.write = [](auto, auto chunk, auto, auto callback) { console::log("_write", "" + chunk); callback(Error("no room")); }, .autoDestroy = false}));
  console::log(w->write("a", told("a")));
  console::log(w->write("b", told("b")), w->writable(), w->destroyed());
  w->end(told("end"));
  ticks(4);
});

scene("called back twice", [] {
  auto w = watch(make<Writable>({.write = [](auto, auto, auto, auto callback) { callback(); callback(); }}));
  w->write("a", told("a"));
  ticks(3);
});

scene("_write throws", [] {
  auto w = watch(make<Writable>({.write = [] { throw Error("thrown"); }}));
  try { w->write("a"); } catch (const Error& error) { console::log(message(error)); }
  console::log(w->destroyed(), w->writableLength());
});

scene("no _write", [] {
  auto w = watch(make<Writable>());
  try { w->write("a"); } catch (const Error& error) { console::log(message(error)); }
});

scene("write after end", [] {
  auto w = watch(make<Writable>({.write = [](auto, auto, auto, auto callback) { callback(); }}));
  w->end();
  console::log(w->write("late", told("late")), w->destroyed(), message(w->errored()));
  ticks(4);
});

scene("write after finish", [] {
  auto w = watch(make<Writable>({.write = [](auto, auto, auto, auto callback) { callback(); }}));
  w->end("x");
  setImmediate([=] {
    console::log(w->write("late", told("late")), w->destroyed(), w->closed());
    w->end(told("end"));
    w->end("more", told("end more"));
  });
});

scene("write after destroy", [] {
  auto w = watch(make<Writable>({.write = [](auto, auto, auto, auto callback) { callback(); }}));
  w->destroy();
  console::log(w->write("late", told("late")), message(w->errored()));
  w->end(told("end"));
  ticks(3);
});

scene("writes inside _write and callbacks", [] {
  let<int> n = 0;
  auto w = watch(make<Writable>({.highWaterMark = 2, .write = [=](auto self, auto chunk, auto, auto callback) {
    console::log("_write", "" + chunk);
    if (n++ < 2) console::log("nested", self->write(str("n") + n.value(), told(str("nested ") + n.value())));
    callback();
  }}));
  console::log(w->write("a", [=] { console::log("a"); if (n < 9) { n = 9; w->write("from callback", told("inner")); } }));
  ticks(5);
});

scene("drain waits for all", [] {
  auto w = watch(make<Writable>({.highWaterMark = 1, .write = [](auto, auto, auto, auto callback) { setTimeout([=] { callback(); }, 1); }}));
  w->write("a");
  w->write("b");
  w->write("c", [=] { console::log("c", w->writableNeedDrain()); });
});

scene("pipe from a Writable", [] {
  auto w = watch(make<Writable>({.write = [] {}}));
  w->pipe(make<Writable>());
  ticks(2);
});

play();
}); }
