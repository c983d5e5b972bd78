// right: values that are nested deeper than the stack permits are compared
// > RangeError: Maximum call stack size exceeded
#include <nodecpp/console.h>
#include <nodecpp/json.h>
#include <nodecpp/process.h>
#include <nodecpp/util.h>
using namespace nodecpp;

var deep() {
  var value = var::array();
  for (int i = 0; i < 300000; i++) {
    var next = var::array();
    next.push(value);
    value = next;
  }
  return value;
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  try {
    console::log(util::isDeepStrictEqual(deep(), deep()));
  } catch (const Error& error) {
    console::log(error->name + ": " + error->message);
  }
}); }
