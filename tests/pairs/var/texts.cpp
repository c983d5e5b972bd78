#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/var.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  var v = "b";
  console::log(v.localeCompare("a"), v.localeCompare("b"), v.localeCompare("c"), var("a").localeCompare("B"));
  v = "e\u0301";
  console::log(v.length(), v.normalize().length(), v.normalize("NFD").length(), v.normalize("NFKC") == "\u00e9");
  try {
    v.normalize("x");
  } catch (const Error& error) {
    console::log(error->name, error->message);
  }
  v = var::array({1, "two", 3});
  console::log(v.toSpliced(1, 1), v.toSpliced(0, 2, {"a", "b"}), v.toSpliced(-1), v);
  v = var::object({{"text", "z"}, {"list", var::array({3, 1})}});
  console::log(v["text"].localeCompare("y"), v["text"].normalize(), v["list"].toSpliced(0, 1), v);

  console::log(Object::fromEntries(var::array({var::array({"a", 1}), var::array({"b", var::array({2})}), var::array({"a", 3})})), Object::fromEntries(Object::entries(v)), Object::fromEntries(var::array({})));

  var o = var::object({{"kept", 1}});
  console::log(Object::defineProperties(o, var::object({{"shown", var::object({{"value", 2}, {"enumerable", true}})}, {"hidden", var::object({{"value", 3}})}})) == o);
  console::log(o, o["hidden"], Object::keys(o));
  try {
    Object::defineProperties(o, var::object({{"hidden", var::object({{"value", 4}})}}));
  } catch (const Error& error) {
    console::log(error->name, error->message);
  }
}); }
