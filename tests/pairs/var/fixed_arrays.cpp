#include <nodecpp/console.h>
#include <nodecpp/json.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  var made = var::object({
    {"frozen", [] { return Object::freeze(var::array({1, 2, 3})); }},
    {"sealed", [] { return Object::seal(var::array({1, 2, 3})); }},
    {"fixed", [] { return Object::preventExtensions(var::array({1, 2, 3})); }},
    {"one", [] { return Object::seal(var::array({1})); }},
    {"none", [] { return Object::freeze(var::array()); }},
  });
  var changes = var::object({
    {"set", [](var list) { list[0] = 9; }},
    {"add", [](var list) { list[3] = 9; }},
    {"push", [](var list) { return list.push(9); }},
    {"pop", [](var list) { return list.pop(); }},
    {"shift", [](var list) { return list.shift(); }},
    {"replace", [](var list) { return list.splice(1, 1, {7}); }},
    {"take", [](var list) { return list.splice(1, 1); }},
    {"insert", [](var list) { return list.splice(1, 0, {7}); }},
    {"delete", [](var list) { return list.remove(1); }},
    {"reverse", [](var list) { return list.reverse(); }},
    {"sort", [](var list) { return list.sort(); }},
    {"fill", [](var list) { return list.fill(5); }},
  });
  for (auto [name, make] : Object::entries(made)) {
    var is = make();
    console::log(name, Object::isFrozen(is), Object::isSealed(is), Object::isExtensible(is));
    for (auto [what, change] : Object::entries(changes)) {
      var list = make();
      try {
        change(list);
        console::log(name, what, list);
      } catch (const Error& error) {
        console::log(name, what, error->name);
      }
    }
  }
  for (var f : var::array({[] { return Object::freeze(var::array({1})).pop(); }, [] { return Object::freeze(var::array()).shift(); }, [] { return Object::seal(var::array({1, 2})).pop(); },
    [] { Object::freeze(var::array({1}))[0] = 2; }, [] { Object::seal(var::array({1})).remove(0); }, [] { return Object::preventExtensions(var::array({1})).push(2); }})) {
    try {
      f();
    } catch (const Error& error) {
      console::log(error->message);
    }
  }

  // The callback changes the array that is being iterated over.
  let<var> list = var::array({3, 1, 2});
  list.ref().sort([=](var a, var b) {
    list = "gone";
    return a - b;
  });
  console::log(list);
  let<var> words;
  words = var::array({"x", var::object({{"toString", [=] { words = nullptr; return "y"; }}}), "z"});
  console::log(words->join("-"), words);
  var target = var::object();
  var descriptor = var::object({{"enumerable", true}});
  Object::defineProperty(descriptor, "value", var::object({{"get", [=] {
    for (var i = 0; i < 100; i++) target["key" + i] = i;
    return "late";
  }}}));
  Object::defineProperty(target, "a", descriptor);
  console::log(target["a"], Object::keys(target).length(), Object::keys(target)[100]);
}); }
