#include <nodecpp/error.h>
#include <nodecpp/string.h>

#include <doctest/doctest.h>
#include <bit>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "support/scale.h"

using namespace nodecpp;
using namespace std::string_view_literals;

namespace {

std::string text(const String& s) { return {s.data(), s.size()}; }
std::string shown(const String& s) { return text(s); }
std::string shown(const Array<String>& list) {
  std::string out = "[";
  for (const String& one : list) out += text(one) + "|";
  return out + "]";
}
template <class T>
  requires std::is_arithmetic_v<T>
std::string shown(T value) {
  return text(str(value));
}

struct Case {
  const char* call;
  std::string (*run)(const String& s);
  struct {
    const char* subject;
    const char* answer;
  } answers[8];
};

const Case methodCases[] = {
#include "answers/strings.inc"
};

struct Printed {
  std::uint64_t bits;
  const char* text;
};
struct Read {
  const char* text;
  const char* number;
};
#define PRINT(bits, expected) {bits, expected},
#define READ(text, expected)
const Printed printed[] = {
#include "answers/numbers.inc"
};
#undef PRINT
#undef READ
#define PRINT(bits, expected)
#define READ(text, expected) {text, expected},
const Read read[] = {
#include "answers/numbers.inc"
};

}  // namespace

TEST_CASE("String's methods answer as JavaScript's") {
  for (const Case& one : methodCases) {
    for (const auto& [subject, answer] : one.answers) {
      if (!subject) break;
      INFO(std::string(one.call), " of '", std::string(subject), "'");
      CHECK(one.run(String(subject)) == std::string(answer));
    }
  }
}

TEST_CASE("numbers print and read as in JavaScript") {
  for (auto [bits, expected] : printed) CHECK(text(str(std::bit_cast<double>(bits))) == std::string(expected));
  for (auto [from, expected] : read) {
    double value = toNumber(from);
    INFO(std::string(from));
    CHECK((value == 0 && std::signbit(value) ? "-0" : text(str(value))) == std::string(expected));
  }
}

TEST_CASE("integers, booleans and characters print") {
  CHECK(str(true) == "true");
  CHECK(str(INT64_MIN) == "-9223372036854775808");
  CHECK(str(UINT64_MAX) == "18446744073709551615");
  CHECK(str('x') == "x");
  CHECK(str(1.5f) == "1.5");
  CHECK(str(static_cast<unsigned char>(65)) == "65");
}

TEST_CASE("strings are made of whatever is a string") {
  char buffer[16] = "in an array";
  const char* pointer = "by pointer";
  CHECK(String(buffer) == "in an array");
  CHECK(String(pointer) == "by pointer");
  CHECK(String(std::string("std")) == "std");
  CHECK(String("view"sv) == "view");
  CHECK(String(u8"é") == "\xc3\xa9");
  CHECK(String("a\0b").size() == 3);
  CHECK((str("x") + "\0").size() == 2);
  CHECK(str("a\0b") == "a\0b");
  CHECK(str("a\0b") != "a");
  CHECK(str("a\0b\0c").split("\0").size() == 3);
}

TEST_CASE("copies share, moves leave an empty String, appending leaves copies alone") {
  String longer = "a text of more than twenty-three bytes";
  String copy = longer;
  CHECK(copy.data() == longer.data());
  String moved = std::move(copy);
  CHECK(copy.empty());
  CHECK(moved == longer);
  moved += "!";
  CHECK(longer == "a text of more than twenty-three bytes");
  CHECK(moved.endsWith("bytes!"));
  String part = moved.slice(2, 30);
  moved += "?";
  CHECK(part == "text of more than twenty-thr");
  const String& same = longer;
  longer = same;
  CHECK(longer.size() == 38);
}

TEST_CASE("+= in place, also of itself and of its own slices") {
  String grown;
  for (int i = 0; i < 1000; ++i) grown += "0123456789";
  CHECK(grown.size() == 10000);
  CHECK(grown.slice(-10) == "0123456789");
  String twice = grown.slice(0, 100);
  for (int i = 0; i < 4; ++i) twice += twice;
  CHECK(twice == grown.slice(0, 1600));
  String small = "ab";
  for (int i = 0; i < 6; ++i) small += small;
  CHECK(small == str("ab").repeat(64));
  String sum = str("a") + "b" + grown + 1.5 + "c";
  CHECK(sum.size() == 10006);
  CHECK(grown.size() == 10000);
  String unique = str("x").repeat(30) + "tail";
  unique += unique.slice(30);
  CHECK(unique.endsWith("tailtail"));
}

TEST_CASE("latin1, code points, and characters beyond ASCII") {
  CHECK(String::fromLatin1("caf\xe9", 4) == "café");
  CHECK(str("€uro").codePointAt(0) == 0x20ac);
  CHECK(String::fromCodePoint(0x1f600) == "😀");
  CHECK_THROWS_AS(String::fromCodePoint(0x110000), RangeError);
  CHECK(str("aé😀").split("").size() == 4);
  CHECK(str("a,b").split().join("|") == "a,b");
  CHECK(String::fromCharCode(__builtin_inf(), -65471.5, 4294967361.0) == String::fromCharCode(0, 65, 65));
  CHECK(str("é").charCodeAt(5) == -1);
  CHECK(str("x").repeat(30).padEnd(40, "é").length() == 40);
}

TEST_CASE("what is too long is Node's error") {
  CHECK_THROWS_WITH_AS(str("abc").repeat(1ull << 30), "RangeError: Invalid string length", RangeError);
  if (tests::sanitized) return;  // The sanitizers would need gigabytes of their own memory for it.
  try {
    String half = str("x").repeat(0x10000000);
    half = half + half + half;
    CHECK(false);
  } catch (const Error& error) {
    CHECK(error->code == "ERR_STRING_TOO_LONG");
  }
}

TEST_CASE("format puts values into a text") {
  CHECK(format("n: {}", 1) == "n: 1");
  CHECK(format("{}|{}|{}", "a", 1.5, true) == "a|1.5|true");
  CHECK(format("{{}} {}", str("x")) == "{} x");
  CHECK(format("{:>5}|{:<4}|{:05d}|{:x}", "a", "b", 42, 255) == "    a|b   |00042|ff");
  CHECK(format("{:.2f}", 3.14159) == "3.14");
  CHECK(format("{:.2f}", 3) == "3.00");
  CHECK(format("{:d}|{:x}", 3.0, 255.0) == "3|ff");
  CHECK(format("{:d}", 9007199254740993ll) == "9007199254740993");
  CHECK(format("{:d}", UINT64_MAX) == "18446744073709551615");
  CHECK(format("") == "");
  CHECK_THROWS_AS(format("{}"), Error);
  CHECK_THROWS_AS(format("x", 1), Error);
  CHECK_THROWS_AS(format("{", 1), Error);
  CHECK_THROWS_AS(format("}", 1), Error);
  CHECK_THROWS_AS(format("{:q}", 1), Error);
}

TEST_CASE("replaceAll replaces every occurrence") {
  CHECK(str("aaa").replaceAll("a", "bb") == "bbbbbb");
  CHECK(str("aaaa").replaceAll("aa", "b") == "bb");
  CHECK(str("aaa").replaceAll("aa", "") == "a");
  CHECK(str("a-b-").replaceAll("-", "") == "ab");
  CHECK(str("\xe2\x82\xac!").replaceAll("", "-") == "-\xe2\x82\xac-!-");
  CHECK(str("").replaceAll("", "-") == "-");
  String text = "nothing of it";
  CHECK(text.replaceAll("x", "y") == text);
  // A long text is replaced by repetitions of itself, and once the result would exceed the limit of a String.
  String many = str("word,").repeat(12000);
  CHECK(many.replaceAll(",", "; ").size() == 72000);
  CHECK_THROWS_AS(many.replaceAll("word", many), Error);
}

TEST_CASE("indexOf searches long texts") {
  String search = str("a").repeat(300) + "b";
  CHECK((str("a").repeat(1000) + search + search).indexOf(search) == 1000);
  CHECK((str("a").repeat(1000) + search + search).indexOf(search, 1001) == 1301);
  CHECK(str("a").repeat(1000).indexOf(search) == -1);
  CHECK(str("short").indexOf(search) == -1);
  CHECK(search.indexOf(search) == 0);
  CHECK(search.indexOf(search, 1) == -1);
  CHECK(search.indexOf("", 5) == 5);
}

TEST_CASE("lower case of letters, sigmas and bytes that are no character") {
  CHECK(String("ABC-\u00c9").toLowerCase() == "abc-\u00e9");
  CHECK(String("\u0130").toLowerCase() == "i\u0307");
  CHECK(String("\u0391\u03a3 \u03a3\u0391 \u0391\u03a3\u0391").toLowerCase() == "\u03b1\u03c2 \u03c3\u03b1 \u03b1\u03c3\u03b1");
  CHECK(String("\u0391.\u03a3\u0301").toLowerCase() == "\u03b1.\u03c2\u0301");
  CHECK(String("A\xff\xed\xa0\x80").toLowerCase() == "a\xff\xed\xa0\x80");
}

TEST_CASE("String: a || b is the first that is true") {
  const String none = undefined, empty = "", name = "Ann";
  CHECK((name || "x") == "Ann");
  CHECK((none || "x") == "x");
  CHECK((empty || name || "x") == "Ann");
  CHECK((none || empty) == "");
  CHECK_FALSE(bool(none || empty));
  CHECK(("a b" + (none || none)) == "a bundefined");
}

TEST_CASE("String: in brackets an index is a whole number") {
  const String text = "abc";
  CHECK(text[1.0] == "b");
  CHECK(text[1.5].isUndefined());
  CHECK(text[__builtin_nan("")].isUndefined());
  CHECK(text[-1].isUndefined());
  CHECK(text.charAt(1.5) == "b");
}

namespace {

// Compares a literal of each length up to 24 with Strings that store their bytes inline and with slices of other
// Strings.
template <std::size_t N>
void compareWith(const char (&literal)[N]) {
  const std::string bytes(literal, N - 1);
  std::string other = bytes;
  other[N - 2] ^= 1;
  const String same = bytes, differs = other, longer = bytes + "x";
  const String slice = String::fromStatic(literal, N - 1), part = (str("....") + bytes + str("x").repeat(30)).byteSlice(4, N + 3);
  CAPTURE(bytes);
  CHECK(same == literal);
  CHECK(literal == same);
  CHECK(slice == literal);
  CHECK(part == literal);
  CHECK(String(literal) == same);
  CHECK(same == StringArg(literal));
  CHECK(slice == StringArg(bytes));
  CHECK(String(literal) == std::string_view(bytes));
  CHECK(String(literal).byteLength() == N - 1);
  CHECK_FALSE(differs == literal);
  CHECK_FALSE(longer == literal);
  CHECK_FALSE(String(longer) == StringArg(literal));
  CHECK_FALSE(literal == String(differs));
  CHECK_FALSE(StringArg(other) == same);
  CHECK_FALSE(str("") == literal);
  CHECK_FALSE(String(undefined) == literal);
}

template <std::size_t... N>
void compareAll(const char (&text)[25], std::index_sequence<N...>) {
  auto cut = [&]<std::size_t Size>(std::integral_constant<std::size_t, Size>) {
    char literal[Size + 1] = {};
    for (std::size_t i = 0; i < Size; ++i) literal[i] = text[i];
    const auto& whole = literal;
    compareWith(const_cast<const char(&)[Size + 1]>(whole));
  };
  (cut(std::integral_constant<std::size_t, N + 1>()), ...);
}

}  // namespace

TEST_CASE("comparing Strings with literals and with characters that have no name") {
  compareAll("abcdefghijklmnopqrstuvwx", std::make_index_sequence<24>());
  compareAll("\xc3\xa4\xe2\x82\xac bytes beyond ASCII", std::make_index_sequence<24>());
  const String text = str("a\u00e4\u20ac") + "\xf0\x9f\x98\x80" + "a", ascii = "abca", none;
  for (int i = -1; i <= text.length(); ++i)
    for (int j = -1; j <= ascii.length(); ++j) {
      CAPTURE(i);
      CAPTURE(j);
      const int left = text.charCodeAt(i), right = ascii.charCodeAt(j);
      CHECK((text[i] == ascii[j]) == (left == right));
      CHECK((text.charAt(i) == ascii.charAt(j)) == (left == right));
      CHECK((ascii[j] == text[i]) == (left == right));
      CHECK((text[i] == "a") == (left == 'a'));
      CHECK((text[i] == "\u20ac") == (left == 0x20ac));
      CHECK((text[i] == undefined) == (left < 0));
    }
  CHECK(none == "");
  CHECK_FALSE(String(undefined) == "");
  CHECK_FALSE(String(undefined) == none);
  CHECK(String(undefined) == String(nullptr));
  CHECK(String::fromCharCode(0) == std::string_view("\0", 1));
  CHECK(String::fromCharCode(65536 + 65) == "A");
  CHECK(String::fromCharCode(228) == "\u00e4");
  CHECK(String::fromCharCode(127).length() == 1);
}

TEST_CASE("a String of a null pointer is null") {
  const char* none = nullptr;
  bool yes = true;
  String text = none, other = yes ? nullptr : "";
  CHECK(text.isNull());
  CHECK(other.isNull());
  CHECK_FALSE(text);
  CHECK("" + text == "null");
}
