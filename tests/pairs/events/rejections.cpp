#include <nodecpp/console.h>
#include <nodecpp/events.h>
#include <nodecpp/process.h>
#include <nodecpp/promise.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  process::on(event::unhandledRejection, [](Error error) { console::log("unhandled", error->message); });
  auto log = [](auto text) { return [=] { console::log(text); }; };
  auto capturing = make<EventEmitter>({.captureRejections = true});
  capturing->on("x", [](int n) -> Promise<> {
    console::log("x", n);
    if (n > 0) throw Error(str("rejected ") + n);
    co_return;
  });
  capturing->on("x", []() -> Promise<> {
    co_await Promise<>::resolve();
    throw TypeError("rejected later");
  });
  capturing->on(event::error, [](Error error) { console::log("error", error->name, error->message); });
  capturing->emit("x", 1);
  process::nextTick(log("tick"));
  queueMicrotask(log("microtask"));
  auto plain = make<EventEmitter>();
  plain->on("y", []() -> Promise<> { throw Error("nobody captures"); co_return; });
  plain->emit("y");
  setTimeout([] {
    console::log("-- by default");
    events::captureRejections = true;
    auto second = make<EventEmitter>();
    events::captureRejections = false;
    second->on("z", []() -> Promise<> { throw Error("captured by default"); co_return; });
    second->on(event::error, [](Error error) -> Promise<> {
      console::log("error", error->message);
      throw Error("from the error listener");
      co_return;
    });
    second->emit("z");
  }, 10);
  setTimeout([] {
    console::log("-- without a listener");
    auto third = make<EventEmitter>({.captureRejections = true});
    third->on("w", []() -> Promise<> { throw Error("nobody listens"); co_return; });
    process::on(event::uncaughtException, [](Error error, String origin) { console::log("uncaught", error->message, origin); });
    third->emit("w");
  }, 20);
}); }
