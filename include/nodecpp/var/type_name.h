// The result of a var's typeOf(). Programs include nodecpp/var.h.
#pragma once

#include <nodecpp/string.h>

namespace nodecpp::detail {

// One of eight type names, stored as a number, so that comparing it with a literal compares two numbers. It converts to
// the String that JavaScript's typeof returns. `v.isArray() ? "array" : v.typeOf()` makes one of another text.
class TypeName {
 public:
  enum Name : unsigned char { undefined, object, boolean, number, string, function, symbol, bigint, another };

  constexpr TypeName(Name name) noexcept : name_(name) {}
  template <std::size_t N>
  constexpr TypeName(const char (&text)[N]) noexcept : text_(text), size_(N - 1), name_(nameOf(text)) {}
  String toString() const { return String::copyOf(data(), size()); }
  operator String() const { return toString(); }
  constexpr const char* data() const noexcept { return name_ == another ? text_ : texts[name_].text; }
  constexpr std::size_t size() const noexcept { return name_ == another ? size_ : texts[name_].size; }
  constexpr std::ptrdiff_t length() const noexcept { return size(); }

  friend constexpr bool operator==(TypeName a, TypeName b) noexcept {
    return a.name_ == b.name_ && (a.name_ != another || (a.size_ == b.size_ && __builtin_memcmp(a.text_, b.text_, a.size_) == 0));
  }
  // The number of a literal is known at compile time.
  template <std::size_t N>
  [[gnu::always_inline]] friend constexpr bool operator==(TypeName a, const char (&text)[N]) noexcept {
    return a == TypeName(text);
  }
  template <class S>
    requires StringLike<const S&>
  friend String operator+(TypeName a, const S& text) {
    return a.toString() + text;
  }
  template <class S>
    requires(StringLike<const S&> && !std::same_as<S, TypeName>)
  friend String operator+(const S& text, TypeName a) {
    return text + a.toString();
  }

 private:
  struct Text {
    const char* text;
    unsigned char size;
  };
  static constexpr int names = 8;
  static constexpr Text texts[names] = {{"undefined", 9}, {"object", 6},   {"boolean", 7}, {"number", 6},
                                        {"string", 6},    {"function", 8}, {"symbol", 6},  {"bigint", 6}};
  template <std::size_t N>
  static constexpr Name nameOf(const char (&text)[N]) noexcept {
    for (unsigned char i = 0; i < names; ++i)
      if (N - 1 == texts[i].size && __builtin_memcmp(text, texts[i].text, N - 1) == 0) return Name(i);
    return another;
  }
  const char* text_ = nullptr;  // of another text
  std::uint32_t size_ = 0;
  Name name_;
};

}  // namespace nodecpp::detail
