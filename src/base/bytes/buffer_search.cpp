// Implements indexOf and lastIndexOf of Buffer.
#include <nodecpp/arithmetic.h>
#include <nodecpp/buffer.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "base/text/byte_search.h"
#include "base/text/encoding.h"

namespace nodecpp {

namespace {

constexpr std::ptrdiff_t none = -1;

// Node limits offsets to 32 bits. NaN means that the whole Buffer is searched.
std::int64_t toOffset(double value, bool forward, std::size_t size) {
  if (std::isnan(value)) return forward ? 0 : std::int64_t(size);
  return std::int64_t(std::clamp(value, -2147483648.0, 2147483647.0));
}

// Returns where to start the search for `needle` bytes. A negative result means that there is no match.
std::int64_t startOf(std::int64_t length, std::int64_t offset, std::int64_t needle, bool forward) {
  if (offset < 0) {
    if (offset + length >= 0) return offset + length;
    return forward || needle == 0 ? 0 : none;
  }
  if (offset + needle <= length) return offset;
  if (needle == 0) return length;
  return forward ? none : length - 1;
}

std::size_t endOf(double end, std::size_t size) { return end > 0 ? std::size_t(std::min(end, double(size))) : 0; }

std::ptrdiff_t search(std::string_view haystack, std::string_view needle, std::size_t from, bool forward) {
  return std::ptrdiff_t(forward ? detail::findBytes(haystack, needle, from) : haystack.rfind(needle, from));
}

// UTF-16 text is found at even offsets only.
std::ptrdiff_t searchUnits(std::string_view haystack, std::string_view needle, std::size_t from, bool forward) {
  haystack = haystack.substr(0, haystack.size() & ~std::size_t(1));
  from &= ~std::size_t(1);
  std::ptrdiff_t at = search(haystack, needle, from, forward);
  while (at >= 0 && at % 2 != 0) {
    if (!forward && at == 0) return none;
    at = search(haystack, needle, std::size_t(forward ? at + 1 : at - 1), forward);
  }
  return at;
}

// Searches the first `end` bytes of `haystack`. `offset` refers to the whole of `haystack`.
std::ptrdiff_t findBytes(std::string_view haystack, std::string_view needle, std::int64_t offset, std::size_t end,
                         bool forward, bool units) {
  if (units) haystack = haystack.substr(0, haystack.size() & ~std::size_t(1));
  std::int64_t from = startOf(std::int64_t(haystack.size()), offset, std::int64_t(needle.size()), forward);
  haystack = haystack.substr(0, end);
  if (needle.empty()) return std::ptrdiff_t(std::min(from, std::int64_t(haystack.size())));
  if (from < 0 || haystack.empty() || needle.size() > haystack.size()) return none;
  if (forward && std::size_t(from) + needle.size() > haystack.size()) return none;
  return units ? searchUnits(haystack, needle, std::size_t(from), forward)
               : search(haystack, needle, std::size_t(from), forward);
}

}  // namespace

std::ptrdiff_t Buffer::seek(double byte, double from, double end, bool forward) const {
  char needle = char(toInt32(byte));
  return findBytes({data_, size_}, {&needle, 1}, toOffset(from, forward, size_), endOf(end, size_), forward, false);
}
std::ptrdiff_t Buffer::seek(const Buffer& bytes, double from, double end, bool forward) const {
  return findBytes({data_, size_}, {bytes.data_, bytes.size_}, toOffset(from, forward, size_), endOf(end, size_),
                   forward, false);
}
std::ptrdiff_t Buffer::seek(StringArg text, double from, double end, Encoding encoding, bool forward) const {
  Buffer encoded;
  std::string_view needle(text.data(), text.size());
  if (encoding != Encoding::utf8 || detail::hasSurrogate(text)) {
    encoded = Buffer::from(text, encoding);
    needle = {encoded.data_, encoded.size_};
  }
  return findBytes({data_, size_}, needle, toOffset(from, forward, size_), endOf(end, size_), forward,
                   encoding == Encoding::utf16le);
}

std::ptrdiff_t Buffer::indexOf(StringArg text, double from, const EncodingArg& encoding) const {
  return seek(text, from, double(size_), encoding, true);
}
std::ptrdiff_t Buffer::indexOf(StringArg text, double from, double end, const EncodingArg& encoding) const {
  return seek(text, from, end, encoding, true);
}
std::ptrdiff_t Buffer::lastIndexOf(StringArg text, const EncodingArg& encoding) const {
  return seek(text, std::nan(""), double(size_), encoding, false);
}
std::ptrdiff_t Buffer::lastIndexOf(StringArg text, double from, const EncodingArg& encoding) const {
  return seek(text, from, double(size_), encoding, false);
}
std::ptrdiff_t Buffer::lastIndexOf(StringArg text, double from, double end, const EncodingArg& encoding) const {
  return seek(text, from, end, encoding, false);
}

}  // namespace nodecpp
