// JSON.stringify of what has no JSON text.
#include <nodecpp/buffer.h>
#include <nodecpp/console.h>
#include <nodecpp/json.h>
#include <nodecpp/process.h>
#include <nodecpp/symbol.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto body = JSON::stringify(undefined);
  console::log(body, body == undefined, body.orElse("none"), body ? "sent" : "not sent", var(body).typeOf(), "" + body);
  console::log(JSON::stringify(var([] { return 1; })), JSON::stringify(var::array({undefined, [] { return 1; }})), JSON::stringify(var::object({{"a", undefined}, {"b", [] { return 1; }}})));
  console::log(JSON::stringify(var::object({{"a", 1}}), [](String key, var value) { return key ? value : undefined; }), JSON::stringify(Symbol("s")));
  auto answer = [](var value = undefined) {
    auto text = JSON::stringify(value);
    return text == undefined ? "204" : format("200 {} {}", Buffer::byteLength(text), text);
  };
  console::log(answer(), answer(nullptr), answer("é"), answer(var::object({{"list", var::array({1, undefined})}})));
  console::log(JSON::parse(String(nullptr)));
  try {
    JSON::parse(JSON::stringify(undefined));
  } catch (const Error& error) {
    console::log(error->name, error->message);
  }
}); }
