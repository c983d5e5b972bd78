// String: a counted, immutable slice of UTF-8 with JavaScript's methods, and StringArg, through which every function
// takes strings. `length()` and indices count bytes, a documented difference to JavaScript.
#pragma once

#include <nodecpp/array/forward.h>
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

// Counted bytes that Strings and Buffers are slices of.
struct Block {
  std::uint32_t refs;
  std::uint32_t flags;
  std::size_t capacity;
  char* bytes() noexcept { return reinterpret_cast<char*>(this + 1); }

  // One reference belongs to the caller.
  [[nodiscard]] static Block* make(std::size_t capacity);
  // Null when there is no memory for so much; filled with zeros on demand.
  [[nodiscard]] static Block* tryMake(std::size_t capacity, bool zeroed) noexcept;
  static void retain(Block* block) noexcept {
    if (block) ++block->refs;
  }
  static void drop(Block* block) noexcept {
    if (block && --block->refs == 0) release(block, sizeof(Block) + block->capacity);
  }
};

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

}  // namespace detail

// A string parameter: a view of the argument for the time of the call. One template constructor takes String, literals,
// std::string and std::string_view, so that braces never turn into a string by accident.
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
    } else if constexpr (std::is_array_v<T> && std::is_const_v<std::remove_reference_t<S>>) {
      data_ = reinterpret_cast<const char*>(&s[0]);
      size_ = std::extent_v<T> - 1;
    } else {
      data_ = reinterpret_cast<const char*>(&s[0]);
      size_ = __builtin_strlen(reinterpret_cast<const char*>(&s[0]));
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

  friend bool operator==(const StringArg& a, const StringArg& b) {
    return a.size_ == b.size_ && std::memcmp(a.data_, b.data_, a.size_) == 0;
  }

 private:
  const char* data_;
  std::size_t size_;
  const String* origin_ = nullptr;
};

class String {
 public:
  String() noexcept : inlined_{} {}
  template <class S, class T = std::remove_cvref_t<S>>
    requires detail::StringLike<const T&> && (!std::derived_from<T, String>)
  String(S&& s) : String(fromArg(StringArg(std::forward<S>(s)))) {}
  String(std::nullptr_t) = delete;
  String(const String& other) noexcept { copyFrom(other); }
  String(String&& other) noexcept {
    std::memcpy(static_cast<void*>(this), &other, sizeof(String));
    other.inlined_.size = 0;
  }
  ~String() {
    if (isSlice()) detail::Block::drop(slice_.owner);
  }
  String& operator=(const String& other) noexcept {
    String copy(other);
    swap(copy);
    return *this;
  }
  String& operator=(String&& other) noexcept {
    if (this == &other) return *this;
    // What is let go last may be what `other` lives in.
    detail::Block* gone = isSlice() ? slice_.owner : nullptr;
    std::memcpy(static_cast<void*>(this), &other, sizeof(String));
    other.inlined_.size = 0;
    if (gone) detail::Block::drop(gone);
    return *this;
  }
  void swap(String& other) noexcept {
    char raw[sizeof(String)];
    std::memcpy(raw, static_cast<void*>(this), sizeof(String));
    std::memcpy(static_cast<void*>(this), &other, sizeof(String));
    std::memcpy(static_cast<void*>(&other), raw, sizeof(String));
  }

  // Copies `size` bytes.
  static String copyOf(const char* data, std::size_t size);
  // A slice of `owner`, which it retains; nobody may change these bytes any more.
  static String sliceOf(detail::Block* owner, const char* data, std::size_t size);
  // Bytes of static duration, such as a literal's.
  static String fromStatic(const char* data, std::size_t size) noexcept;
  // From bytes of ISO-8859-1, as header values are.
  static String fromLatin1(const char* data, std::size_t size);

  // A view of the bytes, not terminated by a zero; valid while this String lives and is not assigned to.
  const char* data() const noexcept [[clang::lifetimebound]] { return isSlice() ? slice_.data : inlined_.bytes; }
  std::size_t size() const noexcept { return isSlice() ? slice_.size : inlined_.size; }
  std::size_t length() const noexcept { return size(); }
  // Bytes of UTF-8: Buffer.byteLength(s).
  std::size_t byteLength() const noexcept { return size(); }
  bool empty() const noexcept { return size() == 0; }
  const char* begin() const noexcept [[clang::lifetimebound]] { return data(); }
  const char* end() const noexcept [[clang::lifetimebound]] { return data() + size(); }
  // False when empty, as in JavaScript.
  explicit operator bool() const noexcept { return size() != 0; }

  // The character (byte) at `index` as a String; "" when there is none. `at` counts from the end when negative.
  String operator[](std::size_t index) const { return charAt(std::ptrdiff_t(index)); }
  String charAt(std::ptrdiff_t index) const;
  String at(std::ptrdiff_t index) const;
  // The byte at `index`, -1 (JavaScript's NaN) when there is none.
  int charCodeAt(std::ptrdiff_t index) const noexcept;
  // The code point that starts at byte `index`, -1 when there is none.
  std::int32_t codePointAt(std::ptrdiff_t index) const noexcept;
  static String fromCharCode(std::uint32_t code);
  static String fromCodePoint(std::uint32_t code);

  std::ptrdiff_t indexOf(StringArg search, std::ptrdiff_t from = 0) const noexcept;
  std::ptrdiff_t lastIndexOf(StringArg search, std::ptrdiff_t from = PTRDIFF_MAX) const noexcept;
  bool includes(StringArg search, std::ptrdiff_t from = 0) const noexcept { return indexOf(search, from) >= 0; }
  bool startsWith(StringArg search, std::ptrdiff_t from = 0) const noexcept;
  bool endsWith(StringArg search, std::ptrdiff_t end = PTRDIFF_MAX) const noexcept;
  // Negative indices count from the end.
  String slice(std::ptrdiff_t from = 0, std::ptrdiff_t to = PTRDIFF_MAX) const;
  String substring(std::ptrdiff_t from, std::ptrdiff_t to = PTRDIFF_MAX) const;
  String substr(std::ptrdiff_t from, std::ptrdiff_t count = PTRDIFF_MAX) const;
  Array<String> split(StringArg separator, std::size_t limit = SIZE_MAX) const;
  String trim() const;
  String trimStart() const;
  String trimEnd() const;
  // The first occurrence, or all of them. `$` has no special meaning in `with`.
  String replace(StringArg search, StringArg with) const;
  String replaceAll(StringArg search, StringArg with) const;
  // ASCII letters only, a documented difference.
  String toLowerCase() const;
  String toUpperCase() const;
  String padStart(std::size_t length, StringArg fill = " ") const;
  String padEnd(std::size_t length, StringArg fill = " ") const;
  String repeat(std::size_t count) const;
  template <class... T>
  String concat(const T&... more) const {
    String out = *this;
    ((out += more), ...);
    return out;
  }
  // Below, equal or above zero; by bytes.
  int localeCompare(StringArg other) const noexcept;
  const String& toString() const [[clang::lifetimebound]] { return *this; }

  String& operator+=(StringArg more);

  static int compare(const StringArg& a, const StringArg& b) noexcept;
  // For the runtime: whether others of this thread refer to the same bytes and count them.
  bool isShared() const noexcept { return isSlice() && slice_.owner && slice_.owner->refs != 1; }

 private:
  static constexpr unsigned char sliceTag = 0xff;
  struct Slice {
    const char* data;
    detail::Block* owner;  // null for static bytes
    std::uint32_t size;
    unsigned char unused[3];
    unsigned char tag;
  };
  struct Inlined {
    char bytes[23];
    unsigned char size;
  };

  static String fromArg(const StringArg& arg) { return copyOf(arg.data(), arg.size()); }
  bool isSlice() const noexcept { return inlined_.size == sliceTag; }
  void copyFrom(const String& other) noexcept {
    std::memcpy(static_cast<void*>(this), &other, sizeof(String));
    if (isSlice()) detail::Block::retain(slice_.owner);
  }

  union {
    Slice slice_;
    Inlined inlined_;
  };
};

template <class A, class B>
  requires detail::StringPair<A, B>
bool operator==(A&& a, B&& b) noexcept {
  return StringArg(a) == StringArg(b);
}
// By bytes, which is by code points.
template <class A, class B>
  requires detail::StringPair<A, B>
std::strong_ordering operator<=>(A&& a, B&& b) noexcept {
  return String::compare(StringArg(a), StringArg(b)) <=> 0;
}

inline String StringArg::toString() const { return origin_ ? *origin_ : String::copyOf(data_, size_); }

// A String of anything that JavaScript would print in a template: str("n: ") + n.
template <class T>
  requires detail::StringLike<const T&>
String str(const T& s) {
  return StringArg(s).toString();
}
// Of bool itself only: a literal would rather become a bool than a StringArg.
template <std::same_as<bool> T>
String str(T value) {
  return value ? String::fromStatic("true", 4) : String::fromStatic("false", 5);
}
String str(double value);
String str(long long value);
String str(unsigned long long value);
template <class T>
  requires std::is_arithmetic_v<T> && (!std::same_as<T, bool>)
String str(T value) {
  if constexpr (std::floating_point<T>)
    return str(double(value));
  else if constexpr (std::same_as<T, char>)
    return String::copyOf(&value, 1);
  else if constexpr (std::signed_integral<T>)
    return str(static_cast<long long>(value));
  else
    return str(static_cast<unsigned long long>(value));
}
// JavaScript's Number(s): NaN when it is none.
double toNumber(StringArg s);

namespace detail {
String concat(StringArg a, StringArg b);
}

template <class A, class B>
  requires detail::StringPair<A, B>
String operator+(A&& a, B&& b) {
  // "a" + b + "c" + d: what is added up already is appended to.
  if constexpr (std::same_as<A, String>) {
    a += b;
    return std::move(a);
  } else {
    return detail::concat(a, b);
  }
}
template <class T>
  requires std::is_arithmetic_v<T>
String operator+(const String& a, T b) {
  return detail::concat(a, str(b));
}
template <class T>
  requires std::is_arithmetic_v<T>
String operator+(T a, const String& b) {
  return detail::concat(str(a), b);
}

namespace detail {
struct FormatArg {
  enum Kind : unsigned char { other, number, signedInteger, unsignedInteger };
  String text;
  Kind kind = other;
  double asNumber = 0;
  std::uint64_t asInteger = 0;
};
template <class T>
constexpr std::uint64_t integerOf(T value) {
  if constexpr (std::integral<T>)
    return static_cast<std::uint64_t>(value);
  else
    return 0;
}
template <class T>
FormatArg formatArg(const T& value) {
  if constexpr (std::is_arithmetic_v<T> && !std::same_as<T, bool>)
    return {str(value),
            std::floating_point<T>    ? FormatArg::number
            : std::signed_integral<T> ? FormatArg::signedInteger
                                      : FormatArg::unsignedInteger,
            double(value), integerOf(value)};
  else if constexpr (requires { value.ref(); })
    return formatArg(value.ref());  // a let
  else if constexpr (requires { str(value); })
    return {str(value)};
  else
    return {value.toString()};
}
String formatWith(StringArg pattern, std::initializer_list<FormatArg> args);
}  // namespace detail

// A template literal: format("n: {}", n). `{}` takes the next argument as JavaScript prints it, `{:…}` by fmt's
// specification, `{{` and `}}` are braces. Throws an Error for a pattern that does not fit its arguments.
template <class... T>
String format(StringArg pattern, const T&... args) {
  return detail::formatWith(pattern, {detail::formatArg(args)...});
}

}  // namespace nodecpp

#include <nodecpp/array.h>
