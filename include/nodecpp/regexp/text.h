// String's functions that take a regular expression. Part of regexp.h.
#pragma once

#include <nodecpp/regexp.h>

namespace nodecpp {

// What a function that makes replacements is given behind the match: a group's text, then the match's index and the whole
// text, then the named groups if there are any. Each is what the parameter's type makes of it; of type auto it is a text.
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
  // For the runtime: as a var it is the number, the text or the object of groups that JavaScript gives.
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

// One match, for a function that makes its replacement.
class RegExpCall {
 public:
  virtual String match() const = 0;
  virtual RegExpArgument argument(std::size_t number) const = 0;
};
using RegExpReplacer = String (*)(void* function, const RegExpCall& call);

// Replaces by what `call` gives; the first match, or all with flag g.
String replaceMatches(const String& text, const RegExp& pattern, void* function, RegExpReplacer call);
String replaceMatches(const String& text, const RegExp& pattern, StringArg with);
RegExpMatch matchText(const String& text, const RegExp& pattern);
std::ptrdiff_t searchText(const String& text, const RegExp& pattern);
Array<String> splitText(const String& text, const RegExp& separator, std::size_t limit);
// A copy for matchAll, and what replaceAll asks first: TypeErrors of patterns without flag g.
RegExp forMatchAll(const RegExp& pattern);
void checkReplaceAll(const RegExp& pattern);

// So many of a function's parameters get something.
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
  } else {
    const String match = call.match();
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      auto run = [&] { return f(match, call.argument(I)...); };
      return replacement(run);
    }(std::make_index_sequence<std::size_t(n - 1)>());
  }
}

// A let<RegExp> is the RegExp in it, and so is a var that holds one; a text becomes a pattern, and so does what else a var
// holds: undefined is the empty one.
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

template <class P>
RegExpMatch String::match(const P& pattern) const {
  return detail::matchText(*this, detail::patternOf(pattern));
}
template <class P>
RegExpStringIterator String::matchAll(const P& pattern) const {
  return RegExpStringIterator(detail::forMatchAll(detail::patternOf(pattern, "g")), *this);
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
