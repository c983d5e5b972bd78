// Computes Levenshtein's distance between words, with rows of numbers.
#include <nodecpp/math.h>
#include <nodecpp/number.h>

#include "../measure.h"
using namespace nodecpp;

num distance(String a, String b) {
  Array<num> before;
  for (int j = 0; j <= b.length(); j++) before.push(j);
  for (int i = 1; i <= a.length(); i++) {
    Array<num> row = {num(i)};
    for (int j = 1; j <= b.length(); j++) {
      num cost = a[i - 1] == b[j - 1] ? 0 : 1;
      row.push(Math::min(before[j] + 1, row[j - 1] + 1, before[j - 1] + cost));
    }
    before = row;
  }
  return before[b.length()];
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  Array<String> words;
  for (int i = 0; i < 60; i++) words.push("w" + num(i * 7919 % 99991).toString(5) + str("ing").repeat(i % 3));

  bench::measure([=] {
    num sum = 0;
    num most = 0;
    for (auto a : words) {
      for (auto b : words) {
        num far = distance(a, b);
        sum += far;
        if (far > most) most = far;
      }
    }
    return format("{} {}", sum, most);
  });
}); }
