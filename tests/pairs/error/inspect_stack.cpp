#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/value.h>
using namespace nodecpp;

// The program sets the stacks itself, so that they are the same in both languages.
String lines(Array<String> names) {
  return names.map([](String name) { return format("\n    at {} (/x/{}.js:1:2)", name, name); }).join("");
}
Error make(String message, String stack, Error cause = nullptr) {
  Error error = cause ? Error(message, {.cause = cause}) : Error(message);
  error->stack = stack;
  return error;
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto inner = make("inner", "Error: inner" + lines({"f", "g", "h", "i", "main"}));
  console::log(inner);
  console::log(make("outer", "Error: outer" + lines({"k", "g", "h", "i", "main"}), inner));
  console::log(make("few", "Error: few" + lines({"k", "h", "i", "main"}), inner));
  console::log(make("all", "Error: all" + lines({"f", "g", "h", "i", "main", "start"}), inner));
  console::log(make("none", "Error: none", inner));
  console::log(make("no lines\n    at all", "Error: no lines\n    at all"));
  auto coded = make("coded", "Error: coded" + lines({"f"}));
  coded->code = "E_CODE";
  console::log(coded);
  console::log(util::array({inner}), util::object({{"inner", inner}}));
  console::log(make("own", "something else"));
  console::log(make("empty", ""));
}); }
