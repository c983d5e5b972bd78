// right: a listener removes later listeners, which are still called, and removeListener is emitted for each
// > first
// > removed
// > removed
// > second: a text that is longer than what a String has room for
// > 0
#include <nodecpp/console.h>
#include <nodecpp/events.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto emitter = make<EventEmitter>();
  auto text = str("a text that is ") + "longer than what a String has room for";
  auto second = listener([=] { console::log("second:", text); });
  emitter->on("x", [=] {
    console::log("first");
    emitter->off("x", second);
    emitter->removeAllListeners();
  });
  emitter->on("x", second);
  emitter->on(event::removeListener, [=](String, Listener) {
    console::log("removed");
    emitter->removeAllListeners();
  });
  emitter->emit("x");
  console::log(emitter->listenerCount("x"));
}); }
