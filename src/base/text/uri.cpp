// Implements encodeURI and related functions (ECMA-262, URI Handling Functions), and escape and unescape (annex B).
#include <nodecpp/error.h>
#include <nodecpp/uri.h>

#include <array>
#include <string>
#include <string_view>

#include "base/text/utf8.h"

namespace nodecpp {

namespace {

using ByteSet = std::array<bool, 256>;

constexpr ByteSet bytesOf(std::string_view marks) {
  ByteSet set{};
  for (char c = 'a'; c <= 'z'; ++c) set[static_cast<unsigned char>(c)] = true;
  for (char c = 'A'; c <= 'Z'; ++c) set[static_cast<unsigned char>(c)] = true;
  for (char c = '0'; c <= '9'; ++c) set[static_cast<unsigned char>(c)] = true;
  for (char c : marks) set[static_cast<unsigned char>(c)] = true;
  return set;
}

constexpr ByteSet componentKeeps = bytesOf("-_.!~*'()");
constexpr ByteSet uriKeeps = bytesOf("-_.!~*'();/?:@&=+$,#");
constexpr ByteSet escapeKeeps = bytesOf("@*_+-./");
constexpr std::string_view reserved = ";/?:@&=+$,#";
constexpr const char* hexDigits = "0123456789ABCDEF";

[[noreturn]] void malformed() { throw URIError("URI malformed"); }

bool keeps(const ByteSet& set, char c) { return set[static_cast<unsigned char>(c)]; }

// Returns the first byte that is not in `set`, or `end`.
const char* firstOutside(const ByteSet& set, const char* at, const char* end) {
  while (at < end && keeps(set, *at)) ++at;
  return at;
}

void appendPercent(std::string& out, unsigned char byte) {
  const char text[] = {'%', hexDigits[byte >> 4], hexDigits[byte & 15]};
  out.append(text, sizeof text);
}

String encoded(const StringArg& text, const ByteSet& kept) {
  const char* at = text.data();
  const char* end = at + text.size();
  const char* stop = firstOutside(kept, at, end);
  if (stop == end) return text.toString();
  std::string out;
  out.reserve(text.size() * 2);
  while (at < end) {
    out.append(at, stop);
    if (stop == end) break;
    // Two adjacent surrogates of a String are decoded as one character.
    const utf8::Decoded one = utf8::decodeWtf(stop, end);
    if (one.valid && one.code >= 0xd800 && one.code < 0xe000) malformed();
    char bytes[4];
    const std::size_t count = utf8::put(bytes, one.code);
    for (std::size_t i = 0; i < count; ++i) appendPercent(out, static_cast<unsigned char>(bytes[i]));
    at = stop + one.size;
    stop = firstOutside(kept, at, end);
  }
  return String(out);
}

int hexValue(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const char small = char(c | 0x20);
  return small >= 'a' && small <= 'f' ? small - 'a' + 10 : -1;
}

// Returns the value of `digits` hexadecimal digits at `at`, or -1 when they are not there.
int hexNumber(const char* at, const char* end, int digits) {
  if (end - at < digits) return -1;
  int number = 0;
  for (int i = 0; i < digits; ++i) {
    const int digit = hexValue(at[i]);
    if (digit < 0) return -1;
    number = number * 16 + digit;
  }
  return number;
}

// Returns the byte that the %XX at `at` encodes.
char percentByte(const char* at, const char* end) {
  const int byte = at < end && *at == '%' ? hexNumber(at + 1, end, 2) : -1;
  if (byte < 0) malformed();
  return char(byte);
}

String decoded(const StringArg& text, bool keepReserved) {
  const char* at = text.data();
  const char* end = at + text.size();
  auto nextPercent = [&](const char* from) {
    const void* found = from < end ? std::memchr(from, '%', std::size_t(end - from)) : nullptr;
    return found ? static_cast<const char*>(found) : end;
  };
  const char* stop = nextPercent(at);
  if (stop == end) return text.toString();
  std::string out;
  out.reserve(text.size());
  while (at < end) {
    out.append(at, stop);
    if (stop == end) break;
    char bytes[4] = {percentByte(stop, end)};
    const auto first = static_cast<unsigned char>(bytes[0]);
    std::size_t count = first < 0x80 ? 1 : first >= 0xc2 && first < 0xe0 ? 2 : first >= 0xe0 && first < 0xf0 ? 3 : 4;
    if (first >= 0x80 && (first < 0xc2 || first > 0xf4)) malformed();
    for (std::size_t i = 1; i < count; ++i) bytes[i] = percentByte(stop + 3 * i, end);
    const utf8::Decoded one = utf8::decode(bytes, bytes + count);
    if (!one.valid || one.size != count) malformed();
    if (keepReserved && count == 1 && reserved.contains(bytes[0]))
      out.append(stop, 3);
    else
      out.append(bytes, count);
    at = stop + 3 * count;
    stop = nextPercent(at);
  }
  return String(out);
}

// Appends a UTF-16 unit. A low surrogate is joined to a high surrogate at the end of `out`.
void appendUnit(std::string& out, std::uint32_t unit) {
  if (unit >= 0xdc00 && unit < 0xe000 && out.size() >= 3) {
    const char* last = out.data() + out.size() - 3;
    const std::uint32_t high = utf8::surrogateAt(last, last + 3);
    if (high != 0 && high < 0xdc00) {
      out.resize(out.size() - 3);
      utf8::append(out, 0x10000u + ((high - 0xd800u) << 10) + (unit - 0xdc00u));
      return;
    }
  }
  utf8::append(out, unit);
}

void appendEscaped(std::string& out, std::uint32_t unit) {
  if (unit < 0x100) return appendPercent(out, static_cast<unsigned char>(unit));
  out += "%u";
  for (int shift = 12; shift >= 0; shift -= 4) out += hexDigits[unit >> shift & 15];
}

}  // namespace

String encodeURIComponent(StringArg text) { return encoded(text, componentKeeps); }
String encodeURI(StringArg text) { return encoded(text, uriKeeps); }
String decodeURIComponent(StringArg text) { return decoded(text, false); }
String decodeURI(StringArg text) { return decoded(text, true); }

String escape(StringArg text) {
  const char* at = text.data();
  const char* end = at + text.size();
  if (firstOutside(escapeKeeps, at, end) == end) return text.toString();
  std::string out;
  out.reserve(text.size() * 2);
  while (at < end) {
    const char* stop = firstOutside(escapeKeeps, at, end);
    out.append(at, stop);
    if (stop == end) break;
    const utf8::Decoded one = utf8::decodeWtf(stop, end);
    if (one.code >= 0x10000) {
      appendEscaped(out, 0xd800 + ((one.code - 0x10000) >> 10));
      appendEscaped(out, 0xdc00 + ((one.code - 0x10000) & 0x3ff));
    } else {
      appendEscaped(out, one.code);
    }
    at = stop + one.size;
  }
  return String(out);
}

String unescape(StringArg text) {
  const char* at = text.data();
  const char* end = at + text.size();
  if (!std::memchr(at, '%', text.size())) return text.toString();
  std::string out;
  out.reserve(text.size());
  while (at < end) {
    const bool wide = *at == '%' && end - at > 1 && at[1] == 'u';
    const int unit = *at != '%' ? -1 : wide ? hexNumber(at + 2, end, 4) : hexNumber(at + 1, end, 2);
    if (unit >= 0) {
      appendUnit(out, std::uint32_t(unit));
      at += wide ? 6 : 3;
    } else if (const std::uint32_t half = utf8::surrogateAt(at, end)) {
      appendUnit(out, half);
      at += 3;
    } else {
      out += *at++;
    }
  }
  return String(out);
}

}  // namespace nodecpp
