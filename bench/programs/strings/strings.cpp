// Builds a text piece by piece, reverses it, and joins it.
#include <nodecpp/number.h>

#include "../measure.h"
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  bench::measure([] {
    String text = "";
    for (int i = 0; i < 5000; i++) text += String::fromCharCode(97 + i % 26) + (i % 10 == 9 ? " " : "");
    auto words = text.split(" ");
    auto turned = words.map([](String word) { return Array<>::from(word).reverse().join(""); });
    auto titled = turned.map([](String word) { return word.charAt(0).toUpperCase() + word.slice(1); });
    auto joined = titled.join("-");
    num found = 0;
    for (auto at = joined.indexOf("A"); at != -1; at = joined.indexOf("A", at + 1)) found++;
    return format("{} {} {} {} {}", joined.length(), found, joined.slice(0, 60), joined.lastIndexOf("z"), str("x").repeat(20).padStart(25, "."));
  });
}); }
