// Compares functions that process many bytes per step with simple loops over characters, on texts of all kinds that are
// cut and damaged at every place.
#include <doctest/doctest.h>
#include <nodecpp/string.h>

#include <algorithm>
#include <string>

#include "base/text/wide_text.h"
#include "base/text/encoding.h"
#include "base/text/string_units.h"
#include "base/text/transcode.h"
#include "base/text/utf8.h"

using namespace nodecpp;

namespace {

std::size_t plainPrefix(const std::string& text) {
  const char *at = text.data(), *end = at + text.size();
  while (at < end) {
    const auto one = utf8::decode(at, end);
    if (!one.valid) break;
    at += one.size;
  }
  return std::size_t(at - text.data());
}

std::u16string plainUnits(const std::string& text) {
  std::u16string out;
  for (const char *at = text.data(), *end = at + text.size(); at < end;) {
    const auto one = utf8::decodeWtf(at, end);
    at += one.size;
    if (one.code >= 0x10000) out += char16_t(0xd7c0 + (one.code >> 10));
    out += one.code < 0x10000 ? char16_t(one.code) : char16_t(0xdc00 | (one.code & 0x3ff));
  }
  return out;
}

std::string plainUtf8(const std::u16string& units) {
  std::string out;
  for (std::size_t i = 0; i < units.size(); ++i) {
    std::uint32_t code = units[i];
    if ((code & 0xfc00) == 0xd800 && i + 1 < units.size() && (units[i + 1] & 0xfc00) == 0xdc00)
      code = 0x10000 + ((code & 0x3ff) << 10) + (units[++i] & 0x3ffu);
    utf8::append(out, code);
  }
  return out;
}

void check(const std::string& text) {
  INFO("bytes: ", detail::decode(text.data(), text.size(), Encoding::hex).size() / 2);
  const std::size_t well = plainPrefix(text);
  REQUIRE(detail::utf8Prefix(text.data(), text.size()) == well);
  if (wide::available()) {
    const std::size_t wide = wide::utf8Prefix(text.data(), text.size());
    REQUIRE(wide <= well);
    REQUIRE(plainPrefix(text.substr(0, wide)) == wide);
    REQUIRE((wide == text.size()) == (well == text.size()));
  }

  const std::u16string units = plainUnits(text);
  REQUIRE(detail::unitCount(text) == units.size());
  std::size_t begun = 0;
  for (char each : text) begun += units::begins(each) ? units::of(each) : 0;
  REQUIRE(units::count(text.data(), text.data() + text.size()) == begun);
  for (std::size_t lacking = 0; lacking < 3; ++lacking) {
    const std::size_t room = units.size() * 2 - std::min(lacking, units.size() * 2);
    std::string to(room + 1, '~');
    REQUIRE(detail::toUtf16(text, to.data(), room) == room / 2 * 2);
    REQUIRE(to.back() == '~');
    for (std::size_t i = 0; i < room / 2; ++i)
      REQUIRE((static_cast<unsigned char>(to[2 * i]) | static_cast<unsigned char>(to[2 * i + 1]) << 8) == units[i]);
    const std::size_t narrow = units.size() - std::min(lacking, units.size());
    std::string low(narrow + 1, '~');
    REQUIRE(detail::toLatin1(text, low.data(), narrow) == narrow);
    REQUIRE(low.back() == '~');
    for (std::size_t i = 0; i < narrow; ++i) REQUIRE(low[i] == char(units[i]));
  }
  const std::string back = plainUtf8(units);
  REQUIRE(detail::fromUtf16(reinterpret_cast<const char*>(units.data()), units.size() * 2) == back);

  std::string latin1;
  for (char each : text) utf8::append(latin1, static_cast<unsigned char>(each));
  REQUIRE(String::fromLatin1(text.data(), text.size()) == latin1);
}

const std::string pieces[] = {
    "a", "0123456789abcdef", "0123456789abcdef0123456789abcdef0123456789abcdef", "\u00e9", "\u0416\u0416\u0416", "\u8a9e",
    "\ud7ff", "\ue000", "\U0001f600", "\U00010000", "\U0010ffff", "\u07ff", "\u0800", "\u0080", "\uffff",
};
const std::string broken[] = {
    "\xed\xa0\x80", "\xed\xbf\xbf", "\xed\xa0\x80\xed\xb0\x80", "\xc0\x80", "\xc1\xbf", "\xe0\x80\x80", "\xe0\x9f\xbf",
    "\xf0\x80\x80\x80", "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xff", "\x80", "\xbf\xbf", "\xc3",
    "\xe8\xaa", "\xf0\x9f\x98", "\xf0\x9f", "\xe8", "\xc3\xc3\xa9", "\xf0\x9f\x98\x80\x80",
};

}  // namespace

TEST_CASE("steps of many bytes find what single characters do") {
  std::uint64_t seed = 1;
  auto below = [&](std::size_t count) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return std::size_t(seed >> 33) % count;
  };
  for (int round = 0; round < 3000; ++round) {
    std::string text;
    const std::size_t size = below(300), few = 1 + below(std::size(pieces));
    while (text.size() < size) text += pieces[below(few)];
    if (round % 2) text.insert(below(text.size() + 1), broken[below(std::size(broken))]);
    if (round % 5 == 0) text.resize(below(text.size() + 1));
    if (round % 7 == 0 && !text.empty()) text[below(text.size())] = char(below(256));
    check(text);
  }
}

TEST_CASE("what is broken is found at each place of a step") {
  for (const std::string& wrong : broken)
    for (std::size_t at = 0; at <= 70; ++at) {
      check(std::string(at, 'x') + wrong);
      check(std::string(at, 'x') + wrong + std::string(70, 'y'));
      check(std::string(at % 2, 'x') + std::string(at / 2, '\xc3').append(wrong));
    }
}

TEST_CASE("base64 in steps of many digits is base64") {
  std::uint64_t seed = 7;
  const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  for (std::size_t size = 0; size < 300; ++size) {
    std::string bytes;
    for (std::size_t i = 0; i < size; ++i) {
      seed = seed * 6364136223846793005u + 1442695040888963407u;
      bytes += char(seed >> 56);
    }
    for (const bool url : {false, true}) {
      const std::string all = digits + (url ? "-_" : "+/");
      std::string expected;
      std::uint32_t bits = 0;
      int have = 0;
      for (char each : bytes) {
        bits = bits << 8 | static_cast<unsigned char>(each);
        for (have += 8; have >= 6; have -= 6) expected += all[bits >> (have - 6) & 63];
      }
      if (have > 0) expected += all[bits << (6 - have) & 63];
      if (!url) expected.append((4 - expected.size() % 4) % 4, '=');
      const String made = detail::decode(bytes.data(), size, url ? Encoding::base64url : Encoding::base64);
      REQUIRE(made == expected);

      // The digits are also decoded with other characters between them, and with less room for the result.
      std::string spaced = expected;
      for (std::size_t at = 76; at < spaced.size(); at += 78) spaced.insert(at, "\r\n");
      for (const std::string& text : {expected, spaced})
        for (std::size_t lacking = 0; lacking < 3 && lacking <= size; ++lacking) {
          std::string to(size - lacking + 1, '~');
          REQUIRE(detail::encode(text, Encoding::base64, to.data(), size - lacking) == size - lacking);
          REQUIRE(to.back() == '~');
          REQUIRE(to.substr(0, size - lacking) == bytes.substr(0, size - lacking));
        }
    }
  }
}

TEST_CASE("no byte but the 64 digits of base64, in either alphabet, is one") {
  for (int byte = 0; byte < 128; ++byte) {
    const char each = char(byte);
    const bool isDigit = ascii::isDigit(each) || ascii::isLetter(each) || each == '+' || each == '/' || each == '-' || each == '_';
    const std::string text = std::string(40, 'A') + each + std::string(55, 'A');
    std::string to(100, '~');
    const std::size_t written = detail::encode(text, Encoding::base64, to.data(), to.size());
    INFO("byte ", byte);
    REQUIRE(written == (each == '=' ? 30u : isDigit ? 72u : 71u));
  }
}
