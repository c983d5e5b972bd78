// right: an element's toString assigns to the variable that holds the separator
// > a, a separator that is longer than what a String has room for, a
#include <nodecpp/console.h>
#include <nodecpp/let.h>
#include <nodecpp/process.h>
#include <nodecpp/var.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  let<String> separator = str(", a separator that is longer ") + "than what a String has room for, ";
  var element = var::object({{"toString", [=] {
    separator = "-";
    return "a";
  }}});
  console::log(var::array({element, element}).join(separator));
}); }
