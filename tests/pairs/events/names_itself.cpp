// A listener that takes itself off by the name of its variable.
#include <nodecpp/console.h>
#include <nodecpp/events.h>
#include <nodecpp/let.h>
#include <nodecpp/process.h>
using namespace nodecpp;
constexpr Event<String> line{"line"};

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto emitter = make<EventEmitter>();
  let<int> left = 2;
  let<Function<void(String)>> listener;
  listener = [=](String text) {
    console::log(text, left);
    if (--left == 0) emitter->off(line, listener);
  };
  emitter->on(line, listener);
  console::log(emitter->listenerCount("line", listener), emitter->listenerCount("line"));
  for (auto text : {"a", "b", "c"}) console::log(emitter->emit(line, text));
  console::log(emitter->listenerCount("line", listener));
  let<Function<void()>> changing = [] { console::log("first"); };
  emitter->on("go", changing);
  auto first = changing.value();
  changing = [] { console::log("second"); };
  emitter->on("go", changing);
  emitter->emit("go");
  emitter->off("go", changing);
  emitter->emit("go");
  emitter->removeListener("go", first);
  console::log(emitter->emit("go"));
  let<Function<void()>> none;
  try {
    emitter->on("go", none);
  } catch (const Error& error) {
    console::log(error->code);
  }
}); }
