// The parts of String that other headers need: counted blocks, StringArg, Index and PieceLimit. Part of string.h.
#pragma once

#include <nodecpp/arithmetic.h>
#include <nodecpp/array/array_forward.h>
#include <nodecpp/array/array_spread.h>
#include <nodecpp/missing.h>
#include <nodecpp/safety.h>
#include <nodecpp/traits.h>

#include <compare>
#include <concepts>
#include <cstring>
#include <initializer_list>
#include <type_traits>
#include <utility>

namespace nodecpp {

class String;

namespace detail {

// A flag of a block that was made for a Buffer or an ArrayBuffer and that no String refers to. All Buffers over parts
// of such a block may share the whole block, which buffer.buffer shows in Node.
inline constexpr std::uint32_t bytesAlone = 0x40000000u;

// A counted block of bytes. Strings and Buffers refer to parts of it.
struct Block {
  std::uint32_t refs;
  // The two highest bits are flags of Buffers. The other bits are a mark that connects the block with positions of code
  // units that the runtime has remembered for its text. Code that writes new text to a block sets the mark to 0.
  std::uint32_t flags;
  std::size_t capacity;
  char* bytes() noexcept { return reinterpret_cast<char*>(this + 1); }

  // Returns a new block with room for `capacity` bytes. The caller owns its one reference.
  [[nodiscard]] static Block* make(std::size_t capacity);
  // Returns a new block, filled with zeros when `zeroed` is true, or null when there is not enough memory.
  [[nodiscard]] static Block* tryMake(std::size_t capacity, bool zeroed) noexcept;
  static void retain(Block* block) noexcept {
    if (block) countCopy(block->refs);
  }
  [[gnu::always_inline]] static void drop(Block* block) noexcept {
    if (block && --block->refs == 0) release(block, sizeof(Block) + block->capacity);
  }
};

// Returns whether two ranges of bytes are equal. Most compared texts are short, and for these the call of memcmp would
// cost more than the comparison itself.
inline bool sameBytes(const char* a, const char* b, std::size_t size) noexcept {
  // Compares the first and the last word, which may overlap.
  const auto both = [=]<class Word>(Word, std::size_t last) {
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

// Returns 1 to 8 bytes as one word, with the first byte in the lowest bits.
inline std::uint64_t fewBytes(const char* data, std::size_t size) noexcept {
  const auto both = [=]<class Word>(Word first, Word last) {  // reads the first and the last word, which may overlap
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
  { s.data() } -> detail::ConvertsTo<const char*>;
  { s.size() } -> detail::ConvertsTo<std::size_t>;
};

template <class T>
concept StringPointer = std::is_pointer_v<std::decay_t<T>> && CharLike<std::remove_pointer_t<std::decay_t<T>>>;

template <class T>
concept StringLike = StringClass<T> || StringPointer<T>;

// Whether S is a string literal with at least `least` and at most `most` bytes.
template <class S, std::size_t least, std::size_t most>
inline constexpr bool isShortLiteral = false;
template <std::size_t N, std::size_t least, std::size_t most>
inline constexpr bool isShortLiteral<const char (&)[N], least, most> = N - 1 >= least && N - 1 <= most;

// Whether T is a String or a class that stands for one, such as let<String>. Specialised by those classes.
template <class T>
inline constexpr bool isString = std::same_as<std::remove_cvref_t<T>, String>;

// Two strings, at least one of which is a String.
template <class A, class B>
concept StringPair = (isString<std::remove_cvref_t<A>> || isString<std::remove_cvref_t<B>>) &&
                     StringLike<const std::remove_reference_t<A>&> && StringLike<const std::remove_reference_t<B>&>;

template <class T>
concept CharacterType = std::same_as<T, char> || std::same_as<T, char8_t> || std::same_as<T, char16_t> ||
                        std::same_as<T, char32_t> || std::same_as<T, wchar_t>;
// A handle to an object whose class has toString(), which JavaScript calls where a text is needed.
template <class H>
concept TextHandle = requires(const H& handle) { typename H::ObjectType; { handle->toString() } -> std::same_as<String>; };
// A number, a boolean, or an object of a class that has the function toString() and no conversion to String.
template <class T>
concept HasText = !CharacterType<T> && !StringLike<const T&> && !requires(const T& value) { value.operator String(); } &&
                  (Arithmetic<T> || NumberVariable<T> || TextHandle<T> ||
                   requires(const T& value) { { value.toString() } -> std::same_as<String>; });
// A var. Since it may hold any value, a var is converted to a string only explicitly. Functions that take strings
// delete their overload for a var with the message NODECPP_NO_STRING.
template <class T>
concept AnyValue = requires { typename T::NodecppVar; };
#define NODECPP_NO_STRING "a var may be anything: write String(x)"
// A Lookup, for functions that are declared before it.
template <class T>
concept FromLookup = std::is_class_v<T> && requires { typename T::NodecppLookup; };

// An index as JavaScript's String methods take it: a number of any type. NaN becomes 0, a fraction is truncated, and a
// number beyond the range becomes the end of the range, so Infinity is allowed.
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
  // Takes a class that converts to a number: a let or a var.
  template <class T>
    requires std::is_class_v<T> && (!std::same_as<T, Index>) && detail::ConvertsTo<const T&, double>
  constexpr Index(const T& value) : Index(static_cast<double>(value)) {}
  constexpr operator std::ptrdiff_t() const noexcept { return value_; }

 private:
  std::ptrdiff_t value_;
};
// The greatest number of pieces that split() returns. undefined means no limit; any other value is converted with
// JavaScript's ToUint32.
class PieceLimit {
 public:
  constexpr PieceLimit(Undefined = {}) noexcept : value_(SIZE_MAX) {}
  template <std::integral T>
  constexpr PieceLimit(T value) noexcept : value_(std::uint32_t(value)) {}
  template <std::floating_point T>
  PieceLimit(T value) : value_(toUint32(double(value))) {}
  // Takes a class that converts to a number: a let, a num, or a var, which may also be undefined.
  template <class T>
    requires std::is_class_v<T> && (!std::same_as<T, PieceLimit>) && (!std::same_as<T, Undefined>) && detail::ConvertsTo<const T&, double>
  PieceLimit(const T& value) : PieceLimit() {
    if constexpr (AnyValue<T>)
      if (value.isUndefined()) return;
    value_ = toUint32(static_cast<double>(value));
  }
  constexpr operator std::size_t() const noexcept { return value_; }

 private:
  std::size_t value_;
};
// An index in brackets. A number that is not an integer, as in text[1.5] and text[NaN], is an index that no text has.
class BracketIndex : public Index {
 public:
  template <std::integral T>
  constexpr BracketIndex(T value) noexcept : Index(value) {}
  template <class T>
    requires(!std::integral<T>) && (!std::same_as<T, BracketIndex>) && detail::ConvertsTo<const T&, double>
  constexpr BracketIndex(const T& value) : Index(std::ptrdiff_t(placeAt(static_cast<double>(value)))) {}
};

}  // namespace detail

// A string parameter: a view of the argument, which must outlive the call. One template constructor takes String,
// literals, std::string and std::string_view, so that braces never become a string by accident. A null pointer, and a
// String that is undefined or null, have no bytes.
class StringArg {
 public:
  // An array of const char is taken as a literal, so embedded zeros are kept. A writable array and a pointer end at
  // their first zero. A function that passes a string on must take T&&, or this difference is lost.
  template <class S, class T = std::remove_cvref_t<S>>
    requires detail::StringLike<const T&> && (!detail::DerivedFrom<T, StringArg>)
  constexpr StringArg(S&& s [[clang::lifetimebound]]) {
    if constexpr (detail::DerivedFrom<T, String>) {
      data_ = s.data();
      size_ = s.size();
      origin_ = &s;
    } else if constexpr (detail::StringClass<T>) {
      // A default-constructed string_view has a null pointer, which must not be passed to memcpy.
      const char* bytes = s.data();
      data_ = bytes ? bytes : "";
      size_ = s.size();
      // A let<String> refers to the String inside of it.
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
  // Takes what a look-up has found. Throws Node's TypeError when that is no text (ERR_INVALID_ARG_TYPE): undefined, null,
  // a number, a list. Defined with Lookup.
  StringArg(const Lookup& value [[clang::lifetimebound]]);
  constexpr StringArg(const char* data, std::size_t size) = delete;
  // Not the compiler's own copy constructor, with which an argument would be passed in memory as 16 and 8 bytes that are
  // copied from where it was just made in words of 8. Reading words together that were written apart stalls the processor.
  constexpr StringArg(const StringArg& other) noexcept : data_(other.data_), size_(other.size_), origin_(other.origin_) {}
  constexpr StringArg& operator=(const StringArg&) noexcept = default;
  template <class T>
    requires detail::AnyValue<T>
  StringArg(const T&) NODECPP_DELETED(NODECPP_NO_STRING);

  constexpr const char* data() const { return data_; }
  constexpr std::size_t size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  // Returns a String with the same bytes. It shares the bytes when the argument was a String.
  String toString() const;
  // Returns whether the argument was a null pointer, or a String that is undefined or null.
  bool isNullish() const noexcept;
  // For the runtime: the String that the argument refers to, or null when the argument is not a String.
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

namespace detail {
// A string parameter of a function of the language itself, and a key of a Map, which convert their argument as JavaScript
// does: a text that is searched for what a look-up has not found is searched for "undefined", where Node's functions throw.
class TextArg : public StringArg {
 public:
  using StringArg::StringArg;
  constexpr TextArg(const StringArg& text) : StringArg(text) {}
  TextArg(const Lookup& value [[clang::lifetimebound]]);
  // A var that is no text is converted. `kept` is a temporary of the caller's statement, which holds the result.
  template <class T, class Kept = String>
    requires AnyValue<T>
  TextArg(const T& value [[clang::lifetimebound]], Kept&& kept = Kept()) : StringArg(textOf(value, kept)) {}

 private:
  template <class T, class Kept>
  static const Kept& textOf(const T& value, Kept& kept) {
    return value.isString() ? value.text() : kept = value.toString();
  }
};
}  // namespace detail

}  // namespace nodecpp
