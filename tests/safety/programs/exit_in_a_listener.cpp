// right: the program calls exit() in a listener, while other work is in progress
// > exit 0
#include <nodecpp/console.h>
#include <nodecpp/events.h>
#include <nodecpp/let.h>
#include <nodecpp/process.h>
#include <nodecpp/promise.h>
#include <nodecpp/timers.h>
using namespace nodecpp;

Promise<> waits(String text) {
  co_await Promise<>([](auto, auto) {});
  console::log(text);
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto emitter = make<EventEmitter>();
  let<String> text = str("a text that is ") + "longer than what a String has room for";
  process::on(event::exit, [](int code) { console::log("exit", code); });
  waits(text);
  setInterval([=] { console::log(text); }, 1000);
  emitter->on("x", [=] {
    text = "x";
    process::exit(0);
  });
  setImmediate([=] { emitter->emit("x"); });
}); }
