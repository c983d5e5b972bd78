// right: a JSON text that is nested deeper than the stack permits is parsed
// > parsed
#include <nodecpp/console.h>
#include <nodecpp/json.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  try {
    JSON::parse(str("[").repeat(200000) + str("]").repeat(200000));
    console::log("parsed");
  } catch (const Error& error) {
    console::log(error->name == "RangeError" ? "parsed" : error->name);
  }
}); }
