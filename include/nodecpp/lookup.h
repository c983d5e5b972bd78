// Lookup: the result of a look-up by name, where JavaScript has undefined, null, a string or a list of strings: a value
// of a query, a header, an environment variable. A Lookup prints, compares and converts as the JavaScript value does.
#pragma once

#include <nodecpp/arithmetic.h>
#include <nodecpp/string.h>
#include <nodecpp/traits.h>

namespace nodecpp {

class Lookup {
 public:
  using NodecppLookup = Lookup;
  enum class Kind : unsigned char { undefined, null, string, number, list };

  Lookup() noexcept : number_(0) {}
  Lookup(Undefined) noexcept : number_(0) {}
  Lookup(std::nullptr_t) noexcept : number_(0), kind_(Kind::null) {}
  // A String that is undefined or null makes an undefined or null Lookup.
  Lookup(const String& value) : text_(value), kind_(kindOf(text_)) {}
  Lookup(String&& value) noexcept : text_(std::move(value)), kind_(kindOf(text_)) {}
  template <class S, class T = std::remove_cvref_t<S>>
    requires detail::StringLike<const T&> && (!detail::DerivedFrom<T, String>)
  Lookup(S&& value) : Lookup(String(std::forward<S>(value))) {}
  template <class T>
    requires detail::Arithmetic<T> && (!std::same_as<T, bool>)
  Lookup(T value) : number_(double(value)), kind_(Kind::number) {}
  // A variable that holds a number: let<int>, perThread<int>.
  template <class V>
    requires(!detail::StringLike<const V&>) && detail::NumberVariable<V> &&
            (!std::same_as<decltype(std::declval<const V&>().value()), bool>)
  Lookup(const V& variable) : Lookup(variable.value()) {}
  Lookup(const Array<String>& values);
  Lookup(const Lookup& other) noexcept : kind_(other.kind_) {
    if (kind_ == Kind::string) {
      ::new (&text_) String(other.text_);
    } else if (kind_ == Kind::list) {
      list_ = other.list_;
      detail::countHolder(list_->refs);
    } else {
      number_ = other.number_;
    }
  }
  Lookup(Lookup&& other) noexcept { take(other); }
  Lookup& operator=(const Lookup& other) noexcept { return *this = Lookup(other); }
  Lookup& operator=(Lookup&& other) noexcept {
    if (this == &other) return *this;
    drop();
    take(other);
    return *this;
  }
  ~Lookup() { drop(); }
  // For the runtime: returns a Lookup of a text that is neither undefined nor null.
  static Lookup ofText(String&& text) noexcept {
    Lookup made;
    ::new (&made.text_) String(std::move(text));
    made.kind_ = Kind::string;
    return made;
  }

  Kind kind() const noexcept { return kind_; }
  bool isUndefined() const noexcept { return kind_ == Kind::undefined; }
  bool isNull() const noexcept { return kind_ == Kind::null; }
  bool isString() const noexcept { return kind_ == Kind::string; }
  bool isNumber() const noexcept { return kind_ == Kind::number; }
  bool isArray() const noexcept { return kind_ == Kind::list; }
  // JavaScript's truth: false for undefined, null, "", 0 and NaN.
  explicit operator bool() const noexcept;
  // Returns the text that JavaScript prints: "undefined", "null", the string, the number, or the elements of the list
  // joined by commas.
  String toString() const;
  // Converts this Lookup to a String. A Lookup that is undefined or null becomes a String that is undefined or null, as
  // in an assignment in JavaScript. In contrast, toString() returns the texts "undefined" and "null".
  operator String() const;
  // JavaScript's Number(value): NaN for undefined, 0 for null.
  double toNumber() const;

  // JavaScript's typeof: "undefined", "string", "number", or "object" for null and for a list.
  String typeOf() const;
  // JavaScript's `a ?? b`: returns this value, or `other` when this value is undefined or null. Both are evaluated.
  template <class B>
    requires std::constructible_from<Lookup, const B&>
  Lookup orElse(const B& other) const {
    return kind_ <= Kind::null ? Lookup(other) : *this;
  }

  // The number of UTF-16 code units of a string or of elements of a list; 0 for a number. Throws JavaScript's TypeError
  // for undefined and null.
  std::ptrdiff_t length() const;
  // Returns an element of a list or a character of a string; undefined when there is none at `index`. Throws
  // JavaScript's TypeError for undefined and null.
  Lookup operator[](std::size_t index) const;

  // The functions of a text, request->headers["cookie"].split(";"), with the arguments and results of String's functions
  // of the same names. For a value that is no string they throw JavaScript's TypeError: "Cannot read properties of
  // undefined (reading 'split')", "value.split is not a function".
#define NODECPP_LOOKUP_FUNCTION(Owner, need, name)                                      \
  template <class... A>                                                                 \
    requires requires(const Owner& owner, A&&... arguments) { owner.name(std::forward<A>(arguments)...); } \
  auto name(A&&... arguments) const {                                                   \
    return need(#name).name(std::forward<A>(arguments)...);                             \
  }
#define NODECPP_LOOKUP_TEXT(name) NODECPP_LOOKUP_FUNCTION(String, needText, name)
  NODECPP_LOOKUP_TEXT(charAt)
  NODECPP_LOOKUP_TEXT(charCodeAt)
  NODECPP_LOOKUP_TEXT(codePointAt)
  NODECPP_LOOKUP_TEXT(concat)
  NODECPP_LOOKUP_TEXT(endsWith)
  NODECPP_LOOKUP_TEXT(isWellFormed)
  NODECPP_LOOKUP_TEXT(localeCompare)
  NODECPP_LOOKUP_TEXT(match)
  NODECPP_LOOKUP_TEXT(matchAll)
  NODECPP_LOOKUP_TEXT(normalize)
  NODECPP_LOOKUP_TEXT(padEnd)
  NODECPP_LOOKUP_TEXT(padStart)
  NODECPP_LOOKUP_TEXT(repeat)
  NODECPP_LOOKUP_TEXT(replace)
  NODECPP_LOOKUP_TEXT(replaceAll)
  NODECPP_LOOKUP_TEXT(search)
  NODECPP_LOOKUP_TEXT(slice)
  NODECPP_LOOKUP_TEXT(split)
  NODECPP_LOOKUP_TEXT(startsWith)
  NODECPP_LOOKUP_TEXT(substr)
  NODECPP_LOOKUP_TEXT(substring)
  NODECPP_LOOKUP_TEXT(toLocaleLowerCase)
  NODECPP_LOOKUP_TEXT(toLocaleUpperCase)
  NODECPP_LOOKUP_TEXT(toLowerCase)
  NODECPP_LOOKUP_TEXT(toUpperCase)
  NODECPP_LOOKUP_TEXT(toWellFormed)
  NODECPP_LOOKUP_TEXT(trim)
  NODECPP_LOOKUP_TEXT(trimEnd)
  NODECPP_LOOKUP_TEXT(trimStart)
#undef NODECPP_LOOKUP_TEXT
  // The functions of a list, query["tag"].join("+"), as Array's. A string has none of them.
#define NODECPP_LOOKUP_LIST(name) NODECPP_LOOKUP_FUNCTION(Array<String>, needList, name)
  NODECPP_LOOKUP_LIST(every)
  NODECPP_LOOKUP_LIST(filter)
  NODECPP_LOOKUP_LIST(find)
  NODECPP_LOOKUP_LIST(forEach)
  NODECPP_LOOKUP_LIST(join)
  NODECPP_LOOKUP_LIST(map)
  NODECPP_LOOKUP_LIST(some)
#undef NODECPP_LOOKUP_LIST
#undef NODECPP_LOOKUP_FUNCTION
  // The functions that a string and a list have.
  template <class T>
    requires detail::StringLike<const T&>
  bool includes(const T& search) const {
    return isArray() ? needList("includes").includes(search) : needText("includes").includes(search);
  }
  template <class T>
    requires detail::StringLike<const T&>
  std::ptrdiff_t indexOf(const T& search, detail::Index from = 0) const {
    return isArray() ? needList("indexOf").indexOf(search, double(from)) : needText("indexOf").indexOf(search, from);
  }
  template <class T>
    requires detail::StringLike<const T&>
  std::ptrdiff_t lastIndexOf(const T& search) const {
    return isArray() ? needList("lastIndexOf").lastIndexOf(search) : needText("lastIndexOf").lastIndexOf(search);
  }
  Lookup at(detail::Index index) const {
    return isArray() ? Lookup(String(needList("at").at(double(index)))) : Lookup(needText("at").at(index));
  }
  // Returns the elements of a list, a list of one string for a string, and an empty list for undefined and null.
  Array<String> values() const;
  // Appends to the list of values, as querystring does for a repeated key.
  void push(String value);

  // JavaScript's `==` with a string: undefined and null equal each other, but no string and no number.
  template <class T>
    requires detail::StringLike<const T&>
  friend bool operator==(const Lookup& a, const T& b) {
    return a.equals(StringArg(b));
  }
  template <class T>
    requires detail::Arithmetic<T>
  friend bool operator==(const Lookup& a, T b) {
    return a.kind_ > Kind::null && a.toNumber() == double(b);
  }
  friend bool operator==(const Lookup& a, const Lookup& b);
  friend bool operator==(const Lookup& a, std::nullptr_t) noexcept { return a.kind_ <= Kind::null; }
  friend bool operator==(const Lookup& a, Undefined) noexcept { return a.kind_ <= Kind::null; }

  // JavaScript's `<` and its kin: two texts are compared by their UTF-16 code units, other values as numbers. Nothing is
  // less or greater than undefined.
  template <class T>
    requires detail::StringLike<const T&> || detail::Arithmetic<T> || std::same_as<T, Lookup>
  friend std::partial_ordering operator<=>(const Lookup& a, const T& b) {
    if constexpr (detail::Arithmetic<T>)
      return a.toNumber() <=> double(b);
    else if constexpr (std::same_as<T, Lookup>)
      return a.isString() && b.isString() ? String::compare(a.text_, b.text_) <=> 0 : a.toNumber() <=> b.toNumber();
    else
      return a.isString() ? String::compare(a.text_, b) <=> 0 : a.toNumber() <=> nodecpp::toNumber(StringArg(b));
  }
  // JavaScript's +x.
  friend double operator+(const Lookup& value) { return value.toNumber(); }
  // A text plus a number is a text in JavaScript, and undefined plus a number is NaN, so a program says what it means.
  template <detail::Arithmetic T>
  friend double operator+(const Lookup&, T) NODECPP_DELETED("write Number(x), or str(x) for a text");
  template <detail::Arithmetic T>
  friend double operator-(const Lookup&, T) NODECPP_DELETED("write Number(x)");
  template <detail::Arithmetic T>
  friend double operator*(const Lookup&, T) NODECPP_DELETED("write Number(x)");
  template <detail::Arithmetic T>
  friend double operator/(const Lookup&, T) NODECPP_DELETED("write Number(x)");

  // JavaScript's `a || b`, which gives one of the two values and not a bool. Both operands are evaluated.
  template <class B>
    requires std::constructible_from<Lookup, const B&>
  friend Lookup operator||(const Lookup& a, const B& b) {
    return a ? a : Lookup(b);
  }

  template <class T>
    requires detail::StringLike<const T&>
  friend String operator+(const T& a, const Lookup& b) {
    return detail::concat(a, b.toString());
  }
  template <class T>
    requires detail::StringLike<const T&>
  friend String operator+(const Lookup& a, const T& b) {
    return detail::concat(a.toString(), b);
  }
  friend String operator+(const Lookup& a, const Lookup& b) { return detail::concat(a.toString(), b.toString()); }

 private:
  friend class StringArg;
  friend class detail::TextArg;
  struct List {
    std::uint32_t refs;
    Array<String> values;
    String printed{};  // the text of a list that was given to a function for a text
  };
  static Kind kindOf(const String& text) noexcept {
    return !text.isNullish() ? Kind::string : text.isNull() ? Kind::null : Kind::undefined;
  }
  bool equals(StringArg text) const;
  // Return the text or the list for the function `name`, and throw a TypeError when this value is another one.
  String needText(const char* name) const {
    if (kind_ != Kind::string) [[unlikely]]
      throwNo(name);
    return text_;
  }
  Array<String> needList(const char* name) const;
  [[noreturn]] void throwNo(StringArg name) const;
  void drop() noexcept {
    // Most are undefined or null.
    if (kind_ < Kind::string) return;
    if (kind_ == Kind::string)
      text_.~String();
    else if (kind_ == Kind::list)
      dropList();
  }
  // Moves `other` into this object, which holds nothing. Each of the possible values is trivially relocatable, so its
  // bytes are copied.
  void take(Lookup& other) noexcept {
    std::memcpy(static_cast<void*>(this), &other, sizeof(Lookup));
    other.kind_ = Kind::undefined;
  }
  void dropList() noexcept;

  union {
    String text_;
    double number_;
    List* list_;
  };
  Kind kind_ = Kind::undefined;
};

inline String str(const Lookup& value) { return value.toString(); }

}  // namespace nodecpp
