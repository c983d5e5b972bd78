// Promises of one type where those of another are expected, and the order of what waits for them.
#include <nodecpp/abort_controller.h>
#include <nodecpp/console.h>
#include <nodecpp/events/once.h>
#include <nodecpp/map.h>
#include <nodecpp/process.h>
#include <nodecpp/promise.h>
#include <nodecpp/timers/promises.h>
#include <nodecpp/var.h>
using namespace nodecpp;
namespace later = timers::promises;

Promise<String> text() { co_return "text"; }
Promise<int> number() { co_return 7; }
Promise<String> fails() { return later::setTimeout().then([]() -> String { throw RangeError("no result"); }); }
Map<String, Function<Promise<var>()>> tasks() {
  return {
    {"text", text},
    {"late", [] { return later::setTimeout(5, "late"); }},
    {"number", number},
    {"plain", [] { return "plain"; }},
    {"fails", fails},
  };
}
Promise<var> call(String name, Array<String> order) {
  try {
    auto result = co_await tasks().get(name)();
    order.push(name);
    co_return result;
  } catch (const Error& error) {
    co_return format("{}", error);
  }
}

int main(int argc, char** argv) { return run(argc, argv, []() -> Promise<> {
  Array<String> order;
  auto results = co_await Promise<>::all(Array<>::from(tasks().keys()).map([=](auto name) { return call(name, order); }));
  console::log(results, order);
  Array<String> steps;
  auto shared = Promise<>::resolve(str("shared"));
  Promise<var> same = shared;
  same.then([=](auto value) { steps.push("same " + value); });
  shared.then([=](auto value) { steps.push("shared " + value); });
  Promise<>::resolve().then([=] { steps.push("tick"); });
  auto [pending, settle, reject] = Promise<String>::withResolvers();
  Promise<var> view = pending;
  view.then([=] { steps.push("view"); });
  setImmediate([=, settle = settle] { settle("x"); Promise<>::resolve().then([=] { steps.push("after"); }); });
  co_await later::setTimeout(5);
  console::log(steps.filter([](auto step) { return !Array<String>{"same shared", "shared shared"}.includes(step); }), steps.length());
  Array<Promise<var>> list = {text(), number(), Promise<>::reject<String>(TypeError("rejected"))};
  for (auto [status, value, reason] : co_await Promise<>::allSettled(list)) console::log(status, reason ? var(reason->message) : value);
  Promise<var> failing = fails();
  auto caught = failing.catch_([](Error error) -> var { return error->message; });
  console::log(co_await caught);
  auto controller = make<AbortController>();
  setImmediate([=] { controller->abort(); });
  auto [event] = co_await events::once(controller->signal(), event::abort);
  console::log(event->type, controller->signal()->aborted());
  int ticks = 0;
  auto every = later::setInterval(1, "tick");
  while (auto text = co_await every.next()) {
    console::log(*text + ++ticks);
    if (ticks == 2) break;
  }
}); }
