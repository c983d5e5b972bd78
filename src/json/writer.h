// A growing text, and the quoting of strings as JSON requires it.
#pragma once

#include <nodecpp/string.h>

#include <bit>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "base/numbers/number.h"

namespace nodecpp::detail {

#if defined(__SSE2__)
// Returns a bit mask of the bytes among 16 that cannot be copied unchanged: control characters, the quote, the
// backslash, and 0xed, the first byte of every surrogate in WTF-8.
inline unsigned escapedBytes(__m128i bytes) noexcept {
  __m128i control = _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(0x1f)), bytes);
  __m128i quote = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('"'));
  __m128i slash = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'));
  __m128i high = _mm_cmpeq_epi8(bytes, _mm_set1_epi8(char(0xed)));
  return unsigned(_mm_movemask_epi8(_mm_or_si128(_mm_or_si128(control, quote), _mm_or_si128(slash, high))));
}
#endif

// Copies fewer than 16 bytes, which need no escape.
inline char* writePlain(char* to, const char* from, std::ptrdiff_t count) {
  auto copy = [&]<class Word>(Word word, std::ptrdiff_t at) {
    std::memcpy(&word, from + at, sizeof word);
    std::memcpy(to + at, &word, sizeof word);
  };
  if (count >= 8) {
    copy(std::uint64_t(), 0);
    copy(std::uint64_t(), count - 8);
  } else if (count >= 4) {
    copy(std::uint32_t(), 0);
    copy(std::uint32_t(), count - 4);
  } else {
    for (std::ptrdiff_t i = 0; i < count; ++i) to[i] = from[i];
  }
  return to + count;
}

class JsonText {
 public:
  JsonText();
  JsonText(const JsonText&) = delete;
  ~JsonText();

  // Makes room for `bytes` more bytes. The caller writes them at `at()` and then calls `advance`.
  void need(std::size_t bytes) {
    if (std::size_t(end_ - at_) < bytes) [[unlikely]]
      grow(bytes);
  }
  char* at() noexcept { return at_; }
  void advance(std::size_t bytes) noexcept { at_ += bytes; }
  void put(char c) {
    need(1);
    *at_++ = c;
  }
  void put(const char* bytes, std::size_t size) {
    need(size);
    std::memcpy(at_, bytes, size);
    at_ += size;
  }
  void put(const String& text) { put(text.data(), text.size()); }
  template <std::size_t N>
  void literal(const char (&text)[N]) {
    need(N);
    std::memcpy(at_, text, N);
    at_ += N - 1;
  }
  // Writes a number; infinite numbers and NaN are written as null.
  void number(double value) {
    if (value - value != 0) return literal("null");
    need(numberTextSize);
    at_ += numberText(at_, value);
  }
  // Writes a string in quotes, with escapes. Lone surrogates are written as \udxxx; other malformed UTF-8 is copied
  // unchanged.
  void quoted(const String& text) {
#if defined(__SSE2__)
    // A short string is stored inside its String object, so all 24 bytes of the object may be read.
    std::size_t size = text.size();
    const char* bytes = text.data();
    if (bytes == reinterpret_cast<const char*>(&text)) {
      need(32);
      __m128i first = _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes));
      __m128i second = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(bytes + 16));
      unsigned marks = (escapedBytes(first) | escapedBytes(second) << 16) & ((1u << size) - 1);
      if (marks == 0) [[likely]] {
        *at_ = '"';
        _mm_storeu_si128(reinterpret_cast<__m128i*>(at_ + 1), first);
        _mm_storel_epi64(reinterpret_cast<__m128i*>(at_ + 17), second);
        at_[size + 1] = '"';
        at_ += size + 2;
        return;
      }
    }
#endif
    quoted(text.data(), text.size());
  }
  void quoted(const char* bytes, std::size_t size);

  std::size_t size() const noexcept { return std::size_t(at_ - from_); }
  void truncateTo(std::size_t size) noexcept { at_ = from_ + size; }
  String text() const { return String::copyOf(from_, size()); }

 private:
  void grow(std::size_t bytes);
  void escape(const char*& at, const char* end);
  char* from_ = nullptr;
  char* at_ = nullptr;
  char* end_ = nullptr;
};

}  // namespace nodecpp::detail
