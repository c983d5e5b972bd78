// right: the functions of map, filter, sort and find make the list shorter
// > [ 'ab', 'bb' ]
// > [ 'b' ]
// > 2
#include <nodecpp/array.h>
#include <nodecpp/console.h>
#include <nodecpp/let.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  let<Array<String>> letters = Array<String>{"a", "b", "c", "d"};
  console::log(letters->map([=](String letter) {
    letters->setLength(2);
    return letter + "b";
  }).slice(0, 2));
  console::log(letters->filter([=](String letter) {
    const bool keep = letter != "a";
    letters = Array<String>{"x"};
    return keep;
  }));
  let<Array<String>> words = Array<String>{"d", "c", "b", "a"};
  words->sort([=](String a, String b) {
    words->setLength(2);
    words->push("y");
    words->pop();
    return a.localeCompare(b);
  });
  console::log(words->slice(0, 2).length());
}); }
