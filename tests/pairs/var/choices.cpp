#include <nodecpp/console.h>
#include <nodecpp/function.h>
#include <nodecpp/json.h>
#include <nodecpp/number.h>
#include <nodecpp/process.h>
using namespace nodecpp;

struct ThingObject : Object { num n = 1; };
using Thing = Handle<ThingObject>;
int main(int argc, char** argv) { return run(argc, argv, [] {
  auto v = JSON::parse(R"({"a": 3.5, "name": "ann", "list": [1]})");
  Array<String> words = {"b"}; Array<num> numbers = {1.5}; Array<Thing> objects = {make<Thing>()};
  for (auto yes : {true, false}) {
    console::log(yes ? v["a"] : nullptr, yes ? v["a"] : undefined, yes ? "none" : v["name"], yes ? v["a"] : 0.5, yes ? v["a"] : true);
    console::log(yes ? "array" : v["list"].typeOf(), (yes ? "array" : v["list"].typeOf()) == "array", yes ? v["a"].typeOf() : "string");
    console::log(yes ? words[0] : "none", yes ? words[0] : undefined, yes ? nullptr : words[0]);
    console::log(yes ? numbers[0] : 0.25, yes ? NaN : numbers[0], yes ? numbers[0] : 2);
    Thing thing = yes ? objects[0] : undefined;
    console::log(thing ? var(thing->n) : undefined, yes ? process::env["NOT_SET_HERE"] : 80, yes ? "x" : process::env["NOT_SET_HERE"]);
  }
  Array<Function<num(num)>> functions = {[](num n) { return n + 1; }};
  for (auto i : {0, 1}) { auto f = i < 1 ? functions[i] : undefined; console::log(f ? f(1) : num(NaN), functions[i] == undefined); }
  try {
    bool yes = false;
    (yes ? v["a"] : "x") = 1;
  } catch (const Error& error) {
    console::log(error->name);
  }
}); }
