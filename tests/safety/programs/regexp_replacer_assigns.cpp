// right: the function of replace() assigns to the variables of the text and of the pattern that are in use
// > [a text] [that] [is] [longer] than what a String has room for
// > 3
#include <nodecpp/console.h>
#include <nodecpp/let.h>
#include <nodecpp/process.h>
#include <nodecpp/regexp.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  let<String> text = str("a_text that is longer ") + "than what a String has room for";
  let<RegExp> pattern = RegExp("(a_text|that|is|longer)\\b", "g");
  console::log(text->replace(pattern, [=](String match) {
    text = "x";
    pattern = RegExp("y");
    return "[" + match.replace("_", " ") + "]";
  }));
  let<String> lines = str("one,two,three, which are longer ") + "than what a String has room for";
  int count = 0;
  for (auto match : lines->matchAll(RegExp(",", "g"))) {
    lines = "";
    ++count;
  }
  console::log(count);
}); }
