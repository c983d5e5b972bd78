// Builds a text piece by piece, reverses it, and joins it. Written with var instead of static types.
#include "../measure.h"
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  bench::measure([] {
    var text = "";
    for (var i = 0; i < 5000; i++) text += String::fromCharCode(double(97 + i % 26)) + (i % 10 == 9 ? " " : "");
    var words = text.split(" ");
    var turned = words.map([](var word) { return word.split("").reverse().join(""); });
    var titled = turned.map([](var word) { return var(word.charAt(0)).toUpperCase() + word.slice(1); });
    var joined = titled.join("-");
    var found = 0;
    for (var at = joined.indexOf("A"); at != -1; at = joined.indexOf("A", at + 1)) found++;
    return format("{} {} {} {} {}", joined["length"], found, joined.slice(0, 60), joined.lastIndexOf("z"), var(var("x").repeat(20)).padStart(25, "."));
  });
}); }
