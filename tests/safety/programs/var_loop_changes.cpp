// right: a loop over an array in a var empties the array and fills it again
// > one two
#include <nodecpp/console.h>
#include <nodecpp/json.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  var list = var::array({"one", "x"});
  String all = "";
  for (const auto& each : list) {
    list.set("length", 1);
    if (all == "")
      for (int i = 0; i < 1; i++) list.push("two");
    else
      list.set("length", 0);
    all += all ? " " + each.toString() : each.toString();
  }
  console::log(all);
}); }
