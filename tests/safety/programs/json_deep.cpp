// right: values that are nested deeper than the stack permits become JSON, and are copied (in Node.js a RangeError)
// > right
// > right
#include <nodecpp/console.h>
#include <nodecpp/json.h>
#include <nodecpp/process.h>
#include <nodecpp/structured_clone.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto message = [](auto f) -> String {
    try {
      f();
    } catch (const Error& error) {
      return error->name + ": " + error->message;
    }
    return "right";
  };
  console::log(message([] {
    var deep = var::array();
    for (int i = 0; i < 300000; i++) { var next = var::array(); next.push(deep); deep = next; }
    JSON::stringify(deep);
  }));
  console::log(message([] {
    var deep = var::array();
    for (int i = 0; i < 300000; i++) { var next = var::array(); next.push(deep); deep = next; }
    structuredClone(deep);
  }));
}); }
