// RegExp: the regular expressions of JavaScript (ECMAScript 2025) and the functions of String that take one. A RegExp
// is a reference, as every object of JavaScript: all copies share one lastIndex.
// https://developer.mozilla.org/docs/Web/JavaScript/Reference/Global_Objects/RegExp
//
//   auto date = re("(\\d+)-(\\d+)");                          // /(\d+)-(\d+)/
//   if (auto m = date.exec("2024-05")) console::log(m[1], m.index);
//   text.replace(re(R"(\s+)", "g"), " ");                     // a raw literal needs no second backslash
//   for (auto m : text.matchAll(re("(?<word>\\w+)", "g"))) console::log(m.groups["word"]);
//
// Each search has a limit of 20 million backtracking steps plus 200 steps for each byte of the text, and a limit of
// 64 MiB for its backtracking stack. A search that exceeds a limit throws a RangeError, "Regular expression too
// expensive". In JavaScript such a search would block the program; the limits protect a server that matches untrusted
// input.
#pragma once

#include <nodecpp/regexp/regexp_match.h>
#include <nodecpp/traits.h>

namespace nodecpp {

namespace detail {
struct RegExpBody;
struct RegExpAccess;
}  // namespace detail

class RegExp {
 public:
  using NodecppLeaf = void;  // the cycle collector does not search values of this type (nodecpp/trace.h)
  // A default-constructed RegExp is undefined; any use of it throws Node's TypeError.
  RegExp() noexcept = default;
  RegExp(std::nullptr_t) noexcept {}
  static RegExp undefined() noexcept { return {}; }
  // Compiles `pattern`. Throws a SyntaxError with V8's message when the pattern or the flags are not valid. Compiled
  // patterns are cached, so that a RegExp made inside a loop is compiled only once.
  explicit RegExp(StringArg pattern, StringArg flags = "");
  // Makes a RegExp with the source of `pattern`. Its flags are those of `pattern` when `flags` is undefined.
  RegExp(const RegExp& pattern, StringArg flags);

  RegExp(const RegExp& other) noexcept;
  RegExp(RegExp&& other) noexcept : body_(detail::exchange(other.body_, nullptr)) {}
  RegExp& operator=(RegExp other) noexcept {
    std::swap(body_, other.body_);
    return *this;
  }
  ~RegExp() {
    if (body_) drop();
  }

  // Searches `text` and returns the match, or an undefined match (JavaScript's null) when nothing was found. With flag
  // g or y the search starts at lastIndex, and lastIndex is set to the end of the match, or to 0 when nothing was
  // found. Throws the RangeError "Regular expression too expensive" when the search exceeds its limit. The match owns
  // its texts.
  RegExpMatch exec(detail::TextArg text) const;
  // Searches as exec() does, with the same effects on lastIndex, and returns only whether there was a match.
  bool test(detail::TextArg text) const;
  // As in JavaScript, the value of a var is converted to a text: 12 to "12".
  template <detail::AnyValue V>
  RegExpMatch exec(const V& value) const {
    return exec(StringArg(value.toString()));
  }
  template <detail::AnyValue V>
  bool test(const V& value) const {
    return test(StringArg(value.toString()));
  }

  // source() returns the pattern, escaped so that "/" + source() + "/" is a valid literal. flags() returns the flags in
  // alphabetical order.
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
  // The position at which the next search with flag g or y starts, in UTF-16 units. `r.setLastIndex(n)` stands for
  // JavaScript's `r.lastIndex = n`.
  std::ptrdiff_t lastIndex() const;
  void lastIndex(double) const NODECPP_DELETED("write r.setLastIndex(n) for r.lastIndex = n");
  void setLastIndex(double index) const;

  // Returns the RegExp as a JavaScript literal, "/pattern/flags".
  String toString() const;
  // Returns a pattern that matches exactly `text`: characters that have a meaning in patterns are escaped.
  static String escape(StringArg text);

  bool isUndefined() const noexcept { return body_ == nullptr; }
  explicit operator bool() const noexcept { return body_ != nullptr; }
  // Two RegExps are equal only when they are references to the same object, as in JavaScript.
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

// Returns a new RegExp; re("a+", "g") stands for JavaScript's literal /a+/g. Throws as the constructor does.
inline RegExp re(StringArg pattern, StringArg flags = "") { return RegExp(pattern, flags); }

// The iterator that String::matchAll returns. Each step searches for the next match. The iterator holds the text and a
// copy of the RegExp, so neither has to outlive the call.
class RegExpStringIterator : public IteratorHelpers<RegExpMatch> {
  struct State {
    std::uint32_t refs;
    bool done;
    RegExp pattern;
    String text;
  };

 public:
  // Used by String::matchAll only; programs do not call this constructor.
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

  // Returns the next match with `done` false. After the last match, returns `done` true.
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

// The C++ iterator of a range-based for loop. As in JavaScript, the loop consumes the matches of the
// RegExpStringIterator that it runs over.
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

#include <nodecpp/regexp/string_regexp.h>
