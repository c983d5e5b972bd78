#include <nodecpp/console.h>
#include <nodecpp/json.h>
#include <nodecpp/process.h>
#include <nodecpp/symbol.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  var o = var::object({{"name", "o"}});
  Object::defineProperty(o, "twice", var::object({
    {"get", [](This self) { return self["name"] + self["name"]; }},
    {"set", [](This self, var v) { self["name"] = v; }},
    {"enumerable", true},
  }));
  Object::defineProperty(o, "hidden", var::object({{"value", 1}}));
  console::log(o["twice"], o["hidden"]);
  o["twice"] = "q";
  console::log(o["name"], o["twice"], JSON::stringify(o), Object::keys(o), Object::getOwnPropertyNames(o), o);
  console::log(Object::getOwnPropertyDescriptor(o, "name"), Object::getOwnPropertyDescriptor(o, "hidden"));
  console::log(Object::getOwnPropertyNames(var::array({1, 2})), Object::getOwnPropertyDescriptor(var::array({1}), "length"), Object::getOwnPropertyDescriptor(o, "none"));

  var frozen = Object::freeze(var::object({{"a", 1}, {"list", Object::freeze(var::array({1, 2}))}}));
  var sealed = Object::seal(var::object({{"a", 1}}));
  var fixed = Object::preventExtensions(var::object({{"a", 1}}));
  sealed["a"] = 2;
  fixed["a"] = 2;
  fixed.remove("a");
  var wrong = var::array({
    [=] { frozen["a"] = 2; },
    [=] { frozen["b"] = 2; },
    [=] { frozen.remove("a"); },
    [=] { frozen["list"][0] = 5; },
    [=] { frozen["list"].push(5); },
    [=] { sealed["b"] = 1; },
    [=] { sealed.remove("a"); },
    [=] { fixed["a"] = 1; },
    [=] { o["hidden"] = 2; },
    [=] { o.remove("hidden"); },
    [=] { Object::defineProperty(o, "hidden", var::object({{"value", 3}, {"enumerable", true}})); },
    [=] { Object::defineProperty(o, "odd", var::object({{"get", [] {}}, {"value", 3}})); },
    [=] { Object::defineProperty(o, "odd", var::object({{"get", 5}})); },
    [=] { Object::setPrototypeOf(o, o); },
    [=] { Object::create(5); },
    [=] { var("text").has("x"); },
    [=] { var::object().instanceOf(5); },
  });
  for (var f : wrong) {
    try {
      f();
      console::log("nothing");
    } catch (const Error& error) {
      console::log(error->name + ": " + error->message);
    }
  }
  console::log(Object::isFrozen(frozen), Object::isSealed(frozen), Object::isExtensible(frozen), Object::isSealed(sealed),
    Object::isFrozen(sealed), Object::isExtensible(var::object()), Object::isFrozen(var::object()), Object::isFrozen(var(5)));
  console::log(frozen, sealed, fixed);

  const Symbol s("secret");
  const Symbol shared = Symbol::for_("shared");
  o[s] = 42;
  o[shared] = 43;
  console::log(o[s], o[Symbol::for_("shared")], Object::keys(o), var(s).typeOf(), s.toString(), s.description());
  console::log(Object::getOwnPropertySymbols(o), o, o.has(var(s)), Symbol("secret") == s, JSON::stringify(o));
  try {
    console::log("" + var(s));
  } catch (const Error& error) {
    console::log(error->message);
  }

  var bare = Object::create(nullptr);
  bare["x"] = 1;
  console::log(bare, Object::getPrototypeOf(bare));
  var later = var::object({{"b", 1}, {"2", "two"}, {"a", 1}, {"1", "one"}});
  later.remove("b");
  later["b"] = 2;
  for (var key : Object::keys(later)) console::log(key, later[key]);
  for (int i = 0; i < 70; i++) later["key" + str(i)] = i;
  for (int i = 0; i < 60; i++) later.remove("key" + str(i));
  console::log(later, Object::keys(later).length());
  var twin = var::object({{"x", 1}, {"y", 2}});
  var other = var::object({{"x", 1}, {"y", 2}});
  twin["z"] = 3;
  other["w"] = 4;
  other["z"] = 5;
  console::log(twin, other, Object::assign(var::object(), twin, other, var::object({{"last", 1}})));
}); }
