// Computes Levenshtein's distance between words, with rows of numbers. Written with var instead of static types.
#include <nodecpp/math.h>

#include "../measure.h"
using namespace nodecpp;

var distance(var a, var b) {
  var before = var::array();
  for (var j = 0; j <= b["length"]; j++) before.push(j);
  for (var i = 1; i <= a["length"]; i++) {
    var row = var::array({i});
    for (var j = 1; j <= b["length"]; j++) {
      var cost = a[i - 1] == b[j - 1] ? 0 : 1;
      row.push(Math::min(before[j] + 1, row[j - 1] + 1, before[j - 1] + cost));
    }
    before = row;
  }
  return before[b["length"]];
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  var words = var::array();
  for (var i = 0; i < 60; i++) words.push("w" + (i * 7919 % 99991).toString(5) + var("ing").repeat(i % 3));

  bench::measure([=] {
    var sum = 0;
    var most = 0;
    for (var a : words) {
      for (var b : words) {
        var far = distance(a, b);
        sum += far;
        if (far > most) most = far;
      }
    }
    return format("{} {}", sum, most);
  });
}); }
