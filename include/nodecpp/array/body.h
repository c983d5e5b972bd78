// What an Array's copies share: a count, and the place of its elements. Programs include nodecpp/array.h.
#pragma once

#include <nodecpp/safety.h>

#include <cstddef>
#include <cstdint>

namespace nodecpp {
class String;
}

namespace nodecpp::detail {

struct ArrayBody {
  std::uint32_t refs;
  std::uint32_t front;  // free places before the first element, left by shift()
  void* items;          // the first element
  std::size_t size;     // elements
  std::uint32_t room;   // places from the first element on
  std::uint32_t place;  // among what the collector of circles looks at; 0 where no element refers to anything
};

// A body with no elements and one reference. A list that is undefined has none.
[[nodiscard, gnu::returns_nonnull]] ArrayBody* makeBody() noexcept;
// One more reference.
inline ArrayBody* share(ArrayBody* body) noexcept {
  if (body) countCopy(body->refs);
  return body;
}
inline constexpr std::size_t greatestLength = 4294967295;
[[noreturn]] void throwInvalidLength();
// Gives back the places, whose elements are destroyed or moved away.
void releaseItems(const ArrayBody& body, std::size_t elementSize) noexcept;
// How many places a list that has had `before` elements and gets `size` is to have: twice as many where it grows one by one,
// and no more than it needs where it is made at once. Throws a RangeError for more than an array's greatest length.
[[nodiscard]] inline std::size_t roomFor(std::size_t size, std::size_t before, std::size_t elementSize) {
  constexpr std::size_t granule = 32;  // lists grow in steps of it; a first element gets twice that, or four places
  if (size > greatestLength) [[unlikely]]
    throwInvalidLength();
  std::size_t bytes = (size > before * 2 ? size : before * 2) * elementSize;
  if (size == 1) bytes = 4 * elementSize > 2 * granule ? 4 * elementSize : 2 * granule;
  const std::size_t room = (bytes + granule - 1) / granule * granule / elementSize;
  return room < greatestLength ? room : greatestLength;
}

// A length: throws the RangeError "Invalid array length" for what is none.
[[nodiscard]] std::size_t lengthOf(double length);
// An index that may count from the end: the place, which may be below zero or behind the last. NaN is 0.
[[nodiscard]] double fromEnd(double index, std::size_t size) noexcept;
// The same, kept between 0 and size.
[[nodiscard]] std::size_t placeOf(double index, std::size_t size) noexcept;
// Whether `index` is so far behind the end that the holes would take more memory than the program can have meant.
void checkHole(std::size_t index, std::size_t size);
// Throws a RangeError for so many elements that nobody has given, which new Array(n) and `length = n` make.
void checkFill(std::size_t count);

// "index 5 is out of range: the Array has 3 elements"
[[nodiscard]] String outOfRange(double index, std::size_t size);
[[noreturn]] void throwOutOfRange(double index, std::size_t size);
[[noreturn]] void throwInvalidIndex(double index);
[[noreturn]] void throwReduceOfEmpty();

}  // namespace nodecpp::detail
