// checker: a listener that captures a local variable by reference
#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/timers.h>
using namespace nodecpp;

void later() {
  String name = str("Ann, who has a name that is ") + "longer than what a String has room for";
  setTimeout([&] { console::log(name); }, 1);
}

int main(int argc, char** argv) { return run(argc, argv, [] { later(); }); }
