#include <nodecpp/console.h>
#include <nodecpp/events.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  constexpr Event<int> tick{"tick"};
  constexpr Event<String, int> pair{"pair"};
  auto emitter = make<EventEmitter>();
  emitter->on(tick, [](int n) { console::log("by event", n); });
  emitter->on("tick", [](int n) { console::log("by string", n); });
  emitter->on("tick", [](double n) { console::log("as a double", n / 2); });
  emitter->emit(tick, 5);
  emitter->emit("tick", 6);
  emitter->on(pair, [](auto text, auto n) { console::log(text, n); });
  emitter->on("pair", [](String text) { console::log(text); });
  emitter->emit("pair", "text", 7);
  emitter->emit(pair, "other", 8);
  emitter->on(event::error, [](auto error) { console::log(error->message); });
  emitter->emit("error", Error("by tag"));
  emitter->emit(event::error, TypeError("by string"));
  console::log(emitter->eventNames(), emitter->listenerCount(tick), emitter->listenerCount("tick"));
  emitter->removeAllListeners(tick);
  console::log(emitter->emit(tick, 1));
  emitter->on("", [] { console::log("the empty name"); });
  emitter->emit("");
  emitter->on("missing", [](String a, Lookup b) { console::log(a, b); });
  emitter->emit("missing", "only one");
}); }
