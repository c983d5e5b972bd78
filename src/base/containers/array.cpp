#include <nodecpp/array.h>
#include <nodecpp/error.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/assertion.h"

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
  return ::new (allocate(sizeof(ArrayBody))) ArrayBody{1, nullptr, 0, 0, 0, 0};
}

std::uint32_t* countOf(ArrayBody& body) noexcept {
  static_assert(std::endian::native == std::endian::little, "the lower half of a count is its beginning");
  return body.refs < UINT32_MAX ? reinterpret_cast<std::uint32_t*>(&body.refs) : &manyReferences;
}

namespace {

void releaseMemory(const ArrayBody& body, std::size_t elementSize) noexcept {
  if (!body.items) return;
  char* first = static_cast<char*>(body.items) - body.front * elementSize;
  release(first, (std::size_t(body.room) + body.front) * elementSize);
}

// The innermost of the calls of pop() and shift() on this thread that destroy an element.
constinit thread_local HeldItems* heldItems = nullptr;

}  // namespace

void releaseItems(const ArrayBody& list, const ArrayBody& before, std::size_t elementSize) noexcept {
  if (heldItems && HeldItems::leave(list)) [[unlikely]]
    return;
  releaseMemory(before, elementSize);
}

HeldItems::HeldItems(ArrayBody& body, std::size_t elementSize, Place which, std::size_t count) noexcept
    : body_(body), before_(body), elementSize_(elementSize), which_(which), outer_(heldItems) {
  NODECPP_ASSERT(body.refs > 0 && body.size >= count && body.size <= body.room, std::size_t(body.size), std::size_t(body.room));
  NODECPP_ASSERT(count == 1 || (count > 0 && which == Place::last), count);
  for (const HeldItems* held = outer_; held; held = held->outer_)
    if (&held->body_ == &body && !held->left_) frees_ = false;
  heldItems = this;
  body.size -= count;
  if (which == Place::last) {
    kept_ = std::uint32_t(body.room - body.size);
    body.room -= kept_;
  } else {
    kept_ = std::uint32_t(body.front + 1);
    body.front = 0;
    body.items = static_cast<char*>(body.items) + elementSize;
    --body.room;
  }
}

HeldItems::~HeldItems() {
  NODECPP_ASSERT(heldItems == this);
  heldItems = outer_;
  if (left_) {
    if (frees_) releaseMemory(before_, elementSize_);
  } else if (which_ == Place::last) {
    body_.room += kept_;
  } else {
    body_.front += kept_;
  }
}

bool HeldItems::leave(const ArrayBody& list) noexcept {
  bool any = false;
  for (HeldItems* held = heldItems; held; held = held->outer_) {
    if (&held->body_ != &list || held->left_) continue;
    held->left_ = true;
    any = true;
  }
  return any;
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
