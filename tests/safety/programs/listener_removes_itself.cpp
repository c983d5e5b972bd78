// right: a listener removes itself while it runs, and then reads what it has captured
// > done: a text that is longer than what a String has room for
// > 0
#include <nodecpp/console.h>
#include <nodecpp/events.h>
#include <nodecpp/let.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto emitter = make<EventEmitter>();
  auto text = str("a text that is ") + "longer than what a String has room for";
  emitter->on("x", [=] {
    emitter->removeAllListeners();
    console::log("done:", text);
  });
  emitter->emit("x");
  console::log(emitter->listenerCount("x"));
}); }
