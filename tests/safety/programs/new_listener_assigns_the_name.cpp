// right: a listener of newListener assigns to the variable that holds the name of the event
// > 1 0
#include <nodecpp/console.h>
#include <nodecpp/events.h>
#include <nodecpp/let.h>
#include <nodecpp/process.h>
using namespace nodecpp;

String longName(int n) { return str("a name that is longer than what a String has room for, ") + n; }

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto emitter = make<EventEmitter>();
  let<String> name = longName(1);
  emitter->on(event::newListener, [=](String, Listener) { name = "other"; });
  emitter->on(name, [] {});
  console::log(emitter->listenerCount(longName(1)), emitter->listenerCount("other"));
}); }
