// right: a listener adds listeners to the list through which the emission is going
// > first
// > second
// > 42
#include <nodecpp/console.h>
#include <nodecpp/events.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto emitter = make<EventEmitter>();
  emitter->setMaxListeners(0);
  emitter->on("x", [=] {
    console::log("first");
    for (int i = 0; i < 40; i++) emitter->on("x", [] { console::log("added"); });
  });
  emitter->on("x", [] { console::log("second"); });
  emitter->emit("x");
  console::log(emitter->listenerCount("x"));
  emitter->removeAllListeners();
}); }
