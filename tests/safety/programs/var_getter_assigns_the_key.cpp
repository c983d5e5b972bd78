// right: a getter assigns to the variable that holds the name of its property
// > 3 true
#include <nodecpp/console.h>
#include <nodecpp/let.h>
#include <nodecpp/process.h>
#include <nodecpp/var.h>
using namespace nodecpp;

String longName(int n) { return str("a name that is longer than what a String has room for, ") + n; }

int main(int argc, char** argv) { return run(argc, argv, [] {
  let<String> name = longName(1);
  let<double> set = 0;
  var object = var::object();
  object.defineProperty(longName(1), var::object({
    {"get", [=] { name = "other"; return 1; }},
    {"set", [=](double value) { set = value; }},
  }));
  object[name] += 2;
  console::log(set, object["other"].isUndefined());
}); }
