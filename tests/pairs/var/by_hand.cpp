// Iterators that a program advances itself: v[Symbol.iterator]() of arrays, texts, bytes, Maps, Sets and generators.
#include <nodecpp/buffer.h>
#include <nodecpp/console.h>
#include <nodecpp/date.h>
#include <nodecpp/generator.h>
#include <nodecpp/map.h>
#include <nodecpp/process.h>
#include <nodecpp/set.h>
#include <nodecpp/symbol.h>
#include <nodecpp/typed_arrays.h>
#include <nodecpp/var.h>
using namespace nodecpp;

var zip(var a, var b) {
  auto first = a[Symbol::iterator()](), second = b[Symbol::iterator()]();
  auto out = var::array();
  for (;;) {
    auto x = first["next"](), y = second["next"]();
    if (x["done"] || y["done"]) return out;
    out.push(var::array({x["value"], y["value"]}));
  }
}
Generator<String> letters() { co_yield "x"; co_yield "y"; }

int main(int argc, char** argv) { return run(argc, argv, [] {
  console::log(zip(var::array({1, 2, 3}), "a😀b"), zip(Map<String, int>{{"k", 1}}, Set<bool>{true}), zip(Buffer::from("hi"), Uint8Array({7, 8, 9})));
  auto list = var::array({1, 2});
  auto it = list[Symbol::iterator()]();
  console::log(it["next"]());
  list.push(3);
  auto second = it["next"](), third = it["next"](), end = it["next"]();
  console::log(second, third, end);
  auto own = var::object();
  own[Symbol::iterator()] = letters;
  console::log(zip(own, own), list[Symbol::iterator()].typeOf(), var(5)[Symbol::iterator()].typeOf(), var::object()[Symbol::iterator()].typeOf());
  var isIterable = [](var v) { return v != nullptr && v[Symbol::iterator()].typeOf() == "function"; };
  console::log(var::array({var::array(), "", 5, nullptr, undefined, var::object(), Map<String, int>(), Set<int>(), Uint8Array(1), true, Date(0)}).map(isIterable));
  auto rest = var("abc")[Symbol::iterator()]();
  rest["next"]();
  console::log(Array<>::from(rest));
  for (auto [v, symbol] : Array<std::pair<var, var>>{{var::object(), Symbol::iterator()}, {var::array(), Symbol("own")}}) {
    try {
      v[symbol]();
    } catch (const Error& error) {
      console::log(error->name);
    }
  }
  try {
    auto v = var::object();
    v[Symbol::iterator()]();
  } catch (const Error& error) {
    console::log(error->message);
  }
}); }
