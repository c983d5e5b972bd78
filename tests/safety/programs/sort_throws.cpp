// right: the compare function of sort() throws an error
// > RangeError
// > 40
#include <nodecpp/array.h>
#include <nodecpp/console.h>
#include <nodecpp/let.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  Array<String> list;
  for (int i = 0; i < 40; i++) list.push(str("an element that is longer than what a String has room for: ") + i * 7 % 40);
  let<int> calls = 0;
  try {
    list.sort([=](String a, String b) {
      if (++calls == 50) throw RangeError("enough");
      return a.localeCompare(b);
    });
  } catch (const Error& error) {
    console::log(error->name);
  }
  int whole = 0;
  for (auto each : list) whole += each.startsWith("an element");
  console::log(whole);
}); }
