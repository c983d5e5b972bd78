#include "url/idna.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "base/text/ascii.h"
#include "base/text/utf8.h"
#include "url/nfc.h"
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

// The rules for joiners (RFC 5892, A.1 and A.2), as Node's library applies them: it checks only the first joiner of a
// label, and the joining letters may be anywhere before and after the joiner.
bool isJoinerValid(std::u32string_view label, std::size_t at) {
  if (at > 0 && classOf(label[at - 1]).isVirama()) return true;
  return label[at] == nonJoiner &&
         std::ranges::any_of(label.substr(0, at), [](char32_t code) { return classOf(code).joinsLeft(); }) &&
         std::ranges::any_of(label.substr(at + 1), [](char32_t code) { return classOf(code).joinsRight(); });
}

// The rules for right-to-left text (RFC 5893, 2) for a single label; Node's library does not consider the other labels.
// A label without right-to-left characters is always valid. `label` must not begin with a mark.
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

// Checks https://www.unicode.org/reports/tr46/#Validity_Criteria for a label that has been mapped and normalized.
bool isValidLabel(std::u32string_view label) {
  if (classOf(label.front()).isMark()) return false;
  const std::size_t at = label.find_first_of(std::u32string_view(U"\u200c\u200d"));
  return at == label.npos ? isBidiValid(label) : isJoinerValid(label, at);
}

// Decodes the text after "xn--" into `out`. Returns false when the result is not a valid label or does not need
// Punycode.
bool decodeAce(std::u32string& out, std::string_view punycode) {
  if (!punycode::decode(out, punycode) || isAscii(out) || isAce(out)) return false;
  std::u32string mapped;
  for (char32_t code : out)
    if (!unicode::appendMapped(mapped, code)) return false;
  if (mapped != out) return false;
  normalize(mapped);
  return mapped == out && isValidLabel(out);
}

// Appends the ASCII form of `label`, which is part of a domain with non-ASCII characters. Returns false when the label
// is not valid.
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
