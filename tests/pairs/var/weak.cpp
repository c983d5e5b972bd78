#include <nodecpp/console.h>
#include <nodecpp/error.h>
#include <nodecpp/map.h>
#include <nodecpp/process.h>
#include <nodecpp/symbol.h>
#include <nodecpp/var.h>
#include <nodecpp/weak.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  WeakMap<var, var> priv;
  var Account = var::function("Account", [=](This self, var owner) {
    priv.set(self, var::object({{"owner", owner}, {"balance", 0}, {"self", self}}));
  });
  Account["prototype"]["deposit"] = [=](This self, var amount) {
    priv.get(self)["balance"] += amount;
    return self;
  };
  Account["prototype"]["show"] = [=](This self) {
    var data = priv.get(self);
    return data["owner"] + ": " + data["balance"];
  };
  var a = Account.construct("Ann"), b = Account.construct("Bob");
  a["deposit"](5)["deposit"](7);
  b["deposit"](1);
  console::log(a["show"](), b["show"](), Object::keys(a), a);
  console::log(priv.has(a), priv.has(var::object()), priv.get(var::object()), priv.get(a)["self"] == a, priv.delete_(a), priv.delete_(a), priv.has(a));

  // Keys of each kind.
  var list = var::array({1}), f = [] { return 1; }, error = Error("x"), map = Map<String, int>{{"a", 1}}, symbol = Symbol("own");
  auto kinds = WeakMap<var, var>().set(list, "list").set(f, "function").set(error, "error").set(map, "map").set(symbol, "symbol");
  for (var key : var::array({list, f, error, map, symbol, var::array({1}), Error("x")})) console::log(kinds.has(key), kinds.get(key));
  kinds.set(list, undefined);
  console::log(kinds.has(list), kinds.get(list));

  // What was visited, in a graph with a circle.
  var node = var::object({{"name", "root"}, {"children", var::array({var::object({{"name", "leaf"}, {"children", var::array()}})})}});
  node["children"].push(node);
  let<Function<double(var, WeakSet<var>)>> count;
  count = [=](var at, WeakSet<var> visited) {
    if (visited.has(at)) return 0.0;
    visited.add(at);
    return double(at["children"].reduce([=](var sum, var child) { return sum + count(child, visited); }, 1));
  };
  console::log(count(node, WeakSet<var>()));

  // A cache of results by object.
  let<int> calls = 0;
  WeakMap<var, double> cache;
  auto size = [=](var object) {
    if (!cache.has(object)) {
      calls++;
      cache.set(object, Object::keys(object).length());
    }
    return cache.get(object);
  };
  var point = var::object({{"x", 1}, {"y", 2}});
  console::log(size(point), size(point), size(var::object({{"x", 1}})), calls);

  WeakRef ref(point);
  console::log(ref.deref() == point, ref.deref()["x"], ref, priv, WeakSet<var>().add(point), str(ref), var(priv).typeOf());
  for (var wrong : var::array({1, "text", nullptr, undefined, true, Symbol::for_("shared")})) {
    for (Function<void()> act : {Function<void()>([=] { priv.set(wrong, 1); }), Function<void()>([=] { WeakSet<var>().add(wrong); }), Function<void()>([=] { WeakRef<var>{wrong}; })}) {
      try {
        act();
      } catch (const Error& e) {
        console::log(e->name, e->message);
      }
    }
    console::log(priv.has(wrong), priv.get(wrong), priv.delete_(wrong));
  }
}); }
