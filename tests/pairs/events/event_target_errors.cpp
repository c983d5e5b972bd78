// What listeners of an EventTarget throw, and rejections of promises that they return.
#include <nodecpp/console.h>
#include <nodecpp/event_target.h>
#include <nodecpp/process.h>
#include <nodecpp/promise.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  process::on(event::uncaughtException, [](Error error) { console::log("uncaught:", error->message); });
  auto target = make<EventTarget>();
  target->addEventListener("x", [] { throw Error("thrown"); });
  target->addEventListener("x", []() -> Promise<> { throw Error("rejected"); co_return; });
  target->addEventListener("x", [] { console::log("the next one is called"); });
  console::log(target->dispatchEvent(make<Event>("x")));
  process::nextTick([] { console::log("tick"); });
  try {
    target->dispatchEvent(nullptr);
  } catch (const Error& error) {
    console::log(error->code);
  }
  try {
    target->addEventListener("x", [] {}, {.signal = make<EventTarget>()});
  } catch (const Error& error) {
    console::log(error->code);
  }
}); }
