// right: values held by listeners have destructors that emit events and add listeners
// > 0 20
#include <nodecpp/console.h>
#include <nodecpp/events.h>
#include <nodecpp/process.h>
using namespace nodecpp;

struct Ending {
  Function<void()> run;
  explicit Ending(Function<void()> run) : run(run) {}
  Ending(const Ending& other) : run(other.run) {}
  Ending(Ending&& other) : run(std::exchange(other.run, nullptr)) {}
  ~Ending() { if (auto now = std::exchange(run, nullptr)) now(); }
};

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto emitter = make<EventEmitter>();
  emitter->on("x", [ending = Ending([=] {
    emitter->emit("x");
    for (int i = 0; i < 20; i++) emitter->on(str("event") + i, [] {});
  })] {});
  emitter->on("x", [] {});
  emitter->removeAllListeners("x");
  console::log(emitter->listenerCount("x"), emitter->eventNames().length());
  emitter->removeAllListeners();
}); }
