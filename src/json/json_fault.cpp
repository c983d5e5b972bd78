// V8's messages for invalid JSON. Positions in the messages count UTF-16 units, and the excerpts of the text are cut at
// UTF-16 units.
#include "base/text/utf8.h"
#include "json/scanner.h"

#include <string>
#include <string_view>

namespace nodecpp::detail {

namespace {

const char* messageOf(JsonFault fault) {
  switch (fault) {
    case JsonFault::propertyName: return "Expected property name or '}' in JSON";
    case JsonFault::quotedPropertyName: return "Expected double-quoted property name in JSON";
    case JsonFault::colon: return "Expected ':' after property name in JSON";
    case JsonFault::commaOrBrace: return "Expected ',' or '}' after property value in JSON";
    case JsonFault::commaOrBracket: return "Expected ',' or ']' after array element in JSON";
    case JsonFault::unterminatedString: return "Unterminated string in JSON";
    case JsonFault::badControl: return "Bad control character in string literal in JSON";
    case JsonFault::badUnicodeEscape: return "Bad Unicode escape in JSON";
    case JsonFault::badEscape: return "Bad escaped character in JSON";
    case JsonFault::noNumber: return "No number after minus sign in JSON";
    case JsonFault::unterminatedFraction: return "Unterminated fractional number in JSON";
    case JsonFault::exponent: return "Exponent part is missing a number in JSON";
    default: return "Unexpected non-whitespace character after JSON";
  }
}

// Reads a text as UTF-16 units, including lone surrogates.
class Units {
 public:
  explicit Units(std::string_view text) : at_(text.data()), end_(text.data() + text.size()) {}
  bool more() const { return low_ != 0 || at_ < end_; }
  char16_t next() {
    if (low_) return std::exchange(low_, char16_t(0));
    std::uint32_t code = codePoint();
    if (code < 0x10000) return char16_t(code);
    low_ = char16_t(0xdc00 + ((code - 0x10000) & 0x3ff));
    return char16_t(0xd800 + ((code - 0x10000) >> 10));
  }

 private:
  std::uint32_t codePoint() {
    auto byte = [&](int i) { return static_cast<unsigned char>(at_[i]); };
    if (end_ - at_ >= 3 && byte(0) == 0xed && byte(1) >= 0xa0 && byte(1) <= 0xbf && (byte(2) & 0xc0) == 0x80) {
      std::uint32_t lone = 0xd000 | std::uint32_t(byte(1) & 0x3f) << 6 | (byte(2) & 0x3f);
      at_ += 3;
      return lone;
    }
    utf8::Decoded decoded = utf8::decode(at_, end_);
    at_ += decoded.size;
    return decoded.code;
  }
  const char* at_;
  const char* end_;
  char16_t low_ = 0;
};

String fromUnits(const std::u16string& units) {
  std::string out;
  for (std::size_t i = 0; i < units.size(); ++i) {
    std::uint32_t code = units[i];
    if (code >= 0xd800 && code < 0xdc00 && i + 1 < units.size() && units[i + 1] >= 0xdc00 && units[i + 1] < 0xe000)
      code = 0x10000 + ((code - 0xd800) << 10) + (units[++i] - 0xdc00u);
    char bytes[4];
    out.append(bytes, utf8::put(bytes, code));
  }
  return out;
}

bool isSpecial(std::string_view text) {
  return text == "undefined" || text == "NaN" || text == "Infinity" || text == "[object Object]";
}

}  // namespace

SyntaxError jsonError(StringArg given, std::size_t at, JsonFault fault) {
  std::string_view text(given.data(), given.size());
  constexpr std::size_t around = 10;
  // The position of the error, the length of the text, the line, and up to ten units of text before and after the
  // position.
  std::size_t position = 0, length = 0, line = 1, lineStart = 0;
  std::u16string before, after;
  Units units(text);
  char16_t last = 0;
  for (; units.more(); ++length) units.next();
  Units again(text.substr(0, at));
  while (again.more()) {
    char16_t unit = again.next();
    ++position;
    if (unit == '\n' && last == '\r') {
      lineStart = position;  // \r\n counts as one line break
    } else if (unit == '\n' || unit == '\r') {
      ++line;
      lineStart = position;
    }
    last = unit;
    before += unit;
    if (before.size() > around * 4) before.erase(0, before.size() - around);
  }
  if (before.size() > around) before.erase(0, before.size() - around);
  Units rest(text.substr(at));
  while (rest.more() && after.size() < around) after += rest.next();

  auto place = [&](const char* message) {
    return SyntaxError(str(message) + " at position " + str(position) + " (line " + str(line) + " column " +
                       str(position - lineStart + 1) + ")");
  };
  if (fault != JsonFault::unexpected) return place(messageOf(fault));
  if (at < text.size() && (text[at] == '-' || (text[at] >= '0' && text[at] <= '9')))
    return place("Unexpected number in JSON");
  if (at < text.size() && text[at] == '"') return place("Unexpected string in JSON");
  if (isSpecial(text)) return SyntaxError(str("\"") + given.toString() + "\" is not valid JSON");
  if (at >= text.size()) return SyntaxError("Unexpected end of JSON input");
  String out = str("Unexpected token '") + fromUnits(after.substr(0, 1)) + "', ";
  if (length <= 2 * around)
    out += str("\"") + given.toString() + "\"";
  else if (position < around)
    out += str("\"") + fromUnits(before + after) + "\"...";
  else if (position < length - around)
    out += str("...\"") + fromUnits(before + after) + "\"...";
  else
    out += str("...\"") + fromUnits(before + after) + "\"";
  return SyntaxError(out + " is not valid JSON");
}

}  // namespace nodecpp::detail
