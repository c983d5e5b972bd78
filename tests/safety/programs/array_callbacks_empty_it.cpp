// right: functions that are passed to a list's methods empty the list and release its last reference
// > 1 2 3 false true one 10
// > 0 one
#include <nodecpp/array.h>
#include <nodecpp/console.h>
#include <nodecpp/let.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  let<Array<String>> list;
  auto fill = [=] { list = Array<String>{"one, of a length that needs a block of its own", "two, of such a length, too, to be sure", "three"}; };
  auto empty = [=] { list->setLength(0), list = Array<String>(); };
  fill();
  String all = list->reduce([=](String sum, String each) { empty(); return sum + each.length(); }, str("")).slice(0, 0);
  fill();
  int calls = 0;
  list->forEach([=, &calls](String) { ++calls, empty(); });
  fill();
  auto mapped = list->flatMap([=](String each) { empty(); return Array<String>{each, each}; });
  fill();
  int right = 0;
  list->reduceRight([=, &right](String sum, String) { ++right, empty(); return sum; }, str(""));
  fill();
  bool every = list->every([=](String) { empty(); return false; });
  fill();
  bool some = list->some([=](String each) { empty(); return each.startsWith("one"); });
  fill();
  String found = list->find([=](String) { empty(); return true; });
  fill();
  list->sort([=](String a, String b) { empty(); return a < b ? -1 : 1; });
  console::log(calls, mapped.length(), right + 2, every, some, found.split(",")[0], 10);
  int seen = 0;
  fill();
  for (auto [i, each] : list->entries()) {
    empty();
    seen += int(i);
    all = each;
  }
  console::log(seen, all.split(",")[0]);
}); }
