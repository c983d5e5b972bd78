// Reads and writes numbers in a Buffer: all writing, and the reading functions that are too long for the header.
#include <nodecpp/buffer.h>

#include <cmath>

namespace nodecpp {

namespace {

String power(int bits) { return "2 ** " + str(bits); }

// Throws ERR_OUT_OF_RANGE unless min <= value <= max. NaN passes and is written as 0. For numbers of more than four
// bytes Node writes the limits as powers of two.
void checkValue(double value, double min, double max, std::size_t bytes, bool powers) {
  if (!(value > max || value < min)) return;
  int bits = int(bytes) * 8;
  String range = !powers    ? ">= " + str(min) + " and <= " + str(max)
                 : min == 0 ? ">= 0 and < " + power(bits)
                            : ">= -(" + power(bits - 1) + ") and < " + power(bits - 1);
  throw detail::outOfRange("value", range, detail::rangeNumber(value));
}

struct Limits {
  double min;
  double max;
};
Limits limitsOf(std::size_t bytes, bool isSigned) {
  double span = std::ldexp(1.0, int(bytes) * 8);
  return isSigned ? Limits{-span / 2, span / 2 - 1} : Limits{0, span - 1};
}

// Returns the bytes of `value`, the lowest first. For numbers of more than 32 bits, Node computes the upper bytes from
// the floor and the lower bytes from the truncated value. The difference is visible for -0.5.
std::uint64_t bitsOf(double value, std::size_t bytes) {
  if (std::isnan(value)) return 0;
  auto low = std::uint64_t(std::int64_t(value));
  if (bytes <= 4) return low;
  return (low & 0xffffffff) | std::uint64_t(std::int64_t(std::floor(value / 4294967296.0))) << 32;
}

void put(char* at, std::uint64_t bits, std::size_t bytes, bool bigEndian) {
  for (std::size_t i = 0; i < bytes; ++i) at[bigEndian ? bytes - 1 - i : i] = char(bits >> (8 * i));
}

std::uint64_t get(const char* at, std::size_t bytes, bool bigEndian) {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < bytes; ++i)
    bits |= std::uint64_t(static_cast<unsigned char>(at[bigEndian ? bytes - 1 - i : i])) << (8 * i);
  return bits;
}

std::size_t checkedWidth(double byteLength) {
  if (byteLength == 1 || byteLength == 2 || byteLength == 3 || byteLength == 4 || byteLength == 5 || byteLength == 6)
    return std::size_t(byteLength);
  bool integer = std::floor(byteLength) == byteLength;
  throw detail::outOfRange("byteLength", integer ? ">= 1 and <= 6" : "an integer", detail::rangeNumber(byteLength));
}

}  // namespace

void detail::throwOutOfWord(bool isSigned, String received) {
  const bool negative = received.startsWith("-");
  String digits = negative ? received.slice(1) : received;
  String grouped = "n";
  for (; digits.length() > 3; digits = digits.slice(0, -3)) grouped = "_" + digits.slice(-3) + grouped;
  throw outOfRange("value", isSigned ? ">= -(2n ** 63n) and < 2n ** 63n" : ">= 0n and < 2n ** 64n",
                   str(negative ? "-" : "") + digits + grouped);
}

void Buffer::boundsError(double offset, std::size_t width) const {
  if (std::floor(offset) != offset) throw detail::outOfRange("offset", "an integer", detail::rangeNumber(offset));
  if (size_ < width)
    throw detail::codedError<RangeError>("ERR_BUFFER_OUT_OF_BOUNDS", "Attempt to access memory outside buffer bounds");
  throw detail::outOfRange("offset", ">= 0 and <= " + str(size_ - width), detail::rangeNumber(offset));
}

std::int64_t Buffer::readUIntLE(double offset, double byteLength) const {
  std::size_t width = checkedWidth(byteLength);
  return get(checked(offset, width), width, false);
}
std::int64_t Buffer::readUIntBE(double offset, double byteLength) const {
  std::size_t width = checkedWidth(byteLength);
  return get(checked(offset, width), width, true);
}
namespace {
std::int64_t signExtended(std::uint64_t bits, std::size_t bytes) {
  int unused = 64 - int(bytes) * 8;
  return std::int64_t(bits << unused) >> unused;
}
}  // namespace
std::int64_t Buffer::readIntLE(double offset, double byteLength) const {
  return signExtended(readUIntLE(offset, byteLength), std::size_t(byteLength));
}
std::int64_t Buffer::readIntBE(double offset, double byteLength) const {
  return signExtended(readUIntBE(offset, byteLength), std::size_t(byteLength));
}

std::size_t Buffer::store(double value, double offset, std::size_t bytes, bool isSigned, bool bigEndian) const {
  auto [min, max] = limitsOf(bytes, isSigned);
  checkValue(value, min, max, bytes, bytes > 4);
  put(checked(offset, bytes), bitsOf(value, bytes), bytes, bigEndian);
  return std::size_t(offset) + bytes;
}
std::size_t Buffer::storeBits(std::uint64_t bits, double offset, std::size_t bytes, bool bigEndian) const {
  put(checked(offset, bytes), bits, bytes, bigEndian);
  return std::size_t(offset) + bytes;
}

std::ptrdiff_t Buffer::writeIntLE(double value, double offset, double byteLength) const {
  return store(value, offset, checkedWidth(byteLength), true, false);
}
std::ptrdiff_t Buffer::writeIntBE(double value, double offset, double byteLength) const {
  return store(value, offset, checkedWidth(byteLength), true, true);
}
std::ptrdiff_t Buffer::writeUIntLE(double value, double offset, double byteLength) const {
  return store(value, offset, checkedWidth(byteLength), false, false);
}
std::ptrdiff_t Buffer::writeUIntBE(double value, double offset, double byteLength) const {
  return store(value, offset, checkedWidth(byteLength), false, true);
}

}  // namespace nodecpp
