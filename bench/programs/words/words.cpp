// Counts the words of a text and lists the ten most frequent ones.
#include <nodecpp/map.h>
#include <nodecpp/number.h>

#include "../measure.h"
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  String text = "";
  for (int i = 0; i < 20000; i++) text += (i % 9 == 0 ? str("The ") : "word" + str(i * i % 997) + " ") + (i % 13 == 0 ? "\n" : "");

  bench::measure([=] {
    Map<String, int> counts;
    for (auto line : text.split("\n")) {
      for (auto word : line.trim().toLowerCase().split(" ")) {
        if (word == "") continue;
        counts.set(word, counts.get(word, 0) + 1);
      }
    }
    struct Count {
      String word;
      int count;
    };
    auto sorted = counts.entries().map([](auto entry) { return Count{entry.first, entry.second}; }).toArray();
    sorted.sort([](const Count& a, const Count& b) { return a.count != b.count ? b.count - a.count : a.word < b.word ? -1 : 1; });
    return sorted.slice(0, 10).map([](const Count& each) { return each.word + "=" + str(each.count); }).join(" ");
  });
}); }
