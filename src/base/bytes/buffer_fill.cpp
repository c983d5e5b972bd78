// Implements fill, swap16, swap32 and swap64, which change the bytes in place.
#include <nodecpp/arithmetic.h>
#include <nodecpp/buffer.h>

#include <algorithm>

#include "base/errors/validate.h"
#include "base/text/encoding.h"

namespace nodecpp {

namespace {

// The bytes of a Buffer that fill() changes. `size` is 0 when there is nothing to do.
struct Span {
  char* at;
  std::size_t size;
};

Span checkedSpan(const Buffer& buffer, double from, double to) {
  detail::validateInteger(from, "offset", 0, double(buffer::kMaxLength));
  detail::validateInteger(to, "end", 0, double(buffer.size()));
  if (from >= to) return {nullptr, 0};
  return {buffer.bytes() + std::size_t(from), std::size_t(to - from)};
}

// Fills the span with repetitions of its first `have` bytes, doubling the filled part in each step.
void repeat(Span span, std::size_t have) noexcept {
  while (have < span.size) {
    std::size_t size = std::min(have, span.size - have);
    std::memcpy(span.at + have, span.at, size);
    have += size;
  }
}

}  // namespace

const Buffer& Buffer::fill(double value, double from) const { return fill(value, from, double(size_)); }
const Buffer& Buffer::fill(double value, double from, double to) const {
  if (Span span = checkedSpan(*this, from, to); span.size) std::memset(span.at, toInt32(value), span.size);
  return *this;
}

const Buffer& Buffer::fill(StringArg text, const EncodingArg& encoding) const {
  return fill(text, 0, double(size_), encoding);
}
const Buffer& Buffer::fill(StringArg text, double from, const EncodingArg& encoding) const {
  return fill(text, from, double(size_), encoding);
}
const Buffer& Buffer::fill(StringArg text, double from, double to, const EncodingArg& encoding) const {
  Encoding kind = encoding.orUtf8();
  Span span = checkedSpan(*this, from, to);
  if (span.size == 0) return *this;
  if (text.empty()) return fill(0, from, to);
  std::size_t have = 0;
  if (kind == Encoding::utf8 || kind == Encoding::utf16le) {
    // Unlike write(), fill() cuts a pattern that is longer than the span even inside of a character.
    Buffer whole = Buffer::from(text, kind);
    have = std::min(whole.size_, span.size);
    if (have) std::memcpy(span.at, whole.data_, have);
  } else {
    have = detail::encode(text, kind, span.at, span.size);
  }
  if (have == 0) throw detail::invalidArgValue("value", detail::inspectString(text));
  repeat(span, have);
  return *this;
}

const Buffer& Buffer::fill(const Buffer& pattern, double from) const { return fill(pattern, from, double(size_)); }
const Buffer& Buffer::fill(const Buffer& pattern, double from, double to) const {
  Span span = checkedSpan(*this, from, to);
  if (span.size == 0) return *this;
  if (pattern.empty()) throw detail::invalidArgValue("value", pattern.inspect());
  std::size_t have = std::min(pattern.size_, span.size);
  std::memmove(span.at, pattern.data_, have);
  repeat(span, have);
  return *this;
}

namespace {

template <class Word>
void swapWords(const Buffer& buffer, const char* bits) {
  if (buffer.size() % sizeof(Word) != 0)
    throw detail::codedError<RangeError>("ERR_INVALID_BUFFER_SIZE",
                                         String("Buffer size must be a multiple of ") + bits);
  char* at = buffer.bytes();
  for (char* end = at + buffer.size(); at < end; at += sizeof(Word)) {
    Word word = 0;
    std::memcpy(&word, at, sizeof word);
    word = std::byteswap(word);
    std::memcpy(at, &word, sizeof word);
  }
}

}  // namespace

const Buffer& Buffer::swap16() const {
  swapWords<std::uint16_t>(*this, "16-bits");
  return *this;
}
const Buffer& Buffer::swap32() const {
  swapWords<std::uint32_t>(*this, "32-bits");
  return *this;
}
const Buffer& Buffer::swap64() const {
  swapWords<std::uint64_t>(*this, "64-bits");
  return *this;
}

}  // namespace nodecpp
