#include "scenes.h"
using stream::Transform, stream::PassThrough, stream::Readable;
static auto told(auto name) { return [=](Error error) { console::log(name, message(error)); }; }
static auto watch(auto t) { return watchEnds(watchWriting(watchReading(t, "t"), "t"), "t"); }

int main(int argc, char** argv) { return run(argc, argv, [] {
scene("upper case", [] {
  auto t = watch(make<Transform>({.transform = [](auto, auto chunk, auto, auto callback) { callback(nullptr, ("" + chunk).toUpperCase()); }}));
  watchData(t, "t");
  t->write("a", told("a"));
  t->end("b", told("end"));
  ticks(8);
});

scene("read later than ended", [] {
  auto t = watch(make<PassThrough>());
  t->end("x", told("end"));
  setImmediate([=] { console::log(t->readableLength(), t->writableFinished(), t->destroyed()); watchData(t, "t"); });
});

scene("in an immediate", [] {
  auto t = watch(make<Transform>({.transform = [](auto, auto chunk, auto, auto callback) { setImmediate([=] { callback(nullptr, chunk); }); }}));
  watchData(t, "t");
  t->write("a", told("a"));
  t->write("b", told("b"));
  t->end(told("end"));
});

scene("one becomes three, three become none", [] {
  let<int> n = 0;
  auto t = watch(make<Transform>({.transform = [=](auto self, auto, auto, auto callback) {
    if (n++ == 0) { self->push("1"); self->push("2"); callback(nullptr, "3"); } else callback();
  }, .flush = [](auto, auto callback) { console::log("flush"); callback(nullptr, "last"); }}));
  watchData(t, "t");
  t->write("a");
  t->write("b");
  t->write("c");
  t->end();
  ticks(6);
});

scene("flush in an immediate", [] {
  auto t = watch(make<Transform>({.transform = [](auto, auto chunk, auto, auto callback) { callback(nullptr, chunk); }, .flush = [](auto self, auto callback) { self->push("f1"); setImmediate([=] { self->push("f2"); callback(); }); }}));
  watchData(t, "t");
  t->end("x", told("end"));
});

scene("transform fails", [] {
  auto t = watch(make<Transform>({.transform = [](auto, auto, auto, auto callback) { callback(Error("cannot")); }}));
  watchData(t, "t");
  console::log(t->write("a", told("a")));
  console::log(t->write("b", told("b")));
  ticks(4);
});

scene("transform throws", [] {
  auto t = watch(make<Transform>({.transform = [] { throw Error("thrown"); }}));
  try { t->write("a"); } catch (const Error& error) { console::log(message(error)); }
});

scene("flush fails", [] {
  auto t = watch(make<Transform>({.transform = [](auto, auto chunk, auto, auto callback) { callback(nullptr, chunk); }, .flush = [](auto, auto callback) { callback(Error("no flush")); }}));
  watchData(t, "t");
  t->end("x", told("end"));
  ticks(4);
});

scene("flush throws", [] {
  auto t = watch(make<Transform>({.transform = [](auto, auto chunk, auto, auto callback) { callback(nullptr, chunk); }, .flush = [] { throw Error("thrown"); }}));
  t->resume();
  t->end("x", told("end"));
});

scene("its own final, and flush", [] {
  auto t = watch(make<Transform>({.final = [](auto, auto callback) { console::log("final"); callback(); }, .transform = [](auto, auto chunk, auto, auto callback) { callback(nullptr, chunk); }, .flush = [](auto, auto callback) { console::log("flush"); callback(nullptr, "f"); }}));
  watchData(t, "t");
  t->end("x");
  ticks(6);
});

scene("no _transform", [] {
  auto t = watch(make<Transform>());
  try { t->write("a"); } catch (const Error& error) { console::log(message(error)); }
});

scene("ended by push(null) in transform", [] {
  auto t = watch(make<Transform>({.transform = [](auto self, auto, auto, auto callback) { self->push("x"); self->push(nullptr); callback(); }}));
  watchData(t, "t");
  t->write("a", told("a"));
  t->end();
  ticks(8);
});

scene("nobody reads: the writer is held", [] {
  auto t = watch(make<Transform>({.readableHighWaterMark = 2, .writableHighWaterMark = 3, .transform = [](auto, auto chunk, auto, auto callback) { console::log("transform", "" + chunk); callback(nullptr, chunk); }}));
  console::log(t->write("a", told("a")), t->write("b", told("b")), t->write("c", told("c")), t->write("d", told("d")), t->write("e", told("e")));
  console::log(t->readableLength(), t->writableLength(), t->writableNeedDrain());
  setImmediate([=] { watchData(t, "t"); t->end(told("end")); });
});

scene("a mark of zero", [] {
  auto t = watch(make<PassThrough>({.highWaterMark = 0}));
  console::log(t->readableHighWaterMark(), t->writableHighWaterMark(), t->write("x", told("x")));
  watchData(t, "t");
  t->end("y");
});

scene("strings through", [] {
  auto t = watch(make<PassThrough>({.decodeStrings = false, .encoding = "utf8"}));
  t->on(event::data, [](auto chunk) { console::log(chunk.isString() ? "string" : "object", chunk.toString()); });
  t->write("ä");
  t->write(Buffer::from({0xc3}));
  t->end(Buffer::from({0xa4}));
});

scene("destroyed in between", [] {
  auto t = watch(make<Transform>({.transform = [](auto, auto chunk, auto, auto callback) { setImmediate([=] { callback(nullptr, chunk); }); }}));
  watchData(t, "t");
  t->write("a", told("a"));
  t->write("b", told("b"));
  t->destroy();
  console::log(t->write("c", told("c")));
});

scene("called back twice", [] {
  auto t = watch(make<Transform>({.transform = [](auto, auto chunk, auto, auto callback) { callback(nullptr, chunk); callback(nullptr, chunk); }}));
  watchData(t, "t");
  t->write("a", told("a"));
  ticks(3);
});

play();
}); }
