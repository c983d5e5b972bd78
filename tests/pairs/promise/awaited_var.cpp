// await of a variable of any type: a promise in it is awaited, any other value comes back after a microtask.
#include <nodecpp/console.h>
#include <nodecpp/json.h>
#include <nodecpp/process.h>
#include <nodecpp/promise.h>
#include <nodecpp/timers/promises.h>
using namespace nodecpp;
Promise<var> later(var value) {
  co_await timers::promises::setTimeout(1);
  co_return value;
}
Promise<> steps(String name, var value) {
  console::log(name, 1);
  co_await value;
  console::log(name, 2);
  co_await value;
  console::log(name, 3);
}
Promise<> start() {
  var p = later(5);
  console::log(p, p.typeOf(), p == p, p == var(later(5)));
  console::log(co_await p);
  console::log(co_await p, p);
  var holder = var::object({{"load", [](var x) { return later(x); }}, {"plain", 7}, {"none", undefined}, {"list", var::array({1})}});
  var loaded = co_await holder["load"]("loaded"), plain = co_await holder["plain"], none = co_await holder["none"], list = co_await holder["list"], missing = co_await holder["missing"];
  console::log(loaded, plain, none, list, missing);
  var fails = Promise<var>::reject(TypeError("no"));
  try {
    co_await fails;
  } catch (const Error& error) {
    console::log(error->name, error->message, instanceof<TypeError>(error));
  }
  var nothing = Promise<>::resolve(), three = Promise<int>::resolve(3);
  console::log(co_await nothing, (co_await three) + 1, (co_await holder["plain"]) * 2);
  co_await Promise<>::all({steps("plain", 1), steps("promise", Promise<var>::resolve(1)), steps("text", "a"), steps("typed", Promise<int>::resolve(2))});
  console::log(JSON::stringify(var::object({{"p", p}})), format("{}", p));
  var all = var::array({later(1), 2, later("three")});
  String text = "";
  for (var one : all) text += String(co_await one);
  console::log(text);
}
int main(int argc, char** argv) { return run(argc, argv, [] { start().then([] {}); }); }
