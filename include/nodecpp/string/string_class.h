// The class String. Part of nodecpp/string.h, which describes it.
#pragma once

#include <nodecpp/string/string_arg.h>
#include <nodecpp/traits.h>

namespace nodecpp {

class RegExpMatch;
class RegExpStringIterator;

namespace detail {
// A function that computes the replacement for a match. It takes the match, the match's index and the whole text, or
// only the first few of these.
template <class F>
concept Replacer = !StringLike<F> &&
                   (std::is_invocable_v<F&, const String&, std::size_t, const String&> ||
                    std::is_invocable_v<F&, const String&, std::size_t> || std::is_invocable_v<F&, const String&> ||
                    std::is_invocable_v<F&>);
class CodePoints;
struct TextEnd {};
// A RegExp, or a let<RegExp>, which can be used in place of a RegExp.
template <class T>
concept RegExpLike = requires { typename T::NodecppRegExp; } || requires(const T& pattern) {
  typename std::remove_cvref_t<decltype(pattern.ref())>::NodecppRegExp;
};

}  // namespace detail

class String {
 public:
  using NodecppLeaf = void;  // the cycle collector does not search values of this type (nodecpp/trace.h)
  using Index = detail::Index;

  String() noexcept : inlined_{} {}
  template <class S, class T = std::remove_cvref_t<S>>
    requires detail::StringLike<const T&> && (!detail::DerivedFrom<T, String>)
  String(S&& s) {
    if constexpr (detail::isShortLiteral<S, 1, 22>)
      setLiteral(s);
    else
      ::new (static_cast<void*>(this)) String(fromArg<T>(StringArg(std::forward<S>(s))));
  }
  String(Undefined) noexcept : inlined_{} { inlined_.bytes[22] = isUndefinedState; }
  // Makes JavaScript's null. A null `const char*` also becomes null.
  String(std::nullptr_t) noexcept : inlined_{} { inlined_.bytes[22] = isNullState; }
  // JavaScript's String(x) of a number, a boolean, a Date and so on: the same as str(x).
  template <class T>
    requires detail::HasText<T>
  explicit String(const T& value);
  String(const String& other) noexcept { copyFrom(other); }
  String(String&& other) noexcept {
    std::memcpy(static_cast<void*>(this), &other, sizeof(String));
    other.forget();
  }
  [[gnu::always_inline]] ~String() {
    if (isSlice()) detail::Block::drop(slice_.owner);
  }
  // Assigning to a temporary, such as a field of `list[i]` or of `map.get(key)`, does not compile, because the change
  // would be lost with the temporary.
  template <class S>
  void operator=(S&&) const&& NODECPP_DELETED("this text is a copy's: write list[i]->field = x, or set(key, value)");
  String& operator=(const String& other) noexcept {
    String copy(other);
    swap(copy);
    return *this;
  }
  String& operator=(String&& other) noexcept {
    if (this == &other) return *this;
    // The old text is released last, because `other` may be stored inside of memory that this release frees.
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

  // Returns a String with a copy of `size` bytes at `data`.
  static String copyOf(const char* data, std::size_t size);
  // Returns a String that refers to bytes inside of `owner` without a copy and adds a reference to `owner`. The bytes
  // must not be changed any more.
  static String sliceOf(detail::Block* owner, const char* data, std::size_t size);
  // Returns a String that refers to bytes of static duration, such as those of a string literal, without a copy.
  static String fromStatic(const char* data, std::size_t size) noexcept;
  // Returns a String decoded from bytes in ISO-8859-1 (latin1), the encoding of HTTP header values.
  static String fromLatin1(const char* data, std::size_t size);

  // Returns a pointer to the bytes, which are not terminated by a zero. The pointer dangles once this String is
  // destroyed or assigned to.
  const char* data() const noexcept [[clang::lifetimebound]] { return isSlice() ? slice_.data : inlined_.bytes; }
  // The number of bytes of the text in UTF-8.
  std::size_t size() const noexcept { return isSlice() ? slice_.size : inlined_.size; }
  // The length of the text in UTF-16 code units, as JavaScript's length.
  std::ptrdiff_t length() const noexcept {
    if (isNotedAscii()) [[likely]]
      return std::ptrdiff_t(size());
    return inlined_.size == 0 ? 0 : std::ptrdiff_t(countUnits());
  }
  // The number of bytes of the text in UTF-8, as Node's Buffer.byteLength(s) returns it.
  std::ptrdiff_t byteLength() const noexcept { return std::ptrdiff_t(size()); }
  bool empty() const noexcept { return size() == 0; }
  bool isUndefined() const noexcept { return lastTwo() == isUndefinedState; }
  bool isNull() const noexcept { return lastTwo() == isNullState; }
  // Returns whether this String is undefined or null, as JavaScript's `s == null` and `s == nullptr` here do.
  bool isNullish() const noexcept { return std::uint16_t(lastTwo() - 1) < 2; }
  // JavaScript's `a || b`: returns `a` when `a` is neither empty, undefined nor null, else `b`. Unlike in JavaScript,
  // both operands are always evaluated.
  template <class B>
    requires detail::StringLike<const B&>
  friend String operator||(const String& a, const B& b) { return a ? a : String(b); }
  // JavaScript's `a ?? b`: returns this text, or `other` when this text is undefined or null. Both are evaluated.
  template <class B>
    requires detail::StringLike<const B&> || std::same_as<B, Undefined> || std::same_as<B, std::nullptr_t>
  String orElse(const B& other) const { return isNullish() ? String(other) : *this; }
  template <detail::FromLookup B, class L = typename B::NodecppLookup>
  L orElse(const B& other) const { return isNullish() ? L(other) : L(*this); }
  // False for an empty String, as in JavaScript, and for undefined and null.
  explicit operator bool() const noexcept { return size() != 0; }

  // Iterates over the code points: `for (auto character : text)` gives one String for each code point, as JavaScript's
  // for-of does. The loop holds a reference to the text, so the variable may be assigned to meanwhile.
  detail::CodePoints begin() const;
  detail::TextEnd end() const noexcept { return {}; }

  // Returns the code unit at `index` as a String. When `index` is out of range, charAt returns "", and the others
  // return undefined. A negative index given to `at` counts from the end.
  String operator[](detail::BracketIndex index) const { return character(index, isUndefinedState); }
  String charAt(Index index) const { return character(index, 0); }
  String at(Index index) const {
    return character(index < 0 ? index + std::ptrdiff_t(length()) : std::ptrdiff_t(index), isUndefinedState);
  }
  // Returns the code unit at `index`, or -1 when `index` is out of range, where JavaScript returns NaN. The result is
  // an int so that a program can switch over it and shift it. Unlike NaN, -1 is less than every code unit.
  int charCodeAt(Index index) const noexcept {
    const std::size_t at = std::size_t(std::ptrdiff_t(index));
    if (isNotedAscii()) [[likely]]
      return NODECPP_FAILS(stringUnit, at >= size()) ? -1 : static_cast<unsigned char>(data()[at]);
    return unitAt(at);
  }
  // Returns the code point that begins at `index`, or -1 when `index` is out of range, where JavaScript returns
  // undefined. When `index` points at the second half of a surrogate pair, only that half is returned.
  std::int32_t codePointAt(Index index) const noexcept;
  // Returns a String of the given code units; of each argument only the low 16 bits are used. An argument may also be
  // spread(list).
  template <class... T>
  static String fromCharCode(T... codes) {
    String out;
    if constexpr ((detail::IsSpread<T> || ...)) {
      const auto next = [&out](const auto& code) {
        if constexpr (detail::IsSpread<decltype(code)>)
          for (const auto& each : code) out.appendUnit(unitOf(each));
        else
          out.appendUnit(unitOf(code));
      };
      (next(codes), ...);
    } else if constexpr (sizeof...(T) == 1) {
      const std::uint32_t code = (unitOf(codes), ...) & 0xffff;
      code < 0x80 ? out.setWords(ofAscii(code)) : out.appendUnit(code);
    } else {
      (out.appendUnit(unitOf(codes)), ...);
    }
    return out;
  }
  // Returns a String of the given code points. Throws a RangeError for a number that is not a code point.
  template <class... T>
  static String fromCodePoint(T... codes) {
    String out;
    (out.appendCodePoint(double(codes)), ...);
    return out;
  }
  // JavaScript's String.raw({raw: pieces}, ...between). The template String.raw`a\n` is written as a raw literal in
  // C++, R"(a\n)".
  template <class... T>
  static String raw(std::initializer_list<String> pieces, const T&... between);

  // All indices and results count UTF-16 code units. The result is -1 when `search` does not occur. An empty `search`
  // occurs at every index.
  std::ptrdiff_t indexOf(detail::TextArg search, Index from = 0) const noexcept;
  std::ptrdiff_t lastIndexOf(detail::TextArg search, Index from = PTRDIFF_MAX) const noexcept;
  bool includes(detail::TextArg search, Index from = 0) const noexcept { return indexOf(search, from) >= 0; }
  bool startsWith(detail::TextArg search, Index from = 0) const noexcept;
  bool endsWith(detail::TextArg search, Index end = PTRDIFF_MAX) const noexcept;
  // Returns the part of the text from `from` up to `to`. Negative indices count from the end.
  String slice(Index from = 0, Index to = PTRDIFF_MAX) const {
    if (slice_.note != allAscii) return unitSlice(from, to);
    const std::ptrdiff_t all = slice_.size;
    auto place = [all](std::ptrdiff_t at) { return at >= all ? all : at >= 0 ? at : at + all > 0 ? at + all : 0; };
    const std::ptrdiff_t begin = place(from), end = place(to), size = end - begin;
    if (size <= std::ptrdiff_t(sizeof(Inlined::bytes))) return asciiOf(slice_.data + begin, size > 0 ? std::size_t(size) : 0);
    String out;
    out.setSlice(slice_.data + begin, slice_.owner, std::size_t(size), allAscii);
    detail::Block::retain(slice_.owner);
    return out;
  }
  // substring and substr follow JavaScript: substring swaps its arguments when `from` is greater than `to`, and substr
  // takes a number of code units.
  String substring(Index from, Index to = PTRDIFF_MAX) const;
  String substr(Index from, Index count = PTRDIFF_MAX) const;
  Array<String> split(detail::TextArg separator, detail::PieceLimit limit = {}) const;
  Array<String> split() const;  // without a separator: a list with the whole text as its only element
  String trim() const;
  String trimStart() const;
  String trimEnd() const;
  // Replaces the first occurrence of `search`, or all of its occurrences. In the replacement text `with`, $$ stands for
  // a $, $& for the match, $` for the text in front of the match and $' for the text behind it. A replacement function
  // is called with the match, its index and this text (or takes fewer of them), and its result is inserted as it would
  // be printed.
  String replace(detail::TextArg search, detail::TextArg with) const;
  String replaceAll(detail::TextArg search, detail::TextArg with) const;
  template <detail::Replacer F>
  String replace(detail::TextArg search, F&& f NODECPP_NOESCAPE) const;
  template <detail::Replacer F>
  String replaceAll(detail::TextArg search, F&& f NODECPP_NOESCAPE) const;
  // The overloads that take a RegExp are defined in nodecpp/regexp.h. A replacement function is called with the match,
  // its groups, its index, this text and the named groups (or takes fewer of them). In a replacement text $1 and
  // $<name> also stand for groups.
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
  // The overloads that take a var, which may hold a RegExp; any other value in the var is used as a text. Defined in
  // nodecpp/var/var_text.h.
  template <detail::AnyValue P>
  Array<String> split(const P& separator, detail::PieceLimit limit = {}) const;
  template <detail::AnyValue P, class W>
  String replace(const P& pattern, W&& with) const;
  template <detail::AnyValue P, class W>
  String replaceAll(const P& pattern, W&& with) const;
  // Case conversion uses Unicode's full mapping and ignores the locale: "ß" becomes "SS", and a sigma at the end of a
  // word becomes "ς".
  String toLowerCase() const;
  String toUpperCase() const;
  String toLocaleLowerCase() const { return toLowerCase(); }
  String toLocaleUpperCase() const { return toUpperCase(); }
  // Returns the text in the normalization form "NFC", "NFD", "NFKC" or "NFKD". Throws a RangeError for any other
  // `form`.
  String normalize(StringArg form = "NFC") const;
  // isWellFormed returns whether the text has no unpaired surrogates. toWellFormed returns the text with each unpaired
  // surrogate replaced by U+FFFD.
  bool isWellFormed() const noexcept;
  String toWellFormed() const;
  // padStart and padEnd return the text, extended with `fill` to `length` code units.
  String padStart(Index length, detail::TextArg fill = " ") const;
  String padEnd(Index length, detail::TextArg fill = " ") const;
  // Throws a RangeError when `count` is negative and when the result would be longer than a String can be.
  String repeat(Index count) const;
  // JavaScript's concat: returns this text followed by the texts of the arguments, which may be of any type that str()
  // accepts.
  template <class... T>
  String concat(const T&... more) const;
  // Returns a negative number, zero or a positive number. The order is documented in docs/base.md.
  int localeCompare(detail::TextArg other) const;
  const String& toString() const [[clang::lifetimebound]] { return *this; }
  const String& valueOf() const [[clang::lifetimebound]] { return *this; }

  String& operator+=(detail::TextArg more);
  // Appends a number or a bool as JavaScript's `text += 5` does. A character of C++ is no number here.
  template <class T>
    requires(std::is_arithmetic_v<T> && !detail::CharacterType<T>)
  String& operator+=(T more);

  // Compares by UTF-16 code units, as JavaScript's `<` does. Returns a negative number, zero or a positive number.
  static int compare(const StringArg& a, const StringArg& b) noexcept;
  // For the runtime: whether other Strings of this thread hold a reference to the same block of bytes.
  bool isShared() const noexcept { return block() && block()->refs != 1; }
  // For the runtime: the reference-counted block that holds the bytes; null for short texts, which are stored inside of
  // the String, and for bytes of static duration.
  detail::Block* block() const noexcept { return isSlice() ? slice_.owner : nullptr; }
  // For the runtime: the part between two byte offsets, which are not counted in UTF-16 code units.
  String byteSlice(std::size_t from, std::size_t to = SIZE_MAX) const;
  // For the runtime, for texts of 1 to 8 bytes as keys of a table. asKey returns the text, stored inside of the String if
  // it is that short. keyWord returns the bytes as a word, and isKeyWord compares a stored key with such a text.
  String asKey() && noexcept {
    if (isSlice() && slice_.size <= sizeof(std::uint64_t)) [[unlikely]]
      return copyOf(slice_.data, slice_.size);
    return std::move(*this);
  }
  static std::uint64_t keyWord(const char* data, std::size_t size) noexcept {
    return detail::fewBytes(data, size) << (8 * (sizeof(std::uint64_t) - size));
  }
  static std::uint64_t keyWord(const StringArg& text) noexcept { return keyWord(text.data(), text.size()); }
  bool isKeyWord(std::uint64_t word, unsigned size) const noexcept {
    std::uint64_t mine = 0;
    std::memcpy(&mine, inlined_.bytes, sizeof mine);
    return inlined_.size == size && mine << (8 * (sizeof mine - size)) == word;
  }
  // For the runtime: the text "undefined" or "null" for an undefined or null String, any other String unchanged.
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
  // A slice's note holds sliceTag in its highest byte, and below it the excess: how many more bytes than UTF-16 code
  // units the text has, or one of the special values below. The second highest byte is isAsciiState only where all of
  // the text is ASCII.
  static constexpr std::uint32_t allAscii = 0xfffe0000;
  static constexpr std::uint32_t excessBits = 0xffffff;
  static constexpr std::uint32_t maxExcess = 0xfdffff;
  static constexpr std::uint32_t someExcess = 0xfffffffe;  // the excess is too large to be noted; the text is not ASCII
  static constexpr std::uint32_t unknown = 0xffffffff;
  struct Slice {
    const char* data;
    detail::Block* owner;  // the counted block with the bytes; null for bytes of static duration
    std::uint32_t size;
    std::uint32_t note;  // the state of the text; its highest byte is sliceTag
  };
  // With 23 bytes of text the last byte is text, and it never equals isAsciiState. With fewer bytes it is a state. The
  // state of an empty String is undefined, null, or 0 for "". The state of any other text is isAsciiState once the text
  // was found to be ASCII.
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
  // Returns eight bytes of a literal as one word. The words of a literal are known at compile time, so that comparing
  // with it and copying it needs no loop.
  template <std::size_t N>
  static constexpr std::uint64_t literalWord(const char (&s)[N], std::size_t from) noexcept {
    std::uint64_t word = 0;
    for (std::size_t i = from; i < from + 8 && i < N - 1; ++i) word |= std::uint64_t(static_cast<unsigned char>(s[i])) << (8 * (i - from));
    return word;
  }
  template <std::size_t N>
  [[gnu::always_inline]] void setLiteral(const char (&s)[N]) noexcept {
    setWords(literalWord(s, 0), literalWord(s, 8), literalWord(s, 16) | std::uint64_t(N - 1) << 56);
  }
  // Whether this String has the same bytes as the literal, which must not be empty.
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
  // Whether `size` bytes, which end at `end`, can be stored inside of the String. A 23rd byte that equals isAsciiState
  // cannot, because it would be read as a state.
  static bool fits(std::size_t size, const char* end) noexcept {
    return size < sizeof(Inlined::bytes) || (size == sizeof(Inlined::bytes) && end[-1] != isAsciiState);
  }
  bool isSlice() const noexcept { return inlined_.size == sliceTag; }
  // Whether this String is not empty and has been noted to be ASCII.
  bool isNotedAscii() const noexcept { return inlined_.bytes[22] == isAsciiState; }
  // Whether this String is stored inline and is ASCII. It is false for an ASCII text with unused bytes behind the text
  // that are not ASCII.
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
  // Makes this String "" without releasing the block that it refers to.
  void forget() noexcept {
    const std::uint16_t nothing = 0;
    std::memcpy(reinterpret_cast<char*>(this) + 22, &nothing, sizeof nothing);
  }
  [[gnu::always_inline]] void copyFrom(const String& other) noexcept {
    std::memcpy(static_cast<void*>(this), &other, sizeof(String));
    if (isSlice()) detail::Block::retain(slice_.owner);
  }
  // Returns `text` itself when it is an lvalue, and otherwise a copy of its bytes. A temporary String whose address is
  // never taken can stay in registers, which makes comparisons of temporaries cheaper.
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
    // A text of 1 to 8 bytes that is stored inline fits into one word. The bytes behind the text are shifted out before
    // the two words are compared.
    if (size - 1 < sizeof(std::uint64_t) && others - 1 < sizeof(std::uint64_t)) [[likely]] {
      std::uint64_t mine = 0, its = 0;
      std::memcpy(&mine, a.inlined_.bytes, sizeof mine);
      std::memcpy(&its, b.inlined_.bytes, sizeof its);
      return size == others && (mine ^ its) << (8 * (sizeof mine - size)) == 0;
    }
    alignas(String) Inlined copies[2];
    return StringArg(seen(std::forward<A>(a), copies[0])) == StringArg(seen(std::forward<B>(b), copies[1]));
  }
  // The first and last words of a String that is stored inline; the word between them is 0. The words are written whole
  // because comparisons read whole words, and reading a word that was just written byte by byte would stall the
  // processor.
  struct Words {
    std::uint64_t first, last;
  };
  [[gnu::always_inline]] void setSlice(const char* data, detail::Block* owner, std::size_t size, std::uint32_t note) noexcept {
    setWords(reinterpret_cast<std::uintptr_t>(data), reinterpret_cast<std::uintptr_t>(owner), std::uint64_t(note) << 32 | std::uint32_t(size));
  }
  void setInlined(const char* data, std::size_t size, char state) noexcept;
  // Returns a copy of bytes that are ASCII, which is noted where it is stored inside of the String. asciiSlice returns a
  // part, which is not empty, of a String that is noted to be ASCII.
  static String asciiOf(const char* data, std::size_t size);
  String asciiSlice(std::size_t from, std::size_t to) const;
  // Returns the code unit at `index` as a String, or an empty String with the state `none` when `index` is out of
  // range.
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
  [[gnu::always_inline]] void setWords(Words words) noexcept { setWords(words.first, 0, words.last); }
  // The first two words are written as one, because moving a String reads them as one.
  [[gnu::always_inline]] void setWords(std::uint64_t first, std::uint64_t second, std::uint64_t last) noexcept {
    using Two = std::uint64_t __attribute__((vector_size(16)));
    const Two two = {first, second};
    std::memcpy(static_cast<void*>(this), &two, sizeof two);
    std::memcpy(reinterpret_cast<char*>(this) + sizeof two, &last, sizeof last);
  }
  [[gnu::pure]] Words otherCharacter(std::size_t index, char none) const noexcept;
  // These functions remember positions of code units as a cache. The cache does not change any result, so they are
  // `pure` for the compiler.
  [[gnu::pure]] std::size_t countUnits() const noexcept;
  [[gnu::pure]] int unitAt(std::size_t index) const noexcept;
  String unitSlice(std::ptrdiff_t from, std::ptrdiff_t to) const;
  String& appendWithSurrogates(const StringArg& more);
  template <class T>
  static std::uint32_t unitOf(const T& code) {
    if constexpr (std::integral<T> && sizeof(T) <= sizeof(int))
      return std::uint32_t(code);
    else
      return toUint32(static_cast<double>(code));
  }
  void appendUnit(std::uint32_t unit);
  void appendCodePoint(double code);
  String replaceBy(StringArg search, bool all, void* function,
                   String (*call)(void* function, const String& match, std::size_t at, const String& whole)) const;

  union {
    Slice slice_;
    Inlined inlined_;
  };
};

}  // namespace nodecpp
