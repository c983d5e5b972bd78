#include <nodecpp/bigint.h>
#include <nodecpp/console.h>
#include <nodecpp/dom_exception.h>
#include <nodecpp/map.h>
#include <nodecpp/number.h>
#include <nodecpp/process.h>
#include <nodecpp/regexp.h>
#include <nodecpp/set.h>
#include <nodecpp/structured_clone.h>
#include <nodecpp/symbol.h>
#include <nodecpp/typed_arrays.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  var defaults = var::object({
    {"name", "service"},
    {"limits", Map<String, var>{{"rows", var::object({{"max", 10}, {"tags", Set<String>{"a"}}})}, {"bytes", var::object({{"max", 5}, {"tags", Set<String>()}})}}},
    {"started", Date(86400000)},
    {"pattern", re("^(\\d+)-(?<rest>.*)$", "u")},
    {"nested", var::object({{"list", var::array({1, var::array({2, var::array({3, var::object({{"deep", true}})})})})}, {"none", undefined}, {"nothing", nullptr}, {"big", pow(BigInt(2), BigInt(70))}})},
    {"bytes", Uint8Array({1, 2, 3, 4})},
  });
  defaults["self"] = defaults;
  defaults["again"] = defaults["nested"];
  var copy = structuredClone(defaults);
  auto limits = copy["limits"].as<Map<String, var>>();
  limits.get("rows")["max"] = 99;
  limits.get("rows")["tags"].as<Set<String>>().add("b");
  limits.set("new", var::object({{"max", 0}}));
  copy["nested"]["list"][1][1][1]["deep"] = "changed";
  copy["bytes"][0] = 255;
  auto started = copy["started"].date();
  started.setUTCDate(5);
  copy["started"] = started;
  console::log(defaults["limits"], defaults["nested"], defaults["bytes"], defaults["started"].date().toISOString());
  console::log(copy["limits"], copy["nested"], copy["bytes"], copy["started"].date().toISOString());
  console::log(copy["self"] == copy, copy["again"] == copy["nested"], copy["nested"] != defaults["nested"], copy["pattern"] != defaults["pattern"], str("12-x").match(copy["pattern"].as<RegExp>()).groups["rest"]);
  var list = var::array({1, undefined, 3});
  list.remove(1);
  list["extra"] = var::object({{"a", 1}});
  console::log(structuredClone(list), structuredClone(var::array({undefined, nullptr, NaN, -0.0})), structuredClone(var("text")), structuredClone(-0.0));
  auto buffer = ArrayBuffer(4);
  auto view = Int16Array(buffer);
  view[1] = -2;
  var moved = structuredClone(var::object({{"view", view}, {"buffer", buffer}}), {.transfer = {buffer}});
  console::log(buffer.byteLength(), view.length(), moved["view"], moved["view"]["buffer"] == moved["buffer"]);
  for (var bad : Array<var>{var([] { return 1; }), var::object({{"f", [] {}}}), var::array({Symbol("x")}), Map<int, var>{{1, [] { return 2; }}}}) {
    try {
      structuredClone(bad);
    } catch (const Error& error) {
      console::log(error->name, num(error->code), DOMException::isDOMException(error), var(error->message).typeOf());
    }
  }
  auto failure = structuredClone(var::object({{"error", SyntaxError("line 1", {.cause = Error("inner")})}}))["error"].as<Error>();
  console::log(failure->name, failure->message, failure->cause[0]->message, failure->name == "SyntaxError");
  Array<var> history;
  for (int i = 0; i < 3; i++) {
    defaults["nested"]["list"].push(i);
    history.push(structuredClone(defaults["nested"]));
  }
  console::log(history.map([](var each) { return each["list"].length(); }), history[0]["list"].at(-1));
}); }
