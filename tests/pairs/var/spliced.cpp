// splice and toSpliced of a list with single elements and with `...more`.
#include <nodecpp/console.h>
#include <nodecpp/json.h>
#include <nodecpp/process.h>
using namespace nodecpp;
int main(int argc, char** argv) { return run(argc, argv, [] {
  var list = var::array({1, 2, 3}), more = var::array({"x", "y"});
  console::log(list.splice(1, 0, "a", var::array({"b"})));
  console::log(list);
  auto two = list.splice(1, 2);
  console::log(two, list.splice(0, 1, 7, 8));
  auto none = list.splice(1, 0, more);
  console::log(none, list.splice(1, 1, spread(more), 9));
  console::log(list, list.toSpliced(1, 1, "z"), list.toSpliced(1, 1), list.toSpliced(2));
  console::log(list.splice(-1, 1, spread(list)));
  var before = list.slice();
  console::log(before, list.splice(1));
  console::log(list);
}); }
