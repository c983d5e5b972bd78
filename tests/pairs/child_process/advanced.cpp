#include <nodecpp/bigint.h>
#include <nodecpp/child_process.h>
#include <nodecpp/console.h>
#include <nodecpp/map.h>
#include <nodecpp/regexp.h>
#include <nodecpp/set.h>
#include <nodecpp/symbol.h>
#include <nodecpp/typed_arrays.h>
using namespace nodecpp;
using namespace nodecpp::child_process;

int main(int argc, char** argv) { return run(argc, argv, [] {
  if (process::argv[2] == "child") {
    process::on(event::message, [](var message) {
      if (message == "end") return process::disconnect();
      process::send(message);
    });
  } else {
    auto child = fork(String(process::argv[1]), {"child"}, {.serialization = "advanced"});
    var shared = var::object({{"in", "both"}});
    Map<var, var> map{{"one", 1}, {"shared", shared}, {2, Set<var>{shared, "x"}}};
    map.set("self", map);
    var list = var::array({1, undefined, undefined, nullptr});
    list.remove(1);
    list["name"] = "with a name";
    Array<var> messages = {
      "text", "żółw", "", 5, -1, 0.5, -0.0, 2147483648, NaN, Infinity, true, false, nullptr, str("long ").repeat(50000).length(),
      var::object({{"a", 1}, {"b", var::array({2, var::object({{"c", 3}})})}, {"7", "seven"}}), map, Set<var>(), Map<var, var>(), Set<var>{1, "two", BigInt(3)}, list,
      Date(0), Date(NaN), re("a(b)+", "giu"), var::array({BigInt(5), BigInt("-12345678901234567890123"), BigInt(0)}), "undefined",
      Buffer::from("buffer"), Uint8Array({1, 2, 3}).subarray(1), Float64Array({0.5, -0.0}), BigInt64Array::of(BigInt(-1)),
      ArrayBuffer(3), Uint16Array(), var::object({{"shared", shared}, {"again", shared}}), String::fromCharCode(0xd800) + "x", var::object({{"undefined", undefined}, {"list", var::array({undefined})}}),
    };
    var circle = var::object();
    circle["self"] = circle;
    messages.push(circle);
    let<int> next = 0;
    child->on(event::message, [=](var message) {
      console::log(message);
      if (message.is<Map<var, var>>() && message["size"] > 1) {
        auto got = message.as<Map<var, var>>();
        console::log(got.get("self") == message, got.get(2).as<Set<var>>().has(got.get("shared")));
      }
      if (++next < messages.length()) return void(child->send(messages[next]));
      child->removeAllListeners(event::message);
      child->once(event::message, [=](var value) {
        auto error = value.as<Error>();
        console::log(error->name, error->message, error->cause[0]->name, error->cause[0]->message, value["code"]);
        child->send(str("long ").repeat(50000));
        child->once(event::message, [=](var text) {
          console::log(text.length());
          child->send("end");
        });
      });
      RangeError error("too far", {.cause = TypeError("why")});
      error->code = "FAR";
      child->send(Error(error));
    });
    for (var bad : Array<var>{Symbol("s"), BigInt(5), var::function("hello", [] {}), var::object({{"deep", var::array({Symbol()})}}), undefined}) {
      try {
        child->send(bad);
      } catch (const Error& error) {
        console::log(error->name, error->code == "" ? var(undefined) : var(error->code), error->message);
      }
    }
    try {
      fork(String(process::argv[1]), {"child"}, {.serialization = "other"});
    } catch (const Error& error) {
      console::log(error->code, error->message);
    }
    child->on(event::exit, [](int code) { console::log("exit", code); });
    child->send(messages[0]);
  }
}); }
