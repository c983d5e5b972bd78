#include <nodecpp/buffer.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "base/assertion.h"
#include "base/errors/validate.h"
#include "base/text/encoding.h"
#include "base/text/string_build.h"

namespace nodecpp {

namespace {

RangeError noMemory() { return RangeError("Array buffer allocation failed"); }

// Validates `size` as Node does: a number from 0 to kMaxLength, truncated to an integer.
std::size_t validSize(double size) {
  constexpr double max = double(buffer::kMaxLength);
  if (!(size >= 0 && size <= max))
    throw detail::outOfRange("size", ">= 0 && <= 9007199254740991", detail::rangeNumber(size));
  return std::size_t(size);
}

Buffer make(std::size_t size, bool zeroed) {
  if (size == 0) return {};
  detail::Block* block = detail::Block::tryMake(size, zeroed);
  if (!block) throw noMemory();
  block->flags |= detail::bytesAlone;
  Buffer out = Buffer::sliceOf(block, block->bytes(), size);
  detail::Block::drop(block);
  return out;
}

// Converts an index of subarray: a negative index counts from the end, and the result is clamped to the size.
std::size_t relative(std::ptrdiff_t index, std::size_t size) noexcept {
  if (index < 0) return std::size_t(std::max<std::ptrdiff_t>(0, index + std::ptrdiff_t(size)));
  return std::min(std::size_t(index), size);
}

// Converts an argument of copy(): the value is rounded down, and an invalid one counts as 0.
double toInteger(double value) noexcept {
  if (!(value >= -double(buffer::kMaxLength) && value <= double(buffer::kMaxLength)))
    return std::trunc(value) == value && std::isfinite(value) ? value : 0;
  return std::floor(value);
}

}  // namespace

Buffer Buffer::alloc(double size) { return make(validSize(size), true); }
Buffer Buffer::alloc(double size, double fill) {
  if (fill == 0) return alloc(size);
  Buffer out = allocUnsafe(size);
  out.fill(fill);
  return out;
}
Buffer Buffer::alloc(double size, StringArg fill, const EncodingArg& encoding) {
  Buffer out = allocUnsafe(size);
  if (!out.empty()) out.fill(fill, encoding);
  return out;
}
Buffer Buffer::alloc(double size, const Buffer& fill) {
  Buffer out = allocUnsafe(size);
  if (!out.empty()) out.fill(fill);
  return out;
}
Buffer Buffer::allocUnsafe(double size) { return make(validSize(size), false); }

Buffer Buffer::from(StringArg text, const EncodingArg& encoding) {
  Encoding kind = encoding.orUtf8();
  Buffer out = make(detail::encodedSize(text, kind), false);
  const std::size_t room = out.size_;
  out.size_ = detail::encode(text, kind, out.data_, room);
  NODECPP_DEBUG_ASSERT(out.size_ <= room, out.size_, room);
  return out;
}

namespace {
template <class List>
Buffer fromList(const List& bytes) {
  Buffer out = make(bytes.size(), false);
  std::ranges::transform(bytes, out.bytes(), [](auto byte) { return char(byte); });
  return out;
}
}  // namespace
Buffer Buffer::from(std::initializer_list<int> bytes) { return fromList(bytes); }
Buffer Buffer::from(const Array<int>& bytes) { return fromList(bytes); }
Buffer Buffer::from(const Array<unsigned char>& bytes) { return fromList(bytes); }
Buffer Buffer::from(const Buffer& other) { return copyOf(other.data_, other.size_); }
Buffer Buffer::copyOf(const char* data, std::size_t size) {
  Buffer out = make(size, false);
  if (size) std::memcpy(out.data_, data, size);
  return out;
}

Buffer Buffer::copyBytesFrom(const Buffer& view, double offset) {
  return copyBytesFrom(view, offset, double(buffer::kMaxLength));
}
Buffer Buffer::copyBytesFrom(const Buffer& view, double offset, double length) {
  if (view.empty()) return {};
  detail::validateInteger(offset, "offset", 0, double(buffer::kMaxLength));
  if (offset >= double(view.size_)) return {};
  detail::validateInteger(length, "length", 0, double(buffer::kMaxLength));
  std::size_t from = std::size_t(offset);
  return copyOf(view.data_ + from, std::min(std::size_t(length), view.size_ - from));
}

Buffer Buffer::concat(const Array<Buffer>& list) {
  std::size_t total = 0;
  for (const Buffer& one : list) total += one.size_;
  return concat(list, double(total));
}
Buffer Buffer::concat(const Array<Buffer>& list, double totalLength) {
  if (list.empty()) return {};
  detail::validateInteger(totalLength, "length", 0, double(buffer::kMaxLength));
  Buffer out = make(std::size_t(totalLength), false);
  std::size_t at = 0;
  for (const Buffer& one : list) {
    std::size_t size = std::min(one.size_, out.size_ - at);
    if (size == 0) continue;
    std::memcpy(out.data_ + at, one.data_, size);
    at += size;
  }
  NODECPP_DEBUG_ASSERT(at <= out.size_, at, out.size_);
  if (at < out.size_) std::memset(out.data_ + at, 0, out.size_ - at);
  return out;
}

std::ptrdiff_t Buffer::byteLength(StringArg text, const EncodingArg& encoding) noexcept {
  return std::ptrdiff_t(detail::encodedSize(text, encoding.known() ? Encoding(encoding) : Encoding::utf8));
}

namespace {
int compareBytes(const char* a, std::size_t aSize, const char* b, std::size_t bSize) noexcept {
  std::size_t common = std::min(aSize, bSize);
  int order = common ? std::memcmp(a, b, common) : 0;
  if (order != 0) return order < 0 ? -1 : 1;
  return aSize == bSize ? 0 : aSize < bSize ? -1 : 1;
}
}  // namespace

int Buffer::compare(const Buffer& a, const Buffer& b) noexcept {
  return compareBytes(a.data_, a.size_, b.data_, b.size_);
}
bool Buffer::equals(const Buffer& other) const noexcept { return size_ == other.size_ && compare(*this, other) == 0; }
bool Buffer::isEncoding(StringArg name) noexcept {
  Encoding ignored = Encoding::utf8;
  return detail::parseEncoding(name, ignored);
}

int Buffer::compare(const Buffer& target, double targetStart) const {
  return compare(target, targetStart, double(target.size_));
}
int Buffer::compare(const Buffer& target, double targetStart, double targetEnd, double sourceStart) const {
  return compare(target, targetStart, targetEnd, sourceStart, double(size_));
}
int Buffer::compare(const Buffer& target, double targetStart, double targetEnd, double sourceStart,
                    double sourceEnd) const {
  detail::validateInteger(targetStart, "targetStart", 0, double(buffer::kMaxLength));
  detail::validateInteger(targetEnd, "targetEnd", 0, double(target.size_));
  detail::validateInteger(sourceStart, "sourceStart", 0, double(buffer::kMaxLength));
  detail::validateInteger(sourceEnd, "sourceEnd", 0, double(size_));
  if (sourceStart >= sourceEnd) return targetStart >= targetEnd ? 0 : -1;
  if (targetStart >= targetEnd) return 1;
  return compareBytes(data_ + std::size_t(sourceStart), std::size_t(sourceEnd - sourceStart),
                      target.data_ + std::size_t(targetStart), std::size_t(targetEnd - targetStart));
}

int Buffer::at(std::ptrdiff_t index) const noexcept {
  if (index < 0) index += std::ptrdiff_t(size_);
  return index < 0 ? -1 : int((*this)[std::size_t(index)]);
}

Buffer Buffer::subarray(std::ptrdiff_t from, std::ptrdiff_t to) const noexcept {
  std::size_t begin = relative(from, size_), end = relative(to, size_);
  NODECPP_DEBUG_ASSERT(begin <= size_ && end <= size_, begin, end, size_);
  return begin < end ? sliceOf(block_, data_ + begin, end - begin) : Buffer();
}

String Buffer::toString(const EncodingArg& encoding, std::ptrdiff_t from, std::ptrdiff_t to) const {
  std::size_t begin = from < 0 ? 0 : std::size_t(from), end = to < 0 ? 0 : std::min(std::size_t(to), size_);
  if (begin >= size_ && begin > 0) return {};
  if (begin >= end) return {};
  return detail::decode(data_ + begin, end - begin, encoding);
}

String Buffer::toJSON() const {
  std::size_t digits = 0;
  for (std::size_t i = 0; i < size_; ++i) {
    auto byte = static_cast<unsigned char>(data_[i]);
    digits += byte < 10 ? 1 : byte < 100 ? 2 : 3;
  }
  constexpr std::string_view head = R"({"type":"Buffer","data":[)", tail = "]}";
  return detail::buildString(head.size() + digits + (size_ ? size_ - 1 : 0) + tail.size(), [&](char* to) {
    to = std::ranges::copy(head, to).out;
    for (std::size_t i = 0; i < size_; ++i) {
      unsigned byte = static_cast<unsigned char>(data_[i]);
      if (i) *to++ = ',';
      if (byte >= 100) *to++ = char('0' + byte / 100);
      if (byte >= 10) *to++ = char('0' + byte / 10 % 10);
      *to++ = char('0' + byte % 10);
    }
    std::ranges::copy(tail, to);
  });
}

String Buffer::inspect() const {
  constexpr std::size_t shown = 50;  // The value of Node's INSPECT_MAX_BYTES.
  String hex = subarray(0, shown).toString(Encoding::hex);
  String out = "<Buffer";
  for (std::size_t i = 0; i < hex.size(); i += 2) out = out + " " + hex.slice(std::ptrdiff_t(i), std::ptrdiff_t(i + 2));
  if (hex.empty()) out += " ";
  if (size_ > shown) out = out + " ... " + (size_ - shown) + (size_ - shown > 1 ? " more bytes" : " more byte");
  return out + ">";
}

std::ptrdiff_t Buffer::write(StringArg text, const EncodingArg& encoding) const {
  return detail::encode(text, encoding.orUtf8(), data_, size_);
}
std::ptrdiff_t Buffer::write(StringArg text, double offset, const EncodingArg& encoding) const {
  return write(text, offset, double(size_), encoding);
}
std::ptrdiff_t Buffer::write(StringArg text, double offset, double length, const EncodingArg& encoding) const {
  detail::validateInteger(offset, "offset", 0, double(size_));
  detail::validateInteger(length, "length", 0, double(size_));
  std::size_t at = std::size_t(offset);
  return detail::encode(text, encoding.orUtf8(), data_ + at, std::min(std::size_t(length), size_ - at));
}

std::ptrdiff_t Buffer::copy(const Buffer& target, double targetStart, double sourceStart) const {
  return copy(target, targetStart, sourceStart, double(size_));
}
std::ptrdiff_t Buffer::copy(const Buffer& target, double targetStart, double sourceStart, double sourceEnd) const {
  targetStart = toInteger(targetStart);
  if (NODECPP_FAILS(bufferCopyTo, targetStart < 0)) throw detail::outOfRange("targetStart", ">= 0", detail::rangeNumber(targetStart));
  sourceStart = toInteger(sourceStart);
  if (NODECPP_FAILS(bufferCopy, sourceStart < 0 || sourceStart > double(size_)))
    throw detail::outOfRange("sourceStart", ">= 0 && <= " + str(size_), detail::rangeNumber(sourceStart));
  sourceEnd = toInteger(sourceEnd);
  if (sourceEnd < 0) throw detail::outOfRange("sourceEnd", ">= 0", detail::rangeNumber(sourceEnd));
  if (targetStart >= double(target.size_) || sourceStart >= sourceEnd) return 0;
  std::size_t from = std::size_t(sourceStart), to = std::size_t(targetStart);
  std::size_t wanted = std::size_t(std::min(sourceEnd, double(size_))) - from;
  std::size_t size = std::min(wanted, target.size_ - to);
  if (size) std::memmove(target.data_ + to, data_ + from, size);
  return size;
}

}  // namespace nodecpp
