// The functions of String for a var. Programs include nodecpp/var.h.
#pragma once

#include <nodecpp/var/var_concepts.h>

namespace nodecpp::detail {

// Split and replace with a pattern in a var, which is found to be a RegExp or a text only at run time.
Array<String> splitByVar(const String& text, const var& separator, std::size_t limit);
String replaceByVar(const String& text, const var& search, const var& with, bool all);

template <class S>
Array<String> splitOf(const String& text, const S& separator, PieceLimit limit) {
  if constexpr (RegExpLike<S> || StringLike<const S&>)
    return text.split(separator, limit);
  else
    return splitByVar(text, var(separator), limit);
}
template <class S, class W>
String replaceIn(const String& text, const S& search, W&& with, bool all) {
  if constexpr ((RegExpLike<S> || StringLike<const S&>) && !AnyValue<std::remove_cvref_t<W>>)
    return all ? text.replaceAll(search, std::forward<W>(with)) : text.replace(search, std::forward<W>(with));
  else
    return replaceByVar(text, var(search), var(std::forward<W>(with)), all);
}

// A text argument of a function below, in which the value of a var is converted to a text, as in JavaScript.
template <class T>
decltype(auto) textOfArgument(const T& text) {
  if constexpr (AnyValue<T>)
    return text.toString();
  else
    return (text);
}

// The type var, known only when a function below is used. V is var or a class derived from it, as the result of v["key"].
template <class V>
using VarFor = std::conditional_t<true, var, V>;

// The functions of strings, as in JavaScript. Each throws a TypeError when the var is not a string.
struct VarText {
  // `text += v` appends what `text + v` adds, as in JavaScript.
  template <IsVar V>
  friend String& operator+=(String& text [[clang::lifetimebound]], const V& more) {
    return text += more.addedText();
  }
  template <class V>
  String charAt(this const V& v, std::ptrdiff_t index) {
    return v.needText("charAt").charAt(index);
  }
  // Returns NaN when `index` is out of range, as JavaScript does.
  template <class V>
  [[gnu::always_inline]] double charCodeAt(this const V& v, std::ptrdiff_t index) {
    const int unit = v.needText("charCodeAt").charCodeAt(index);
    return unit < 0 ? __builtin_nan("") : unit;
  }
  // Returns undefined when `index` is out of range, as JavaScript does.
  template <class V>
  VarFor<V> codePointAt(this const V& v, std::ptrdiff_t index) {
    const std::int32_t code = v.needText("codePointAt").codePointAt(index);
    return code < 0 ? VarFor<V>() : VarFor<V>(code);
  }
  template <class V, class T>
  bool startsWith(this const V& v, const T& search, std::ptrdiff_t from = 0) {
    return String(v.needText("startsWith")).startsWith(textOfArgument(search), from);
  }
  template <class V, class T>
  bool endsWith(this const V& v, const T& search, std::ptrdiff_t end = PTRDIFF_MAX) {
    return String(v.needText("endsWith")).endsWith(textOfArgument(search), end);
  }
  template <class V, class T = char[2]>
  String padStart(this const V& v, std::ptrdiff_t length, const T& fill = " ") {
    return String(v.needText("padStart")).padStart(length, textOfArgument(fill));
  }
  template <class V, class T = char[2]>
  String padEnd(this const V& v, std::ptrdiff_t length, const T& fill = " ") {
    return String(v.needText("padEnd")).padEnd(length, textOfArgument(fill));
  }
  template <class V>
  String repeat(this const V& v, std::ptrdiff_t count) {
    return v.needText("repeat").repeat(count);
  }
  // Accept what String's functions accept: a text or a RegExp, replaced by a text or by the result of a function. Each
  // of them may also be a var.
  template <class V, class S, class W>
  String replace(this const V& v, const S& search, W&& with) {
    return replaceIn(String(v.needText("replace")), search, std::forward<W>(with), false);
  }
  template <class V, class S, class W>
  String replaceAll(this const V& v, const S& search, W&& with) {
    return replaceIn(String(v.needText("replaceAll")), search, std::forward<W>(with), true);
  }
  template <class V, class S>
  VarFor<V> split(this const V& v, const S& separator, PieceLimit limit = {}) {
    return VarFor<V>(splitOf(String(v.needText("split")), separator, limit));
  }
  template <class V>
  VarFor<V> split(this const V& v) {
    return VarFor<V>(String(v.needText("split")).split());
  }
  // The following functions work as String's functions of the same names, which nodecpp/regexp.h defines. A match that
  // is stored in a var is an array with the properties `index`, `input` and `groups`. The result is null when there is
  // no match.
  template <class V, class P>
  auto match(this const V& v, const P& pattern) {
    return String(v.needText("match")).match(pattern);
  }
  template <class V, class P>
  auto matchAll(this const V& v, const P& pattern) {
    return String(v.needText("matchAll")).matchAll(pattern);
  }
  template <class V, class P>
  auto search(this const V& v, const P& pattern) {
    return String(v.needText("search")).search(pattern);
  }
  template <class V>
  String substring(this const V& v, std::ptrdiff_t from, std::ptrdiff_t to = PTRDIFF_MAX) {
    return v.needText("substring").substring(from, to);
  }
  template <class V>
  String substr(this const V& v, std::ptrdiff_t from, std::ptrdiff_t count = PTRDIFF_MAX) {
    return v.needText("substr").substr(from, count);
  }
  template <class V>
  String toLowerCase(this const V& v) {
    return v.needText("toLowerCase").toLowerCase();
  }
  template <class V>
  String toUpperCase(this const V& v) {
    return v.needText("toUpperCase").toUpperCase();
  }
  template <class V>
  String trim(this const V& v) {
    return v.needText("trim").trim();
  }
  template <class V>
  String trimStart(this const V& v) {
    return v.needText("trimStart").trimStart();
  }
  template <class V>
  String trimEnd(this const V& v) {
    return v.needText("trimEnd").trimEnd();
  }
  template <class V, class T>
  int localeCompare(this const V& v, const T& other) {
    return String(v.needText("localeCompare")).localeCompare(textOfArgument(other));
  }
  template <class V>
  String normalize(this const V& v, StringArg form = "NFC") {
    return v.needText("normalize").normalize(form);
  }
};

}  // namespace nodecpp::detail

namespace nodecpp {

template <detail::AnyValue P>
Array<String> String::split(const P& separator, detail::PieceLimit limit) const {
  return detail::splitByVar(*this, separator, limit);
}
template <detail::AnyValue P, class W>
String String::replace(const P& pattern, W&& with) const {
  return detail::replaceIn(*this, pattern, std::forward<W>(with), false);
}
template <detail::AnyValue P, class W>
String String::replaceAll(const P& pattern, W&& with) const {
  return detail::replaceIn(*this, pattern, std::forward<W>(with), true);
}

}  // namespace nodecpp
