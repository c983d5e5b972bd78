// right: a loop over a text assigns to the variable of the text
// > a b c
#include <nodecpp/console.h>
#include <nodecpp/let.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  let<String> text = str("abc, and what makes it longer") + " than what a String has room for";
  String all = "";
  for (auto c : text.ref()) {
    text = "x";
    all += all ? " " + c : c;
    if (c == "c") break;
  }
  console::log(all);
}); }
