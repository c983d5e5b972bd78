// refused: -Wdangling
#include <nodecpp/console.h>
#include <nodecpp/let.h>
#include <nodecpp/process.h>
using namespace nodecpp;

let<String> name() { return str("Ann, who has a name that is ") + "longer than what a String has room for"; }

int main(int argc, char** argv) { return run(argc, argv, [] {
  const String& kept = name().ref();
  console::log(kept);
}); }
