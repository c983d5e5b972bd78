#include <nodecpp/console.h>
#include <nodecpp/events.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto emitter = make<EventEmitter>();
  process::on(event::exit, [](int code) { console::log("exit", code); });
  emitter->emit("error", "a text");
}); }
