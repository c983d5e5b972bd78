// Lookup: the result of a look-up by name, where JavaScript has undefined, null, a string or a list of strings: a value
// of a query, a header, an environment variable. A Lookup prints, compares and converts as the JavaScript value does.
#pragma once

#include <nodecpp/arithmetic.h>
#include <nodecpp/string.h>

namespace nodecpp {

class Lookup {
 public:
  enum class Kind : unsigned char { undefined, null, string, number, list };

  Lookup() noexcept : number_(0) {}
  Lookup(Undefined) noexcept : number_(0) {}
  Lookup(std::nullptr_t) noexcept : number_(0), kind_(Kind::null) {}
  // A String that is undefined or null makes an undefined or null Lookup.
  Lookup(const String& value) : text_(value), kind_(kindOf(text_)) {}
  Lookup(String&& value) noexcept : text_(std::move(value)), kind_(kindOf(text_)) {}
  template <class S, class T = std::remove_cvref_t<S>>
    requires detail::StringLike<const T&> && (!std::derived_from<T, String>)
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

  // The number of UTF-16 code units of a string or of elements of a list; 0 for other values.
  std::ptrdiff_t length() const noexcept;
  // Returns an element of a list or a character of a string; undefined when there is none at `index`.
  Lookup operator[](std::size_t index) const;
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
  struct List {
    std::uint32_t refs;
    Array<String> values;
  };
  static Kind kindOf(const String& text) noexcept {
    return !text.isNullish() ? Kind::string : text.isNull() ? Kind::null : Kind::undefined;
  }
  bool equals(StringArg text) const;
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
