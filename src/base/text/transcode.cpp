#include "base/text/transcode.h"

#include <bit>

#include "base/assertion.h"
#include "base/text/encoding.h"
#include "base/text/string_build.h"
#include "base/text/string_units.h"
#include "base/text/utf8.h"
#include "base/text/wide_text.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace nodecpp::detail {

namespace {

using Byte = unsigned char;

// ASCII is copied in steps of 16 characters. The functions below return false, without a result, when one of the 16
// characters is not ASCII.
constexpr std::size_t step = 16;

inline bool copyAscii(const char* from, char* to) noexcept {
#if defined(__SSE2__)
  const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
  if (_mm_movemask_epi8(bytes)) return false;
  _mm_storeu_si128(reinterpret_cast<__m128i*>(to), bytes);
  return true;
#else
  std::uint64_t words[2];
  std::memcpy(words, from, step);
  if ((words[0] | words[1]) & 0x8080808080808080u) return false;
  std::memcpy(to, words, step);
  return true;
#endif
}
inline bool widenAscii(const char* from, char* to) noexcept {
#if defined(__SSE2__)
  const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
  if (_mm_movemask_epi8(bytes)) return false;
  auto* out = reinterpret_cast<__m128i*>(to);
  _mm_storeu_si128(out, _mm_unpacklo_epi8(bytes, _mm_setzero_si128()));
  _mm_storeu_si128(out + 1, _mm_unpackhi_epi8(bytes, _mm_setzero_si128()));
  return true;
#else
  char narrow[step];
  if (!copyAscii(from, narrow)) return false;
  for (std::size_t i = 0; i < step; ++i) to[2 * i] = narrow[i], to[2 * i + 1] = 0;
  return true;
#endif
}
inline bool narrowAscii(const char* from, char* to) noexcept {
#if defined(__SSE2__)
  auto* in = reinterpret_cast<const __m128i*>(from);
  const __m128i first = _mm_loadu_si128(in), second = _mm_loadu_si128(in + 1);
  const __m128i high = _mm_and_si128(_mm_or_si128(first, second), _mm_set1_epi16(short(0xff80)));
  if (_mm_movemask_epi8(_mm_cmpeq_epi8(high, _mm_setzero_si128())) != 0xffff) return false;
  _mm_storeu_si128(reinterpret_cast<__m128i*>(to), _mm_packus_epi16(first, second));
  return true;
#else
  for (std::size_t i = 0; i < step; ++i) {
    if (Byte(from[2 * i]) > 0x7f || from[2 * i + 1]) return false;
    to[i] = from[2 * i];
  }
  return true;
#endif
}

// Returns the code point at `at`, and moves `at` behind it. A lone surrogate is returned as it is, and two adjacent
// surrogates as the character that they form. With `ahead`, four bytes may be read.
template <bool ahead>
inline std::uint32_t next(const char*& at, const char* end) noexcept {
  if (ahead && std::endian::native == std::endian::little) {
    // Tests the marker bits of all bytes of a character at once. Overlong encodings and surrogates are detected by the
    // value of the code.
    std::uint32_t four = 0;
    std::memcpy(&four, at, 4);
    if ((four & 0x80) == 0) {
      ++at;
      return four & 0x7f;
    }
    if ((four & 0xc0e0) == 0x80c0) {
      const std::uint32_t code = (four & 0x1f) << 6 | (four >> 8 & 0x3f);
      if (code >= 0x80) [[likely]] {
        at += 2;
        return code;
      }
    } else if ((four & 0xc0c0f0) == 0x8080e0) {
      const std::uint32_t code = (four & 0xf) << 12 | (four >> 2 & 0xfc0) | (four >> 16 & 0x3f);
      if (code >= 0x800 && (code & 0xf800) != 0xd800) [[likely]] {
        at += 3;
        return code;
      }
    } else if ((four & 0xc0c0c0f8) == 0x808080f0) {
      const std::uint32_t code =
          (four & 7) << 18 | (four << 4 & 0x3f000) | (four >> 10 & 0xfc0) | (four >> 24 & 0x3f);
      if (code - 0x10000 < 0x100000) [[likely]] {
        at += 4;
        return code;
      }
    }
  }
  const auto decoded = utf8::decodeWtf(at, end);
  at += decoded.size;
  return decoded.code;
}

// Writes two bytes, the lower one first.
inline void putTwo(char* to, std::uint32_t bytes) noexcept {
  if constexpr (std::endian::native == std::endian::big) bytes = bytes << 8 | (bytes >> 8 & 0xff);
  const auto two = std::uint16_t(bytes);
  std::memcpy(to, &two, 2);
}

struct Wide {
  static constexpr std::size_t size = 2;
  static bool ascii(const char* from, char* to) noexcept { return widenAscii(from, to); }
  static void put(char* to, std::uint32_t unit) noexcept { putTwo(to, unit); }
};
struct Narrow {
  static constexpr std::size_t size = 1;
  static bool ascii(const char* from, char* to) noexcept { return copyAscii(from, to); }
  static void put(char* to, std::uint32_t unit) noexcept { *to = char(unit); }
};

template <class Unit>
std::size_t fromUtf8(StringArg text, char* const begin, std::size_t room) noexcept {
  const char *at = text.data(), *end = at + text.size();
  char *to = begin, *const last = begin + room / Unit::size * Unit::size;
  while (at < end && to < last) {
    if (std::size_t(end - at) >= step && std::size_t(last - to) >= step * Unit::size && Unit::ascii(at, to)) {
      at += step;
      to += step * Unit::size;
      continue;
    }
    // A text with one character beyond ASCII usually has many, so the next test for ASCII is made only after 16
    // characters.
    if (std::size_t(end - at) >= step * 4 && std::size_t(last - to) >= step * 2 * Unit::size) {
      for (std::size_t i = 0; i < step; ++i) {
        const std::uint32_t code = next<true>(at, end);
        if (code < 0x10000) [[likely]] {
          Unit::put(to, code);
        } else {
          Unit::put(to, utf8::highHalf(code));
          to += Unit::size;
          Unit::put(to, utf8::lowHalf(code));
        }
        to += Unit::size;
      }
      continue;
    }
    const std::uint32_t code = next<false>(at, end);
    if (code < 0x10000) {
      Unit::put(to, code);
    } else {
      Unit::put(to, utf8::highHalf(code));
      to += Unit::size;
      if (to == last) break;
      Unit::put(to, utf8::lowHalf(code));
    }
    to += Unit::size;
  }
  NODECPP_DEBUG_ASSERT(at <= end && to <= last, std::size_t(to - begin), room);
  return std::size_t(to - begin);
}

inline std::uint32_t unitAt(const char* data, std::size_t i) noexcept {
  std::uint16_t unit = 0;
  std::memcpy(&unit, data + 2 * i, 2);
  if constexpr (std::endian::native == std::endian::big) unit = std::uint16_t(unit << 8 | unit >> 8);
  return unit;
}

// Returns the number of UTF-8 bytes. A lone surrogate takes three bytes, and a pair takes four. A pair is detected from
// each unit and the one before it, without a branch, so that the compiler can use vector instructions.
std::size_t utf8Size(const char* data, std::size_t units) noexcept {
  constexpr std::size_t block = 4096;  // The number of bytes of a block fits into a sum of 16 bits.
  std::size_t size = 0;
  std::uint32_t before = 0;
  for (std::size_t from = 0; from < units; from += block) {
    const std::size_t end = units - from < block ? units : from + block;
    std::uint16_t more = 0;
    if (from < end) {
      const std::uint32_t first = unitAt(data, from);
      more = std::uint16_t(1 + (first > 0x7f) + (first > 0x7ff) - 2 * int(utf8::isHighHalf(before) && utf8::isLowHalf(first)));
    }
    for (std::size_t i = from + 1; i < end; ++i) {
      const std::uint16_t unit = std::uint16_t(unitAt(data, i)), last = std::uint16_t(unitAt(data, i - 1));
      more = std::uint16_t(more + 1 + (unit > 0x7f) + (unit > 0x7ff) - 2 * (int(utf8::isHighHalf(last)) & int(utf8::isLowHalf(unit))));
    }
    size += more;
    before = unitAt(data, end - 1);
  }
  return size;
}

}  // namespace

std::size_t unitCount(StringArg text) noexcept {
  const std::size_t well = utf8Prefix(text.data(), text.size());
  const char *at = text.data() + well, *end = text.data() + text.size();
  std::size_t count = units::count(text.data(), at);
  while (at < end) count += next<false>(at, end) < 0x10000 ? 1 : 2;
  return count;
}

std::size_t toUtf16(StringArg text, char* to, std::size_t room) noexcept {
  if constexpr (wide::allOrNothing)
    if (const auto done = wide::toUtf16(text.data(), text.size(), to, room); done.read) return done.written;
  return fromUtf8<Wide>(text, to, room);
}
std::size_t toLatin1(StringArg text, char* to, std::size_t room) noexcept {
  if constexpr (wide::allOrNothing)
    if (const auto done = wide::toLatin1(text.data(), text.size(), to, room); done.read) return done.written;
  return fromUtf8<Narrow>(text, to, room);
}

String fromUtf16(const char* data, std::size_t size) {
  const std::size_t count = size / 2;
  return buildString(utf8Size(data, count), [&](char* to) {
    if constexpr (wide::allOrNothing)
      if (wide::fromUtf16(data, count, to).read) return;
    for (std::size_t i = 0; i < count;) {
      if (count - i >= step && narrowAscii(data + 2 * i, to)) {
        i += step;
        to += step;
        continue;
      }
      for (std::size_t end = count - i < step ? count : i + step; i < end; ++i) {
        std::uint32_t code = unitAt(data, i);
        if (code < 0x80) {
          *to++ = char(code);
        } else if (code < 0x800) [[likely]] {
          putTwo(to, 0x80c0 | code >> 6 | (code & 0x3f) << 8);
          to += 2;
        } else if (utf8::isHighHalf(code) && i + 1 < count && utf8::isLowHalf(unitAt(data, i + 1))) {
          code = utf8::joined(code, unitAt(data, ++i));
          putTwo(to, 0x80f0 | code >> 18 | (code >> 4 & 0x3f00));
          putTwo(to + 2, 0x8080 | (code >> 6 & 0x3f) | (code & 0x3f) << 8);
          to += 4;
        } else {
          putTwo(to, 0x80e0 | code >> 12 | (code << 2 & 0x3f00));
          to[2] = char(0x80 | (code & 0x3f));
          to += 3;
        }
      }
    }
  });
}

char* latin1ToUtf8(const char* data, std::size_t size, char* to) noexcept {
  if constexpr (wide::allOrNothing)
    if (const auto done = wide::fromLatin1(data, size, to); done.read) return to + done.written;
  for (std::size_t i = 0; i < size;) {
    if (size - i >= step && copyAscii(data + i, to)) {
      i += step;
      to += step;
      continue;
    }
    for (std::size_t end = size - i < step ? size : i + step; i < end; ++i) {
      const Byte byte = Byte(data[i]);
      *to = byte < 0x80 ? char(byte) : char(0xc0 | byte >> 6);
      to += byte >> 7;
      if (byte >= 0x80) *to = char(0x80 | (byte & 0x3f));
      ++to;
    }
  }
  return to;
}

}  // namespace nodecpp::detail
