// right: events::on of undefined is a TypeError, and a listener of removeListener throws when events::on ends
// > Cannot read properties of undefined
// > left
// > uncaught: removed
// > 0
#include <nodecpp/console.h>
#include <nodecpp/events/once.h>
#include <nodecpp/process.h>
#include <nodecpp/timers.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  try {
    EventEmitter none;
    static_cast<void>(events::on<int>(none, "tick"));
  } catch (const Error& error) {
    console::log(error->message);
  }
  process::on(event::uncaughtException, [](Error error, String) { console::log("uncaught:", error->message); });
  auto emitter = make<EventEmitter>();
  let<bool> thrown = false;
  emitter->on("removeListener", [=] {
    if (!std::exchange(thrown.ref(), true)) throw Error("removed");
  });
  [](EventEmitter emitter) -> Promise<> {
    {
      auto all = events::on<int>(emitter, "tick");
      emitter->emit("tick", 1);
      co_await all.next();
    }
    console::log("left");
  }(emitter);
  setTimeout([=] { console::log(int(emitter->listenerCount("tick") + emitter->listenerCount("error"))); }, 5);
}); }
