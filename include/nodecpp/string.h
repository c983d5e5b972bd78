// String: a counted, immutable text with JavaScript's methods. `length()`, indices and all that counts characters count
// UTF-16 units, as JavaScript does; `byteLength()` is the number of bytes of UTF-8.
//
// The text is kept as UTF-8; half of a surrogate pair stands in it as three bytes of its own (WTF-8) until it meets its
// other half, and leaves the program as U+FFFD. Where all of a text is ASCII, which each String remembers, a unit is a
// byte and an index costs nothing; in any other text the last places that were asked for are remembered, so that a loop
// over indices, in either direction, takes time that grows with the text only. A place far from all of those costs its
// distance.
//
// A String may also be undefined or null, as a variable of JavaScript: then it has no bytes, is false, and prints as
// "undefined" or "null".
#pragma once

#include <nodecpp/string/arg.h>

namespace nodecpp {

class RegExpMatch;
class RegExpStringIterator;

namespace detail {
// A function that makes a replacement of what was found: it takes the match, its index and the whole text, or less.
template <class F>
concept Replacer = !StringLike<F> &&
                   (std::is_invocable_v<F&, const String&, std::size_t, const String&> ||
                    std::is_invocable_v<F&, const String&, std::size_t> || std::is_invocable_v<F&, const String&> ||
                    std::is_invocable_v<F&>);
class CodePoints;
struct TextEnd {};
// A RegExp, or what stands for one (a let<RegExp>).
template <class T>
concept RegExpLike = requires { typename T::NodecppRegExp; } || requires(const T& pattern) {
  typename std::remove_cvref_t<decltype(pattern.ref())>::NodecppRegExp;
};

}  // namespace detail

class String {
 public:
  using NodecppLeaf = void;  // see nodecpp/trace.h
  using Index = detail::Index;

  String() noexcept : inlined_{} {}
  template <class S, class T = std::remove_cvref_t<S>>
    requires detail::StringLike<const T&> && (!std::derived_from<T, String>)
  String(S&& s) {
    if constexpr (detail::isShortLiteral<S, 1, 22>)
      setLiteral(s);
    else
      ::new (static_cast<void*>(this)) String(fromArg<T>(StringArg(std::forward<S>(s))));
  }
  String(Undefined) noexcept : inlined_{} { inlined_.bytes[22] = isUndefinedState; }
  // JavaScript's null, as a null pointer is.
  String(std::nullptr_t) noexcept : inlined_{} { inlined_.bytes[22] = isNullState; }
  String(const String& other) noexcept { copyFrom(other); }
  String(String&& other) noexcept {
    std::memcpy(static_cast<void*>(this), &other, sizeof(String));
    other.forget();
  }
  [[gnu::always_inline]] ~String() {
    if (isSlice()) detail::Block::drop(slice_.owner);
  }
  // Of what no name refers to, as a field of `list[i]` or of `map.get(key)`: the change would be lost.
  template <class S>
  void operator=(S&&) const&& NODECPP_DELETED("this text is a copy's: write list[i]->field = x, or set(key, value)");
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
    other.forget();
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
  // Bytes.
  std::size_t size() const noexcept { return isSlice() ? slice_.size : inlined_.size; }
  // UTF-16 units.
  std::ptrdiff_t length() const noexcept {
    if (isNotedAscii()) [[likely]]
      return std::ptrdiff_t(size());
    return inlined_.size == 0 ? 0 : std::ptrdiff_t(countUnits());
  }
  // Bytes of UTF-8: Buffer.byteLength(s).
  std::size_t byteLength() const noexcept { return size(); }
  bool empty() const noexcept { return size() == 0; }
  bool isUndefined() const noexcept { return lastTwo() == isUndefinedState; }
  bool isNull() const noexcept { return lastTwo() == isNullState; }
  // undefined or null, which is also `s == nullptr`.
  bool isNullish() const noexcept { return std::uint16_t(lastTwo() - 1) < 2; }
  // JavaScript's `a || b`: the first where it is true, else the second. Both are evaluated.
  template <class B>
    requires detail::StringLike<const B&>
  friend String operator||(const String& a, const B& b) {
    return a ? a : String(b);
  }
  // False when empty, as in JavaScript, and for undefined and null.
  explicit operator bool() const noexcept { return size() != 0; }

  // for (auto character : text): Strings of one code point each, as for-of gives. The loop holds the text as it was.
  detail::CodePoints begin() const;
  detail::TextEnd end() const noexcept { return {}; }

  // The unit at `index` as a String; where there is none charAt gives "", the others undefined. `at` counts from the end
  // when negative.
  String operator[](detail::BracketIndex index) const { return character(index, isUndefinedState); }
  String charAt(Index index) const { return character(index, 0); }
  String at(Index index) const {
    return character(index < 0 ? index + std::ptrdiff_t(length()) : std::ptrdiff_t(index), isUndefinedState);
  }
  // The unit at `index`; -1, which equals no unit, where there is none and JavaScript has NaN. It is an int so that it
  // can be switched over and shifted; NaN is also not less than anything, which -1 is.
  int charCodeAt(Index index) const noexcept {
    const std::size_t at = std::size_t(std::ptrdiff_t(index));
    if (isNotedAscii()) [[likely]]
      return NODECPP_FAILS(stringUnit, at >= size()) ? -1 : static_cast<unsigned char>(data()[at]);
    return unitAt(at);
  }
  // The code point that begins at `index` (half of a pair where its other half is in front of it), -1 for undefined.
  std::int32_t codePointAt(Index index) const noexcept;
  // Of each code its low sixteen bits.
  template <class... T>
  static String fromCharCode(T... codes) {
    String out;
    if constexpr (sizeof...(T) == 1) {
      const std::uint32_t code = (toUint32(static_cast<double>(codes)), ...) & 0xffff;
      code < 0x80 ? out.setWords(ofAscii(code)) : out.appendUnit(code);
    } else {
      (out.appendUnit(toUint32(static_cast<double>(codes))), ...);
    }
    return out;
  }
  // A RangeError for what is no code point.
  template <class... T>
  static String fromCodePoint(T... codes) {
    String out;
    (out.appendCodePoint(double(codes)), ...);
    return out;
  }
  // String.raw({raw: pieces}, ...between). A raw literal of C++, R"(a\n)", is what String.raw`a\n` is.
  template <class... T>
  static String raw(std::initializer_list<String> pieces, const T&... between);

  // All indices count units; -1 when there is none. An empty text is found everywhere.
  std::ptrdiff_t indexOf(StringArg search, Index from = 0) const noexcept;
  std::ptrdiff_t lastIndexOf(StringArg search, Index from = PTRDIFF_MAX) const noexcept;
  bool includes(StringArg search, Index from = 0) const noexcept { return indexOf(search, from) >= 0; }
  bool startsWith(StringArg search, Index from = 0) const noexcept;
  bool endsWith(StringArg search, Index end = PTRDIFF_MAX) const noexcept;
  // Negative indices count from the end.
  String slice(Index from = 0, Index to = PTRDIFF_MAX) const {
    if (slice_.note != allAscii) return unitSlice(from, to);
    const std::ptrdiff_t all = slice_.size;
    auto place = [all](std::ptrdiff_t at) { return at >= all ? all : at >= 0 ? at : at + all > 0 ? at + all : 0; };
    const std::ptrdiff_t begin = place(from), end = place(to), size = end - begin;
    if (size <= std::ptrdiff_t(sizeof(Inlined::bytes))) return size > 0 ? copyOf(slice_.data + begin, std::size_t(size)) : String();
    String out;
    out.slice_ = {slice_.data + begin, slice_.owner, std::uint32_t(size), allAscii};
    detail::Block::retain(slice_.owner);
    return out;
  }
  String substring(Index from, Index to = PTRDIFF_MAX) const;
  String substr(Index from, Index count = PTRDIFF_MAX) const;
  Array<String> split(StringArg separator, detail::PieceLimit limit = {}) const;
  Array<String> split() const;  // all of it as one
  String trim() const;
  String trimStart() const;
  String trimEnd() const;
  // The first occurrence, or all of them. In a text, `with`, $$ is a $, $& the match, $` what is in front of it and $'
  // what is behind it; a function is called with the match, its index and this text (or takes fewer), and what it
  // returns is put in as it is printed.
  String replace(StringArg search, StringArg with) const;
  String replaceAll(StringArg search, StringArg with) const;
  template <detail::Replacer F>
  String replace(StringArg search, F&& f NODECPP_NOESCAPE) const;
  template <detail::Replacer F>
  String replaceAll(StringArg search, F&& f NODECPP_NOESCAPE) const;
  // With a RegExp these are defined in nodecpp/regexp.h. A function is called with the match, its groups, its index, this
  // text and the named groups (or takes fewer). In a text $1 and $<name> are groups, too.
  template <class P>
  RegExpMatch match(const P& pattern) const;
  template <class P>
  RegExpStringIterator matchAll(const P& pattern) const;
  template <class P>
  std::ptrdiff_t search(const P& pattern) const;
  template <detail::RegExpLike P>
  Array<String> split(const P& separator, detail::PieceLimit limit = {}) const;
  template <detail::RegExpLike P, class W>
  String replace(const P& pattern, W&& with) const;
  template <detail::RegExpLike P, class W>
  String replaceAll(const P& pattern, W&& with) const;
  // By a var, which may hold a RegExp; anything else in it is a text. Defined in nodecpp/var/text.h.
  template <detail::AnyValue P>
  Array<String> split(const P& separator, detail::PieceLimit limit = {}) const;
  template <detail::AnyValue P, class W>
  String replace(const P& pattern, W&& with) const;
  template <detail::AnyValue P, class W>
  String replaceAll(const P& pattern, W&& with) const;
  // Unicode's full mapping, whatever the locale: "ß" becomes "SS", a sigma at the end of a word "ς".
  String toLowerCase() const;
  String toUpperCase() const;
  String toLocaleLowerCase() const { return toLowerCase(); }
  String toLocaleUpperCase() const { return toUpperCase(); }
  // "NFC", "NFD", "NFKC" or "NFKD"; a RangeError for another.
  String normalize(StringArg form = "NFC") const;
  // Without halves of surrogate pairs: U+FFFD is in their place.
  bool isWellFormed() const noexcept;
  String toWellFormed() const;
  String padStart(Index length, StringArg fill = " ") const;
  String padEnd(Index length, StringArg fill = " ") const;
  // A RangeError for a negative count, and for what would be longer than a String can be.
  String repeat(Index count) const;
  // Of anything that str() takes.
  template <class... T>
  String concat(const T&... more) const;
  // Below, equal or above zero. The order is documented in docs/base.md.
  int localeCompare(StringArg other) const;
  const String& toString() const [[clang::lifetimebound]] { return *this; }
  const String& valueOf() const [[clang::lifetimebound]] { return *this; }

  String& operator+=(StringArg more);

  // By UTF-16 units, as JavaScript's `<`.
  static int compare(const StringArg& a, const StringArg& b) noexcept;
  // For the runtime: whether others of this thread refer to the same bytes and count them.
  bool isShared() const noexcept { return block() && block()->refs != 1; }
  // For the runtime: what keeps the bytes; null where nothing counted does.
  detail::Block* block() const noexcept { return isSlice() ? slice_.owner : nullptr; }
  // For the runtime: the bytes from `from` to `to`, which are not counted as units.
  String byteSlice(std::size_t from, std::size_t to = SIZE_MAX) const;
  // For the runtime: undefined and null as the texts that they print, anything else as it is.
  String printed() const;

 private:
  friend struct StringParts;
  template <class A, class B>
    requires detail::StringPair<A, B>
  friend bool operator==(A&& a, B&& b) noexcept;

  static constexpr unsigned char sliceTag = 0xff;
  static constexpr char isUndefinedState = 1;
  static constexpr char isNullState = 2;
  static constexpr char isAsciiState = char(0xfe);
  // A slice's note: the tag, and how many bytes more than units it has; or what stands for one of these. The byte below
  // the tag is isAsciiState where all is ASCII, and nowhere else.
  static constexpr std::uint32_t allAscii = 0xfffe0000;
  static constexpr std::uint32_t excessBits = 0xffffff;
  static constexpr std::uint32_t mostExcess = 0xfdffff;
  static constexpr std::uint32_t someExcess = 0xfffffffe;  // too many to be noted; not ASCII
  static constexpr std::uint32_t unknown = 0xffffffff;
  struct Slice {
    const char* data;
    detail::Block* owner;  // null for static bytes
    std::uint32_t size;
    std::uint32_t note;  // its highest byte is the tag
  };
  // The last of the bytes is text where there are 23, and never isAsciiState then. Else it is a state: of an empty one
  // undefined, null, or 0 for ""; of any other isAsciiState once that was found out.
  struct Inlined {
    char bytes[23];
    unsigned char size;
  };

  template <class T>
  static String fromArg(const StringArg& arg) {
    if constexpr (std::is_pointer_v<T> || detail::isString<T>)
      if (arg.empty()) return arg.toString();
    return copyOf(arg.data(), arg.size());
  }
  // A literal's bytes are known when compiling, as words.
  template <std::size_t N>
  static constexpr std::uint64_t literalWord(const char (&s)[N], std::size_t from) noexcept {
    std::uint64_t word = 0;
    for (std::size_t i = from; i < from + 8 && i < N - 1; ++i) word |= std::uint64_t(static_cast<unsigned char>(s[i])) << (8 * (i - from));
    return word;
  }
  template <std::size_t N>
  [[gnu::always_inline]] void setLiteral(const char (&s)[N]) noexcept {
    const std::uint64_t words[3] = {literalWord(s, 0), literalWord(s, 8), literalWord(s, 16) | std::uint64_t(N - 1) << 56};
    std::memcpy(static_cast<void*>(this), words, sizeof words);
  }
  // Whether these are the bytes of a literal that has some.
  template <std::size_t N>
  [[gnu::always_inline]] bool isLiteral(const char (&s)[N]) const noexcept {
    if (isSlice()) [[unlikely]]
      return slice_.size == N - 1 && std::memcmp(slice_.data, s, N - 1) == 0;
    std::uint64_t words[3];
    std::memcpy(words, static_cast<const void*>(this), sizeof words);
    std::uint64_t differ = 0;
    for (std::size_t i = 0; i < (N + 6) / 8; ++i)
      differ |= (words[i] ^ literalWord(s, 8 * i)) << (N - 1 >= 8 * i + 8 ? 0 : 8 * (8 * i + 9 - N));
    return inlined_.size == N - 1 && differ == 0;
  }
  // Whether `size` bytes, which end at `end`, can stand here.
  static bool fits(std::size_t size, const char* end) noexcept {
    return size < sizeof(Inlined::bytes) || (size == sizeof(Inlined::bytes) && end[-1] != isAsciiState);
  }
  bool isSlice() const noexcept { return inlined_.size == sliceTag; }
  // Not empty, and noted to be ASCII.
  bool isNotedAscii() const noexcept { return inlined_.bytes[22] == isAsciiState; }
  // Not a slice, and ASCII; false also for ASCII that has something else behind it.
  bool isAsciiInlined() const noexcept {
    std::uint64_t words[3];
    std::memcpy(words, static_cast<const void*>(this), sizeof words);
    return ((words[0] | words[1] | words[2]) & 0x8080808080808080) == 0;
  }
  std::uint16_t lastTwo() const noexcept {
    std::uint16_t two = 0;
    std::memcpy(&two, reinterpret_cast<const char*>(this) + 22, sizeof two);
    return two;
  }
  // Leaves "" without giving up what it held.
  void forget() noexcept {
    const std::uint16_t nothing = 0;
    std::memcpy(reinterpret_cast<char*>(this) + 22, &nothing, sizeof nothing);
  }
  [[gnu::always_inline]] void copyFrom(const String& other) noexcept {
    std::memcpy(static_cast<void*>(this), &other, sizeof(String));
    if (isSlice()) detail::Block::retain(slice_.owner);
  }
  // A String that nobody else sees is compared where the compiler has it: one whose address is taken has to stand in memory.
  template <class S>
  [[gnu::always_inline]] static auto& seen(S&& text, Inlined& copy) noexcept {
    if constexpr (std::is_lvalue_reference_v<S>) {
      return text;
    } else {
      std::memcpy(&copy, static_cast<const void*>(&text), sizeof copy);
      return *reinterpret_cast<const String*>(&copy);
    }
  }
  template <class A>
  [[gnu::always_inline]] static bool sameAs(A&& a, const StringArg& b) {
    const unsigned size = a.inlined_.size;
    if (size - 1 < sizeof(std::uint64_t)) [[likely]] {
      if (b.size() != size) return false;
      std::uint64_t mine = 0;
      std::memcpy(&mine, a.inlined_.bytes, sizeof mine);
      return (mine ^ detail::fewBytes(b.data(), size)) << (8 * (sizeof mine - size)) == 0;
    }
    alignas(String) Inlined copy;
    return StringArg(seen(std::forward<A>(a), copy)) == b;
  }
  template <class A, class B>
  [[gnu::always_inline]] static bool same(A&& a, B&& b) noexcept {
    const unsigned size = a.inlined_.size, others = b.inlined_.size;
    // From 1 to 8 bytes that stand here are a word of which the others are shifted out.
    if (size - 1 < sizeof(std::uint64_t) && others - 1 < sizeof(std::uint64_t)) [[likely]] {
      std::uint64_t mine = 0, its = 0;
      std::memcpy(&mine, a.inlined_.bytes, sizeof mine);
      std::memcpy(&its, b.inlined_.bytes, sizeof its);
      return size == others && (mine ^ its) << (8 * (sizeof mine - size)) == 0;
    }
    alignas(String) Inlined copies[2];
    return StringArg(seen(std::forward<A>(a), copies[0])) == StringArg(seen(std::forward<B>(b), copies[1]));
  }
  // The words of a String that stands in itself; the one between them is 0. Comparisons read words, too, and the processor
  // would have to wait for bytes that were written one by one.
  struct Words {
    std::uint64_t first, last;
  };
  // An empty String of state `none` where there is no unit.
  String character(std::ptrdiff_t index, char none) const {
    static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__);
    const std::size_t at = std::size_t(index);
    String out;
    if (isNotedAscii() && !NODECPP_FAILS(stringCharacter, at >= size())) [[likely]]
      out.setWords(ofAscii(static_cast<unsigned char>(data()[at])));
    else
      out.setWords(otherCharacter(at, none));
    return out;
  }
  static constexpr Words ofAscii(std::uint32_t code) noexcept {
    return {code, 1ull << 56 | std::uint64_t(static_cast<unsigned char>(isAsciiState)) << 48};
  }
  [[gnu::always_inline]] void setWords(Words words) noexcept {
    const std::uint64_t all[3] = {words.first, 0, words.last};
    std::memcpy(static_cast<void*>(this), all, sizeof all);
  }
  [[gnu::pure]] Words otherCharacter(std::size_t index, char none) const noexcept;
  // What they remember has no meaning to their callers, who may keep what they read before.
  [[gnu::pure]] std::size_t countUnits() const noexcept;
  [[gnu::pure]] int unitAt(std::size_t index) const noexcept;
  String unitSlice(std::ptrdiff_t from, std::ptrdiff_t to) const;
  String& appendOddly(const StringArg& more);
  void appendUnit(std::uint32_t unit);
  void appendCodePoint(double code);
  String replaceBy(StringArg search, bool all, void* function,
                   String (*call)(void* function, const String& match, std::size_t at, const String& whole)) const;

  union {
    Slice slice_;
    Inlined inlined_;
  };
};

inline String StringArg::toString() const { return origin_ ? *origin_ : String::copyOf(data_, size_); }
inline bool StringArg::isNullish() const noexcept { return origin_ && origin_->isNullish(); }

// undefined and null are equal to themselves and to each other only, as with JavaScript's `==`.
template <class A, class B>
  requires detail::StringPair<A, B>
bool operator==(A&& a, B&& b) noexcept {
  if constexpr (std::derived_from<std::remove_cvref_t<A>, String> && std::derived_from<std::remove_cvref_t<B>, String>)
    return String::same(std::forward<A>(a), std::forward<B>(b));
  else if constexpr (std::derived_from<std::remove_cvref_t<A>, String> && detail::isShortLiteral<B, 1, 23>)
    return a.isLiteral(b);
  else if constexpr (std::derived_from<std::remove_cvref_t<B>, String> && detail::isShortLiteral<A, 1, 23>)
    return b.isLiteral(a);
  else if constexpr (std::derived_from<std::remove_cvref_t<A>, String>)
    return String::sameAs(std::forward<A>(a), StringArg(b));
  else if constexpr (std::derived_from<std::remove_cvref_t<B>, String>)
    return String::sameAs(std::forward<B>(b), StringArg(a));
  else
    return StringArg(a) == StringArg(b);
}
template <class S>
  requires detail::isString<S>
bool operator==(const S& s, std::nullptr_t) noexcept {
  return StringArg(s).isNullish();
}
template <class S>
  requires detail::isString<S>
bool operator==(const S& s, Undefined) noexcept {
  return StringArg(s).isNullish();
}
// By UTF-16 units; undefined and null as the texts that they print.
template <class A, class B>
  requires detail::StringPair<A, B>
std::strong_ordering operator<=>(A&& a, B&& b) noexcept {
  return String::compare(StringArg(a), StringArg(b)) <=> 0;
}

// A String of anything that JavaScript would print in a template: str("n: ") + n.
template <class T>
  requires detail::StringLike<const T&>
String str(const T& s) {
  const StringArg text(s);
  return text.empty() ? text.toString().printed() : text.toString();
}
inline String str(Undefined) { return String::fromStatic("undefined", 9); }
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
[[gnu::always_inline]] inline FormatArg formatArg(const T& value) {
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
#include <nodecpp/string/more.h>
