// RegExp: JavaScript's regular expressions, ECMAScript 2025's, and the functions of String that take one. A reference, as
// every object: copies share their lastIndex.
// https://developer.mozilla.org/docs/Web/JavaScript/Reference/Global_Objects/RegExp
//
//   auto date = re("(\\d+)-(\\d+)");                          // /(\d+)-(\d+)/
//   if (auto m = date.exec("2024-05")) console::log(m[1], m.index);
//   text.replace(re(R"(\s+)", "g"), " ");                     // a raw literal needs no second backslash
//   for (auto m : text.matchAll(re("(?<word>\\w+)", "g"))) console::log(m.groups["word"]);
//
// A match that goes back more often than twenty million times, and two hundred times more for each byte of the text, is a
// RangeError, "Regular expression too expensive": in JavaScript such a pattern stops the program.
#pragma once

#include <nodecpp/regexp/match.h>

namespace nodecpp {

namespace detail {
struct RegExpBody;
struct RegExpAccess;
}  // namespace detail

class RegExp {
 public:
  using NodecppLeaf = void;  // see nodecpp/trace.h
  // undefined: using it throws Node's TypeError.
  RegExp() noexcept = default;
  RegExp(std::nullptr_t) noexcept {}
  static RegExp undefined() noexcept { return {}; }
  // SyntaxError with V8's words for a pattern or flags that are none. A pattern that was compiled not long ago is not
  // compiled again.
  explicit RegExp(StringArg pattern, StringArg flags = "");
  // The same pattern with other flags, or with its own.
  RegExp(const RegExp& pattern, StringArg flags);

  RegExp(const RegExp& other) noexcept;
  RegExp(RegExp&& other) noexcept : body_(std::exchange(other.body_, nullptr)) {}
  RegExp& operator=(RegExp other) noexcept {
    std::swap(body_, other.body_);
    return *this;
  }
  ~RegExp() {
    if (body_) drop();
  }

  // The match, or undefined (JavaScript's null). With flag g or y it begins at lastIndex, and sets it.
  RegExpMatch exec(StringArg text) const;
  bool test(StringArg text) const;

  // The pattern, so that "/" + source() + "/" is a literal of it; the flags in the order of the alphabet.
  String source() const;
  String flags() const;
  bool hasIndices() const;
  bool global() const;
  bool ignoreCase() const;
  bool multiline() const;
  bool dotAll() const;
  bool unicode() const;
  bool unicodeSets() const;
  bool sticky() const;
  // In UTF-16 units. `r.lastIndex = n` is setLastIndex(n).
  std::ptrdiff_t lastIndex() const;
  void setLastIndex(double index) const;

  // "/pattern/flags".
  String toString() const;
  // The text as a pattern that matches it.
  static String escape(StringArg text);

  bool isUndefined() const noexcept { return body_ == nullptr; }
  explicit operator bool() const noexcept { return body_ != nullptr; }
  // Two are equal when they are one.
  friend bool operator==(const RegExp& a, const RegExp& b) noexcept { return a.body_ == b.body_; }
  friend bool operator==(const RegExp& a, std::nullptr_t) noexcept { return a.body_ == nullptr; }
  const void* identity() const noexcept { return body_; }
  friend String str(const RegExp& pattern) { return pattern ? pattern.toString() : str(nodecpp::undefined); }
  template <class Inspector>
  void inspectTo(Inspector& out) const {
    if (*this)
      out.text(toString());
    else
      out.undefined();
  }
  using NodecppRegExp = void;
  using NodecppBoxed = RegExp;

 private:
  friend struct detail::RegExpAccess;
  void drop() noexcept;
  detail::RegExpBody& body() const;

  detail::RegExpBody* body_ = nullptr;
};

// JavaScript's literal /pattern/flags.
inline RegExp re(StringArg pattern, StringArg flags = "") { return RegExp(pattern, flags); }

// What matchAll gives: each step looks for the next match.
class RegExpStringIterator : public IteratorHelpers<RegExpMatch> {
  struct State {
    std::uint32_t refs;
    bool done;
    RegExp pattern;
    String text;
  };

 public:
  // For the runtime.
  RegExpStringIterator(RegExp pattern, String text)
      : state_(::new (detail::allocate(sizeof(State))) State{1, false, std::move(pattern), std::move(text)}) {}
  RegExpStringIterator(const RegExpStringIterator& other) noexcept : state_(other.state_) { detail::countHolder(state_->refs); }
  RegExpStringIterator& operator=(const RegExpStringIterator& other) noexcept {
    RegExpStringIterator copy(other);
    std::swap(state_, copy.state_);
    return *this;
  }
  ~RegExpStringIterator() {
    if (--state_->refs != 0) return;
    state_->~State();
    detail::release(state_, sizeof(State));
  }

  // The next match and `done` false; behind the last, `done` true.
  IteratorResult<RegExpMatch> next() const {
    RegExpMatch found = step();
    if (!found) return IteratorResult<RegExpMatch>::end();
    return {std::move(found), false};
  }

  class Loop;
  Loop begin() const;
  detail::IterationEnd end() const noexcept { return {}; }

  explicit operator bool() const noexcept { return true; }
  const void* identity() const noexcept { return state_; }
  friend bool operator==(const RegExpStringIterator& a, const RegExpStringIterator& b) noexcept { return a.state_ == b.state_; }
  String toString() const { return "[object RegExp String Iterator]"; }
  friend String str(const RegExpStringIterator& iterator) { return iterator.toString(); }
  template <class Inspector>
  void inspectTo(Inspector& out) const {
    out.text("Object [RegExp String Iterator] {}");
  }

 private:
  friend struct detail::IteratorAccess;

  RegExpMatch step() const;
  template <class G>
  bool pull(G&& give) const {
    RegExpMatch found = step();
    if (!found) return false;
    give(std::move(found));
    return true;
  }

  State* state_;
};

// A loop takes its matches from this iterator, as in JavaScript.
class RegExpStringIterator::Loop {
 public:
  explicit Loop(const RegExpStringIterator& iterator) : iterator_(iterator), found_(iterator.step()) {}
  RegExpMatch operator*() const { return found_; }
  Loop& operator++() {
    found_ = iterator_.step();
    return *this;
  }
  friend bool operator==(const Loop& loop, detail::IterationEnd) noexcept { return !loop.found_; }

 private:
  RegExpStringIterator iterator_;
  RegExpMatch found_;
};
inline RegExpStringIterator::Loop RegExpStringIterator::begin() const { return Loop(*this); }

}  // namespace nodecpp

#include <nodecpp/regexp/text.h>
