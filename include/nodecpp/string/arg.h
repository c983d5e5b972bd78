// What String is made of and taken as: counted blocks, StringArg, Index, and the word `undefined`. Part of string.h.
#pragma once

#include <nodecpp/arithmetic.h>
#include <nodecpp/array/forward.h>
#include <nodecpp/missing.h>
#include <nodecpp/safety.h>

#include <compare>
#include <concepts>
#include <cstring>
#include <initializer_list>
#include <type_traits>
#include <utility>

namespace nodecpp {

class String;

namespace detail {

// In a block's flags: it was made for a Buffer or an ArrayBuffer, and no String is a slice of it. So whoever has some of the
// bytes may have them all (buffer.buffer in Node).
inline constexpr std::uint32_t bytesAlone = 0x40000000u;

// Counted bytes that Strings and Buffers are slices of.
struct Block {
  std::uint32_t refs;
  // The two highest bits belong to Buffers; the others are the mark by which a place that String remembers is known to be
  // one in this block still. Who fills a block anew leaves 0 in them.
  std::uint32_t flags;
  std::size_t capacity;
  char* bytes() noexcept { return reinterpret_cast<char*>(this + 1); }

  // One reference belongs to the caller.
  [[nodiscard]] static Block* make(std::size_t capacity);
  // Null when there is no memory for so much; filled with zeros on demand.
  [[nodiscard]] static Block* tryMake(std::size_t capacity, bool zeroed) noexcept;
  static void retain(Block* block) noexcept {
    if (block) countCopy(block->refs);
  }
  [[gnu::always_inline]] static void drop(Block* block) noexcept {
    if (block && --block->refs == 0) release(block, sizeof(Block) + block->capacity);
  }
};

// Whether the bytes are the same. Most texts that are compared are short, for which memcmp costs more by its call than by
// its work.
inline bool sameBytes(const char* a, const char* b, std::size_t size) noexcept {
  const auto both = [=]<class Word>(Word, std::size_t last) {  // the first bytes and the last; the two may overlap
    Word left[2], right[2];
    std::memcpy(left, a, sizeof(Word)), std::memcpy(left + 1, a + last, sizeof(Word));
    std::memcpy(right, b, sizeof(Word)), std::memcpy(right + 1, b + last, sizeof(Word));
    return ((left[0] ^ right[0]) | (left[1] ^ right[1])) == 0;
  };
  if (__builtin_constant_p(size) || size > 16) return std::memcmp(a, b, size) == 0;
  if (size >= 8) return both(std::uint64_t(), size - 8);
  if (size >= 4) return both(std::uint32_t(), size - 4);
  if (size >= 2) return both(std::uint16_t(), size - 2);
  return size == 0 || *a == *b;
}

// From 1 to 8 bytes as a word, the first of them lowest.
inline std::uint64_t fewBytes(const char* data, std::size_t size) noexcept {
  const auto both = [=]<class Word>(Word first, Word last) {  // the first bytes and the last, which may overlap
    std::memcpy(&first, data, sizeof first), std::memcpy(&last, data + size - sizeof last, sizeof last);
    return std::uint64_t(first) | std::uint64_t(last) << (8 * (size - sizeof last));
  };
  if (size >= 4) return both(std::uint32_t(), std::uint32_t());
  if (size >= 2) return both(std::uint16_t(), std::uint16_t());
  return static_cast<unsigned char>(*data);
}

template <class T>
concept CharLike = std::same_as<std::remove_cv_t<T>, char> || std::same_as<std::remove_cv_t<T>, char8_t>;

template <class T>
concept StringClass = std::is_class_v<std::remove_cvref_t<T>> && requires(const std::remove_cvref_t<T>& s) {
  { s.data() } -> std::convertible_to<const char*>;
  { s.size() } -> std::convertible_to<std::size_t>;
};

template <class T>
concept StringPointer = std::is_pointer_v<std::decay_t<T>> && CharLike<std::remove_pointer_t<std::decay_t<T>>>;

template <class T>
concept StringLike = StringClass<T> || StringPointer<T>;

// A literal of so many bytes.
template <class S, std::size_t least, std::size_t most>
inline constexpr bool isShortLiteral = false;
template <std::size_t N, std::size_t least, std::size_t most>
inline constexpr bool isShortLiteral<const char (&)[N], least, most> = N - 1 >= least && N - 1 <= most;

// String, and what stands for one (a let<String>).
template <class T>
inline constexpr bool isString = std::same_as<std::remove_cvref_t<T>, String>;

// Two strings of which one at least is ours.
template <class A, class B>
concept StringPair = (isString<std::remove_cvref_t<A>> || isString<std::remove_cvref_t<B>>) &&
                     StringLike<const std::remove_reference_t<A>&> && StringLike<const std::remove_reference_t<B>&>;

// A var, which may hold anything: it is turned into a string by name only. What takes strings deletes its overload for
// one, with this sentence.
template <class T>
concept AnyValue = requires { typename T::NodecppVar; };
#define NODECPP_NO_STRING "a var may be anything: write String(x)"

// An index as JavaScript takes it: of any type of number. NaN is 0, a fraction is cut off, and what is beyond the range
// is its end, so that Infinity is one.
class Index {
 public:
  template <std::integral T>
  constexpr Index(T value) noexcept : value_(std::ptrdiff_t(value)) {}
  template <std::floating_point T>
  constexpr Index(T value) noexcept
      : value_(value > T(-9e18) && value < T(9e18) ? std::ptrdiff_t(value)
               : value != value                    ? 0
               : value < 0                         ? PTRDIFF_MIN
                                                   : PTRDIFF_MAX) {}
  // What stands for a number: a let, a var.
  template <class T>
    requires std::is_class_v<T> && (!std::same_as<T, Index>) && std::convertible_to<const T&, double>
  constexpr Index(const T& value) : Index(static_cast<double>(value)) {}
  constexpr operator std::ptrdiff_t() const noexcept { return value_; }

 private:
  std::ptrdiff_t value_;
};
// How many pieces split() gives at most: undefined is no limit, any other value is JavaScript's ToUint32 of it.
class PieceLimit {
 public:
  constexpr PieceLimit(Undefined = {}) noexcept : value_(SIZE_MAX) {}
  template <std::integral T>
  constexpr PieceLimit(T value) noexcept : value_(std::uint32_t(value)) {}
  template <std::floating_point T>
  PieceLimit(T value) : value_(toUint32(double(value))) {}
  // What stands for a number: a let, a num; a var, which may be undefined.
  template <class T>
    requires std::is_class_v<T> && (!std::same_as<T, PieceLimit>) && (!std::same_as<T, Undefined>) && std::convertible_to<const T&, double>
  PieceLimit(const T& value) : PieceLimit() {
    if constexpr (AnyValue<T>)
      if (value.isUndefined()) return;
    value_ = toUint32(static_cast<double>(value));
  }
  constexpr operator std::size_t() const noexcept { return value_; }

 private:
  std::size_t value_;
};
// An index in brackets: text[1.5] and text[NaN] are nothing that a text has.
class BracketIndex : public Index {
 public:
  template <std::integral T>
  constexpr BracketIndex(T value) noexcept : Index(value) {}
  template <class T>
    requires(!std::integral<T>) && (!std::same_as<T, BracketIndex>) && std::convertible_to<const T&, double>
  constexpr BracketIndex(const T& value) : Index(std::ptrdiff_t(placeAt(static_cast<double>(value)))) {}
};

}  // namespace detail

// A string parameter: a view of the argument for the time of the call. One template constructor takes String, literals,
// std::string and std::string_view, so that braces never turn into a string by accident. A null pointer, and a String
// that is undefined or null, have no bytes.
class StringArg {
 public:
  //
  // An array of const char is taken for a literal and keeps its embedded zeros; an array that can be written to, and a
  // pointer, end at their first zero. A function that passes strings on takes T&&, or this difference is lost.
  template <class S, class T = std::remove_cvref_t<S>>
    requires detail::StringLike<const T&> && (!std::same_as<T, StringArg>)
  constexpr StringArg(S&& s [[clang::lifetimebound]]) {
    if constexpr (std::derived_from<T, String>) {
      data_ = s.data();
      size_ = s.size();
      origin_ = &s;
    } else if constexpr (detail::StringClass<T>) {
      // A default-made string_view has no address, which memcpy may not be given.
      const char* bytes = s.data();
      data_ = bytes ? bytes : "";
      size_ = s.size();
      // A let<String> is the String in it.
      if constexpr (detail::isString<T> && requires { s.ref(); }) origin_ = &s.ref();
    } else if constexpr (std::is_array_v<T> && std::is_const_v<std::remove_reference_t<S>>) {
      data_ = reinterpret_cast<const char*>(&s[0]);
      size_ = std::extent_v<T> - 1;
    } else if constexpr (std::is_array_v<T>) {
      data_ = reinterpret_cast<const char*>(&s[0]);
      size_ = __builtin_strlen(data_);
    } else if (s) [[likely]] {
      data_ = reinterpret_cast<const char*>(s);
      size_ = __builtin_strlen(data_);
    } else {
      data_ = "";
      size_ = 0;
      origin_ = nullString();
    }
  }
  constexpr StringArg(const char* data, std::size_t size) = delete;
  template <class T>
    requires detail::AnyValue<T>
  StringArg(const T&) NODECPP_DELETED(NODECPP_NO_STRING);

  constexpr const char* data() const { return data_; }
  constexpr std::size_t size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  // A String of the same bytes; shares them when the argument was a String.
  String toString() const;
  // A null pointer, or a String that is undefined or null.
  bool isNullish() const noexcept;
  // For the runtime: the String that the argument is; null when it is none.
  const String* origin() const noexcept { return origin_; }

  friend bool operator==(const StringArg& a, const StringArg& b) {
    return a.size_ == b.size_ &&
           (a.size_ ? detail::sameBytes(a.data_, b.data_, a.size_) : a.isNullish() == b.isNullish());
  }

 private:
  static const String* nullString() noexcept;

  const char* data_;
  std::size_t size_;
  const String* origin_ = nullptr;
};

}  // namespace nodecpp
