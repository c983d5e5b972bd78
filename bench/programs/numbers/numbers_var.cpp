// Converts numbers to texts and back: decimal, fixed, hexadecimal, padded, grouped. Written with var instead of static
// types.
#include <nodecpp/number.h>

#include "../measure.h"
using namespace nodecpp;

var grouped(var n) {
  var digits = String(n);
  var out = "";
  for (var i = 0; i < digits["length"]; i++) {
    if (i > 0 && (digits["length"] - i) % 3 == 0) out += ",";
    out += digits[i];
  }
  return out;
}

var roman(var n) {
  var letters = var::array({"M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"});
  var values = var::array({1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1});
  var out = "";
  for (var i = 0; i < values["length"]; i++) {
    while (n >= values[i]) {
      out += letters[i];
      n -= values[i];
    }
  }
  return out;
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  bench::measure([] {
    var letters = 0;
    var sum = 0;
    var last = "";
    for (var i = 1; i < 1000; i++) {
      var fixed = (i * 1.37).toFixed(3);
      var hex = var((i * 2654435761 % 4294967296).toString(16)).padStart(8, "0");
      last = format("{} {} {} {} {}", grouped(i * 12345), roman(i), fixed, hex, i / 7);
      letters += last["length"];
      sum += parseFloat(String(fixed)) + parseInt(String(hex), 16) + double(var(String(i / 8)));
    }
    return format("{} {} {}", letters, sum.toFixed(2), last);
  });
}); }
