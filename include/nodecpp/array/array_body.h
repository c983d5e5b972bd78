// The data that all copies of an Array share: a reference count and the memory of its elements. Programs include
// nodecpp/array.h.
#pragma once

#include <nodecpp/array/array_forward.h>
#include <nodecpp/safety.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace nodecpp {
class String;
}

namespace nodecpp::detail {

// A number of elements. It has a type of its own, so that the compiler knows that storing an element, whatever its type,
// does not change the length of a list.
class ListSize {
 public:
  constexpr ListSize(std::size_t count) noexcept : count_(Count(count)) {}
  constexpr operator std::size_t() const noexcept { return std::size_t(count_); }
  ListSize& operator+=(std::size_t more) noexcept { return *this = *this + more; }
  ListSize& operator-=(std::size_t less) noexcept { return *this = *this - less; }
  ListSize& operator++() noexcept { return *this += 1; }
  ListSize& operator--() noexcept { return *this -= 1; }

 private:
  enum class Count : std::uint32_t {};
  Count count_;
};

struct ArrayBody {
  // 64 bits cannot overflow, so a copy needs no check. Where the compiler omits a copy, as that of the row in
  // `rows[i][k]`, the check would remain.
  std::uint64_t refs;
  void* items;     // the address of the Array's first element
  ListSize size;   // the number of elements in the Array
  ListSize room;   // the number of places from the first element on
  ListSize front;  // unused places in front of the first element, left by shift()
  std::uint32_t place;  // the place on the cycle collector's list; 0 where no element can hold a reference
};

// Returns a body without elements and with one reference. An undefined Array has no body.
[[nodiscard, gnu::returns_nonnull]] ArrayBody* makeBody() noexcept;
// Returns the address of the count for the cycle collector, which reads 32 bits (TracedType::refs).
[[nodiscard]] std::uint32_t* countOf(ArrayBody& body) noexcept;
// Adds a reference to the body of an Array and returns the body.
inline ArrayBody* share(ArrayBody* body) noexcept {
  if (body) {
    checkCountingThread(&body->refs);
    ++body->refs;
    // A count that is not 0 lets the compiler omit the counting of a copy that is destroyed at once.
    [[assume(body->refs > 1)]];
  }
  return body;
}
inline constexpr std::size_t greatestLength = 4294967295;
[[noreturn]] void throwInvalidLength();
// Frees the memory `before` of a list, whose elements must have been destroyed or moved away. Where a HeldItems holds the
// memory of that list, it is freed later.
void releaseItems(const ArrayBody& list, const ArrayBody& before, std::size_t elementSize) noexcept;

// Whether a T may be moved to another place by copying its bytes, without a destructor at the old place (trivially
// relocatable).
template <class T>
inline constexpr bool movesAsBytes = std::is_trivially_copyable_v<T> || std::is_same_v<T, String> || requires { typename T::NodecppVar; };
#if defined(__clang__)
template <class T>
  requires(__is_trivially_relocatable(T))
inline constexpr bool movesAsBytes<T> = true;
#endif
template <class T>
inline constexpr bool movesAsBytes<Array<T>> = true;

// How an element is given to a function that is not inlined: one that fits into a register by value, so that the caller
// need not store it.
template <class T>
using Added = std::conditional_t<std::is_trivially_copyable_v<T> && sizeof(T) <= sizeof(void*), T, T&&>;

// Whether the destructor of a T that was moved away runs no code of the program. Not so for a class with a copy
// constructor alone: what was copied away ends as every object does.
template <class T>
inline constexpr bool endsQuietly = std::is_trivially_destructible_v<T> || requires(const T& t) { t.identity(); } ||
                                    requires { typename T::NodecppLeaf; };
#if defined(__clang__)
template <class T>
  requires(__is_trivially_relocatable(T))
inline constexpr bool endsQuietly<T> = true;
#endif

// Takes the first element or the last ones out of a list, and keeps their places while the caller destroys them. Their
// destructors may be code of the program that changes the list: meanwhile the list neither uses the places nor frees the
// memory around them. The caller holds a reference to the list.
class HeldItems {
 public:
  enum class Place : bool { first, last };
  // A `count` above 1 is for the last elements.
  HeldItems(ArrayBody& body, std::size_t elementSize, Place which, std::size_t count = 1) noexcept;
  HeldItems(const HeldItems&) = delete;
  // Gives the places back to the list, or frees the memory when the list has other memory by now.
  ~HeldItems();
  // Returns whether the memory of the list is held, and will be freed by its HeldItems.
  static bool leave(const ArrayBody& list) noexcept;

 private:
  ArrayBody& body_;
  const ArrayBody before_;  // what the list was like before, by which its memory is freed
  const std::size_t elementSize_;
  const Place which_;
  bool frees_ = true;       // no outer HeldItems holds the same memory
  bool left_ = false;       // the list does not use the memory any more
  std::uint32_t kept_ = 0;  // the number of places that the list cannot use meanwhile
  HeldItems* const outer_;
};

// Returns for how many elements a list that grows from `before` to `size` elements gets memory: twice `before` when it
// grows one by one, and only as much as needed when it is made at once. Throws a RangeError when `size` exceeds the
// greatest length of an array.
[[nodiscard]] inline std::size_t roomFor(std::size_t size, std::size_t before, std::size_t elementSize) {
  // Memory grows in steps of 32 bytes; the first element gets 64 bytes or four places.
  constexpr std::size_t granule = 32;
  if (size > greatestLength) [[unlikely]]
    throwInvalidLength();
  std::size_t bytes = (size > before * 2 ? size : before * 2) * elementSize;
  if (size == 1) bytes = 4 * elementSize > 2 * granule ? 4 * elementSize : 2 * granule;
  const std::size_t room = (bytes + granule - 1) / granule * granule / elementSize;
  return room < greatestLength ? room : greatestLength;
}

// Converts a number to a length. Throws the RangeError "Invalid array length" when it is not a valid length.
[[nodiscard]] std::size_t lengthOf(double length);
// Converts an index that may count from the end to a position, which may be negative or behind the last element. NaN is
// 0.
[[nodiscard]] double fromEnd(double index, std::size_t size) noexcept;
// Converts an index as fromEnd does and limits the position to the range from 0 to size.
[[nodiscard]] std::size_t placeOf(double index, std::size_t size) noexcept;
// Throws a RangeError when writing at `index` would leave a hole larger than a program can have meant, because the
// holes need memory here, unlike in JavaScript.
void checkHole(std::size_t index, std::size_t size);
// Throws a RangeError when new Array(n) or `length = n` would add more elements than V8 stores consecutively.
void checkFill(std::size_t count);

// Returns the message of a RangeError: "index 5 is out of range: the Array has 3 elements".
[[nodiscard]] String outOfRange(double index, std::size_t size);
[[noreturn]] void throwOutOfRange(double index, std::size_t size);
[[noreturn]] void throwInvalidIndex(double index);
[[noreturn]] void throwReduceOfEmpty();

}  // namespace nodecpp::detail
