#include <nodecpp/console.h>
#include <nodecpp/events.h>
#include <nodecpp/process.h>
using namespace nodecpp;
using events::errorMonitor;

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto emitter = make<EventEmitter>();
  auto caught = [](auto f) {
    try {
      console::log(f());
    } catch (const Error& error) {
      console::log("threw", error->name, error->code.empty() ? String("undefined") : error->code, error->message);
    }
  };
  caught([=] { return emitter->emit(event::error, TypeError("nobody listens")); });
  caught([=] { return emitter->emit("error", "a text"); });
  caught([=] { return emitter->emit("error", "it's"); });
  caught([=] { return emitter->emit("error", 42); });
  caught([=] { return emitter->emit("error", true); });
  caught([=] { return emitter->emit("error", nullptr); });
  caught([=] { return emitter->emit(event::error); });
  emitter->on(errorMonitor, [](Error error) { console::log("monitor", error->message); });
  caught([=] { return emitter->emit(event::error, Error("monitored only")); });
  emitter->once(event::error, [](Error error) { console::log("listener", error->message); });
  caught([=] { return emitter->emit(event::error, Error("heard")); });
  caught([=] { return emitter->emit(event::error, Error("nobody again")); });
  console::log(emitter->listenerCount("error"), emitter->listenerCount(errorMonitor));
  emitter->on(event::error, [](Error error) { throw RangeError("from the listener: " + error->message); });
  emitter->on(event::error, [] { console::log("never"); });
  caught([=] { return emitter->emit(event::error, Error("passed on")); });
  emitter->removeAllListeners(event::error);
  emitter->on(errorMonitor, [=] { emitter->on(event::error, [] { console::log("added by the monitor"); }); });
  caught([=] { return emitter->emit(event::error, Error("late")); });
  emitter->on("plain", [] { throw Error("a listener that throws"); });
  emitter->on("plain", [] { console::log("not reached"); });
  caught([=] { return emitter->emit("plain"); });
}); }
