// right: a listener emits its own event again, without end
// > RangeError: Maximum call stack size exceeded
#include <nodecpp/console.h>
#include <nodecpp/events.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto emitter = make<EventEmitter>();
  emitter->on("x", [=] { emitter->emit("x"); });
  try {
    emitter->emit("x");
  } catch (const Error& error) {
    console::log(error->name + ": " + error->message);
  }
  emitter->removeAllListeners();
}); }
