#include <nodecpp/console.h>
#include <nodecpp/json.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  var Counter = var::function("Counter", [](This self, var from) {
    self["n"] = from;
  });
  Counter["prototype"]["next"] = [](This self) { return self["n"]++; };
  Counter["prototype"]["add"] = [](This self, Rest more) {
    for (var each : more) self["n"] += each;
    return self;
  };
  var counter = Counter.construct(5);
  counter["next"]();
  console::log(counter["n"], counter["next"](), counter.instanceOf(Counter), Counter.typeOf(), Object::keys(counter));
  counter["add"](1, 2)["add"](3);
  console::log(counter["n"], counter.has("next"), Object::hasOwn(counter, "next"), counter);
  console::log(counter["constructor"] == Counter, Counter["name"], Counter["length"], counter["constructor"].construct(1)["n"]);

  var o = var::object({{"name", "o"}, {"hello", [](This self, var greeting) { return greeting + " " + self["name"]; }}});
  console::log(o["hello"]("hi"), o["hello"].call(var::object({{"name", "x"}}), "yo"), o["hello"].apply(var::object({{"name", "y"}}), var::array({"hey"})));
  console::log(o["hello"].bind(var::object({{"name", "z"}}))("b"), o["hello"].bind(var::object({{"name", "w"}}), "bound")(), o["hello"]());
  console::log(o, var::array({[] {}, [] { return 1; }}), var::function("named", [] {}));

  var base = var::object({{"kind", "base"}, {"describe", [](This self) { return self["kind"] + "!"; }}});
  var child = Object::create(base);
  child["own"] = 1;
  console::log(child["describe"](), Object::keys(child), Object::getPrototypeOf(child) == base, child["kind"]);
  child["kind"] = "child";
  console::log(child["describe"](), base["kind"]);

  var memo = var::object();
  let<var> fib;
  fib = [=](var n) {
    return memo.has(n) ? var(memo[n]) : memo[n] = n < 2 ? n : fib(n - 1) + fib(n - 2);
  };
  console::log(fib(50), Object::keys(memo).length());
  fib = undefined;

  var handlers = var::object({{"sum", [](var a, var b) { return a + b; }}, {"none", [] {}}, {"count", [](Rest all) { return all.length(); }}});
  for (auto [name, handler] : Object::entries(handlers)) console::log(name, handler(1, 2, 3), handler["length"], handler.typeOf());
  console::log(JSON::stringify(var::object({{"f", handlers["sum"]}, {"list", var::array({handlers["sum"], 1})}})));
  for (var f : var::array({[=] { o["missing"](); }, [] { var()["x"]; }, [] { var(5)["x"]["y"]; }})) {
    try {
      f();
    } catch (const Error& error) {
      console::log(error->name, error->message);
    }
  }
}); }
