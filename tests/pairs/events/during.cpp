#include <nodecpp/console.h>
#include <nodecpp/events.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto emitter = make<EventEmitter>();
  auto late = listener([] { console::log("late"); });
  auto second = listener([] { console::log("second"); });
  auto first = listener([=] {
    console::log("first");
    emitter->off("x", second);
    emitter->on("x", late);
    emitter->prependListener("x", late);
  });
  emitter->on("x", first)->on("x", second);
  emitter->emit("x");
  console::log("--", emitter->listenerCount("x"));
  emitter->off("x", first);
  emitter->emit("x");
  emitter->removeAllListeners();
  console::log("-- everything goes");
  emitter->on("y", [=] {
    console::log("1");
    emitter->removeAllListeners();
  });
  emitter->on("y", [] { console::log("2"); });
  emitter->once("y", [] { console::log("3, once"); });
  emitter->emit("y");
  console::log(emitter->emit("y"));
  console::log("-- one alone");
  emitter->on("z", [=] {
    console::log("alone");
    emitter->on("z", [] { console::log("joined"); });
  });
  emitter->emit("z");
  emitter->emit("z");
  console::log("-- nested");
  let<int> depth = 0;
  emitter->on("n", [=] {
    console::log("n", ++depth);
    if (depth < 3) emitter->emit("n");
    console::log("out", depth--);
  });
  emitter->once("n", [] { console::log("once in n"); });
  emitter->emit("n");
  console::log("-- removes itself, and then what is behind");
  let<Function<void()>> self, behind;
  self = [=] {
    console::log("self");
    emitter->off("s", self.value())->off("s", behind.value());
  };
  behind = [] { console::log("behind"); };
  emitter->on("s", self.value())->on("s", behind.value())->on("s", self.value());
  emitter->emit("s");
  emitter->emit("s");
  console::log(emitter->listenerCount("s"));
}); }
