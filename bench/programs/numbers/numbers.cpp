// Converts numbers to texts and back: decimal, fixed, hexadecimal, padded, grouped.
#include <nodecpp/number.h>

#include "../measure.h"
using namespace nodecpp;

String grouped(num n) {
  auto digits = str(n);
  String out = "";
  for (int i = 0; i < digits.length(); i++) {
    if (i > 0 && (digits.length() - i) % 3 == 0) out += ",";
    out += digits[i];
  }
  return out;
}

String roman(num n) {
  const Array<String> letters = {"M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"};
  const Array<num> values = {1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1};
  String out = "";
  for (int i = 0; i < values.length(); i++) {
    while (n >= values[i]) {
      out += letters[i];
      n -= values[i];
    }
  }
  return out;
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  bench::measure([] {
    num letters = 0;
    num sum = 0;
    String last = "";
    for (num i = 1; i < 1000; i++) {
      auto fixed = (i * 1.37).toFixed(3);
      auto hex = (i * 2654435761 % 4294967296).toString(16).padStart(8, "0");
      last = format("{} {} {} {} {}", grouped(i * 12345), roman(i), fixed, hex, i / 7);
      letters += last.length();
      sum += parseFloat(fixed) + parseInt(hex, 16) + Number(str(i / 8));
    }
    return format("{} {} {}", letters, sum.toFixed(2), last);
  });
}); }
