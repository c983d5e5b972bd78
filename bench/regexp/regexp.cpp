// The Node.cpp side of bench/regexp.js. Reads a line of JSON from standard input, {pattern, flags, does, with, text,
// lines, seconds}, and prints the nanoseconds for one operation and its result.
#include <nodecpp/json.h>
#include <nodecpp/regexp.h>

#include <chrono>
#include <cstdio>
#include <iostream>
#include <string>

using namespace nodecpp;

namespace {

std::ptrdiff_t once(const RegExp& pattern, const String& does, const String& with, const String& text, const Array<String>& lines) {
  std::ptrdiff_t sum = 0;
  if (does == "test") {
    for (const String line : lines) sum += pattern.test(line);
  } else if (does == "execLines") {
    for (const String line : lines)
      if (auto m = pattern.exec(line)) sum += std::ptrdiff_t(m[1].length());
  } else if (does == "exec") {
    pattern.setLastIndex(0);
    while (auto m = pattern.exec(text)) {
      sum += std::ptrdiff_t(m[0].length());
      if (m[0] == "") pattern.setLastIndex(double(pattern.lastIndex() + 1));
    }
  } else if (does == "replace") {
    sum = std::ptrdiff_t(text.replace(pattern, with).length());
  } else {
    sum = text.split(pattern).length();
  }
  return sum;
}

}  // namespace

int main() {
  using Clock = std::chrono::steady_clock;
  for (std::string line; std::getline(std::cin, line);) {
    const var question = JSON::parse(line);
    const RegExp pattern(question.get("pattern").text(), question.get("flags").text());
    const String does = question.get("does").text(), with = question.get("with").toString(), text = question.get("text").toString();
    Array<String> lines;
    const var given = question.get("lines");
    for (int i = 0; given.isArray() && i < given.length(); i++) lines.push(given.get(i).text());
    const double seconds = question.get("seconds").toNumber();
    std::ptrdiff_t result = 0;
    double best = 1e300;
    for (int round = 0; round < 5; round++) {
      long goes = 0;
      const auto from = Clock::now();
      double spent = 0;
      do {
        for (int i = 0; i < 16; i++) result = once(pattern, does, with, text, lines);
        goes += 16;
        spent = std::chrono::duration<double>(Clock::now() - from).count();
      } while (spent < seconds / 5);
      best = std::min(best, spent / double(goes));
    }
    std::printf("%.1f %td\n", best * 1e9, result);
    std::fflush(stdout);
  }
}
