// right: a WeakRef whose object was freed, and a WeakMap whose key was freed
// > true
// > undefined
#include <nodecpp/console.h>
#include <nodecpp/events.h>
#include <nodecpp/let.h>
#include <nodecpp/process.h>
#include <nodecpp/timers.h>
#include <nodecpp/weak.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  let<EventEmitter> emitter = make<EventEmitter>();
  WeakRef<EventEmitter> weak(emitter.value());
  WeakMap<EventEmitter, String> names;
  names.set(emitter.value(), "a name that is longer than what a String has room for");
  console::log(bool(weak.deref()));
  emitter = EventEmitter();
  setImmediate([=] { console::log(bool(weak.deref()) ? "there" : "undefined"); });
}); }
