// right: a listener drops the last handle to its emitter, which has more listeners
// > first
// > second: a text that is longer than what a String has room for
#include <nodecpp/console.h>
#include <nodecpp/events.h>
#include <nodecpp/let.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) {
  let<EventEmitter> emitter = make<EventEmitter>();
  auto text = str("a text that is ") + "longer than what a String has room for";
  let<String> said = "";
  emitter->on("x", [=] { emitter = EventEmitter(), said += "first\n"; });
  emitter->on("x", [=] { said += "second: " + text; });
  emitter->emit("x");
  return run(argc, argv, [=] { console::log(said); });
}
