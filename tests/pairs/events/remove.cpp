#include <nodecpp/console.h>
#include <nodecpp/events.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto emitter = make<EventEmitter>();
  let<String> log;
  auto a = listener([=] { log += "a "; });
  auto b = listener([=] { log += "b "; });
  auto c = listener([=] { log += "c "; });
  auto emit = [=] {
    log = "";
    emitter->emit("x");
    console::log(log.ref().empty() ? String("nothing") : log->trim());
  };
  emitter->on("x", a)->on("x", b)->on("x", a)->on("x", c)->on("x", b);
  emit();
  console::log(emitter->off("x", a) == emitter);
  emit();
  emitter->removeListener("x", b);
  emit();
  emitter->off("x", b);
  emit();
  emitter->off("x", b);
  emitter->off("y", a);
  emit();
  emitter->once("x", b)->prependOnceListener("x", b);
  emitter->off("x", b);
  emit();
  emit();
  emitter->off("x", a)->off("x", c);
  emit();
  console::log(emitter->eventNames());
  emitter->once("x", a);
  emitter->off("x", a);
  emit();
  emitter->on("x", a);
  emitter->once("x", a);
  emitter->removeListener("x", emitter->listeners("x")[0]);
  console::log(emitter->listenerCount("x", a));
  emit();
  emit();
}); }
