#include <nodecpp/assert.h>
#include <nodecpp/console.h>
#include <nodecpp/json.h>
#include <nodecpp/process.h>
using namespace nodecpp;

void check(var value) {
  assert::deepStrictEqual(value, var::object({{"name", "x"}, {"list", var::array({1, 2})}}), "the value is wrong");
}
int main(int argc, char** argv) { return run(argc, argv, [] {
  process::on(event::exit, [](int code) { console::log("exit", code); });
  check(var::object({{"name", "y"}, {"list", var::array({1, 2})}}));
}); }
