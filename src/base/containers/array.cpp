#include <nodecpp/array.h>
#include <nodecpp/error.h>

#include <algorithm>
#include <cmath>

namespace nodecpp::detail {

namespace {

// A program may write at index 1,000,000 of a list of 100 elements on purpose. An index of 1,000,000,000 probably comes
// from untrusted input, and filling the hole would exhaust memory.
constexpr std::size_t greatestHole = std::size_t(1) << 24;
// V8's largest number of elements that are stored contiguously. Longer lists of JavaScript are sparse, but ours would
// allocate the memory for all elements.
constexpr std::size_t greatestFill = std::size_t(1) << 27;

}  // namespace

ArrayBody* makeBody() noexcept {
  return ::new (allocate(sizeof(ArrayBody))) ArrayBody{1, 0, nullptr, 0, 0, 0};
}

void releaseItems(const ArrayBody& body, std::size_t elementSize) noexcept {
  if (!body.items) return;
  char* first = static_cast<char*>(body.items) - body.front * elementSize;
  release(first, (std::size_t(body.room) + body.front) * elementSize);
}

void throwInvalidLength() { throw RangeError("Invalid array length"); }

std::size_t lengthOf(double length) {
  if (!(length >= 0 && length <= double(greatestLength)) || std::trunc(length) != length) throwInvalidLength();
  return std::size_t(length);
}

double fromEnd(double index, std::size_t size) noexcept {
  index = std::isnan(index) ? 0 : std::trunc(index);
  return index < 0 ? index + double(size) : index;
}

std::size_t placeOf(double index, std::size_t size) noexcept {
  const double place = fromEnd(index, size);
  if (place <= 0) return 0;
  return place < double(size) ? std::size_t(place) : size;
}

void checkHole(std::size_t index, std::size_t size) {
  if (index - size <= greatestHole) return;
  throw RangeError(format("index {} would leave a hole of {} elements in an Array of {}", double(std::ptrdiff_t(index)),
                          double(index - size), double(size)));
}

void checkFill(std::size_t count) {
  if (count > greatestFill) throw RangeError("Invalid array length");
}

String outOfRange(double index, std::size_t size) {
  return format("index {} is out of range: the Array has {} elements", index, double(size));
}

void throwOutOfRange(double index, std::size_t size) { throw RangeError(outOfRange(index, size)); }

void throwInvalidIndex(double index) { throw RangeError("Invalid index : " + str(index)); }

void throwReduceOfEmpty() { throw TypeError("Reduce of empty array with no initial value"); }

}  // namespace nodecpp::detail
