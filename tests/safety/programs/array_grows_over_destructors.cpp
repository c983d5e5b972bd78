// right: a list grows, and the destructors of the old copies of its elements add to the list
// > 9 a text that is longer than what a String has room for
#include <nodecpp/array.h>
#include <nodecpp/console.h>
#include <nodecpp/let.h>
#include <nodecpp/process.h>
using namespace nodecpp;

struct Noted {
  String text;
  Function<void()> atEnd;
  Noted(String text, Function<void()> atEnd) : text(text), atEnd(atEnd) {}
  Noted(const Noted& other) = default;
  Noted& operator=(const Noted& other) = default;
  ~Noted() { if (atEnd) atEnd(); }
};

int main(int argc, char** argv) { return run(argc, argv, [] {
  Array<Noted> list;
  let<int> more = 0;
  let<bool> adds = false;
  auto text = str("a text that is ") + "longer than what a String has room for";
  auto add = [=] {
    if (!adds || more.value() == 0) return;
    more -= 1;
    list.push(Noted(text, nullptr));
  };
  while (list.length() < 4) list.push(Noted(text, add));
  adds = true;
  more = 4;
  list.push(Noted(text, nullptr));
  adds = false;
  console::log(list.length(), list[8].text);
  list.setLength(0);
}); }
