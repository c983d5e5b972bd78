#include <nodecpp/bigint.h>
#include <nodecpp/console.h>
#include <nodecpp/map.h>
#include <nodecpp/regexp.h>
#include <nodecpp/set.h>
#include <nodecpp/symbol.h>
#include <nodecpp/typed_arrays.h>
#include <nodecpp/worker_threads.h>
using namespace nodecpp;
using namespace nodecpp::worker_threads;

void show(var value) {
  for (auto [key, each] : Object::entries(value)) {
    if (each.is<Error>()) {
      auto error = each.as<Error>();
      console::log(key, error->name == "RangeError", error->name, error->message, !error->cause.empty() ? error->cause[0]->message : str("no cause"), each["code"]);
    } else {
      console::log(key, each);
    }
  }
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  if (isMainThread) {
    var shared = var::object({{"in", "both"}});
    Map<var, var> map{{"one", 1}, {"shared", shared}};
    map.set("self", map);
    RangeError error("too far", {.cause = Error("why")});
    error->code = "FAR";
    var list = var::array({1, undefined, undefined, nullptr});
    list.remove(1);
    list["name"] = "with a name";
    var data = var::object({
      {"map", map}, {"set", Set<var>{"x", 1, shared}}, {"shared", shared}, {"error", Error(error)}, {"list", list},
      {"date", Date(0)}, {"bad", Date(NaN)}, {"pattern", re("a(b)+", "giu")}, {"big", BigInt("12345678901234567890")}, {"minus", BigInt(-5)},
      {"zero", -0.0}, {"nan", NaN}, {"inf", -Infinity}, {"lone", String::fromCharCode(0xd800) + "x"}, {"empty", ""}, {"text", "żółw \U0001f422"},
      {"bytes", Uint8Array({1, 2, 3}).subarray(1)}, {"floats", Float64Array({0.5, -0.0})}, {"view", DataView(ArrayBuffer(4), 1, 2)},
      {"buffer", ArrayBuffer(3)}, {"bigs", BigUint64Array::of(BigInt("18446744073709551615"))},
    });
    auto worker = make<Worker>(thisFile, WorkerOptions{.workerData = data});
    let<var> kept = undefined;
    worker->on(event::message, [=](var value) { kept = value; });
    worker->on(event::exit, [=](int code) {
      console::log("exit", code);
      var message = kept.value();
      show(message);
      auto got = message["map"].as<Map<var, var>>();
      console::log(got.get("self") == message["map"], got.get("shared") == message["shared"], message["set"].as<Set<var>>().has(message["shared"]));
      console::log(map.get("self") == data["map"], Object::is(message["zero"], -0.0), message["list"].has("1"), message["list"].has("2"));
      auto [port1, port2] = MessageChannel();
      port1->postMessage(Set<var>{Map<var, var>{{var::object({{"a", 1}}), Set<var>()}}});
      port1->postMessage(var::array({TypeError("one"), var::array({Error("two")})}));
      console::log(receiveMessageOnPort(port2)["message"]);
      var errors = receiveMessageOnPort(port2)["message"];
      console::log(errors[0].as<Error>()->name == "TypeError", String(errors[0]), String(errors[1][0]));
      for (var bad : Array<var>{var([] {}), Symbol("s"), var::object({{"deep", var::array({Symbol()})}}), Map<var, var>{{1, Symbol("in a map")}}}) {
        try {
          port1->postMessage(bad);
        } catch (const Error& error) {
          console::log(error->name, num(error->code), bad.typeOf() == "function" ? str("") : error->message);
        }
      }
      port1->close();
    });
  } else {
    show(workerData);
    parentPort->postMessage(workerData);
  }
}); }
