// The templates of String that need the whole class: iteration, replacement by a function, raw. Part of string.h.
#pragma once

#include <nodecpp/string.h>

namespace nodecpp {

namespace detail {

// Iterates over the code points of a text and gives each one as a String. It holds a reference to the text.
class CodePoints {
 public:
  explicit CodePoints(const String& text, std::size_t at = 0) noexcept : text_(text), at_(at) {}  // `at` counts bytes
  String operator*() const { return isAscii() ? String::fromCharCode(text_.data()[at_]) : text_.byteSlice(at_, at_ + step()); }
  CodePoints& operator++() {
    at_ += isAscii() ? 1 : step();
    return *this;
  }
  bool operator==(TextEnd) const noexcept { return at_ >= text_.size(); }

 private:
  std::size_t step() const noexcept;
  // Whether the next character is ASCII. Continuation bytes without a start byte count as part of the character in
  // front of them, as in step().
  bool isAscii() const noexcept {
    const char* next = text_.data() + at_;
    return at_ < text_.size() && static_cast<signed char>(next[0]) >= 0 &&
           (at_ + 1 == text_.size() || (next[1] & 0xc0) != 0x80);
  }

  String text_;
  std::size_t at_ = 0;
};

// Returns the result of a replacement function as a text; "undefined" for a function that returns nothing.
template <class F, class... A>
String replacement(F& f, const A&... arguments) {
  if constexpr (std::is_void_v<std::invoke_result_t<F&, const A&...>>) {
    f(arguments...);
    return str(undefined);
  } else {
    return str(f(arguments...));
  }
}

template <class F>
String callReplacer(void* function, const String& match, std::size_t at, const String& whole) {
  F& f = *static_cast<F*>(function);
  if constexpr (std::is_invocable_v<F&, const String&, std::size_t, const String&>)
    return replacement(f, match, at, whole);
  else if constexpr (std::is_invocable_v<F&, const String&, std::size_t>)
    return replacement(f, match, at);
  else if constexpr (std::is_invocable_v<F&, const String&>)
    return replacement(f, match);
  else
    return replacement(f);
}

}  // namespace detail

inline detail::CodePoints String::begin() const { return detail::CodePoints(*this); }

inline Array<String> String::split() const { return {printed()}; }

template <detail::Replacer F>
String String::replace(detail::TextArg search, F&& f NODECPP_NOESCAPE) const {
  return replaceBy(search, false, const_cast<void*>(static_cast<const void*>(&f)),
                   detail::callReplacer<std::remove_reference_t<F>>);
}
template <detail::Replacer F>
String String::replaceAll(detail::TextArg search, F&& f NODECPP_NOESCAPE) const {
  return replaceBy(search, true, const_cast<void*>(static_cast<const void*>(&f)),
                   detail::callReplacer<std::remove_reference_t<F>>);
}

template <class... T>
String String::concat(const T&... more) const {
  String out = printed();
  ((out += str(more)), ...);
  return out;
}

template <class... T>
String String::raw(std::initializer_list<String> pieces, const T&... between) {
  String out;
  const String* piece = pieces.begin();
  auto next = [&](const auto& one) {
    if (piece == pieces.end()) return;
    out += *piece++;
    if (piece != pieces.end()) out += str(one);
  };
  (next(between), ...);
  while (piece != pieces.end()) out += *piece++;
  return out;
}

}  // namespace nodecpp
