// The functions of Node's module `buffer` that are not methods of Buffer.
#include <nodecpp/buffer.h>
#include <nodecpp/dom_exception.h>

#include <algorithm>
#include <string_view>

#include "base/text/encoding.h"
#include "base/text/string_build.h"
#include "base/text/utf8.h"

namespace nodecpp::buffer {

bool isUtf8(const Buffer& input) noexcept { return detail::utf8Prefix(input.bytes(), input.size()) == input.size(); }
bool isAscii(const Buffer& input) noexcept { return detail::asciiPrefix(input.bytes(), input.size()) == input.size(); }

namespace {

Error transcodeError(const char* name, int number) {
  Error error(String("Unable to transcode Buffer [") + name + "]");
  error->code = name;
  error->errno_ = number;
  return error;
}

bool canTranscode(const EncodingArg& encoding) {
  if (!encoding.knownOrEmpty()) return false;
  Encoding kind = encoding.orUtf8();
  return kind == Encoding::utf8 || kind == Encoding::utf16le || kind == Encoding::latin1 || kind == Encoding::ascii;
}

// Calls put(code point, valid) for each character. Bytes above 127 are invalid in ASCII, except when the target is
// UTF-16, where Node converts the bytes as if they were latin1.
template <class Put>
void eachCharacter(const Buffer& source, Encoding from, Encoding to, Put put) {
  const char* at = source.bytes();
  const char* end = at + source.size();
  if (from == Encoding::utf8) {
    while (at < end) {
      auto decoded = utf8::decode(at, end);
      put(decoded.code, decoded.valid);
      at += decoded.size;
    }
    return;
  }
  if (from != Encoding::utf16le) {
    for (; at < end; ++at) {
      std::uint32_t code = static_cast<unsigned char>(*at);
      bool valid = from == Encoding::latin1 || code < 0x80 || to == Encoding::utf16le;
      put(valid ? code : utf8::replacement, valid);
    }
    return;
  }
  auto unit = [](const char* p) {
    return std::uint32_t(static_cast<unsigned char>(p[0]) | static_cast<unsigned char>(p[1]) << 8);
  };
  bool lead = false;
  for (; end - at >= 2; at += 2) {
    std::uint32_t code = unit(at);
    lead = false;
    if ((code & 0xf800) != 0xd800) {
      put(code, true);
    } else if (code < 0xdc00 && end - at >= 4 && utf8::isLowHalf(unit(at + 2))) {
      put(utf8::joined(code, unit(at + 2)), true);
      at += 2;
    } else {
      put(utf8::replacement, false);
      lead = code < 0xdc00;
    }
  }
  // The source has an odd byte at its end. ICU replaces it when converting to UTF-16. When converting to UTF-8, Node
  // rejects it if it is the only byte.
  bool alone = source.size() == 1 && to == Encoding::utf8;
  if (at < end && !lead && (alone || to == Encoding::utf16le)) put(utf8::replacement, false);
}

// The code points that ICU drops when the target encoding does not have them. Others are replaced by '?'.
bool isIgnorable(std::uint32_t code) {
  struct Range {
    std::uint32_t first, last;
  };
  static constexpr Range ranges[] = {
      {0xad, 0xad},     {0x34f, 0x34f},   {0x61c, 0x61c},     {0x115f, 0x1160},   {0x17b4, 0x17b5},  {0x180b, 0x180f},
      {0x200b, 0x200f}, {0x202a, 0x202e}, {0x2060, 0x206f},   {0x3164, 0x3164},   {0xfe00, 0xfe0f},  {0xfeff, 0xfeff},
      {0xffa0, 0xffa0}, {0xfff0, 0xfff8}, {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a}, {0xe0000, 0xe0fff}};
  return std::ranges::any_of(ranges, [&](Range range) { return code >= range.first && code <= range.last; });
}

std::size_t encodeAs(Encoding to, char* out, std::uint32_t code) {
  if (to == Encoding::utf8) return utf8::put(out, code);
  if (to != Encoding::utf16le) {
    bool fits = code <= (to == Encoding::ascii ? 0x7fu : 0xffu);
    if (!fits && isIgnorable(code)) return 0;
    *out = fits ? char(code) : '?';
    return 1;
  }
  auto putUnit = [](char* p, std::uint32_t unit) {
    p[0] = char(unit);
    p[1] = char(unit >> 8);
  };
  if (code < 0x10000) {
    putUnit(out, code);
    return 2;
  }
  putUnit(out, utf8::highHalf(code));
  putUnit(out + 2, utf8::lowHalf(code));
  return 4;
}

Error invalidCharacter(StringArg message) { return DOMException(message, "InvalidCharacterError"); }

}  // namespace

Buffer transcode(const Buffer& source, const EncodingArg& from, const EncodingArg& to) {
  if (source.empty()) return {};
  if (!canTranscode(from) || !canTranscode(to)) throw transcodeError("U_ILLEGAL_ARGUMENT_ERROR", 1);
  Encoding fromKind = from.orUtf8(), toKind = to.orUtf8();
  // Node is strict when converting between UTF-8 and UTF-16. In all other conversions it replaces invalid characters.
  bool strict = (fromKind == Encoding::utf8 && toKind == Encoding::utf16le) ||
                (fromKind == Encoding::utf16le && toKind == Encoding::utf8);
  std::size_t size = 0;
  char ignored[4];
  eachCharacter(source, fromKind, toKind, [&](std::uint32_t code, bool valid) {
    if (strict && !valid) throw transcodeError("U_INVALID_CHAR_FOUND", 10);
    size += encodeAs(toKind, ignored, code);
  });
  Buffer out = Buffer::allocUnsafe(double(size));
  char* at = out.bytes();
  eachCharacter(source, fromKind, toKind, [&](std::uint32_t code, bool) { at += encodeAs(toKind, at, code); });
  return out;
}

String btoa(StringArg input) {
  Buffer bytes = Buffer::allocUnsafe(double(input.size()));
  std::size_t size = 0;
  for (const char *at = input.data(), *end = at + input.size(); at < end;) {
    auto decoded = utf8::decode(at, end);
    if (decoded.code > 0xff) throw invalidCharacter("Invalid character");
    bytes[size++] = int(decoded.code);
    at += decoded.size;
  }
  return detail::decode(bytes.bytes(), size, Encoding::base64);
}

// Implements WHATWG's forgiving-base64 decode: white space is skipped, and padding may be missing but must not be
// wrong.
String atob(StringArg input) {
  String digits;
  std::size_t padding = 0;
  for (std::size_t i = 0; i < input.size(); ++i) {
    char c = input.data()[i];
    if (c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r') continue;
    bool digit = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '+' || c == '/';
    if (c == '=')
      ++padding;
    else if (!digit || padding > 0)
      throw invalidCharacter("Invalid character");
    if (digit) digits += std::string_view(&c, 1);
  }
  if (padding > 0 && (padding > 2 || (digits.size() + padding) % 4 != 0)) {
    // Node has different messages for a single remaining digit and for wrong padding.
    throw invalidCharacter(digits.size() % 4 == 1 && padding <= 2 ? "The string to be decoded is not correctly encoded."
                                                                  : "Invalid character");
  }
  if (digits.size() % 4 == 1) throw invalidCharacter("The string to be decoded is not correctly encoded.");
  return Buffer::from(digits, Encoding::base64).toString(Encoding::latin1);
}

}  // namespace nodecpp::buffer
