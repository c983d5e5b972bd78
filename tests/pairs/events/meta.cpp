#include <nodecpp/console.h>
#include <nodecpp/events.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto emitter = make<EventEmitter>();
  auto f = listener([] { console::log("f"); });
  emitter->on(event::newListener, [=](auto name, auto g) { console::log("new", name, g == f, emitter->listenerCount(name)); });
  emitter->on(event::removeListener, [=](auto name, auto g) { console::log("removed", name, g == f, emitter->listenerCount(name)); });
  emitter->on("x", f);
  emitter->once("x", f);
  emitter->prependListener("x", [] {});
  emitter->off("x", f);
  emitter->once("y", f);
  emitter->emit("y");
  emitter->on(event::newListener, [](String name) { console::log("also new", name); });
  emitter->off("none", f);
  emitter->on(events::errorMonitor, f);
  emitter->off(events::errorMonitor, f);
  emitter->removeAllListeners(event::newListener);
  emitter->on("z", f);
  console::log(emitter->eventNames());
  emitter->removeAllListeners();
  console::log(emitter->eventNames());
  auto second = make<EventEmitter>();
  second->once(event::newListener, [=](auto name) {
    console::log("once new", name);
    second->on("event", [] { console::log("B"); });
  });
  second->on("event", [] { console::log("A"); });
  second->emit("event");
}); }
