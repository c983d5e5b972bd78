#include "base/text/encoding.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/assertion.h"
#include "base/text/string_build.h"
#include "base/text/transcode.h"
#include "base/text/utf8.h"
#include "base/text/wide_text.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace nodecpp::detail {

namespace {

using Byte = unsigned char;

constexpr Byte notADigit = 0xff;

constexpr auto hexValues = [] {
  std::array<Byte, 256> table;
  table.fill(notADigit);
  for (int i = 0; i < 10; ++i) table[std::size_t('0' + i)] = Byte(i);
  for (int i = 0; i < 6; ++i) table[std::size_t('a' + i)] = table[std::size_t('A' + i)] = Byte(10 + i);
  return table;
}();

constexpr char base64Digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr char base64urlDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

// One table for both alphabets, because Node decodes either alphabet with either name.
constexpr auto base64Values = [] {
  std::array<Byte, 256> table;
  table.fill(notADigit);
  for (int i = 0; i < 64; ++i) table[Byte(base64Digits[i])] = table[Byte(base64urlDigits[i])] = Byte(i);
  return table;
}();

// Calls `f` with the low byte of each UTF-16 unit of `text`. Node's decoders see only these bytes, so that for example
// the hex decoder takes "\u0130" for the digit 0.
template <class F>
auto withUnits(StringArg text, F f) {
  if (asciiPrefix(text.data(), text.size()) == text.size()) return f(text.data(), text.size());
  std::string low(unitCount(text), '\0');
  return f(low.data(), toLatin1(text, low.data(), low.size()));
}

std::size_t fromHex(const char* text, std::size_t size, char* to, std::size_t room) noexcept {
  std::size_t bytes = std::min(size / 2, room);
  for (std::size_t i = 0; i < bytes; ++i) {
    Byte high = hexValues[Byte(text[2 * i])], low = hexValues[Byte(text[2 * i + 1])];
    if ((high | low) > 15) return i;
    to[i] = char(high << 4 | low);
  }
  return bytes;
}

// Skips characters that are no digits, and stops at a '='.
std::size_t fromBase64(const char* text, std::size_t size, char* to, std::size_t room) noexcept {
  std::size_t i = 0, written = 0;
  std::uint32_t bits = 0;
  int have = 0;
  while (i < size) {
    if (have == 0 && size - i >= wide::least && wide::available() && (i == 0 || !wide::allOrNothing)) {
      const auto done = wide::fromBase64(text + i, size - i, to + written, room - written);
      i += done.read;
      written += done.written;
    }
    while (have == 0 && size - i >= 4 && room - written >= 3) {
      std::uint32_t a = base64Values[Byte(text[i])], b = base64Values[Byte(text[i + 1])],
                    c = base64Values[Byte(text[i + 2])], d = base64Values[Byte(text[i + 3])];
      if ((a | b | c | d) > 63) break;
      std::uint32_t three = a << 18 | b << 12 | c << 6 | d;
      to[written++] = char(three >> 16);
      to[written++] = char(three >> 8);
      to[written++] = char(three);
      i += 4;
    }
    if (i == size) break;
    Byte unit = Byte(text[i++]);
    if (base64Values[unit] > 63) {
      if (unit == '=') break;
      continue;
    }
    bits = bits << 6 | base64Values[unit];
    have = have == 0 ? 6 : have - 2;
    if (have == 6) continue;
    if (written == room) break;
    to[written++] = char(bits >> have);
  }
  return written;
}

String toBase64(const char* data, std::size_t size, bool url) {
  const char* digits = url ? base64urlDigits : base64Digits;
  const bool padded = !url;
  std::size_t rest = size % 3;
  std::size_t length = size / 3 * 4 + (rest == 0 ? 0 : padded ? 4 : rest + 1);
  return buildString(length, [&](char* to) {
    wide::Done done{0, 0};
    if (size >= wide::least && wide::available()) done = wide::toBase64(data, size, to, url);
    to += done.written;
    auto* from = reinterpret_cast<const Byte*>(data) + done.read;
    for (auto* end = reinterpret_cast<const Byte*>(data) + (size - rest); from < end; from += 3) {
      std::uint32_t three = std::uint32_t(from[0]) << 16 | std::uint32_t(from[1]) << 8 | from[2];
      *to++ = digits[three >> 18];
      *to++ = digits[three >> 12 & 63];
      *to++ = digits[three >> 6 & 63];
      *to++ = digits[three & 63];
    }
    if (rest == 0) return;
    *to++ = digits[from[0] >> 2];
    *to++ = digits[(from[0] << 4 & 63) | (rest == 2 ? from[1] >> 4 : 0)];
    if (rest == 2) *to++ = digits[from[1] << 2 & 63];
    if (padded)
      for (std::size_t i = rest; i < 3; ++i) *to++ = '=';
  });
}

// The two lower-case digits of each byte.
constexpr auto hexPairs = [] {
  std::array<std::array<char, 2>, 256> table;
  for (std::size_t i = 0; i < 256; ++i) table[i] = {"0123456789abcdef"[i >> 4], "0123456789abcdef"[i & 15]};
  return table;
}();

String toHex(const char* data, std::size_t size) {
  const auto fill = [&](char* to) { writeHex(to, reinterpret_cast<const Byte*>(data), size); };
  return size >= 16 ? buildLongString(size * 2, fill) : buildString(size * 2, fill);
}

// Makes a String from code points. `next` calls its argument with each code point, and is called twice: to measure and
// to write.
template <class Next>
String recoded(Next next) {
  std::size_t size = 0;
  char ignored[4];
  next([&](std::uint32_t code) { size += utf8::put(ignored, code); });
  return buildString(size, [&](char* to) { next([&](std::uint32_t code) { to += utf8::put(to, code); }); });
}

String fromUtf8(const char* data, std::size_t size) {
  std::size_t valid = utf8Prefix(data, size);
  if (valid == size) return String::copyOf(data, size);
  return recoded([&](auto put) {
    for (const char *at = data, *end = data + size; at < end;) {
      auto decoded = utf8::decode(at, end);
      put(decoded.code);
      at += decoded.size;
    }
  });
}

// Returns the number of bytes of whole UTF-8 characters that fit into `room`.
std::size_t utf8Fitting(StringArg text, std::size_t room) noexcept {
  NODECPP_DEBUG_ASSERT(room > 0 && text.data(), room);
  if (text.size() <= room) return text.size();
  std::size_t cut = room;
  while (cut > 0 && room - cut < 3 && (Byte(text.data()[cut]) & 0xc0) == 0x80) --cut;
  // A lead byte at this place begins the character that does not fit. Other bytes are malformed, and the text is cut at
  // any place.
  return (Byte(text.data()[cut]) & 0xc0) == 0x80 ? room : cut;
}

}  // namespace

std::size_t asciiPrefix(const char* data, std::size_t size) noexcept {
  std::size_t i = 0;
#if defined(__SSE2__)
  auto load = [&](std::size_t at) { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(data + i + at)); };
  for (; size - i >= 64; i += 64)
    if (_mm_movemask_epi8(_mm_or_si128(_mm_or_si128(load(0), load(16)), _mm_or_si128(load(32), load(48))))) break;
  for (; size - i >= 16; i += 16)
    if (const int high = _mm_movemask_epi8(load(0))) return i + std::size_t(__builtin_ctz(unsigned(high)));
#else
  for (; size - i >= 32; i += 32) {
    std::uint64_t words[4];
    std::memcpy(words, data + i, 32);
    if ((words[0] | words[1] | words[2] | words[3]) & 0x8080808080808080u) break;
  }
#endif
  while (i < size && Byte(data[i]) < 0x80) ++i;
  return i;
}

std::size_t utf8Prefix(const char* data, std::size_t size) noexcept {
  const char* end = data + size;
  const char* at = data + asciiPrefix(data, size);
  if (std::size_t(end - at) >= wide::least && wide::available()) at += wide::utf8Prefix(at, std::size_t(end - at));
  auto trails = [](char byte) { return (byte & 0xc0) == 0x80; };
  while (at < end) {
    Byte first = Byte(*at);
    if (first < 0x80) {
      std::uint64_t eight = 0;
      if (end - at >= 8 && (std::memcpy(&eight, at, 8), (eight & 0x8080808080808080u) == 0))
        at += 8;
      else
        ++at;
    } else if (first >= 0xc2 && first < 0xe0 && end - at >= 2 && trails(at[1])) {
      at += 2;  // Handles the most frequent lengths without the general decoder.
    } else if (first > 0xe0 && first < 0xed && end - at >= 3 && trails(at[1]) && trails(at[2])) {
      at += 3;
    } else {
      auto decoded = utf8::decode(at, end);
      if (!decoded.valid) break;
      at += decoded.size;
    }
  }
  return std::size_t(at - data);
}

bool hasSurrogate(StringArg text) noexcept {
  const char* end = text.data() + text.size();
  for (const char* at = text.data(); (at = static_cast<const char*>(std::memchr(at, 0xed, std::size_t(end - at))));
       ++at)
    if (utf8::surrogateAt(at, end)) return true;
  return false;
}

namespace {

// Calls `put` with UTF-8 for each code point of a text with surrogates. Malformed bytes are passed on unchanged.
template <class Put>
void putWellFormed(StringArg text, Put put) {
  for (const char *at = text.data(), *end = at + text.size(); at < end;) {
    const auto one = utf8::decodeWtf(at, end);
    const bool lone = one.valid && one.size == 3 && (one.code & 0xfffff800) == 0xd800;
    if (lone || one.size == 6) {
      char bytes[4];
      put(bytes, utf8::put(bytes, lone ? utf8::replacement : one.code));
    } else {
      put(at, one.size);
    }
    at += one.size;
  }
}

}  // namespace

String wellFormed(StringArg text) {
  if (!hasSurrogate(text)) return text.toString();
  return buildString(encodedSize(text, Encoding::utf8), [&](char* to) {
    putWellFormed(text, [&](const char* bytes, std::size_t size) { to = std::copy_n(bytes, size, to); });
  });
}

std::size_t encodedSize(StringArg text, Encoding encoding) noexcept {
  switch (encoding) {
    case Encoding::utf8: {
      if (!hasSurrogate(text)) return text.size();
      std::size_t size = 0;
      putWellFormed(text, [&](const char*, std::size_t more) { size += more; });
      return size;
    }
    case Encoding::utf16le: return unitCount(text) * 2;
    case Encoding::latin1:
    case Encoding::ascii: return unitCount(text);
    case Encoding::hex: return unitCount(text) / 2;
    case Encoding::base64:
    case Encoding::base64url: break;
  }
  std::size_t units = unitCount(text);
  const char* last = text.data() + text.size();
  if (units > 0 && last[-1] == '=') {
    --units;
    if (units > 1 && last[-2] == '=') --units;
  }
  return units * 3 / 4;
}

std::size_t encode(StringArg text, Encoding encoding, char* to, std::size_t room) noexcept {
  if (text.empty() || room == 0) return 0;
  switch (encoding) {
    case Encoding::utf8: {
      if (hasSurrogate(text)) [[unlikely]] {
        const char* from = to;
        bool full = false;
        putWellFormed(text, [&](const char* bytes, std::size_t size) {
          full = full || size > room - std::size_t(to - from);
          if (!full) to = std::copy_n(bytes, size, to);
        });
        return std::size_t(to - from);
      }
      std::size_t size = utf8Fitting(text, room);
      std::memmove(to, text.data(), size);
      return size;
    }
    case Encoding::utf16le: return toUtf16(text, to, room);
    case Encoding::latin1:
    case Encoding::ascii: return toLatin1(text, to, room);
    case Encoding::hex:
      return withUnits(text, [&](const char* units, std::size_t count) { return fromHex(units, count, to, room); });
    case Encoding::base64:
    case Encoding::base64url: break;
  }
  return withUnits(text, [&](const char* units, std::size_t count) { return fromBase64(units, count, to, room); });
}

String decode(const char* data, std::size_t size, Encoding encoding) {
  if (size == 0) return {};
  switch (encoding) {
    case Encoding::utf8: return fromUtf8(data, size);
    case Encoding::utf16le: return fromUtf16(data, size);
    case Encoding::latin1: return String::fromLatin1(data, size);
    case Encoding::ascii:
      return buildString(size, [&](char* to) {
        for (std::size_t i = 0; i < size; ++i) to[i] = char(data[i] & 0x7f);
      });
    case Encoding::hex: return toHex(data, size);
    case Encoding::base64: return toBase64(data, size, false);
    case Encoding::base64url: break;
  }
  return toBase64(data, size, true);
}

namespace {

struct EncodingName {
  std::string_view name;
  Encoding encoding;
};

// Those that programs name most come first.
constexpr EncodingName encodingNames[] = {
    {"utf8", Encoding::utf8},       {"hex", Encoding::hex},             {"base64", Encoding::base64},
    {"utf-8", Encoding::utf8},      {"base64url", Encoding::base64url}, {"latin1", Encoding::latin1},
    {"binary", Encoding::latin1},   {"ascii", Encoding::ascii},         {"utf16le", Encoding::utf16le},
    {"utf-16le", Encoding::utf16le}, {"ucs2", Encoding::utf16le},       {"ucs-2", Encoding::utf16le},
};

}  // namespace

char* writeHex(char* to, const unsigned char* data, std::size_t size) noexcept {
  const unsigned char* const end = data + size;
#if defined(__SSE2__)
  for (; end - data >= 16; data += 16, to += 32) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(data));
    const __m128i low = _mm_and_si128(bytes, _mm_set1_epi8(15));
    const __m128i high = _mm_and_si128(_mm_srli_epi16(bytes, 4), _mm_set1_epi8(15));
    // The letters begin 39 places after the digit that would follow 9.
    const auto digits = [](__m128i values) {
      const __m128i isLetter = _mm_cmpgt_epi8(values, _mm_set1_epi8(9));
      return _mm_add_epi8(_mm_add_epi8(values, _mm_set1_epi8('0')), _mm_and_si128(isLetter, _mm_set1_epi8('a' - '0' - 10)));
    };
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to), digits(_mm_unpacklo_epi8(high, low)));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to + 16), digits(_mm_unpackhi_epi8(high, low)));
  }
#endif
  // Written one by one, since the checked memcpy of release builds would be a call for each pair.
  for (; data != end; ++data) {
    *to++ = hexPairs[*data][0];
    *to++ = hexPairs[*data][1];
  }
  return to;
}

bool parseEncoding(StringArg name, Encoding& encoding) noexcept {
  return parseEncodingName({name.data(), name.size()}, encoding);
}

bool parseEncodingName(std::string_view name, Encoding& encoding) noexcept {
  for (const auto& [known, value] : encodingNames) {
    if (known.size() != name.size()) continue;
    auto same = [](char a, char b) { return (b >= 'A' && b <= 'Z' ? char(b | 0x20) : b) == a; };
    if (!std::equal(known.begin(), known.end(), name.data(), same)) continue;
    encoding = value;
    return true;
  }
  return false;
}

const char* encodingName(Encoding encoding) noexcept {
  switch (encoding) {
    case Encoding::utf8: return "utf8";
    case Encoding::utf16le: return "utf16le";
    case Encoding::latin1: return "latin1";
    case Encoding::ascii: return "ascii";
    case Encoding::hex: return "hex";
    case Encoding::base64: return "base64";
    case Encoding::base64url: break;
  }
  return "base64url";
}

Encoding encodingFrom(StringArg name) {
  Encoding encoding = Encoding::utf8;
  if (!parseEncoding(name, encoding))
    throw codedError<TypeError>("ERR_UNKNOWN_ENCODING", "Unknown encoding: " + name.toString());
  return encoding;
}

}  // namespace nodecpp::detail

namespace nodecpp {

void EncodingArg::throwUnknown() const {
  detail::encodingFrom(name_);
  std::unreachable();
}

}  // namespace nodecpp
