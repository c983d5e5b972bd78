// right: a constructor throws after it has emitted events and listened to another emitter
// > Error: too late
// > 1
#include <nodecpp/console.h>
#include <nodecpp/events.h>
#include <nodecpp/process.h>
using namespace nodecpp;

class Watcher : public EventEmitterObject {
 public:
  explicit Watcher(EventEmitter source) {
    on("seen", [] {});
    once("seen", [] {});
    prependListener("seen", [] {});
    emit("seen");
    source->on("x", [] {});
    throw Error("too late");
  }
};

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto source = make<EventEmitter>();
  try {
    make<Watcher>(source);
  } catch (const Error& error) {
    console::log(error->name + ": " + error->message);
  }
  console::log(source->listenerCount("x"));
}); }
