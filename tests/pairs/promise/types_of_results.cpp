// Promises and functions whose results have different types.
#include <nodecpp/console.h>
#include <nodecpp/map.h>
#include <nodecpp/process.h>
#include <nodecpp/promise.h>
using namespace nodecpp;
struct User { String name; };
Promise<Array<String>> list() { co_return Array<String>{"a", "b"}; }
Promise<int> count() { co_return 2; }
Promise<User> user() { co_return User{"Ann"}; }

int main(int argc, char** argv) { return run(argc, argv, []() -> Promise<> {
  Map<String, Function<Promise<String>(String)>> handlers = {
    {"now", [](String text) { return text + "!"; }},
    {"later", [](String text) -> Promise<String> {
      co_await nullptr;
      co_return text + "...";
    }},
    {"failing", [](String text) -> String { throw RangeError("no " + text); }},
  };
  Array<Function<Promise<>()>> steps = {[] { console::log("step"); }, []() -> Promise<> { co_await nullptr; console::log("async step"); }};
  auto [names, n, who] = co_await Promise<>::all(list(), count(), user());
  console::log(names, n, who.name);
  auto [one, two] = co_await Promise<>::allSettled(list(), user());
  console::log(one.status, two.value.name);
  auto [lost, found] = co_await Promise<>::allSettled(Promise<>::reject<String>(Error("lost")), Promise<>::resolve(str("found")));
  console::log(lost.value.orElse(lost.reason->message), lost.value, found.value.orElse("none"));
  for (String key : {"now", "later", "failing"}) {
    try {
      console::log(co_await handlers.get(key)(key));
    } catch (const Error& error) {
      console::log(error->name, error->message);
    }
  }
  for (auto step : steps) co_await step();
  Array<String> order;
  auto first = handlers.get("now")("x").then([=](auto x) mutable { return order.push(x); });
  co_await handlers.get("later")("y").then([=](auto x) mutable { return order.push(x); });
  co_await first;
  console::log(order);
  auto [promise, resolve, reject] = Promise<String>::withResolvers();
  auto other = Promise<String>::withResolvers();
  console::log(Array<Resolver<String>>{other.resolve, resolve}.filter([=](auto each) { return each != resolve; }).length(), reject == other.reject);
  resolve("settled");
  console::log(co_await promise);
  Error missing = undefined;
  console::log(missing.orElse(TypeError("default"))->message, Error(RangeError("given")).orElse(TypeError("default"))->message);
}); }
