// Buffer.from of values whose type is known only at run time.
#include <nodecpp/buffer.h>
#include <nodecpp/console.h>
#include <nodecpp/json.h>
#include <nodecpp/number.h>
#include <nodecpp/process.h>
#include <nodecpp/typed_arrays.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto values = JSON::parse(R"({"text": "żółw", "list": [104, 105, 300, -1, 1.9], "hex": "6869", "nothing": null, "number": 5, "flag": true, "object": {"a": 1}})");
  console::log(Buffer::from(values["text"]), Buffer::from(values["list"]), Buffer::from(values["hex"], "hex").toString());
  auto sent = JSON::stringify(var::object({{"body", Buffer::from("abc")}}));
  auto body = JSON::parse(sent)["body"];
  console::log(sent, Buffer::from(body), Buffer::from(body["data"]).equals(Buffer::from("abc")));
  auto holder = var::object({{"buffer", Buffer::from("xy")}, {"typed", Uint8Array({1, 2})}, {"words", Uint16Array({258, 3})}, {"memory", ArrayBuffer(2)}});
  auto copy = Buffer::from(holder["buffer"]);
  copy[0] = 65;
  console::log(copy, holder["buffer"], Buffer::from(holder["typed"]), Buffer::from(holder["words"]), Buffer::from(holder["memory"]));
  for (auto name : {"nothing", "number", "flag", "object", "missing"}) {
    try {
      console::log(Buffer::from(values[name]));
    } catch (const Error& error) {
      console::log(error->code, error->message);
    }
  }
  String text = "Łódź";
  console::log(Buffer::of(Buffer::byteLength(text), text.length()), Buffer::from(var("1.2.3.4").split(".").map([](var x) { return Number(x); })));
}); }
