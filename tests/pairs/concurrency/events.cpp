// events.once and events.on.
#include <nodecpp/concurrency.h>
#include <nodecpp/console.h>
#include <nodecpp/events/once.h>
#include <nodecpp/process.h>
using namespace nodecpp;
constexpr Event<int, String> tick{"tick"};
auto log(auto... args) { console::log(args...); }
auto told = [](Error error) { console::log(error->name, error->code == "" ? String("undefined") : error->code, error->message, error->cause.empty() ? String("undefined") : error->cause[0]->name); };

Promise<> onces() {
  auto emitter = make<EventEmitter>();
  process::nextTick([=] { emitter->emit(tick, 1, "a"); });
  auto [number, text] = co_await events::once(emitter, tick);
  log(number, text, emitter->eventNames().size());
  process::nextTick([=] {
    events::once<>(emitter, "order").then([] { log("once"); });
    emitter->emit("order");
    Promise<>::resolve().then([] { log(1); }).then([] { log(2); }).then([] { log(3); }).then([] { log(4); }).then([] { log(5); });
  });
  co_await sleep(5);
  process::nextTick([=] { emitter->emit(event::error, RangeError("broken")); });
  co_await events::once(emitter, tick).then([] {}, told);
  log(emitter->eventNames().size());
  process::nextTick([=] { emitter->emit(event::error, RangeError("wanted")); });
  auto [error] = co_await events::once(emitter, event::error);
  log(error->message);
  auto controller = make<AbortController>();
  auto signal = controller->signal();
  process::nextTick([=] { controller->abort(); });
  co_await events::once(emitter, tick, {.signal = signal}).then([] {}, told);
  log(emitter->eventNames().size());
  co_await events::once(emitter, tick, {.signal = signal}).then([] {}, told);
}

Promise<> ons() {
  auto emitter = make<EventEmitter>();
  process::nextTick([=] {
    emitter->emit("tick", 1);
    emitter->emit("tick", 2);
    setTimeout([=] { emitter->emit("tick", 3); }, 1);
    setTimeout([=] { emitter->emit("end"); }, 3);
  });
  {
    auto all = events::on<int>(emitter, "tick", {.close = {"end"}});
    while (auto args = co_await all.next()) log("tick", std::get<0>(*args));
  }
  log(emitter->eventNames().size());
  process::nextTick([=] {
    emitter->emit("tick", 4);
    emitter->emit(event::error, RangeError("broken"));
    emitter->once(event::error, [] {})->emit(event::error);
  });
  try {
    auto all = events::on<int>(emitter, "tick");
    while (auto args = co_await all.next()) log("tick", std::get<0>(*args));
  } catch (const Error& error) {
    told(error);
  }
  log(emitter->eventNames().size());
  auto controller = make<AbortController>();
  auto signal = controller->signal();
  try {
    setTimeout([=] { emitter->emit("tick", 5); }, 1);
    auto all = events::on<int>(emitter, "tick", {.signal = signal});
    while (auto args = co_await all.next()) {
      log("tick", std::get<0>(*args));
      controller->abort();
    }
  } catch (const Error& error) {
    told(error);
  }
  log(emitter->eventNames().size());
  try {
    (void)events::on<int>(emitter, "tick", {.signal = signal}).close();
  } catch (const Error& error) {
    told(error);
  }
}
Promise<> aborts() {
  auto controller = make<AbortController>();
  auto gone = events::addAbortListener(controller->signal(), [] { log("never"); });
  events::addAbortListener(controller->signal(), [=] { log("aborts", controller->signal()->aborted()); });
  gone.dispose();
  gone.dispose();
  controller->abort();
  log("aborted");
  auto late = events::addAbortListener(controller->signal(), [] { log("late"); });
  Promise<>::resolve().then([] { log("after late"); });
  late.dispose();
  for (Function<void()> wrong : {Function<void()>([] { events::addAbortListener(AbortSignal(), [] {}); }),
                                 Function<void()>([=] { events::addAbortListener(controller->signal(), nullptr); })}) {
    try {
      wrong();
    } catch (const Error& error) {
      log(error->code, error->message);
    }
  }
  co_return;
}
int main(int argc, char** argv) { return run(argc, argv, [] { onces().then([] { return ons(); }).then([] { return aborts(); }); }); }
