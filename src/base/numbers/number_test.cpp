#include <nodecpp/buffer.h>
#include <nodecpp/error.h>
#include <nodecpp/let.h>
#include <nodecpp/lookup.h>
#include <nodecpp/number.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "support/thrown.h"

using namespace nodecpp;
using tests::thrown;

namespace {

double of(std::uint64_t bits) { return std::bit_cast<double>(bits); }
// NaN has many bit patterns, which are replaced by one.
std::uint64_t bitsOf(double value) { return std::bit_cast<std::uint64_t>(value != value ? NaN : value); }
std::string text(const String& s) { return std::string(s.data(), s.size()); }

// The same hash function as in tests/answers/write/number_text.js.
struct Hash {
  std::uint64_t value = 0xcbf29ce484222325;
  void add(const String& s) {
    for (char c : std::string_view(s.data(), s.size())) value = (value ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    value = (value ^ '\n') * 0x100000001b3;
  }
};

struct Hashes {
  std::uint64_t bits, fixed, exponential, precision, radix;
  const char* shortest;
};
struct Printed {
  std::uint64_t bits;
  double digits;
  const char* answer;
};
struct Parsed {
  const char* text;
  double radix;
  std::uint64_t answer;
};
struct Whole {
  std::uint64_t bits;
  std::int32_t asSigned;
  std::uint32_t asUnsigned;
  std::uint64_t inverted;
};
struct Operators {
  std::uint64_t a, b, conjunction, disjunction, exclusive, left, right, unsignedRight, remainder, quotient;
};

#define HASHES(...)
#define FIXED(...)
#define EXPONENTIAL(...)
#define PRECISION(...)
#define RADIX(...)
#define PARSE_INT(...)
#define PARSE_FLOAT(...)
#define INT32(...)
#define OPERATORS(...)
#define ROW(...) {__VA_ARGS__},

#undef HASHES
#define HASHES ROW
const Hashes hashes[] = {
#include "answers/number_text.inc"
};
#undef HASHES
#define HASHES(...)
#undef FIXED
#define FIXED ROW
const Printed fixed[] = {
#include "answers/number_text.inc"
};
#undef FIXED
#define FIXED(...)
#undef EXPONENTIAL
#define EXPONENTIAL ROW
const Printed exponential[] = {
#include "answers/number_text.inc"
};
#undef EXPONENTIAL
#define EXPONENTIAL(...)
#undef PRECISION
#define PRECISION ROW
const Printed precision[] = {
#include "answers/number_text.inc"
};
#undef PRECISION
#define PRECISION(...)
#undef RADIX
#define RADIX ROW
const Printed radix[] = {
#include "answers/number_text.inc"
};
#undef RADIX
#define RADIX(...)
#undef PARSE_INT
#define PARSE_INT ROW
const Parsed parsedInt[] = {
#include "answers/number_text.inc"
};
#undef PARSE_INT
#define PARSE_INT(...)
#undef PARSE_FLOAT
#define PARSE_FLOAT(text, answer) {text, 0, answer},
const Parsed parsedFloat[] = {
#include "answers/number_text.inc"
};
#undef PARSE_FLOAT
#define PARSE_FLOAT(...)
#undef INT32
#define INT32 ROW
const Whole wholes[] = {
#include "answers/number_text.inc"
};
#undef INT32
#define INT32(...)
#undef OPERATORS
#define OPERATORS ROW
const Operators operators[] = {
#include "answers/number_text.inc"
};

template <class T>
std::string kindOf(const T&) {
  return std::same_as<T, num> ? "num" : std::same_as<T, bool> ? "bool" : std::same_as<T, double> ? "double" : "other";
}

}  // namespace

TEST_CASE("numbers print as JavaScript's in every base and with every count of digits") {
  for (const Hashes& one : hashes) {
    const num n = of(one.bits);
    Hash fixedHash, exponentialHash, precisionHash, radixHash;
    for (int digits = 0; digits <= 100; ++digits) {
      fixedHash.add(n.toFixed(digits));
      exponentialHash.add(n.toExponential(digits));
      if (digits > 0) precisionHash.add(n.toPrecision(digits));
    }
    for (int base = 2; base <= 36; ++base) radixHash.add(n.toString(base));
    INFO(text(str(n)));
    CHECK(fixedHash.value == one.fixed);
    CHECK(exponentialHash.value == one.exponential);
    CHECK(precisionHash.value == one.precision);
    CHECK(radixHash.value == one.radix);
    CHECK(text(n.toExponential()) == one.shortest);
  }
  for (const Printed& one : fixed) CHECK(text(toFixed(of(one.bits), one.digits)) == one.answer);
  for (const Printed& one : exponential) CHECK(text(toExponential(of(one.bits), one.digits)) == one.answer);
  for (const Printed& one : precision) CHECK(text(toPrecision(of(one.bits), one.digits)) == one.answer);
  for (const Printed& one : radix) CHECK(text(toString(of(one.bits), one.digits)) == one.answer);
}

TEST_CASE("numbers are read as parseInt and parseFloat do") {
  for (const Parsed& one : parsedInt) {
    INFO(one.text, " in base ", one.radix);
    CHECK(bitsOf(parseInt(one.text, one.radix)) == one.answer);
    CHECK(bitsOf(Number::parseInt(String(one.text), one.radix)) == one.answer);
  }
  for (const Parsed& one : parsedFloat) {
    INFO(one.text);
    CHECK(bitsOf(parseFloat(one.text)) == one.answer);
  }
  CHECK(parseInt(15.99) == 15);
  CHECK(parseInt(0.0000005) == 5);
  CHECK(parseInt(1e21) == 1);
  CHECK(parseInt(Lookup("7 days"), 10) == 7);
  CHECK(isNaN(parseInt(Lookup())));
}

TEST_CASE("short decimal numbers are the doubles next to them") {
  const auto same = [](const std::string& digits) {
    INFO(digits);
    CHECK(bitsOf(toNumber(digits)) == bitsOf(std::strtod(digits.c_str(), nullptr)));
    CHECK(bitsOf(toNumber("-" + digits)) == bitsOf(-std::strtod(digits.c_str(), nullptr)));
  };
  for (const char* digits : {"0", "0.0", "0.1", "0.30", "9.25", ".5", "5.", "00.70", "1.005", "123456789.0123", "0.0000000000001", "99999999999999",
                             "9999999999999.9", ".00000000000007", "999999999999.99999", "123456789012345678"})
    same(digits);
  std::uint64_t seed = 1;
  for (int i = 0; i < 2000; ++i) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    std::string digits = std::to_string(seed >> 20 >> (seed % 40));
    digits.insert(seed % (digits.size() + 1), ".");
    same(digits);
  }
  for (const char* none : {".", "-", "-.", "1.2.3", "1..", "--1", "1-", "1. 5", "-+1"}) CHECK(std::isnan(toNumber(none)));
}

TEST_CASE("num: the operators are JavaScript's") {
  for (const Whole& one : wholes) {
    const num n = of(one.bits);
    INFO(text(str(n)));
    CHECK(toInt32(n) == one.asSigned);
    CHECK(toUint32(n) == one.asUnsigned);
    CHECK(int(n) == one.asSigned);
    CHECK(std::uint32_t(n) == one.asUnsigned);
    CHECK(bitsOf(~n) == one.inverted);
  }
  for (const Operators& one : operators) {
    const num a = of(one.a), b = of(one.b);
    INFO(text(str(a)), " and ", text(str(b)));
    CHECK(bitsOf(a & b) == one.conjunction);
    CHECK(bitsOf(a | b) == one.disjunction);
    CHECK(bitsOf(a ^ b) == one.exclusive);
    CHECK(bitsOf(a << b) == one.left);
    CHECK(bitsOf(a >> b) == one.right);
    CHECK(bitsOf(ushr(a, b)) == one.unsignedRight);
    CHECK(bitsOf(a % b) == one.remainder);
    CHECK(bitsOf(a / b) == one.quotient);
  }
}

TEST_CASE("num: remainders are those of fmod") {
  const double values[] = {0, 1, 2, 3, 7, 1000003, 4294967295, 4294967296, 4294967297, 9007199254740991, 9007199254740992,
                           9007199254740994, 1e300, 0.5, 2.5, 1e-300, Infinity, NaN};
  for (const double a : values)
    for (const double b : values)
      for (const double left : {a, -a})
        for (const double right : {b, -b}) {
          const double ours = num(left) % num(right), theirs = std::fmod(left, right);
          CHECK_MESSAGE((std::isnan(ours) ? std::isnan(theirs) : ours == theirs && std::signbit(ours) == std::signbit(theirs)),
                        left, " % ", right, " is ", theirs, " and not ", ours);
        }
}

TEST_CASE("num: mixed with C++'s numbers it stays a num") {
  num n = 7;
  std::size_t size = 2;
  CHECK(n / 2 == 3.5);
  CHECK(7 / n == 1);
  CHECK(n / size == 3.5);
  CHECK(n * 1.5f == 10.5);
  CHECK(kindOf(n + 1) == "num");
  CHECK(kindOf(1.5 - n) == "num");
  CHECK(kindOf(n % 2) == "num");
  CHECK(kindOf(1u & n) == "num");
  CHECK(kindOf(n < size) == "bool");
  CHECK(kindOf(true ? n : 0) == "num");
  CHECK(num(-1) < size);
  CHECK_FALSE(num(-1) == size_t(-1));
  n += 1;
  n *= num(2);
  n -= 0.5;
  n %= 10;
  CHECK(n == 5.5);
  n |= 0;
  n <<= 3u;
  CHECK(n++ == 40);
  CHECK(--n == 40);
  CHECK((n || 2) == 40);
  CHECK((num(0) || 2) == 2);
  CHECK((num() || n) == 40);
  CHECK(!num(0));
  CHECK(!num());
  CHECK(num(-0.1));
  double d = n;
  std::vector<int> list(41, 3);
  CHECK(list[n] == 3);
  CHECK(d == 40);
  for (num i = 0; i < list.size(); i++) list[i] = int(i);
  CHECK(list[n] == 40);
  CHECK(int(num(NaN)) == 0);
  CHECK(int(num(4294967297.0)) == 1);
  CHECK((long long)(num(1e300)) == INT64_MAX);
  CHECK(std::uint8_t(num(257)) == 1);
  CHECK(std::size_t(num(-1)) == SIZE_MAX);
  CHECK(num(2.5).index() == SIZE_MAX);
  CHECK(num(-0.0).index() == 0);
  let<num> shared = 3;
  let<int> whole = 4;
  CHECK(shared / 2 == 1.5);
  CHECK(n + whole == 44);
  shared += 1;
  CHECK(shared == 4);
  CHECK(text(str("n: ") + shared) == "n: 4");
}

TEST_CASE("a let<num> is used as a num is") {
  let<num> shared = 5.5, other = 2;
  let<int> whole = 3;
  const Array<int> list = {1, 2, 3};
  const double plain = shared;
  CHECK(plain == 5.5);
  CHECK(list[other] == 3);
  CHECK(str("abc").slice(other) == "c");
  CHECK(Buffer::alloc(other).length() == 2);
  CHECK(int(shared) == 5);
  CHECK((shared / other | 0) == 2);
  CHECK(shared * whole == 16.5);
  CHECK((1 << other) == 4);
  CHECK(-shared == -5.5);
  CHECK(list[0] + shared == 6.5);
  CHECK(whole < shared);
  CHECK(shared != other);
  CHECK(shared == shared);
  CHECK(std::same_as<decltype(shared / 2), num>);
  auto bytes = Buffer::alloc(2);
  bytes[0] = shared;
  bytes[1] |= 1 << (num(shared) & 7);
  bytes[1] += 0.6 + other;
  CHECK(bytes[0] == 5);
  CHECK(bytes[1] == 34);
}

namespace {
// A class derived from num, like an element of a list that stores its place.
class Element : public num {
 public:
  using num::num;
  int place = 3;
};
}  // namespace

TEST_CASE("num: what derives from it is a number, too") {
  const Element element(2.5);
  num sum = 1;
  sum += element;
  sum *= let<int>(2);
  CHECK(sum == 7);
  CHECK(element + 1 == 3.5);
  CHECK(1 / element == 0.4);
  CHECK(element + element == 5);
  CHECK(element < 3u);
  CHECK((element | 0) == 2);
  CHECK(text("n: " + element) == "n: 2.5");
  CHECK(Number::isInteger(element) == false);
  CHECK(parseInt(element) == 2);
  CHECK(Lookup(element) == 2.5);
  CHECK(double(element) == 2.5);
  CHECK(int(element) == 2);
}

TEST_CASE("num: numbers become JavaScript's text") {
  const num n = 2.5;
  CHECK(text("n: " + n) == "n: 2.5");
  CHECK(text(n + "px") == "2.5px");
  CHECK(text(str(n) + n) == "2.52.5");
  CHECK(text(format("{} {:.2f} {:d}", n, n, num(3))) == "2.5 2.50 3");
  CHECK(text(str(num())) == "NaN");
  CHECK(thrown([&] { n.toFixed(101); }) == "RangeError: toFixed() digits argument must be between 0 and 100");
  CHECK(thrown([&] { n.toFixed(-1); }) == "RangeError: toFixed() digits argument must be between 0 and 100");
  CHECK(thrown([&] { num().toFixed(101); }) == "RangeError: toFixed() digits argument must be between 0 and 100");
  CHECK(thrown([&] { n.toPrecision(0); }) == "RangeError: toPrecision() argument must be between 1 and 100");
  CHECK(thrown([&] { n.toExponential(101); }) == "RangeError: toExponential() argument must be between 0 and 100");
  CHECK(thrown([&] { n.toString(37); }) == "RangeError: toString() radix argument must be between 2 and 36");
  CHECK(thrown([&] { n.toString(NaN); }) == "RangeError: toString() radix argument must be between 2 and 36");
  CHECK(text(num(NaN).toPrecision(101)) == "NaN");
}

TEST_CASE("Number: its functions answer as JavaScript's") {
  CHECK(Number("0x1f") == 31);
  CHECK(Number("") == 0);
  CHECK(isNaN("x"));
  CHECK(isNaN(Number("1x")));
  CHECK(Number(true) == 1);
  CHECK(Number(nullptr) == 0);
  CHECK(Number(Lookup("12")) == 12);
  CHECK(Number::isNaN(Number(Lookup())));
  CHECK_FALSE(Number::isNaN("x"));
  CHECK(Number::isInteger(5));
  CHECK(Number::isInteger(5.0));
  CHECK_FALSE(Number::isInteger(num(5.5)));
  CHECK_FALSE(Number::isInteger(Infinity));
  CHECK_FALSE(Number::isInteger("5"));
  CHECK(Number::isSafeInteger(9007199254740991.0));
  CHECK_FALSE(Number::isSafeInteger(9007199254740992.0));
  CHECK(isFinite("12"));
  CHECK_FALSE(isFinite(-Infinity));
  CHECK_FALSE(Number::isFinite(NaN));
  CHECK(Number::MIN_VALUE == 5e-324);
  CHECK(Number::MAX_VALUE == 1.7976931348623157e308);
  CHECK(Number::EPSILON == 2.220446049250313e-16);
}

TEST_CASE("num: whole numbers in other bases, at the ends of the integers") {
  CHECK(num(4294967295.0).toString(16) == "ffffffff");
  CHECK(num(4294967296.0).toString(16) == "100000000");
  CHECK(num(-4294967296.0).toString(36) == "-1z141z4");
  CHECK(num(9007199254740991.0).toString(36) == "2gosa7pa2gv");
  CHECK(num(9007199254740992.0).toString(36) == "2gosa7pa2gw");
  CHECK(num(9007199254740994.0).toString(3) == "1121202011211211122211100012101111");
  CHECK(num(1e21).toString(7) == "5135235413265003022600000");
  CHECK(num(4294967296.5).toString(2) == "100000000000000000000000000000000.1");
  CHECK(num(0).toString(2) == "0");
  CHECK(num(-0.0).toString(2) == "0");
}
