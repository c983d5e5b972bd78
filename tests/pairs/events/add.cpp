#include <nodecpp/console.h>
#include <nodecpp/events.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto emitter = make<EventEmitter>();
  auto say = [](auto text) { return [=]() { console::log(text); }; };
  console::log(emitter->on("a", say("on 1")) == emitter);
  console::log(emitter->addListener("a", say("addListener 2")) == emitter);
  console::log(emitter->once("a", say("once 3")) == emitter);
  console::log(emitter->prependListener("a", say("prepended 4")) == emitter);
  console::log(emitter->prependOnceListener("a", say("prepended once 5")) == emitter);
  console::log(emitter->listenerCount("a"));
  console::log(emitter->emit("a"));
  console::log(emitter->listenerCount("a"));
  console::log(emitter->emit("a"));
  console::log(emitter->emit("b"), emitter->listenerCount("b"));
  auto same = listener([] { console::log("same"); });
  emitter->on("same", same)->on("same", same)->once("same", same);
  console::log(emitter->listenerCount("same"), emitter->listenerCount("same", same));
  emitter->emit("same");
  console::log(emitter->listenerCount("same"));
  emitter->on("args", [](int a, String b, bool c) { console::log(a, b, c); });
  emitter->on("args", [](int a, String b) { console::log(a, b); });
  emitter->on("args", [] { console::log("none"); });
  emitter->emit("args", 1, "two", true);
  try {
    emitter->on("a", Function<void()>());
  } catch (const Error& error) {
    console::log(error->name, error->code, error->message);
  }
  try {
    emitter->prependOnceListener("a", Function<void()>());
  } catch (const Error& error) {
    console::log(error->name, error->code, error->message);
  }
}); }
