#include <nodecpp/console.h>
#include <nodecpp/events.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto emitter = make<EventEmitter>();
  emitter->once("x", [=](int n) {
    console::log("first", n, emitter->listenerCount("x"));
    emitter->emit("x", n + 1);
    console::log("first is over");
  });
  emitter->once("x", [](int n) { console::log("second", n); });
  emitter->emit("x", 1);
  console::log(emitter->emit("x", 3));
  emitter->once("t", [] { throw Error("thrown by once"); });
  try {
    emitter->emit("t");
  } catch (const Error& error) {
    console::log(error->message, emitter->listenerCount("t"));
  }
  emitter->once("again", [=] {
    console::log("again");
    emitter->once("again", [] { console::log("the next one"); });
  });
  emitter->emit("again");
  emitter->emit("again");
  emitter->emit("again");
  emitter->once("late", [] { console::log("late"); });
  emitter->prependListener("late", [=] { emitter->removeAllListeners("late"); });
  emitter->emit("late");
  console::log(emitter->emit("late"));
}); }
