// right: the function of replaceAll() assigns to the variable of the text that is being searched
// > A: what is lonGer thAn whAt a StrinG has room for
#include <nodecpp/console.h>
#include <nodecpp/let.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  let<String> text = str("a: what is longer ") + "than what a String has room for", part = "g";
  text = text->replaceAll(part, [=](String) {
    part = "a part that is longer than what a String has room for";
    text = "x";
    return "G";
  });
  text = text->replaceAll("an what", "An whAt").replace("a:", "A:");
  console::log(text->replace("StrinG", [=](String match) {
    text = "x";
    return match;
  }));
}); }
