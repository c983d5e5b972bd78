// Lookup: what a look-up by name gives where JavaScript would give undefined, null, a string or a list of strings: a
// query's value, a header, an environment variable. Prints, compares and converts as JavaScript's value would.
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
  // undefined and null for a String that is one of them.
  Lookup(const String& value) : text_(value), kind_(kindOf(text_)) {}
  Lookup(String&& value) noexcept : text_(std::move(value)), kind_(kindOf(text_)) {}
  template <class S, class T = std::remove_cvref_t<S>>
    requires detail::StringLike<const T&> && (!std::derived_from<T, String>)
  Lookup(S&& value) : Lookup(String(std::forward<S>(value))) {}
  template <class T>
    requires detail::Arithmetic<T> && (!std::same_as<T, bool>)
  Lookup(T value) : number_(double(value)), kind_(Kind::number) {}
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

  Kind kind() const noexcept { return kind_; }
  bool isUndefined() const noexcept { return kind_ == Kind::undefined; }
  bool isNull() const noexcept { return kind_ == Kind::null; }
  bool isString() const noexcept { return kind_ == Kind::string; }
  bool isArray() const noexcept { return kind_ == Kind::list; }
  // JavaScript's truth: neither undefined, nor null, nor "", nor 0, nor NaN.
  explicit operator bool() const noexcept;
  // What JavaScript prints: "undefined", "null", the string, the number, the list joined by commas.
  String toString() const;
  // undefined and null remain what they are, as in a variable of JavaScript; toString() is what JavaScript prints.
  operator String() const;
  // JavaScript's Number(value): NaN for undefined, 0 for null.
  double toNumber() const;

  // Of a string its UTF-16 units, of a list its elements, else 0.
  std::ptrdiff_t length() const noexcept;
  // An element of a list, a character of a string; undefined when there is none.
  Lookup operator[](std::size_t index) const;
  // The strings of a list, one string for a string, none for undefined and null.
  Array<String> values() const;
  // Appends to a list, as querystring does for a repeated key.
  void push(String value);

  // `==` with a string, as JavaScript's: undefined and null equal no string and no number, but each other.
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

  // JavaScript's `a || b`: the value, not a truth value.
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
    if (kind_ == Kind::string)
      text_.~String();
    else if (kind_ == Kind::list)
      dropList();
  }
  // Moves `other` into this one, which holds nothing. All that it can hold may be moved as bytes.
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
