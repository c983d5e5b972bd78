#include "scenes.h"
using stream::Writable;
static Writable watch(Writable w) { return watchEnds(watchWriting(w, "w"), "w"); }
static auto told(auto name) { return [=](Error error) { console::log(name, message(error)); }; }
static auto write = [](auto, auto, auto, auto callback) { callback(); };

int main(int argc, char** argv) { return run(argc, argv, [] {
scene("end of nothing", [] {
  auto w = watch(make<Writable>({.write = write}));
  w->end(told("end"));
  console::log(w->writable(), w->writableEnded(), w->writableFinished());
  ticks(3);
});

scene("end in all its forms", [] {
  for (Function<Writable(Writable)> end : Array<Function<Writable(Writable)>>{[](Writable w) { return w->end(); }, [](Writable w) { return w->end("x"); }, [](Writable w) { return w->end("78", "hex"); }, [](Writable w) { return w->end("x", told("cb")); }, [](Writable w) { return w->end("78", "hex", told("cb")); }, [](Writable w) { return w->end(nullptr); }, [](Writable w) { return w->end(nullptr, told("cb")); }}) {
    auto w = make<Writable>({.write = [](auto, auto chunk, auto, auto callback) { console::log("" + chunk); callback(); }});
    console::log(end(w) == w);
  }
});

scene("end twice", [] {
  auto w = watch(make<Writable>({.write = write}));
  w->end("x", told("first"));
  w->end(told("second"));
  w->end("y", told("third"));
  ticks(4);
});

scene("end in finish, and after", [] {
  auto w = watch(make<Writable>({.write = write}));
  w->on(event::finish, [=] { w->end(told("in finish")); });
  w->on(event::close, [=] { w->end(told("in close")); });
  w->end(told("end"));
});

scene("final at once", [] {
  auto w = watch(make<Writable>({.write = write, .final = [](auto, auto callback) { console::log("final"); callback(); }}));
  w->write("x", told("x"));
  w->end(told("end"));
  ticks(5);
});

scene("final later", [] {
  auto w = watch(make<Writable>({.write = write, .final = [](auto, auto callback) { console::log("final"); setImmediate([=] { callback(); }); }}));
  w->end("x", told("end"));
  ticks(4);
});

scene("final fails at once", [] {
  auto w = watch(make<Writable>({.write = write, .final = [](auto, auto callback) { callback(Error("final failed")); }}));
  w->end("x", told("end"));
  ticks(4);
});

scene("final fails later", [] {
  auto w = watch(make<Writable>({.write = write, .final = [](auto, auto callback) { setImmediate([=] { callback(Error("final failed")); }); }}));
  w->end("x", told("end"));
});

scene("final throws", [] {
  auto w = watch(make<Writable>({.write = write, .final = [] { throw Error("final threw"); }}));
  w->end(told("end"));
  ticks(3);
});

scene("final calls back twice", [] {
  auto w = watch(make<Writable>({.write = write, .final = [](auto, auto callback) { callback(); callback(); }}));
  w->end(told("end"));
  ticks(4);
});

scene("final while a write is on its way", [] {
  auto w = watch(make<Writable>({.write = [](auto, auto, auto, auto callback) { setImmediate([=] { callback(); }); }, .final = [](auto w, auto callback) { console::log("final", w->writableLength()); process::nextTick([=] { callback(); }); }}));
  w->write("a", told("a"));
  w->end("b", told("end"));
});

scene("destroyed in final", [] {
  auto w = watch(make<Writable>({.write = write, .final = [](auto w, auto callback) { w->destroy(); callback(); }}));
  w->end(told("end"));
  ticks(4);
});

scene("destroyed right after end", [] {
  auto w = watch(make<Writable>({.write = write}));
  w->end("x", told("end"));
  w->destroy();
  console::log(w->writableFinished(), w->writableAborted());
  ticks(4);
});

scene("destroyed in a tick after end", [] {
  auto w = watch(make<Writable>({.write = [](auto, auto, auto, auto callback) { setImmediate([=] { callback(); }); }}));
  w->end("x", told("end"));
  process::nextTick([=] { w->destroy(Error("enough")); });
});

scene("autoDestroy off", [] {
  auto w = watch(make<Writable>({.write = write, .autoDestroy = false}));
  w->end(told("end"));
  setImmediate([=] { console::log(w->destroyed(), w->closed(), w->writableFinished()); });
});

scene("emitClose off", [] {
  auto w = watch(make<Writable>({.emitClose = false, .write = write}));
  w->end(told("end"));
  setImmediate([=] { console::log(w->destroyed(), w->closed(), w->writableFinished()); });
});

scene("the state in each listener", [] {
  auto w = make<Writable>({.write = write});
  w->on(event::prefinish, [=] { console::log("prefinish", w->writableFinished()); });
  w->on(event::finish, [=] { console::log("finish", w->writableFinished(), w->destroyed()); });
  w->on(event::close, [=] { console::log("close", w->closed(), w->destroyed()); });
  w->end();
});

play();
}); }
