// right: a value that is nested deeper than the stack permits is printed as far as possible
// > done
#include <nodecpp/console.h>
#include <nodecpp/json.h>
#include <nodecpp/process.h>
#include <nodecpp/util.h>
#include <cmath>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  var deep = var::object();
  for (int i = 0; i < 100000; i++) deep = var::object({{"a", deep}});
  String text = util::inspect(deep, {.depth = INFINITY});
  console::log(text.includes("[Object: Inspection interrupted prematurely. Maximum call stack size exceeded.]") ? "done" : text);
}); }
