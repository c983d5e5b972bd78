// events.once and events.on with EventTargets, the option signal, attributes, and an AbortSignal as a target.
#include <nodecpp/abort_controller.h>
#include <nodecpp/console.h>
#include <nodecpp/dom_exception.h>
#include <nodecpp/event_target.h>
#include <nodecpp/events.h>
#include <nodecpp/events/once.h>
#include <nodecpp/process.h>
#include <nodecpp/promise.h>
#include <nodecpp/timers.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, []() -> Promise<> {
  auto target = make<EventTarget>();
  setImmediate([=] { target->dispatchEvent(make<CustomEvent<int>>("go", {.detail = 3})); });
  auto [event] = co_await events::once<CustomEvent<int>>(target, "go");
  console::log(event->type, event->detail, events::listenerCount(target, "go"));
  setImmediate([=] {
    for (int i = 0; i < 3; i++) target->dispatchEvent(make<CustomEvent<int>>("go", {.detail = i}));
  });
  int sum = 0;
  {
    auto sequence = events::on<CustomEvent<int>>(target, "go");
    while (auto next = co_await sequence.next()) {
      auto [event] = *next;
      sum += event->detail;
      if (event->detail == 2) break;
    }
  }
  console::log(sum, events::listenerCount(target, "go"));
  auto stop = make<AbortController>();
  setImmediate([=] { stop->abort(); });
  try {
    co_await events::once(target, "never", {.signal = stop->signal()});
  } catch (const Error& error) {
    console::log(error->name, error->code, error->cause[0]->name);
  }

  auto controller = make<AbortController>();
  auto signal = controller->signal();
  target->addEventListener("x", [] { console::log("until the abort"); }, {.signal = signal});
  target->dispatchEvent(make<Event>("x"));
  signal->onabort = [=](auto event) { console::log("onabort", event->type, event->target == signal, event->isTrusted); };
  auto seen = listener([](Handle<EventObject> event) { console::log("listener", bool(event)); });
  signal->addEventListener("abort", seen);
  signal->addEventListener("abort", [] { console::log("not any more"); });
  signal->addEventListener("abort", [](auto event) { event->stopImmediatePropagation(); });
  signal->addEventListener("abort", [] { console::log("never"); });
  events::addAbortListener(signal, [] { console::log("resists"); });
  signal->removeEventListener("abort", seen);
  signal->dispatchEvent(make<Event>("abort"));
  console::log(signal->aborted());
  target->dispatchEvent(make<Event>("x"));
  signal->addEventListener("abort", seen);
  controller->abort(DOMException("given up", "NotFoundError"));
  console::log(signal->reason()->name, signal->reason()->code, signal->aborted());
  target->dispatchEvent(make<Event>("x"));
  target->addEventListener("x", [] { console::log("never"); }, {.signal = signal});
  target->dispatchEvent(make<Event>("x"));
  console::log(signal, controller);
  signal->onabort = nullptr;
  console::log(signal->onabort ? "a function" : "null");
  auto either = AbortSignal::any({AbortSignal::abort(), signal});
  console::log(either->aborted(), either->reason()->name);
}); }
