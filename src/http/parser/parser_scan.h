// Character classes of HTTP/1, and functions that find the end of a run of such characters. With SSE2, which every
// x86-64 has, they look at sixteen bytes at a time, otherwise at one.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "base/text/ascii.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace nodecpp::http::detail::scan {

enum Class : std::uint8_t { token = 1, userInfo = 2, alpha = 4, fieldValue = 8, quoted = 16, visible = 32 };

consteval std::array<std::uint8_t, 256> makeClasses() {
  std::array<std::uint8_t, 256> table{};
  for (int c = 0; c < 256; ++c) {
    bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    bool digit = c >= '0' && c <= '9';
    auto among = [c](std::string_view set) { return c < 128 && set.contains(static_cast<char>(c)); };
    std::uint8_t bits = 0;
    if (letter || digit || (c != 0 && among("!#$%&'*+-.^_`|~"))) bits |= token;
    // The bytes that llhttp accepts in the authority of a url: RFC 3986's userinfo and the brackets of an IPv6 address.
    if (letter || digit || (c != 0 && among("-_.!~*'()%;:&=+$,[]"))) bits |= userInfo;
    if (letter) bits |= alpha;
    if (c == '\t' || (c >= 0x20 && c != 0x7f)) bits |= fieldValue;
    if ((bits & fieldValue) != 0 && c != '"' && c != '\\') bits |= quoted;
    if (c > 0x20 && c < 0x7f) bits |= visible;
    table[static_cast<std::size_t>(c)] = bits;
  }
  return table;
}
inline constexpr std::array<std::uint8_t, 256> classes = makeClasses();

inline bool is(char c, std::uint8_t set) { return (classes[static_cast<std::uint8_t>(c)] & set) != 0; }
using ascii::hexDigit;
using ascii::isDigit;
inline bool isOws(char c) { return c == ' ' || c == '\t'; }

inline const char* runOf(const char* p, const char* end, std::uint8_t set) {
  while (p != end && is(*p, set)) ++p;
  return p;
}

// The number of bytes behind its argument that isPlainToken or isPlainText may read.
inline constexpr std::size_t slack = 16;

#if defined(__SSE2__)

// The following functions return a bit for each byte that ends the run.
inline unsigned notVisible(__m128i v) {  // the compares are signed: bytes from 0x80 on are negative and end the run
  __m128i inside = _mm_and_si128(_mm_cmpgt_epi8(v, _mm_set1_epi8(0x20)), _mm_cmplt_epi8(v, _mm_set1_epi8(0x7f)));
  return static_cast<unsigned>(_mm_movemask_epi8(inside)) ^ 0xffffU;
}
inline unsigned notFieldValue(__m128i v) {
  __m128i control = _mm_cmpeq_epi8(_mm_min_epu8(v, _mm_set1_epi8(0x1f)), v);
  __m128i bad = _mm_or_si128(_mm_andnot_si128(_mm_cmpeq_epi8(v, _mm_set1_epi8('\t')), control),
                             _mm_cmpeq_epi8(v, _mm_set1_epi8(0x7f)));
  return static_cast<unsigned>(_mm_movemask_epi8(bad));
}
// Accepts letters, digits and '-', which are enough for nearly every field name. The table finds the rest of a token's
// characters.
inline unsigned notPlainToken(__m128i v) {
  __m128i lower = _mm_or_si128(v, _mm_set1_epi8(0x20));
  __m128i letter =
      _mm_and_si128(_mm_cmpgt_epi8(lower, _mm_set1_epi8('a' - 1)), _mm_cmplt_epi8(lower, _mm_set1_epi8('z' + 1)));
  __m128i digit = _mm_and_si128(_mm_cmpgt_epi8(v, _mm_set1_epi8('0' - 1)), _mm_cmplt_epi8(v, _mm_set1_epi8('9' + 1)));
  __m128i plain = _mm_or_si128(_mm_or_si128(letter, digit), _mm_cmpeq_epi8(v, _mm_set1_epi8('-')));
  return static_cast<unsigned>(_mm_movemask_epi8(plain)) ^ 0xffffU;
}

// Returns the end of the run that begins at `p`. The bytes from `base` <= p on are readable, so that the last sixteen
// bytes before `end` can be loaded at once.
template <unsigned (*ends)(__m128i)>
inline const char* run16(const char* p, const char* base, const char* end, std::uint8_t set) {
  while (end - p >= 16) {
    unsigned mask = ends(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p)));
    if (mask != 0) return p + std::countr_zero(mask);
    p += 16;
  }
  if (end - base < 16) return runOf(p, end, set);
  const char* last = end - 16;
  unsigned mask = ends(_mm_loadu_si128(reinterpret_cast<const __m128i*>(last))) >> (p - last);
  return mask != 0 ? p + std::countr_zero(mask) : end;
}

inline const char* visibleRun(const char* p, const char* base, const char* end) {
  return run16<notVisible>(p, base, end, visible);
}
inline const char* fieldValueRun(const char* p, const char* base, const char* end) {
  return run16<notFieldValue>(p, base, end, fieldValue);
}
inline const char* tokenRun(const char* p, const char* base, const char* end) {
  return runOf(run16<notPlainToken>(p, base, end, token), end, token);
}

// isPlainToken asks whether the `size` bytes at `p` are letters, digits and '-', at least one of them; isPlainText asks
// whether they are printable ASCII. With false as the answer, the bytes may still be a valid token or value. Both may
// read `slack` bytes more.
template <unsigned (*ends)(__m128i)>
inline bool isAll16(const char* p, std::size_t size) {
  for (; size > 16; size -= 16, p += 16)
    if (ends(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p))) != 0) return false;
  return (ends(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p))) & ((1U << size) - 1)) == 0;
}
inline unsigned notPlainText(__m128i v) {
  __m128i inside = _mm_and_si128(_mm_cmpgt_epi8(v, _mm_set1_epi8(0x1f)), _mm_cmplt_epi8(v, _mm_set1_epi8(0x7f)));
  return static_cast<unsigned>(_mm_movemask_epi8(inside)) ^ 0xffffU;
}
inline bool isPlainToken(const char* p, std::size_t size) { return size != 0 && isAll16<notPlainToken>(p, size); }
inline bool isPlainText(const char* p, std::size_t size) { return isAll16<notPlainText>(p, size); }

#else

inline bool isPlainToken(const char* p, std::size_t size) { return size != 0 && runOf(p, p + size, token) == p + size; }
inline bool isPlainText(const char* p, std::size_t size) {
  const char* end = p + size;
  while (p != end && (*p == ' ' || is(*p, visible))) ++p;
  return p == end;
}
inline const char* visibleRun(const char* p, const char*, const char* end) { return runOf(p, end, visible); }
inline const char* fieldValueRun(const char* p, const char*, const char* end) { return runOf(p, end, fieldValue); }
inline const char* tokenRun(const char* p, const char*, const char* end) { return runOf(p, end, token); }

#endif

inline constexpr std::uint32_t distance(const char* from, const char* to) {
  return static_cast<std::uint32_t>(to - from);
}

template <typename T>
inline T load(const char* p) {
  T value = 0;
  std::memcpy(&value, p, sizeof value);
  return value;
}

// Whether the bytes at `p` equal the literal, ignoring case. The literal is in lower case and has at least 4
// characters; there are as many bytes at `p`, all of them token characters. Setting bit 0x20 maps only an upper case
// letter, and no other token character, to a letter or '-'.
template <std::size_t n>
inline bool sameName(const char* p, const char (&literal)[n]) {
  constexpr std::size_t length = n - 1;
  static_assert(length >= 4);
  if constexpr (length < 8) {
    constexpr std::uint32_t spaces = 0x20202020U;
    return ((load<std::uint32_t>(p) | spaces) == load<std::uint32_t>(literal)) &&
           ((load<std::uint32_t>(p + length - 4) | spaces) == load<std::uint32_t>(literal + length - 4));
  } else {
    constexpr std::uint64_t spaces = 0x2020202020202020U;
    for (std::size_t i = 0; i + 8 <= length; i += 8) {
      if ((load<std::uint64_t>(p + i) | spaces) != load<std::uint64_t>(literal + i)) return false;
    }
    return (load<std::uint64_t>(p + length - 8) | spaces) == load<std::uint64_t>(literal + length - 8);
  }
}

}  // namespace nodecpp::http::detail::scan
