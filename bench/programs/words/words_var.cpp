// Counts the words of a text and lists the ten most frequent ones. Written with var instead of static types.
#include <nodecpp/map.h>

#include "../measure.h"
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  var text = "";
  for (var i = 0; i < 20000; i++) text += (i % 9 == 0 ? str("The ") : "word" + str(i * i % 997) + " ") + (i % 13 == 0 ? "\n" : "");

  bench::measure([=] {
    Map<var, var> counts;
    for (var line : text.split("\n")) {
      for (var word : var(var(line.trim()).toLowerCase()).split(" ")) {
        if (word == "") continue;
        counts.set(word, counts.get(word).orElse(0) + 1);
      }
    }
    var sorted = var::array();
    for (auto [word, count] : counts) sorted.push(var::array({word, count}));
    sorted.sort([](var a, var b) { return (b[1] - a[1]) || (a[0] < b[0] ? -1 : 1); });
    return sorted.slice(0, 10).map([](var pair) { return pair[0] + "=" + pair[1]; }).join(" ");
  });
}); }
