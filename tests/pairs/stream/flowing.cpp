#include "scenes.h"
using stream::Readable;

int main(int argc, char** argv) { return run(argc, argv, [] {
scene("pushed before anybody listens", [] {
  auto r = make<Readable>({.read = [] {}});
  watchEnds(watchReading(r, "r"), "r");
  r->push("a");
  r->push("b");
  r->push(nullptr);
  console::log(r->readableFlowing(), r->readableLength(), r->isPaused(), r->readableDidRead());
  watchData(r, "r");
  console::log(r->readableFlowing(), r->readableLength(), r->isPaused());
  ticks(6);
});

scene("read gives at once", [] {
  let<int> n = 0;
  auto r = make<Readable>({.read = [=](auto self) { console::log("read", n); if (n < 4) self->push(str("c") + n++); else self->push(nullptr); }});
  watchData(watchEnds(watchReading(r, "r"), "r"), "r");
  ticks(8);
});

scene("read gives in a tick", [] {
  let<int> n = 0;
  auto r = make<Readable>({.read = [=](auto self) { console::log("read", n); process::nextTick([=] { if (n < 3) self->push(str("c") + n++); else self->push(nullptr); }); }});
  watchData(watchEnds(watchReading(r, "r"), "r"), "r");
  ticks(12);
});

scene("read gives in an immediate", [] {
  let<int> n = 0;
  auto r = make<Readable>({.read = [=](auto self, auto size) { console::log("read", size); setImmediate([=] { if (n < 3) self->push(str("c") + n++); else self->push(nullptr); }); }});
  watchData(watchEnds(watchReading(r, "r"), "r"), "r");
});

scene("paused by a listener, resumed later", [] {
  let<int> n = 0;
  auto r = make<Readable>({.highWaterMark = 4, .read = [=](auto self) { if (n < 5) self->push(str("c") + n++); else self->push(nullptr); }});
  watchEnds(watchReading(r, "r"), "r");
  r->on(event::data, [=](auto chunk) {
    console::log("data", "" + chunk, r->readableLength());
    r->pause();
    console::log("paused", r->isPaused(), r->readableFlowing());
    setImmediate([=] { console::log("resume", r->readableLength()); r->resume(); });
  });
  ticks(4);
});

scene("pause before the first listener", [] {
  auto r = make<Readable>({.read = [] {}});
  watchReading(r, "r")->pause();
  watchData(r, "r");
  r->push("x");
  console::log(r->readableFlowing(), r->isPaused());
  setImmediate([=] {
    console::log("still", r->readableFlowing(), r->readableLength());
    r->resume();
    console::log("now", r->readableFlowing());
    ticks(3);
  });
});

scene("resume without a listener drops what comes", [] {
  auto r = make<Readable>({.read = [] {}});
  watchEnds(watchReading(r, "r"), "r")->resume();
  r->push("lost");
  r->push(nullptr);
  console::log(r->readableLength());
  ticks(5);
});

scene("two listeners, one taken off in the first", [] {
  auto r = make<Readable>({.read = [] {}});
  auto second = listener([](stream::Chunk chunk) { console::log("second", "" + chunk); });
  r->on(event::data, [=](auto chunk) { console::log("first", "" + chunk); r->off(event::data, second); });
  r->on(event::data, second);
  r->push("1");
  r->push("2");
  setImmediate([=] { r->push("3"); });
});

scene("the last listener taken off", [] {
  auto r = make<Readable>({.read = [] {}});
  let<Function<void(stream::Chunk)>> f;
  f = [=](stream::Chunk chunk) { console::log("data", "" + chunk); r->off(event::data, f.value()); console::log(r->readableFlowing()); };
  r->on(event::data, f.value());
  r->push("1");
  r->push("2");
  setImmediate([=] {
    console::log(r->readableFlowing(), r->readableLength());
    r->push("3");
    r->on(event::data, [](auto chunk) { console::log("again", "" + chunk); });
  });
});

scene("push says when it is enough", [] {
  auto r = make<Readable>({.highWaterMark = 3, .read = [] {}});
  console::log(r->push("a"), r->push("b"), r->push("c"), r->push("d"), r->push(""), r->readableLength(), r->readableHighWaterMark());
  console::log("" + r->read(2), r->readableLength(), r->push("e"), "" + r->read());
  console::log(r->push("f"), r->read(5), r->readableHighWaterMark(), r->push(nullptr), "" + r->read(5), r->read());
});

scene("pushed in a data listener", [] {
  auto r = make<Readable>({.read = [] {}});
  let<int> n = 0;
  watchEnds(watchReading(r, "r"), "r");
  r->on(event::data, [=](auto chunk) {
    console::log("data", "" + chunk);
    if (++n < 4) console::log("push", r->push(str("n") + n.value()));
    else r->push(nullptr);
    console::log("after", n);
  });
  setImmediate([=] { r->push("first"); });
});

play();
}); }
