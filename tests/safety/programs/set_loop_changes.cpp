// right: a set is changed by the loop over it, and the variable gets another set while forEach runs
// > a b c a b
#include <nodecpp/console.h>
#include <nodecpp/let.h>
#include <nodecpp/process.h>
#include <nodecpp/set.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  let<Set<String>> set = Set<String>{"a", "b"};
  String all = "";
  for (auto each : set.value()) {
    if (each == "b") set->add("c");
    set->delete_("a");
    all += all ? " " + each : each;
  }
  let<Set<String>> other = Set<String>{"a", "b"};
  let<String> seen = all;
  other->forEach([=](String each) {
    other = Set<String>();
    seen += " " + each;
  });
  console::log(seen);
}); }
