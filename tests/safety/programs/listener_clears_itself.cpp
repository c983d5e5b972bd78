// right: a listener that is called directly clears the variable that holds it
// > done: a text that is longer than what a String has room for
#include <nodecpp/array.h>
#include <nodecpp/console.h>
#include <nodecpp/events.h>
#include <nodecpp/let.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto emitter = make<EventEmitter>();
  let<Listener> kept;
  auto text = str("a text that is ") + "longer than what a String has room for";
  emitter->on("x", [=] {
    emitter->removeAllListeners("x");
    kept = Listener();
    console::log("done:", text);
  });
  kept = emitter->listeners("x")[0];
  kept();
}); }
