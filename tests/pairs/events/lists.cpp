#include <nodecpp/console.h>
#include <nodecpp/events.h>
#include <nodecpp/process.h>
using namespace nodecpp;
using events::getEventListeners, events::listenerCount;

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto emitter = make<EventEmitter>();
  auto a = listener([] { console::log("a"); });
  auto b = listener([] { console::log("b"); });
  emitter->on("x", a)->once("x", b)->on("y", b);
  console::log(emitter->listeners("x").size(), emitter->listeners("x")[0] == a, emitter->listeners("x")[1] == b);
  console::log(emitter->listeners("none").size(), emitter->rawListeners("none").size());
  auto copy = emitter->listeners("x");
  copy.pop();
  console::log(emitter->listenerCount("x"), copy.size());
  auto raw = emitter->rawListeners("x");
  console::log(raw[0] == a, raw[1].listener() == b, raw[0].listener());
  raw[1].listener()();
  console::log(emitter->listenerCount("x"));
  raw[1]();
  raw[1]();
  console::log(emitter->listenerCount("x"));
  console::log(getEventListeners(emitter, "x").size(), listenerCount(emitter, "x"), emitter->listenerCount("x", a));
  emitter->on(events::errorMonitor, [] {});
  emitter->on("3", a)->on("12", a)->on("z", a)->on("07", a);
  console::log(emitter->eventNames());
  auto other = make<EventEmitter>();
  other->once("m", emitter->listeners("x")[0]);
  emitter->emit("x");
  emitter->emit("x");
  other->emit("m");
  console::log(other->emit("m"), emitter->listenerCount("x"));
}); }
