// right: the valueOf of one operand assigns to the variable of the other operand
// > 3 15 3
#include <nodecpp/console.h>
#include <nodecpp/let.h>
#include <nodecpp/process.h>
#include <nodecpp/var.h>

#include <vector>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  std::vector<var> values;
  var first = var::object({{"valueOf", [&] { values = std::vector<var>(); return 7; }}});
  values = {first, 4};
  var less = values[0] - values[1];
  values = {first, 12};
  var both = values[0] | values[1];
  values = {first, 1};
  console::log(less, both, values[0].shiftRightUnsigned(values[1]));
}); }
