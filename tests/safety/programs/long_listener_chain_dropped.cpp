// right: a long chain of emitters, each held by a listener of the previous one, is dropped
// > dropped
#include <nodecpp/console.h>
#include <nodecpp/events.h>
#include <nodecpp/process.h>
#include <nodecpp/timers.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto last = make<EventEmitter>();
  for (int i = 0; i < 100000; i++) {
    auto next = make<EventEmitter>();
    next->on("x", [last] { last->emit("x"); });
    last = next;
  }
  last = EventEmitter();
  setImmediate([] { console::log("dropped"); });
}); }
