// right: a loop over a list empties the list and fills it again
// > one, two, three
#include <nodecpp/array.h>
#include <nodecpp/console.h>
#include <nodecpp/let.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  let<Array<String>> names = Array<String>{"one, of a length that needs a block of its own", "x"};
  String all = "";
  for (auto name : names.ref()) {
    names->setLength(1);
    if (all == "") names->push("two, of a length that needs a block of its own");
    else if (names->length() < 3) names->push("two, again, of a length that needs a block"), names->push("three, of a length too");
    if (all) all += ", ";
    all += name.split(",")[0];
    if (name.startsWith("two") && all != "one, two, three") names = Array<String>();
    if (name.startsWith("two")) { all += ", three"; break; }
  }
  console::log(all);
}); }
