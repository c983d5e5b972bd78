// right: an error event whose listener drops the emitter
// > Error: a message that is longer than what a String has room for
#include <nodecpp/console.h>
#include <nodecpp/events.h>
#include <nodecpp/let.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  let<EventEmitter> emitter = make<EventEmitter>();
  emitter->on(events::errorMonitor, [=](Error) { emitter->removeAllListeners("none"); });
  emitter->on(event::error, [=](Error error) {
    emitter->removeAllListeners();
    emitter = EventEmitter();
    console::log(error->name + ": " + error->message);
  });
  emitter->emit(event::error, Error(str("a message that is ") + "longer than what a String has room for"));
}); }
