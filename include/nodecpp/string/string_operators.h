// The functions beside the class String: comparing and joining texts, and the text of a value. Part of nodecpp/string.h.
#pragma once

#include <nodecpp/string/string_class.h>
#include <nodecpp/traits.h>

namespace nodecpp {

inline String StringArg::toString() const { return origin_ ? *origin_ : String::copyOf(data_, size_); }
inline bool StringArg::isNullish() const noexcept { return origin_ && origin_->isNullish(); }

// undefined and null are equal only to themselves and to each other, as with JavaScript's `==`.
template <class A, class B>
  requires detail::StringPair<A, B>
bool operator==(A&& a, B&& b) noexcept {
  if constexpr (detail::DerivedFrom<std::remove_cvref_t<A>, String> && detail::DerivedFrom<std::remove_cvref_t<B>, String>)
    return String::same(std::forward<A>(a), std::forward<B>(b));
  else if constexpr (detail::DerivedFrom<std::remove_cvref_t<A>, String> && detail::isShortLiteral<B, 1, 23>)
    return a.isLiteral(b);
  else if constexpr (detail::DerivedFrom<std::remove_cvref_t<B>, String> && detail::isShortLiteral<A, 1, 23>)
    return b.isLiteral(a);
  else if constexpr (detail::DerivedFrom<std::remove_cvref_t<A>, String>)
    return String::sameAs(std::forward<A>(a), StringArg(b));
  else if constexpr (detail::DerivedFrom<std::remove_cvref_t<B>, String>)
    return String::sameAs(std::forward<B>(b), StringArg(a));
  else
    return StringArg(a) == StringArg(b);
}
template <class S>
  requires detail::isString<S>
bool operator==(const S& s, std::nullptr_t) noexcept { return StringArg(s).isNullish(); }
template <class S>
  requires detail::isString<S>
bool operator==(const S& s, Undefined) noexcept { return StringArg(s).isNullish(); }
// Compares by UTF-16 code units. undefined and null compare as the texts "undefined" and "null".
template <class A, class B>
  requires detail::StringPair<A, B>
std::strong_ordering operator<=>(A&& a, B&& b) noexcept {
  return String::compare(StringArg(a), StringArg(b)) <=> 0;
}

// Returns the text that JavaScript would print for the value in a template literal: str("n: ") + n.
template <class T>
  requires detail::StringLike<const T&>
String str(const T& s) {
  const StringArg text(s);
  return text.empty() ? text.toString().printed() : text.toString();
}
template <detail::TextHandle H>
String str(const H& handle) {
  return handle ? handle->toString() : String::fromStatic("undefined", 9);
}
inline String str(Undefined) { return String::fromStatic("undefined", 9); }
template <std::same_as<std::nullptr_t> T>
String str(T) { return String::fromStatic("null", 4); }
// Takes only bool itself, because a string literal converts to bool more readily than to a StringArg.
template <std::same_as<bool> T>
String str(T value) { return value ? String::fromStatic("true", 4) : String::fromStatic("false", 5); }
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
template <class T>
  requires detail::HasText<T>
String::String(const T& value) : String(str(value)) {}
// JavaScript's Number(s): NaN when the text is not a number.
double toNumber(StringArg s);
// JavaScript's +text.
template <class S>
  requires detail::isString<S>
double operator+(const S& text) {
  return toNumber(text);
}

namespace detail {
String concat(StringArg a, StringArg b);
}

template <class A, class B>
  requires detail::StringPair<A, B>
String operator+(A&& a, B&& b) {
  // In "a" + b + "c" + d the left operand is a temporary from the second `+` on, so the right operand is appended to it
  // without a copy.
  if constexpr (std::same_as<A, String>) {
    a += b;
    return std::move(a);
  } else {
    return detail::concat(a, b);
  }
}
template <class T>
  requires std::is_arithmetic_v<T> || detail::TextHandle<T>
String operator+(const String& a, T b) { return detail::concat(a, str(b)); }
template <class T>
  requires std::is_arithmetic_v<T> || detail::TextHandle<T>
String operator+(T a, const String& b) { return detail::concat(str(a), b); }
template <class T>
  requires(std::is_arithmetic_v<T> && !detail::CharacterType<T>)
String& String::operator+=(T more) {
  return *this += StringArg(str(more));
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
    return formatArg(value.ref());  // the value is a let
  else if constexpr (requires { str(value); })
    return {str(value)};
  else
    return {value.toString()};
}
String formatWith(StringArg pattern, std::initializer_list<FormatArg> args);
}  // namespace detail

// JavaScript's template literal: format("n: {}", n). `{}` inserts the next argument as JavaScript prints it, `{:…}`
// formats it by a format specification of the fmt library, `{{` and `}}` are braces. Throws an Error when the pattern
// does not fit its arguments.
template <class... T>
String format(StringArg pattern, const T&... args) { return detail::formatWith(pattern, {detail::formatArg(args)...}); }

}  // namespace nodecpp
