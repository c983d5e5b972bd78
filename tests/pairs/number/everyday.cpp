#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/date.h>
#include <nodecpp/json.h>
#include <nodecpp/map.h>
#include <nodecpp/set.h>
#include <nodecpp/math.h>
#include <nodecpp/number.h>
#include <nodecpp/regexp.h>
#include <nodecpp/object.h>
#include <nodecpp/function.h>
using namespace nodecpp;
String grade(num v) { return v > 90 ? "A" : v > 80 ? "B" : v > 70 ? "C" : "F"; }
num opt(num a, num b, num c) { return a + b + c; }
num opt(num a, num b = 2) { return opt(a, b, a + b); }
num fib(num n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
struct AccountObject : Object {
  num balance_ = 5;
  num balance() const { return balance_; }
  void balance(num v) { balance_ = v * 2; }
};
using Account = Handle<AccountObject>;
int main(int argc, char** argv) { return run(argc, argv, [] {
num x = 7.9, neg = -7.9; auto text = str("abc"); var nothing = undefined;
console::log(var(x).typeOf() == "number", var(text).typeOf() == "string", nothing.typeOf() == "undefined", Array<>::isArray(Array<int>{1}), Number::isInteger(5), Number::isInteger(5.5));
console::log(x | 0, ~~neg, ushr(neg, 28), Math::pow(2, 10), Math::pow(2, -1), num(7.5) % 2, num(-7) % 3, num(5) % 0, num(7) / 2, (num(7) / 2) | 0, num(1) << 31, ~5);
Array<num> list = {10, 20, 30};
int i = 0;
console::log(list[i++]);
console::log(list[i++], i);
String s = "";
for (auto k : list.keys()) s += k;
console::log(s);
list.setLength(1);
console::log(list, list.length());
list.setLength(0);
console::log(list, list.length() == 0);
auto o = var::object({{"b", 1}, {"a", 2}});
for (auto [k, v] : Object::entries(o)) console::log(k, v);
for (auto k : Object::keys(o)) console::log(k, o[k]);
console::log(o.has("a"), o.has("z"), Object::keys(o).length());
o.remove("a");
console::log(o, o.has("a"));
for (int a = 0; a < 3; a++) {
  for (int b = 0; b < 3; b++) {
    if (b == 1) goto next;
    if (a == 2) goto out;
    console::log(a, b);
  }
next:;
}
out:
num n = 3;
do { n--; } while (n > 0);
console::log(n);
for (int lo = 0, hi = 3; lo < hi; lo++, hi--) console::log(lo, hi);
console::log(grade(95), grade(85), grade(75), grade(5));
console::log(opt(1), opt(1, 1), opt(1, 1, 1));
Array<Function<num()>> fs;
for (int k = 0; k < 3; k++) fs.push([=] { return k * 10; });
console::log(fs.map([](auto f) { return f(); }));
let<Function<num(num)>> fact;
fact = [=](num n) -> num { return n <= 1 ? num(1) : n * fact(n - 1); };
console::log(fact(10));
console::log(fib(15));
auto result = [] { num t = 5; return t * 2; }();
console::log(result);
[] { console::log("IIFE"); }();
struct Counter { Function<num()> inc, get; };
auto counter = [] { let<num> c = 0; return Counter{.inc = [=] { return ++c; }, .get = [=] { return c.value(); }}; }();
counter.inc(); counter.inc();
console::log(counter.get());
auto account = make<Account>();
account->balance(10);
console::log(account->balance());
console::log(str(x), x.toFixed(2), num(5).toString(2), num(255).toString(16).padStart(4, "0"), str("5").padEnd(3, "x"), str(true), str(String(nullptr)), str(undefined), str(Array<int>{1, 2}));
console::log(str("a1b22").replace(re("\\d+", "g"), [](auto d) { return format("<{}>", d); }), str("x-y").split(re("-")), re(R"((\w)(\d))").exec("a1")[2], str("A,B").split(",").map([](auto s) { return s.toLowerCase(); }).join("|"));
var t = nullptr;
if (t == nullptr) t = 5;
num z = 0;
if (!z) z = 7;
num w = 1;
if (w) w = 9;
console::log(t, z, w);
console::log(Array{3, 1, 2}.sort(), Array{3, 1, 10}.sort([](int a, int b) { return a - b; }), Array{1, 2, 3}.reverse(), Array{1, 2, 3, 4}.filter([](int n) { return n % 2 == 0; }).reduce([](num a, num b) { return a + b; }, 0));
console::log(var::array({1, var::array({2, var::array({3})})}).flat(Infinity), Array<Array<int>>{{1, 2}, {3}}.flat());
console::log(Number("12px"), parseInt("12px"), parseFloat("1.5x"), Number(""), Number(" 12 "), Number(true), !!str("a"), !str(""), 0.1 + 0.2, 1e21, 1 / 3.0, -num(0), Array{-0.0}, 5e-7, 123456789012345680000.0);
console::log(Number::MAX_SAFE_INTEGER, Number::EPSILON > 0, Math::round(2.5), Math::round(-2.5), Math::trunc(-4.7), Math::sign(-3), Math::hypot(3, 4), Math::cbrt(27));
console::log(str("abc")[1], str("abc").at(-1), str("abc").charAt(9) == "", str("abc").substring(2, 0), str("abc").slice(-2), str("a-b-c").split("-", 2), str("abc").codePointAt(0), Array<>::from(str("ab")).reverse().join(""));
console::log(isNaN(NaN), Number::isNaN("a"), NaN == NaN, Object::is(NaN, NaN), Array{NaN}.includes(NaN), Array{NaN}.indexOf(NaN));
console::log(Array{1, 2, 3}.includes(2), Array<String>{"a", "b"}.indexOf("z"), Array<>::from({.length = 3}, [](auto, int i) { return i * 2; }), Array<int>(3).fill(0), Array<>::of(7).length(), Array{1, 2, 3}.at(-1), Array{5, 1}.concat(Array{2}, 3));
console::log(Array{1, 2, 3}.some([](int n) { return n > 2; }), Array{1, 2, 3}.every([](int n) { return n > 0; }), Array{1, 2, 3}.find([](int n) { return n > 1; }), Array{1, 2, 3}.findIndex([](int n) { return n > 5; }), Array{1, 2, 3}.findLast([](int n) { return n < 3; }));
auto matrix = Array<>::from({.length = 2}, [] { return Array<num>(2).fill(0); });
matrix[0][1] = 5;
matrix[1][0]++;
matrix[1][1] += 2;
console::log(matrix);
let<num> total = 0;
Array{1, 2, 3}.forEach([=](num n, num i) { total += n * i; });
console::log(total);
String str_ = "";
for (int c = 97; c < 100; c++) str_ += String::fromCharCode(c);
console::log(str_, str_.length(), str_.split("").reverse().join(""));
Date when(0);
console::log(when.toISOString(), when.getTime(), JSON::stringify(var::object({{"when", when}})), var(when.getTime()).typeOf());
while (true) { if (++total > 12) break; }
console::log(total);
num before = total++;
console::log(before + ++total, total--);
console::log(total);
num big = Math::pow(2, 31), h = (big * 31 + 7) | 0;
console::log(big, h, ushr(h, 0), (h ^ 0xff) & 0xffff);
try { var(nullptr)["x"]; } catch (const Error& e) { console::log(e->name == "TypeError", e->name); }
try { throw Error("boom", {.cause = Error("why")}); } catch (const Error& e) { console::log(e->message, e->cause[0]->message); } 
console::log("finally");
}); }
