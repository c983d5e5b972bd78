// right: a listener assigns to the variable that holds the event's name
// > a name that is longer than what a String has room for 2
// > other
#include <nodecpp/console.h>
#include <nodecpp/events.h>
#include <nodecpp/let.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto emitter = make<EventEmitter>();
  for (int i = 0; i < 40; i++) emitter->on(str("event") + i, [] {});
  let<String> name = str("a name that is ") + "longer than what a String has room for";
  let<int> count = 0;
  const String kept = name.value() + "";
  emitter->once(kept, [=] { name = "other", ++count; });
  emitter->once(kept, [=] { ++count; });
  emitter->emit(name);
  console::log(kept, count);
  console::log(name);
}); }
