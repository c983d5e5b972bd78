// right: an emitter whose listener holds it is freed
// > done
#include <nodecpp/console.h>
#include <nodecpp/events.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  for (int i = 0; i < 100; i++) {
    auto emitter = make<EventEmitter>();
    emitter->on("x", [=] { emitter->emit("y"); });
  }
  console::log("done");
}); }
