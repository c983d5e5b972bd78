#include "scenes.h"
using stream::Readable;

int main(int argc, char** argv) { return run(argc, argv, [] {
scene("readable, then read all", [] {
  auto r = watchEnds(watchReading(make<Readable>({.read = [] {}}), "r"), "r");
  r->on(event::readable, [=] {
    console::log("readable", r->readableLength());
    stream::Chunk chunk;
    while ((chunk = r->read()) != nullptr) console::log("read", "" + chunk);
  });
  r->push("ab");
  r->push("cd");
  ticks(5);
  setImmediate([=] { r->push("ef"); ticks(3); setImmediate([=] { r->push(nullptr); ticks(4); }); });
});

scene("readable with sizes", [] {
  let<int> n = 0;
  auto r = watchEnds(make<Readable>({.highWaterMark = 5, .read = [=](auto self, auto size) { console::log("_read", size); if (n++ < 4) self->push("xyz"); else self->push(nullptr); }}), "r");
  r->on(event::readable, [=] {
    stream::Chunk chunk;
    console::log("readable", r->readableLength());
    while ((chunk = r->read(2)) != nullptr) console::log("read", "" + chunk, r->readableLength());
  });
  r->on(event::end, [] { console::log("end"); });
  ticks(10);
});

scene("once readable, again and again", [] {
  auto r = watchEnds(watchReading(make<Readable>({.read = [] {}}), "r"), "r");
  let<Function<void()>> wait;
  wait = [=] { r->once(event::readable, [=] {
    auto chunk = r->read(1);
    console::log("got", chunk ? util::Value("" + chunk) : util::Value(nullptr));
    if (chunk) wait(); else console::log("over", r->readableEnded());
  }); };
  wait();
  r->push("a");
  setImmediate([=] { r->push("b"); setImmediate([=] { r->push(nullptr); }); });
});

scene("readable and data together", [] {
  auto r = watchEnds(watchReading(make<Readable>({.read = [] {}}), "r"), "r");
  watchData(r, "r");
  r->on(event::readable, [=] { console::log("readable", r->readableFlowing()); while (r->read() != nullptr); });
  r->push("1");
  ticks(5);
  setImmediate([=] { r->push("2"); r->push(nullptr); });
});

scene("readable taken off: data flows again", [] {
  auto r = watchEnds(watchReading(make<Readable>({.read = [] {}}), "r"), "r");
  let<Function<void()>> f;
  f = [=] { console::log("readable", r->readableLength()); r->off(event::readable, f.value()); console::log(r->readableFlowing()); };
  r->on(event::readable, f.value());
  watchData(r, "r");
  r->push("1");
  ticks(6);
  setImmediate([=] { console::log(r->readableFlowing()); r->push("2"); });
});

scene("readable taken off without data", [] {
  auto r = make<Readable>({.read = [] {}});
  auto f = listener([] { console::log("readable"); });
  r->on(event::readable, f);
  console::log(r->readableFlowing());
  r->off(event::readable, f);
  process::nextTick([=] { console::log(r->readableFlowing()); });
});

scene("a mark of zero", [] {
  let<int> n = 0;
  auto r = watchEnds(make<Readable>({.highWaterMark = 0, .read = [=](auto self) { console::log("_read"); process::nextTick([=] { if (n++ < 2) self->push("z"); else self->push(nullptr); }); }}), "r");
  r->on(event::readable, [=] { console::log("readable", r->readableLength()); stream::Chunk c; while ((c = r->read()) != nullptr) console::log("" + c); });
  r->on(event::end, [] { console::log("end"); });
});

scene("unshift puts back", [] {
  auto r = watchEnds(watchReading(make<Readable>({.read = [] {}}), "r"), "r");
  r->push("header\nbody");
  r->push(" more");
  r->once(event::readable, [=] {
    auto all = "" + r->read();
    r->unshift(all.slice(7));
    console::log("header", all.slice(0, 6), r->readableLength());
    watchData(r, "r");
    r->resume();
    process::nextTick([=] { console::log(r->readableFlowing()); });
  });
  setImmediate([=] { r->push(nullptr); });
});

scene("unshift at the end", [] {
  auto r = watchEnds(watchReading(make<Readable>({.read = [] {}}), "r"), "r");
  r->push("a");
  r->push(nullptr);
  let<bool> done = false;
  r->on(event::readable, [=] {
    stream::Chunk c;
    while ((c = r->read()) != nullptr) {
      console::log("read", "" + c);
      if (!done) { done = true; r->unshift("again"); }
    }
  });
});

scene("push after the end", [] {
  auto r = watchEnds(watchReading(make<Readable>({.read = [] {}}), "r"), "r");
  r->push(nullptr);
  console::log(r->push("late"), r->destroyed(), message(r->errored()));
  ticks(3);
});

scene("unshift after end", [] {
  auto r = watchEnds(make<Readable>({.read = [] {}, .autoDestroy = false}), "r");
  r->on(event::end, [=] { console::log("end"); console::log(r->unshift("late")); });
  r->push(nullptr);
  r->resume();
});

scene("no _read", [] {
  auto r = watchEnds(make<Readable>(), "r");
  watchData(r, "r");
});

scene("_read throws", [] {
  auto r = watchEnds(make<Readable>({.read = [] { throw Error("broken"); }}), "r");
  console::log(r->read());
  console::log(r->destroyed(), message(r->errored()));
});

scene("setEncoding before and after", [] {
  auto r = watchReading(make<Readable>({.read = [] {}}), "r");
  r->push(Buffer::from({0xe2, 0x82}));
  r->setEncoding("utf8");
  r->push(Buffer::from({0xac, 0x41, 0xc3}));
  console::log(r->readableEncoding());
  r->on(event::data, [](auto chunk) { console::log(chunk.isString() ? "string" : "object", chunk.toString()); });
  r->push(nullptr);
});

scene("an encoding in the options", [] {
  auto r = make<Readable>({.encoding = "hex", .read = [] {}});
  r->push("hello");
  r->push(Buffer::from("you"));
  r->push(nullptr);
  r->on(event::data, [](auto chunk) { console::log(chunk.isString() ? "string" : "object", chunk.toString()); });
  console::log(r->readableEncoding());
});

scene("a string pushed in an encoding", [] {
  auto r = make<Readable>({.read = [] {}});
  r->push("68656c6c6f", "hex");
  r->push("d8JsZA==", "base64");
  console::log(r->read().toString("latin1"));
});

scene("bad options", [] {
  for (double highWaterMark : {-1.0, 1.5}) try { make<Readable>({.highWaterMark = highWaterMark}); } catch (const Error& error) { console::log(message(error)); }
  try { make<Readable>({.encoding = "nonsense"}); } catch (const Error& error) { console::log(message(error)); }
  try { make<Readable>()->setEncoding("nonsense"); } catch (const Error& error) { console::log(message(error)); }
  try { make<Readable>()->read(0x40000001); } catch (const Error& error) { console::log(message(error)); }
});

scene("an empty push, and a zero-length stream", [] {
  let<int> n = 0;
  auto r = watchEnds(watchReading(make<Readable>({.read = [=](auto self) { console::log("_read", n); if (n++ < 2) self->push(""); else self->push(nullptr); }}), "r"), "r");
  watchData(r, "r");
  ticks(6);
});

play();
}); }
