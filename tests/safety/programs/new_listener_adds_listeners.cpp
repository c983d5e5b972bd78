// right: a listener of newListener adds and removes other listeners
// > 21
#include <nodecpp/console.h>
#include <nodecpp/events.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto emitter = make<EventEmitter>();
  emitter->setMaxListeners(0);
  emitter->once(event::newListener, [=](String, Listener) {
    for (int i = 0; i < 20; i++) emitter->prependListener("x", [] {});
    for (int i = 0; i < 40; i++) emitter->on(str("other") + i, [] {});
    for (int i = 0; i < 40; i++) emitter->removeAllListeners(str("other") + i);
  });
  emitter->on("x", [] {});
  console::log(emitter->listenerCount("x"));
}); }
