// Compares String methods on texts that are not ASCII with Node's answers. Also tests what the tables do not contain:
// undefined and null, indices of all kinds, and loops over long texts.
#include <nodecpp/error.h>
#include <nodecpp/let.h>
#include <nodecpp/lookup.h>
#include <nodecpp/string.h>

#include <doctest/doctest.h>
#include <cmath>
#include <string>
#include <vector>

using namespace nodecpp;

namespace {

std::string bytesOf(const String& s) { return {s.data(), s.size()}; }
// Returns a short text as it is, and a long one as its length and a hash, as the table of answers stores them.
std::string inShort(std::string text) {
  if (text.size() <= 40) return text;
  std::uint32_t hash = 2166136261;
  for (char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619;
  return std::to_string(text.size()) + "#" + std::to_string(hash);
}
std::string shown(const String& s) { return inShort(bytesOf(s.printed())); }
std::string shown(const Array<String>& list) {
  std::string out = "[";
  for (const String& one : list) out += bytesOf(one) + "|";
  return inShort(out + "]");
}
std::string shown(const std::vector<String>& list) {
  std::string out = "[";
  for (const String& one : list) out += bytesOf(one) + "|";
  return inShort(out + "]");
}
template <class T>
  requires std::is_arithmetic_v<T>
std::string shown(T value) {
  return bytesOf(str(value));
}
std::vector<String> points(const String& s) {
  std::vector<String> out;
  for (auto one : s) out.push_back(one);
  return out;
}
int order(const String& a, const String& b) { return a < b ? -1 : a > b ? 1 : 0; }

#define TEXTS
const char* const texts[] = {
#include "answers/texts.inc"
};
#undef TEXTS

#define ORDERED
const char* const ordered[] = {
#include "answers/texts.inc"
};
#undef ORDERED

// Returns the results of localeCompare for `text` and each of the other texts.
std::string orders(const String& text) {
  std::string out;
  for (const char* other : ordered) out += (out.empty() ? "" : " ") + std::to_string(text.localeCompare(other));
  return out;
}

struct Case {
  const char* call;
  std::string (*run)(const String& s);
  const char* answers[std::size(texts)];
};
const Case cases[] = {
#include "answers/texts.inc"
};

}  // namespace

TEST_CASE("String's methods on texts that are not ASCII answer as JavaScript's") {
  std::vector<String> kept(std::begin(texts), std::end(texts));
  for (const Case& one : cases)
    for (std::size_t i = 0; i < std::size(texts); ++i) {
      if (!one.answers[i]) break;
      INFO(std::string(one.call), " of '", std::string(texts[i]), "'");
      CHECK(one.run(String(texts[i])) == std::string(one.answers[i]));
      // Calls the same String again, which has meanwhile stored what it knows about its text (its length, and whether
      // it is ASCII).
      CHECK(one.run(kept[i]) == std::string(one.answers[i]));
    }
}

TEST_CASE("a String may be undefined or null") {
  String none = undefined, null = nullptr, empty;
  const char* pointer = nullptr;
  CHECK(none.isUndefined());
  CHECK_FALSE(none.isNull());
  CHECK(null.isNull());
  CHECK(String(pointer).isNull());
  CHECK(str(pointer) == "null");
  CHECK_FALSE(empty.isNullish());
  CHECK_FALSE(bool(none));
  CHECK_FALSE(bool(null));
  CHECK(none.size() == 0);
  CHECK(none == null);
  CHECK(none == undefined);
  CHECK(none == nullptr);
  CHECK(null == undefined);
  CHECK_FALSE(none == empty);
  CHECK_FALSE(none == "");
  CHECK_FALSE(none == "undefined");
  CHECK_FALSE(empty == nullptr);
  CHECK_FALSE(empty == undefined);
  CHECK(str(none) == "undefined");
  CHECK("a" + none == "aundefined");
  CHECK(none + "a" == "undefineda");
  CHECK(none + null == "undefinednull");
  CHECK(str("a") + none + "b" == "aundefinedb");
  CHECK(str("a") + pointer == "anull");
  CHECK(format("{} {}", none, null) == "undefined null");
  CHECK(none + 1 == "undefined1");
  String sum;
  sum += none;
  CHECK(sum == "undefined");
  none += "x";
  CHECK(none == "undefinedx");
  String copy = null, moved = std::move(copy);
  CHECK(moved.isNull());
  CHECK_FALSE(copy.isNullish());
  moved = "text";
  CHECK_FALSE(moved.isNullish());
  moved = undefined;
  CHECK(moved.isUndefined());
  CHECK(str("a")[1].isUndefined());
  CHECK(str("a").at(-2).isUndefined());
  CHECK(str("a").charAt(1) == "");
  CHECK(Lookup(moved).isUndefined());
  CHECK(Lookup(null).isNull());
  CHECK(Lookup(pointer).isNull());
  let<String> shared;
  shared = nullptr;
  CHECK("" + shared == "null");
  // Texts of 22 and 23 bytes, where the last byte is at the place of the state of an empty String.
  for (int size : {22, 23}) {
    String full = str("\1").repeat(size);
    CHECK_FALSE(full.isNullish());
    String taken = std::move(full);
    CHECK_FALSE(full.isNullish());
    CHECK(full == "");
    full += "";
    CHECK(full == "");
  }
}

TEST_CASE("functions of String take indices of any type") {
  const String s = "0123456789";
  CHECK(s.slice(2.9, 5.1) == "234");
  CHECK(s.slice(-INFINITY, INFINITY) == s);
  CHECK(s.slice(std::nan(""), 2u) == "01");
  CHECK(s.charAt(1e300) == "");
  CHECK(s[-1].isUndefined());
  CHECK(s.slice(std::size_t(0) - 1) == "9");
  CHECK(s.padStart(-5) == s);
  CHECK_THROWS_WITH_AS(s.repeat(-1), "RangeError: Invalid count value: -1", RangeError);
  CHECK_THROWS_WITH_AS(s.repeat(INFINITY), "RangeError: Invalid count value: Infinity", RangeError);
  CHECK_THROWS_AS(String::fromCodePoint(65, 1.5), RangeError);
  CHECK_THROWS_AS(s.normalize("nfc"), RangeError);
  CHECK(String::fromCharCode(0x10041) == "A");
  CHECK(String::raw({"a", "b", "c"}, 1, 2, 3) == "a1b2c");
  CHECK(str("aba").replaceAll("a", [] { return 7; }) == "7b7");
  CHECK(str("aba").replace("b", [](String match) { return match + match; }) == "abba");
  let<int> at = 3;
  CHECK(s[at] == "3");
}

TEST_CASE("a place that is remembered is that of the same text still") {
  const String wide = str("Ж").repeat(1000);
  String s = wide + "abc";
  CHECK(s.charCodeAt(900) == 0x416);
  CHECK(s.charCodeAt(1002) == 'c');
  // A shortened slice is appended to in place.
  String front = s.slice(0, 500);
  s = "";
  CHECK(front.charCodeAt(499) == 0x416);
  front += str("x").repeat(400);
  CHECK(front.length() == 900);
  CHECK(front.charCodeAt(899) == 'x');
  CHECK(front.charCodeAt(500) == 'x');
  CHECK(front.charCodeAt(499) == 0x416);
  // A lone surrogate is joined to its other half.
  String pair = wide + "\xed\xa0\xbd";
  CHECK(pair.charCodeAt(1000) == 0xd83d);
  CHECK(pair.length() == 1001);
  pair += "\xed\xb8\x80";
  CHECK(pair.length() == 1002);
  CHECK(pair.charCodeAt(1001) == 0xde00);
  CHECK(pair.endsWith("😀"));
  // The blocks of freed texts are reused for other texts.
  for (int i = 0; i < 100; ++i) {
    String again = str(i % 2 ? "ЖЗ" : "Жab").repeat(300) + i;
    CHECK(again.charCodeAt(i % 2 ? 598 : 600) == 0x416);
    CHECK(again.charCodeAt(i % 2 ? 599 : 899) == (i % 2 ? 0x417 : 'b'));
    CHECK(again.codePointAt(301) > 0);
  }
}

TEST_CASE("any order of places gives what a plain walk gives") {
  String s;
  for (int i = 0; i < 3000; ++i) s += i % 7 == 0 ? "😀" : i % 3 == 0 ? "Ж" : i % 11 == 0 ? "語" : "a";
  std::vector<int> units;
  for (std::ptrdiff_t i = 0; i < s.length(); ++i) units.push_back(s.charCodeAt(i));
  CHECK(s.charCodeAt(s.length()) == -1);
  std::uint32_t seed = 1;
  for (int i = 0; i < 5000; ++i) {
    seed = seed * 1664525 + 1013904223;
    const std::size_t at = (seed >> 8) % units.size();
    REQUIRE(s.charCodeAt(at) == units[at]);
    REQUIRE(s.charCodeAt(units.size() - 1 - i % units.size()) == units[units.size() - 1 - i % units.size()]);
  }
  String back;
  for (std::size_t i = s.length(); i-- > 0;) back = String::fromCharCode(s.charCodeAt(i)) + back;
  CHECK(back == s);
}

TEST_CASE("malformed bytes have units, and none of them is read beyond") {
  for (const char* bytes : {"\x80", "\x80\x80", "\xf0", "a\xf0\x9f", "\xe2\x82", "\xc3", "\xff\xfe", "\xed\xa0", "\xf0\x9f\x98\x80\x80"}) {
    for (const String& s : {String(bytes), str("ż").repeat(40) + bytes, bytes + str("x").repeat(40)}) {
      const std::size_t units = s.length();
      CHECK(units <= 2 * s.size());
      for (std::size_t i = 0; i <= units + 1; ++i) {
        CHECK((s.charCodeAt(i) >= 0) == (i < units));
        CHECK(s.slice(0, i).size() + s.slice(i).size() >= s.size());
      }
      CHECK(s.slice(0) == s);
      std::size_t count = 0;
      for (auto one : s) count += one.size();
      CHECK(count == s.size());
      static_cast<void>(s.toUpperCase() + s.normalize() + s.toWellFormed() + s.replaceAll("", "-"));
      CHECK((s < "ż" || s >= "ż"));
    }
  }
}

TEST_CASE("what is noted of a short text is never a byte of it") {
  // The last of 23 bytes is at the place where a shorter text notes that it is ASCII.
  const std::string full = std::string(22, 'a') + '\xfe', plain = std::string(23, 'a'), wide = std::string(21, 'a') + "\u00e9";
  for (const std::string& text : {full, plain, wide}) {
    const String made(text), other = String(text.substr(0, 22)) + text.substr(22);
    String grown(text.substr(0, 10));
    CHECK(grown.length() == 10);
    grown += text.substr(10);
    for (const String& each : {made, other, grown}) {
      CHECK(each == text);
      // The byte 0xfe counts as the beginning of a surrogate pair.
      CHECK(each.length() == (text == wide ? 22u : text == plain ? 23u : 24u));
      CHECK(each.charCodeAt(20) == 'a');
      CHECK(each.charCodeAt(22) == (text == full ? 0xfffd : text == plain ? 'a' : -1));
    }
  }

  // The text that is appended to an ASCII text need not be ASCII.
  String text = "short";
  CHECK(text.length() == 5);
  text += "\u0416";
  CHECK(text.length() == 6);
  CHECK(text.charCodeAt(5) == 0x416);
  const String copy = text;
  text += "x";
  CHECK(copy.length() == 6);
  CHECK(text.length() == 7);
  for (int i = 0; i < 30; ++i) {
    text += i % 2 ? "y" : "\u0416";
    CHECK(text.length() == std::size_t(8 + i));
  }
}

TEST_CASE("the parts of an ASCII text are ASCII, and may become other texts") {
  const std::string line = "a few words, of several lengths, abcdefghijklmnopqrstu, abcdefghijklmnopqrstuv, abcdefghijklmnopqrstuvw, abcdefghijklmnopqrstuvwxyz,,x";
  for (const char* more : {"", ", \u0416"}) {
    const std::string all = line + more;
    const String text(all);
    std::size_t at = 0;
    for (String part : text.split(", ")) {
      const std::string bytes = bytesOf(part);
      CHECK(all.substr(at, bytes.size()) == bytes);
      at += bytes.size() + 2;
      if (bytes[0] != '\xd0') {
        CHECK(part.length() == bytes.size());
        CHECK(part.indexOf("x") == std::ptrdiff_t(bytes.find('x')));
        CHECK(bytesOf(part.slice(0, 3)) == bytes.substr(0, 3));
        CHECK(part == String(bytes));
      }
      part += "\u0416";
      CHECK(bytesOf(part) == bytes + "\u0416");
      CHECK(part.length() == (bytes[0] == '\xd0' ? 2 : bytes.size() + 1));
      CHECK(part.charCodeAt(part.length() - 1) == 0x416);
    }
    CHECK(at == all.size() + 2);
    CHECK(text.split("").length() == text.length());
    CHECK(Array<>::from(text).join("") == text);
    CHECK(text.split("").reverse().length() == text.length());
  }
  CHECK(Array<>::from(str("")).length() == 0);
  CHECK(Array<>::from(str("a\U0001f600\u0416")).join("|") == "a|\U0001f600|\u0416");
  CHECK(str("a\U0001f600").split("").length() == 3);
}

TEST_CASE("short texts of each length are copied, joined and compared") {
  const std::string all = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGH";
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string text = all.substr(0, i);
    CHECK(bytesOf(String(std::string_view(text))) == text);
    CHECK(bytesOf(String(std::string_view(all)).slice(0, std::ptrdiff_t(i))) == text);
    for (std::size_t j = 0; j <= i; ++j) {
      const String front = std::string_view(text).substr(0, j), back = std::string_view(text).substr(j);
      CHECK(bytesOf(front + back) == text);
      CHECK(front + back == std::string_view(text));
      String grown = front;
      grown += back;
      CHECK(bytesOf(grown) == text);
    }
  }
}

TEST_CASE("join of Strings") {
  CHECK(bytesOf(Array<String>().join()) == "");
  CHECK(bytesOf(Array<String>{"a"}.join(", ")) == "a");
  CHECK(bytesOf(Array<String>{"a", "", "bc"}.join("")) == "abc");
  CHECK(bytesOf(Array<String>{"a", undefined, nullptr, "b"}.join()) == "a,,,b");
  CHECK(bytesOf(Array<String>{"a", "b"}.join(String(nullptr))) == "anullb");
  CHECK(bytesOf(Array<String>{"\ud55c", "\uae00"}.join("-")) == "\ud55c-\uae00");
  const String pair = "\U0001f600";
  CHECK(Array<String>{pair.charAt(0), pair.charAt(1)}.join("") == pair);
  CHECK(Array<String>{"x", "y"}.join(pair.charAt(0)) == "x" + pair.charAt(0) + "y");
  Array<String> many;
  std::string expected;
  for (int i = 0; i < 100; ++i) {
    many.push(str("number ") + i);
    expected += (i ? "; number " : "number ") + std::to_string(i);
  }
  CHECK(bytesOf(many.join("; ")) == expected);
  CHECK_THROWS_WITH_AS(Array<String>::undefined().join(), "TypeError: Cannot read properties of undefined", TypeError);
}

TEST_CASE("fromCharCode takes the low 16 bits of a number") {
  CHECK(bytesOf(String::fromCharCode(65)) == "A");
  CHECK(bytesOf(String::fromCharCode(65536 + 65)) == "A");
  CHECK(bytesOf(String::fromCharCode(65 - 65536)) == "A");
  CHECK(bytesOf(String::fromCharCode(4294967296.0 + 65)) == "A");
  CHECK(bytesOf(String::fromCharCode('A')) == "A");
  CHECK(bytesOf(String::fromCharCode(65.9, 66u, 1089)) == "AB\u0441");
}
