#include <nodecpp/console.h>
#include <nodecpp/events.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto fill = [](EventEmitter emitter) {
    for (const char* name : {"b", "a", "2", "10", "1"}) {
      for (int i = 0; i < 2; i++) emitter->on(name, [=] { console::log("listener", name, i); });
    }
    return emitter;
  };
  auto one = fill(make<EventEmitter>());
  console::log(one->eventNames());
  console::log(one->removeAllListeners("a") == one);
  console::log(one->eventNames(), one->emit("a"));
  one->removeAllListeners("none");
  console::log(one->removeAllListeners() == one);
  console::log(one->eventNames(), one->emit("b"));
  auto two = fill(make<EventEmitter>());
  let<int> told = 0;
  two->on(event::removeListener, [=](auto name, auto f) {
    console::log("removed", name, two->listenerCount(name));
    f();
    told++;
  });
  two->removeAllListeners("a");
  console::log(told, two->eventNames());
  two->once("c", [] { console::log("once"); });
  two->removeAllListeners();
  console::log(told, two->eventNames());
  auto three = make<EventEmitter>();
  three->on("x", [] { console::log("first"); });
  three->on("x", [] { console::log("second"); });
  three->on(event::removeListener, [=](auto name) {
    if (name == "x" && told < 100) {
      told = 100;
      three->on("x", [] { console::log("added meanwhile"); });
    }
  });
  three->removeAllListeners("x");
  three->emit("x");
  console::log(three->listenerCount("x"));
}); }
