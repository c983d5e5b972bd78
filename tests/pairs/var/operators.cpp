#include <nodecpp/bigint.h>
#include <nodecpp/console.h>
#include <nodecpp/json.h>
#include <nodecpp/math.h>
#include <nodecpp/number.h>
#include <nodecpp/process.h>
#include <nodecpp/symbol.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  const var five = 5, three = 3, minus = -9, seven = 7, text = "6";
  console::log(five & three, five | 3, 5 ^ three, ~five, var(1) << 33, minus >> 1, minus.shiftRightUnsigned(28), seven % -3, -seven % three);
  console::log(text * 2, text - 1, text / 4, text % 4, text & 3, text + 1, +text, -text, 1 / three, 0 / -five, var(2e10) | 0, var(1e300) | 0, var(NaN) | 0, var(Infinity).shiftRightUnsigned(0));
  console::log(var("1").looselyEquals(1), var(nullptr).looselyEquals(undefined), var(0).looselyEquals(""), var(NaN).looselyEquals(NaN), var(true).looselyEquals("1"), var::array({1}).looselyEquals(1), var(nullptr).looselyEquals(0), var::object().looselyEquals("[object Object]"));
  console::log(var("b") > "a", var("10") < "9", var(10) < var("9"), var(nullptr) < 1, var() < 1, var::array({2}) > 1, var("a") < 1, var(-0.0) == 0);
  var n = 5;
  n += 2; n -= 1; n *= 3; n /= 2; n %= 5; n <<= 3; n |= 1; n &= 29; n ^= 4; n >>= 1;
  console::log(n); console::log(n++); console::log(++n); console::log(n--); console::log(--n); console::log(n);
  var s = "a";
  s += 1; s += nullptr; s += undefined; s += true; s += var::array({1, var::array({2, 3})}); s += var::object(); s += 1.5;
  console::log(s, s["length"]);
  var worth = var::object({{"valueOf", [] { return 42; }}, {"toString", [] { return "text"; }}});
  console::log(worth + 1, worth * 2, worth > 41, format("{}", worth), worth.looselyEquals(42), worth + var("x"), String(worth), double(worth));
  console::log(var(true) + 1, var(nullptr) + 1, var() + 1, var::array() + var::array(), var::array() + var::object(), var::array({1, 2}) + 3, var(true) + "x", var(nullptr) + "x");
  var o = var::object({{"n", 1}, {"list", var::array({1, 2})}});
  o["n"] += 2; o["n"] -= 1; o["n"] *= 8; o["n"] /= 4; o["n"] %= 3; o["n"] <<= 4; o["n"] |= 1; o["n"] &= 57; o["n"] ^= 2; o["n"] >>= 1;
  console::log(o["n"]); console::log(o["n"]++); console::log(++o["n"]); console::log(o["n"]--); console::log(--o["n"]); console::log(o["list"][0]++); console::log(o["list"], o["none"].maybe("x"), o["none"].orElse("other"), o["n"] || "none");
  console::log(o.typeOf(), var(nullptr).typeOf(), var().typeOf(), var(1).typeOf(), var("a").typeOf(), var(true).typeOf(), var([] { return 1; }).typeOf(), var(Symbol()).typeOf(), var(BigInt(1)).typeOf());
  console::log(var(5).toFixed(2), var(255).toString(16), var(1234.5678).toPrecision(6), var(1234).toExponential(1), var("abc").charAt(1), var("abc").charCodeAt(1));
  console::log(var(" x ").trim() + "|", var("a-b-c").split("-"), var("abc").padStart(5, "."), var("abc").repeat(2), var("abc").replace("b", "X"), var("aXb").toLowerCase(), var("abc").substring(1), var("a,b").includes(","));
}); }
