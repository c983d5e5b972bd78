// The functions of String that take a regular expression: match, matchAll, search, split, replace, replaceAll. Part of
// regexp.h.
#pragma once

#include <nodecpp/regexp.h>

namespace nodecpp {

// An argument that a replacer function receives after the matched text: first the text of each group, then the match's
// index, then the whole text, then the named groups if the pattern has any. An argument converts to the type of the
// function's parameter; for a parameter of type auto it is a String.
class RegExpArgument : public String {
 public:
  RegExpArgument() : String(nodecpp::undefined) {}
  explicit RegExpArgument(String text) : String(std::move(text)) {}
  explicit RegExpArgument(std::ptrdiff_t index) : String(str(index)), index_(index) {}
  explicit RegExpArgument(const RegExpGroups<String>& groups) : String("[object Object]"), groups_(groups) {}

  template <class T>
    requires std::is_arithmetic_v<T> && (!std::same_as<T, bool>) && (!std::same_as<T, char>)
  operator T() const {
    return static_cast<T>(index_ >= 0 ? double(index_) : toNumber(*this));
  }
  operator RegExpGroups<String>() const { return groups_; }
  // Used by the runtime to convert the argument to a var: a number, a text or an object with the named groups, as
  // JavaScript passes it.
  template <class V>
  V inVar() const {
    if (index_ >= 0) return V(index_);
    return groups_ ? V(groups_) : V(static_cast<const String&>(*this));
  }
  bool isIndex() const noexcept { return index_ >= 0; }
  template <class T>
    requires std::is_arithmetic_v<T>
  friend String operator+(const RegExpArgument&, T) NODECPP_DELETED("this may be the match's index: give the parameter the type int or String");

 private:
  std::ptrdiff_t index_ = -1;
  RegExpGroups<String> groups_;
};

namespace detail {

template <>
inline constexpr bool isString<RegExpArgument> = true;

// One match, from which the arguments of a replacer function are taken.
class RegExpCall {
 public:
  virtual String match() const = 0;
  virtual RegExpArgument argument(std::size_t number) const = 0;
};
using RegExpReplacer = String (*)(void* function, const RegExpCall& call);

// Returns `text` with the first match replaced, or every match with flag g. The replacement is the text that `call`
// returns, or `with`, in which $1, $<name>, $& and the other patterns of JavaScript are replaced.
String replaceMatches(const String& text, const RegExp& pattern, void* function, RegExpReplacer call);
String replaceMatches(const String& text, const RegExp& pattern, StringArg with);
RegExpMatch matchText(const String& text, const RegExp& pattern);
std::ptrdiff_t searchText(const String& text, const RegExp& pattern);
Array<String> splitText(const String& text, const RegExp& separator, std::size_t limit);
// forMatchAll returns the copy of the RegExp that matchAll works on, so that the caller's lastIndex does not change.
// Both functions throw V8's TypeError for a pattern without flag g.
RegExp forMatchAll(const RegExp& pattern);
void checkReplaceAll(const RegExp& pattern);

// Returns how many arguments the replacer function F takes, or -1 when F cannot be called with a match and its
// arguments.
template <class F, std::size_t... I>
consteval int regExpArity(std::index_sequence<I...>) {
  return arity<F, const String&, decltype((void(I), std::declval<RegExpArgument>()))...>();
}
template <class F>
String callRegExpReplacer(void* function, const RegExpCall& call) {
  constexpr int n = regExpArity<F>(std::make_index_sequence<24>());
  static_assert(n >= 0, "the function takes (match, groups…, index, text, named groups), or less");
  F& f = *static_cast<F*>(function);
  if constexpr (n == 0) {
    return replacement(f);
  } else if constexpr (n > 0) {
    const String match = call.match();
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      auto run = [&] { return f(match, call.argument(I)...); };
      return replacement(run);
    }(std::make_index_sequence<std::size_t(n - 1)>());
  } else {
    return {};  // after the error above
  }
}

// Converts an argument of match, search, split and the like to a RegExp. A RegExp is taken as it is, also out of a
// let<RegExp> or a var. Any other value is converted to a string, which becomes the pattern; undefined becomes the
// empty pattern.
template <class P>
RegExp patternOf(const P& pattern, const char* flags = "") {
  if constexpr (AnyValue<P>)
    return pattern.template is<RegExp>() ? pattern.template as<RegExp>()
                                         : RegExp(pattern.isUndefined() ? String() : pattern.toString(), flags);
  else if constexpr (StringLike<const P&>)
    return RegExp(StringArg(pattern), flags);
  else if constexpr (requires { pattern.ref(); })
    return pattern.ref();
  else
    return pattern;
}

}  // namespace detail

// The functions of String with a regular expression follow JavaScript's String.prototype. match returns the match, or
// an undefined match when nothing was found; search returns an index in UTF-16 units or -1. match, matchAll and search
// also take a text, which becomes a pattern (a SyntaxError when it is not a valid one). matchAll and replaceAll throw a
// TypeError for a RegExp without flag g. A replacement is a text or a function.
// https://developer.mozilla.org/docs/Web/JavaScript/Reference/Global_Objects/String
template <class P>
RegExpMatch String::match(const P& pattern) const {
  return detail::matchText(*this, detail::patternOf(pattern));
}
template <class P>
RegExpStringIterator String::matchAll(const P& pattern) const {
  return RegExpStringIterator(detail::forMatchAll(detail::patternOf(pattern, "g")), printed());
}
template <class P>
std::ptrdiff_t String::search(const P& pattern) const {
  return detail::searchText(*this, detail::patternOf(pattern));
}
template <detail::RegExpLike P>
Array<String> String::split(const P& separator, detail::PieceLimit limit) const {
  return detail::splitText(*this, detail::patternOf(separator), limit);
}
template <detail::RegExpLike P, class W>
String String::replace(const P& pattern, W&& with) const {
  if constexpr (detail::StringLike<const std::remove_cvref_t<W>&>)
    return detail::replaceMatches(*this, detail::patternOf(pattern), StringArg(with));
  else
    return detail::replaceMatches(*this, detail::patternOf(pattern), const_cast<void*>(static_cast<const void*>(&with)),
                                  detail::callRegExpReplacer<std::remove_reference_t<W>>);
}
template <detail::RegExpLike P, class W>
String String::replaceAll(const P& pattern, W&& with) const {
  detail::checkReplaceAll(detail::patternOf(pattern));
  return replace(pattern, std::forward<W>(with));
}

}  // namespace nodecpp
