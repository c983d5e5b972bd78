// Reads a text forwards and backwards: as ASCII, as UTF-16 units, or as code points. Texts are UTF-8. When reading
// units (without flags u and v), a four-byte character is read as two units, and the position between them is after its
// second byte.
#pragma once

#include <cstdint>

#include "base/text/utf8.h"

namespace nodecpp::regexp {

constexpr bool continues(unsigned char c) noexcept { return (c & 0xc0) == 0x80; }

// Each function reads one character, moves `at` past the character and returns the character. Malformed bytes are read
// as U+FFFD; `at` always stays within the text.
struct Ascii {
  static constexpr bool byBytes = true;
  static char32_t next(const unsigned char* text, std::uint32_t& at, std::uint32_t) noexcept { return text[at++]; }
  static char32_t previous(const unsigned char* text, std::uint32_t& at, std::uint32_t) noexcept { return text[--at]; }
};

template <bool points>
struct Utf8 {
  static constexpr bool byBytes = false;

  // Whether the `more` bytes after the first byte of a character are there and are continuation bytes. `left` is the
  // number of bytes from `c` to the end of the text.
  template <int more>
  static bool whole(const unsigned char* c, std::uint32_t left) noexcept {
    if (left <= more) return false;
    for (int i = 1; i <= more; ++i)
      if (!continues(c[i])) return false;
    return true;
  }
  static char32_t two(const unsigned char* c) noexcept { return (c[0] & 0x1fu) << 6 | (c[1] & 0x3fu); }
  static char32_t three(const unsigned char* c) noexcept {
    return (c[0] & 0xfu) << 12 | (c[1] & 0x3fu) << 6 | (c[2] & 0x3fu);
  }
  static char32_t four(const unsigned char* c) noexcept {
    return (c[0] & 0x7u) << 18 | (c[1] & 0x3fu) << 12 | (c[2] & 0x3fu) << 6 | (c[3] & 0x3fu);
  }

  static char32_t next(const unsigned char* text, std::uint32_t& at, std::uint32_t size) noexcept {
    const unsigned char* c = text + at;
    const std::uint32_t left = size - at;
    if (*c < 0x80) [[likely]] {
      ++at;
      return *c;
    }
    if (*c < 0xc0) {
      if (!points && at >= 2 && c[-2] >= 0xf0 && whole<3>(c - 2, left + 2)) {
        at += 2;
        return utf8::lowHalf(four(c - 2));
      }
    } else if (*c < 0xe0) {
      if (whole<1>(c, left)) {
        at += 2;
        return two(c);
      }
    } else if (*c < 0xf0) {
      if (whole<2>(c, left)) {
        at += 3;
        return three(c);
      }
    } else if (whole<3>(c, left)) {
      at += points ? 4 : 2;
      return points ? four(c) : utf8::highHalf(four(c));
    }
    ++at;
    return utf8::replacement;
  }

  static char32_t previous(const unsigned char* text, std::uint32_t& at, std::uint32_t size) noexcept {
    const unsigned char* c = text + at;
    if (c[-1] < 0x80) [[likely]] {
      --at;
      return c[-1];
    }
    if (continues(c[-1])) {
      if (at >= 2 && c[-2] >= 0xc0 && c[-2] < 0xe0) {
        at -= 2;
        return two(c - 2);
      }
      if (!points && at >= 2 && c[-2] >= 0xf0 && whole<3>(c - 2, size - at + 2)) {
        at -= 2;
        return utf8::highHalf(four(c - 2));
      }
      if (at >= 3 && c[-3] >= 0xe0 && c[-3] < 0xf0 && continues(c[-2])) {
        at -= 3;
        return three(c - 3);
      }
      if (at >= 4 && c[-4] >= 0xf0 && continues(c[-3]) && continues(c[-2])) {
        at -= points ? 4 : 2;
        return points ? four(c - 4) : utf8::lowHalf(four(c - 4));
      }
    }
    --at;
    return utf8::replacement;
  }
};

}  // namespace nodecpp::regexp
