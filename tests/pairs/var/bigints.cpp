#include <nodecpp/bigint.h>
#include <nodecpp/console.h>
#include <nodecpp/json.h>
#include <nodecpp/number.h>
#include <nodecpp/process.h>
#include <nodecpp/symbol.h>
using namespace nodecpp;

template <class F>
var message(F f) {
  try {
    return f();
  } catch (const Error& error) {
    return error->name + ": " + error->message;
  }
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  const var big = 9007199254740993_n, seven = 7_n, minus = -9_n, one = 1;
  console::log(big - seven, big * big, big / seven, minus / seven, minus % seven, pow(seven, 30_n));
  console::log(minus & seven, minus | seven, minus ^ seven, seven << 70_n, minus >> 1_n, ~seven, -big);
  console::log(big > 9007199254740992, 9007199254740992 < big, big < 9007199254740992.5, seven >= 7, seven < NaN, seven < var(), seven < var(nullptr));
  console::log(seven < "8", seven < "0x10", var("6") < seven, seven < "x", seven >= "x", big > seven, minus < seven, seven < Infinity);
  console::log(seven == 7_n, seven == 7, seven.looselyEquals(7), seven.looselyEquals("7"), seven.looselyEquals("7.0"), seven.looselyEquals("x"), var(0_n).looselyEquals(""), var(0_n).looselyEquals(false), seven.looselyEquals(7.5));
  console::log(message([=] { return big - one; })); console::log(message([=] { return one * big; })); console::log(message([=] { return big / 2; }));
  console::log(message([=] { return 2 % big; })); console::log(message([=] { return big & var(nullptr); })); console::log(message([=] { return pow(seven, 2); }));
  console::log(message([=] { return pow(seven, -1_n); })); console::log(message([=] { return seven / 0_n; })); console::log(message([=] { return seven % 0_n; }));
  console::log(message([=] { return seven.shiftRightUnsigned(1_n); })); console::log(message([=] { return var(+seven); })); console::log(message([=] { return big - var("1"); }));
  console::log(message([=] { return var(Symbol()) * big; })); console::log(message([=] { return var(JSON::stringify(var::object({{"n", big}}))); }));
  var n = 5_n;
  n += 2_n; n -= 1_n; n *= 3_n; n /= 2_n; n %= 5_n; n <<= 3_n; n |= 1_n; n &= 61_n; n ^= 4_n; n >>= 1_n;
  console::log(n); console::log(n++); console::log(++n); console::log(n--); console::log(--n); console::log(n);
  var counter = var::object({{"next", 9007199254740993_n}, {"list", var::array({1_n})}});
  const var a = counter["next"]++, b = ++counter["next"], c = counter["next"]--, d = --counter["next"], e = counter["list"][0]++, f = counter["list"][0] -= 3_n;
  console::log(a, b, c, d, e, f, counter);
  const var worth = var::object({{"valueOf", [] { return var(40_n); }}});
  console::log(worth + 2_n, worth - 2_n, worth * worth, worth > 39, -worth, worth.looselyEquals(40), (worth + worth).typeOf());
  console::log(big.toString(), big.toString(16), var(255_n).toString(2), format("{}", big), BigInt::asIntN(8, 255_n), BigInt::asUintN(64, BigInt(minus)), BigInt(big), Number(seven));
  const var numberLike = var::object({{"valueOf", [] { return 6; }}});
  console::log(pow(numberLike, 2), -numberLike, ~numberLike, +numberLike, numberLike.shiftRightUnsigned(1), numberLike << 3, pow(var(2), -1), pow(var(1), NaN));
  var word = "5";
  const var before = word++;
  console::log(before, word, var::array() - 1, var::array({4}) * 2);
}); }
