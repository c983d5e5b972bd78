// The functions of a Buffer that take a text, bytes or a number, of a variable of any type.
#include <nodecpp/console.h>
#include <nodecpp/json.h>
#include <nodecpp/number.h>
#include <nodecpp/process.h>
#include <nodecpp/typed_arrays.h>
using namespace nodecpp;
int main(int argc, char** argv) { return run(argc, argv, [] {
  var values = JSON::parse(R"({"text": "ab", "hex": "6162", "number": 65, "large": 321, "yes": true, "nothing": null, "list": [1]})");
  var text = values["text"], hex = values["hex"], number = values["number"], large = values["large"], yes = values["yes"], nothing = values["nothing"], list = values["list"];
  var bytes = Buffer::from("xy"), some = Uint8Array({1, 2});
  auto b = Buffer::alloc(6);
  auto shown = [](auto value) { console::log(value); };
  shown(b.fill(text)); shown(b.fill(number)); shown(b.fill(large)); shown(b.fill(bytes)); shown(b.fill(some, 1));
  shown(b.fill(text, 1)); shown(b.fill(text, 2, 4)); shown(b.fill(hex, "hex")); shown(b.fill(hex, 3, "hex")); shown(b.fill(hex, 3, 4, "hex"));
  shown(b.fill(number, 1, 2)); shown(b.fill(bytes, 4, 6)); shown(b.fill(yes)); shown(b.fill(nothing)); shown(b.fill(var(undefined))); shown(b.fill(list));
  shown(b.fill(values["text"], 1));
  b.fill(text);
  shown(var::array({b.includes(text), b.includes(number), b.includes(bytes), b.includes(hex, 0, "hex"), b.includes(values["text"])}));
  shown(var::array({b.indexOf(text), b.indexOf(text, 1), b.indexOf(text, -1), b.indexOf(number), b.indexOf(97 + 0 * number, 1), b.indexOf(hex, "hex"), b.indexOf(bytes)}));
  shown(var::array({b.lastIndexOf(text), b.lastIndexOf(text, 3), b.lastIndexOf(hex, "hex"), b.lastIndexOf(number), b.lastIndexOf(bytes)}));
  shown(Array<Buffer>{Buffer::alloc(3, text), Buffer::alloc(3, number), Buffer::alloc(3, bytes), Buffer::alloc(3, hex, "hex")});
  for (var wrong : var::array({yes, nothing, undefined, list, var::object()})) {
    try {
      b.indexOf(wrong);
    } catch (const Error& error) {
      console::log(error->name, error->code, error->message);
    }
  }
}); }
