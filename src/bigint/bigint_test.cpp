#include <nodecpp/bigint.h>
#include <nodecpp/error.h>

#include <bit>
#include <string>

#include <doctest/doctest.h>

using namespace nodecpp;

namespace {

struct One {
  const char *value, *negative, *inverted, *binary, *hex, *base36, *number, *int64, *uint64, *int8, *uint200;
};
struct Two {
  const char *a, *b, *sum, *difference, *product, *quotient, *remainder, *conjunction, *disjunction, *exclusive, *left,
      *right, *power;
  int order;
};
struct Text {
  const char *text, *answer;
};
struct OfNumber {
  std::uint64_t bits;
  const char* answer;
};

#define ROW(...) {__VA_ARGS__},
#define ONE(...)
#define TWO(...)
#define TEXT(...)
#define NUMBER(...)
#define NEAREST(...)
#undef ONE
#define ONE ROW
const One ones[] = {
#include "answers/bigint.inc"
};
#undef ONE
#define ONE(...)
#undef TWO
#define TWO ROW
const Two twos[] = {
#include "answers/bigint.inc"
};
#undef TWO
#define TWO(...)
#undef TEXT
#define TEXT ROW
const Text texts[] = {
#include "answers/bigint.inc"
};
#undef TEXT
#define TEXT(...)
#undef NUMBER
#define NUMBER ROW
const OfNumber ofNumbers[] = {
#include "answers/bigint.inc"
};
#undef NUMBER
#define NUMBER(...)
#undef NEAREST
#define NEAREST ROW
const Text nearest[] = {
#include "answers/bigint.inc"
};

template <class F>
std::string attempt(F&& f) {
  try {
    const String made = f().toString();
    return std::string(made.data(), made.size());
  } catch (const Error& error) {
    return "!" + std::string(error.what());
  }
}

}  // namespace

TEST_CASE("BigInt: operations on one number give JavaScript's results") {
  for (const One& one : ones) {
    const BigInt n(one.value);
    INFO(one.value);
    CHECK(n.toString() == one.value);
    CHECK((-n).toString() == one.negative);
    CHECK((~n).toString() == one.inverted);
    CHECK(n.toString(2) == one.binary);
    CHECK(n.toString(16) == one.hex);
    CHECK(n.toString(36) == one.base36);
    CHECK(str(n.toNumber()) == one.number);
    CHECK(BigInt::asIntN(64, n).toString() == one.int64);
    CHECK(BigInt(n.toInt64()).toString() == one.int64);
    CHECK(BigInt::asUintN(64, n).toString() == one.uint64);
    CHECK(BigInt(n.toUint64()).toString() == one.uint64);
    CHECK(BigInt::asIntN(8, n).toString() == one.int8);
    CHECK(BigInt::asUintN(200, n).toString() == one.uint200);
  }
}

TEST_CASE("BigInt: operations on two numbers give JavaScript's results") {
  for (const Two& two : twos) {
    const BigInt a(two.a), b(two.b);
    INFO(two.a, " and ", two.b);
    CHECK(attempt([&] { return a + b; }) == two.sum);
    CHECK(attempt([&] { return a - b; }) == two.difference);
    CHECK(attempt([&] { return a * b; }) == two.product);
    CHECK(attempt([&] { return a / b; }) == two.quotient);
    CHECK(attempt([&] { return a % b; }) == two.remainder);
    CHECK(attempt([&] { return a & b; }) == two.conjunction);
    CHECK(attempt([&] { return a | b; }) == two.disjunction);
    CHECK(attempt([&] { return a ^ b; }) == two.exclusive);
    if (*two.left) {
      CHECK(attempt([&] { return a << b; }) == two.left);
      CHECK(attempt([&] { return a >> b; }) == two.right);
      if (*two.power) CHECK(attempt([&] { return pow(a, b); }) == two.power);
    }
    CHECK((a < b ? -1 : a > b ? 1 : 0) == two.order);
    CHECK((a == b) == (two.order == 0));
    if (two.order == 0) CHECK(a.hash() == b.hash());
  }
}

TEST_CASE("BigInt: of texts and numbers, and as a number") {
  for (const Text& one : texts) CHECK(attempt([&] { return BigInt(one.text); }) == one.answer);
  for (const OfNumber& one : ofNumbers) CHECK(attempt([&] { return BigInt(std::bit_cast<double>(one.bits)); }) == one.answer);
  for (const Text& one : nearest) CHECK(str(BigInt(one.text).toNumber()) == one.answer);
}

TEST_CASE("BigInt: literals, integers and numbers beside it") {
  BigInt n = 123456789012345678901234567890_n;
  CHECK(n + 1 == 123456789012345678901234567891_n);
  CHECK(0xff'ff_n == 65535);
  CHECK(0b101_n == 5);
  CHECK(10 > 7_n);
  CHECK(7_n < 7.5);
  CHECK(7_n == 7.0);
  CHECK(9007199254740993_n > 9007199254740992.0);
  CHECK_FALSE(1_n < NaN);
  CHECK(n < Infinity);
  CHECK(num(3) < 4_n);
  CHECK(Number(n) == 123456789012345680000000000000.0);
  CHECK(str("n: ") + n == "n: 123456789012345678901234567890");
  CHECK(BigInt(UINT64_MAX).toString() == "18446744073709551615");
  CHECK(n);
  CHECK_FALSE(BigInt());
  BigInt i = 9223372036854775807_n;
  CHECK((i++).toString() == "9223372036854775807");
  CHECK(i.toString() == "9223372036854775808");
  CHECK((--i).toString() == "9223372036854775807");
  i *= i;
  i %= 1000;
  CHECK(i == 249);
}

TEST_CASE("BigInt: has V8's bounds") {
  const std::string tooBig = "!RangeError: Maximum BigInt size exceeded";
  CHECK(attempt([] { return 1_n << 1073741824_n; }) == tooBig);
  CHECK(attempt([] { return pow(2_n, 1073741824_n); }) == tooBig);
  CHECK(attempt([] { return pow(3_n, 10000000000_n); }) == tooBig);
  CHECK(attempt([] { return BigInt::asUintN(9007199254740991, -1_n); }) == tooBig);
  CHECK(attempt([] { return pow(2_n, -1_n); }) == "!RangeError: undefined must be positive");
  CHECK(attempt([] { return BigInt::asIntN(-1, 1_n); }) == "!RangeError: Invalid value: not (convertible to) a safe integer");
  CHECK(attempt([] { return 1_n << -1000000000000_n; }) == "0");
  CHECK(attempt([] { return -1_n >> pow(2_n, 100_n); }) == "-1");
  CHECK(attempt([] { return pow(-1_n, pow(2_n, 100_n)); }) == "1");
  CHECK(attempt([] { return 1_n / 0_n; }) == "!RangeError: Division by zero");
  CHECK(attempt([] { return (1_n).toString(1); }) == "!RangeError: toString() radix argument must be between 2 and 36");
}
