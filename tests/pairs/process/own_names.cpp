// A program's own functions may have the names of global ones.
#include <nodecpp/console.h>
#include <nodecpp/process.h>
using namespace nodecpp;

void run() { console::log("own run"); }
void fetch() { console::log("own fetch", "nothing"); }
void fetch(String url) { console::log("own fetch", url); }
String structuredClone(String text) { return text; }
int setTimeout(int ms) { return ms; }

int main(int argc, char** argv) { return run(argc, argv, [] {
  run();
  fetch();
  fetch("x");
  console::log(structuredClone("y"), setTimeout(3));
}); }
