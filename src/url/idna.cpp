#include "url/idna.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "base/ascii.h"
#include "base/utf8.h"
#include "url/normalize.h"
#include "url/punycode.h"
#include "url/unicode.h"

namespace nodecpp::url {

namespace {

using unicode::Bidi;
using unicode::classOf;

constexpr std::size_t longest = 16384;
constexpr std::string_view acePrefix = "xn--";
constexpr char32_t nonJoiner = 0x200c;

bool isAscii(std::u32string_view text) {
  return std::ranges::all_of(text, [](char32_t code) { return code < 0x80; });
}
bool isAce(std::u32string_view label) { return label.starts_with(U"xn--"); }

// The rules for joiners (RFC 5892, A.1 and A.2), as Node's library has them: only the first joiner of a label is looked
// at, and letters that join need not stand next to it.
bool isJoinerValid(std::u32string_view label, std::size_t at) {
  if (at > 0 && classOf(label[at - 1]).isVirama()) return true;
  return label[at] == nonJoiner &&
         std::ranges::any_of(label.substr(0, at), [](char32_t code) { return classOf(code).joinsLeft(); }) &&
         std::ranges::any_of(label.substr(at + 1), [](char32_t code) { return classOf(code).joinsRight(); });
}

// The rules for right-to-left text (RFC 5893, 2), of one label: other labels do not matter to Node's library. A label
// that begins from left to right has nothing to be written the other way. `label` does not begin with a mark.
bool isBidiValid(std::u32string_view label) {
  auto bidi = [](char32_t code) { return classOf(code).bidi(); };
  const bool isRightToLeft = std::ranges::any_of(
      label, [&](char32_t code) { return bidi(code) == Bidi::rightToLeft || bidi(code) == Bidi::arabicNumber; });
  if (!isRightToLeft) return true;
  if (bidi(label.front()) != Bidi::rightToLeft) return false;
  while (bidi(label.back()) == Bidi::nonspacing) label.remove_suffix(1);
  if (bidi(label.back()) == Bidi::neutral) return false;
  auto contains = [&](Bidi one) { return std::ranges::find(label, one, bidi) != label.end(); };
  return !contains(Bidi::other) && !(contains(Bidi::arabicNumber) && contains(Bidi::europeanNumber));
}

// https://www.unicode.org/reports/tr46/#Validity_Criteria, of a label that is mapped and normalized.
bool isValidLabel(std::u32string_view label) {
  if (classOf(label.front()).isMark()) return false;
  const std::size_t at = label.find_first_of(std::u32string_view(U"\u200c\u200d"));
  return at == label.npos ? isBidiValid(label) : isJoinerValid(label, at);
}

// What stands behind "xn--", decoded into `out`: false when it is no valid label, or one that needs no Punycode.
bool decodeAce(std::u32string& out, std::string_view punycode) {
  if (!punycode::decode(out, punycode) || isAscii(out) || isAce(out)) return false;
  std::u32string mapped;
  for (char32_t code : out)
    if (!unicode::appendMapped(mapped, code)) return false;
  if (mapped != out) return false;
  normalize(mapped);
  return mapped == out && isValidLabel(out);
}

// Appends `label`, of a domain that has other than ASCII characters.
bool appendAscii(std::string& out, std::u32string_view label) {
  if (isAscii(label)) {
    const std::string text(label.begin(), label.end());
    out += text;
    std::u32string decoded;
    return !isAce(label) || decodeAce(decoded, std::string_view(text).substr(acePrefix.size()));
  }
  if (isAce(label) || !isValidLabel(label)) return false;
  out += acePrefix;
  return punycode::encode(out, label);
}

}  // namespace

std::string toAscii(std::string_view domain) {
  if (domain.size() > longest) return "";
  std::string out;
  if (ascii::isAscii(domain)) {
    out = domain;
    for (char& c : out) c = ascii::toLower(c);
    return out;
  }
  std::u32string text;
  for (const char *at = domain.data(), *end = at + domain.size(); at < end;) {
    const utf8::Decoded one = utf8::decode(at, end);
    if (!one.valid || !unicode::appendMapped(text, one.code)) return "";
    at += one.size;
  }
  normalize(text);
  for (std::u32string_view rest = text;;) {
    const std::u32string_view label = rest.substr(0, rest.find(U'.'));
    if (!label.empty() && !appendAscii(out, label)) return "";
    if (label.size() == rest.size()) return out;
    out += '.';
    rest.remove_prefix(label.size() + 1);
  }
}

std::string toUnicode(std::string_view domain) {
  std::string out;
  if (domain.size() > longest) return std::string(domain);
  for (;;) {
    const std::string_view label = domain.substr(0, domain.find('.'));
    std::u32string decoded;
    if (label.starts_with(acePrefix) && decodeAce(decoded, label.substr(acePrefix.size())))
      for (char32_t code : decoded) utf8::append(out, code);
    else
      out += label;
    if (label.size() == domain.size()) return out;
    out += '.';
    domain.remove_prefix(label.size() + 1);
  }
}

}  // namespace nodecpp::url
