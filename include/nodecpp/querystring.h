// querystring: parses and formats the query of a URL, as Node's module of the same name.
// https://nodejs.org/docs/latest-v24.x/api/querystring.html
#pragma once

#include <nodecpp/buffer.h>
#include <nodecpp/function.h>
#include <nodecpp/lookup.h>
#include <nodecpp/traits.h>

namespace nodecpp::querystring {

// A value that stringify() formats: a string, a number, a bool, null, a Lookup, or a list of these.
class QueryValue {
 public:
  template <class T>
    requires std::constructible_from<Lookup, const T&> && (!std::same_as<T, bool>) && (!nodecpp::detail::AnyValue<T>)
  QueryValue(const T& value) : value_(value) {}
  template <std::same_as<bool> T>
  QueryValue(T value) : value_(str(value)) {}
  QueryValue(std::initializer_list<QueryValue> list);
  // A var: a text, a number, a bool, or an array of these. Any other value becomes "", as in JavaScript.
  template <nodecpp::detail::AnyValue V>
  QueryValue(const V& value) : value_(lookupOf(value)) {}

  const Lookup& value() const [[clang::lifetimebound]] { return value_; }

 private:
  template <class V>
  static Lookup lookupOf(const V& value) {
    if (!value.isArray()) return value.isString() || value.isNumber() || value.isBoolean() ? value.toString() : String("");
    Array<String> list;
    for (const auto& each : value) list.push(String(lookupOf(each)));
    return list;
  }
  Lookup value_;
};

namespace detail {
struct QueryData;
}

// The result of parse(): an object without a prototype. Its keys are in JavaScript's order: array indices in ascending
// order, then the other keys in the order of their insertion. A ParsedUrlQuery is a reference, as objects are in
// JavaScript: copies refer to the same object.
//   for (auto& [key, value] : query) …
class ParsedUrlQuery {
 public:
  struct Entry {
    String key;
    Lookup value;
  };

  // An empty object. It gets its memory at the first change, so a copy made earlier is an object of its own;
  // ParsedUrlQuery::make() returns an empty object that copies share.
  ParsedUrlQuery() noexcept = default;
  // An object from a literal: {{"a", "b"}, {"c", {"1", "2"}}, {"d", 5}}. When a key occurs twice, its last value
  // counts.
  ParsedUrlQuery(std::initializer_list<std::pair<String, QueryValue>> entries);
  // An object of the properties of a var, JavaScript's stringify(object). A var that is no object has none.
  template <nodecpp::detail::AnyValue V>
  ParsedUrlQuery(const V& object) {
    if (!object.isObject()) return;
    for (const auto& [key, value] : object.entries()) set(key, QueryValue(value));
  }
  ParsedUrlQuery(const ParsedUrlQuery& other) noexcept;
  ParsedUrlQuery(ParsedUrlQuery&& other) noexcept : data_(nodecpp::detail::exchange(other.data_, nullptr)) {}
  ParsedUrlQuery& operator=(ParsedUrlQuery other) noexcept {
    std::swap(data_, other.data_);
    return *this;
  }
  ~ParsedUrlQuery() {
    if (data_) drop();
  }

  // Returns the value of `key`: a string, a list when the key was repeated in the query, or undefined.
  Lookup operator[](StringArg key) const;
  bool has(StringArg key) const noexcept;
  // Returns the keys, as JavaScript's Object.keys(query).
  Array<String> keys() const;
  std::ptrdiff_t size() const noexcept;
  bool empty() const noexcept { return size() == 0; }

  // set() stands for JavaScript's `query[key] = value`, remove() for `delete query[key]`.
  void set(StringArg key, const QueryValue& value);
  void remove(StringArg key);

  // A range-based for loop over the query visits the entries as they were when the loop began, as a loop over
  // JavaScript's Object.entries(query) does. The iterator owns a copy of the entries, so the query may change
  // meanwhile.
  class Iterator;
  Iterator begin() const;
  nodecpp::detail::IterationEnd end() const noexcept { return {}; }

  explicit operator bool() const noexcept { return true; }
  // Two ParsedUrlQuery values are equal only when they refer to the same object, as in JavaScript.
  friend bool operator==(const ParsedUrlQuery& a, const ParsedUrlQuery& b) noexcept { return a.data_ == b.data_; }
  // Throws JavaScript's TypeError, because an object without a prototype cannot be converted to a string. console.log
  // prints the object as [Object: null prototype] { a: 'b' }.
  [[noreturn]] String toString() const;
  template <class Inspector>
  void inspectTo(Inspector& out) const;
  // Used by the runtime to convert the object to a var.
  template <class V>
  V inVar() const;
  friend String str(const ParsedUrlQuery& query) { return query.toString(); }

  // Used by the runtime: returns a new empty object that its copies share.
  static ParsedUrlQuery make();
  nodecpp::querystring::detail::QueryData* data() const noexcept { return data_; }

 private:
  explicit ParsedUrlQuery(detail::QueryData* data) noexcept : data_(data) {}
  void drop() noexcept;
  // Returns a copy of the entries as they are now.
  Array<Entry> held() const;

  detail::QueryData* data_ = nullptr;
};

class ParsedUrlQuery::Iterator {
 public:
  using value_type = Entry;
  using difference_type = std::ptrdiff_t;

  // Returns the entry at which the iterator stands. The reference is valid while the iterator lives. Throws a
  // RangeError when the iterator is at the end.
  const Entry& operator*() const [[clang::lifetimebound]] {
    if (NODECPP_FAILS(queryIterator, at_ >= entries_.size())) [[unlikely]]
      nodecpp::detail::throwOutOfRange(double(at_), entries_.size());
    return nodecpp::detail::ArrayAccess::items(entries_)[at_];
  }
  const Entry* operator->() const [[clang::lifetimebound]] { return &**this; }
  Iterator& operator++() noexcept {
    ++at_;
    return *this;
  }
  void operator++(int) noexcept { ++at_; }
  friend bool operator==(const Iterator& at, nodecpp::detail::IterationEnd) noexcept { return at.at_ >= at.entries_.size(); }

 private:
  friend class ParsedUrlQuery;
  explicit Iterator(Array<Entry> entries) noexcept : entries_(std::move(entries)) {}
  Array<Entry> entries_;  // the entries, owned by this iterator alone
  std::size_t at_ = 0;
};
inline ParsedUrlQuery::Iterator ParsedUrlQuery::begin() const { return Iterator(held()); }

template <class Inspector>
void ParsedUrlQuery::inspectTo(Inspector& out) const {
  out.name("[Object: null prototype]");
  for (const Entry& entry : *this) out.property(entry.key, entry.value);
}

template <class V>
V ParsedUrlQuery::inVar() const {
  const V out = V::create(nullptr);
  for (const Entry& entry : *this) out.set(entry.key, V(entry.value));
  return out;
}

// The argument for a separator of querystring's functions: a string. null and "" stand for the default separator ("&"
// or "=").
class Separator {
 public:
  Separator(std::nullptr_t) noexcept : text_("") {}
  template <class T>
    requires nodecpp::detail::StringLike<const T&>
  Separator(const T& text [[clang::lifetimebound]]) : text_(text) {}
  StringArg orDefault(StringArg fallback) const { return text_.empty() ? fallback : text_; }

 private:
  StringArg text_;
};

struct ParseOptions {
  // A function that decodes keys and values in place of unescape(). When it throws, unescape() decodes the text.
  Function<String(String)> decodeURIComponent = nullptr;
  // How many pairs are parsed at most; the rest of the query is ignored. 0 means no limit.
  double maxKeys = 1000;
};

struct StringifyOptions {
  // A function that encodes keys and values in place of escape().
  Function<String(String)> encodeURIComponent = nullptr;
};

// Parses a query, given without its leading `?`. Never throws: malformed escapes are kept as they are, and bytes that
// are not valid UTF-8 become U+FFFD, as in Node.
ParsedUrlQuery parse(StringArg text, Separator sep = nullptr, Separator eq = nullptr, const ParseOptions& options = {});
// Parses a Lookup; returns an empty object when the Lookup is not a string, as Node does.
template <class T>
  requires std::same_as<T, Lookup>
ParsedUrlQuery parse(const T& text, Separator sep = nullptr, Separator eq = nullptr, const ParseOptions& options = {}) {
  return text.isString() ? parse(text.toString(), sep, eq, options) : ParsedUrlQuery::make();
}

// Returns the query string of an object: stringify({{"a", "b"}, {"c", {"1", "2"}}}) returns "a=b&c=1&c=2". Throws
// ERR_INVALID_URI for a lone surrogate at the end of a string, and whatever encodeURIComponent throws.
String stringify(const ParsedUrlQuery& query, Separator sep = nullptr, Separator eq = nullptr,
                 const StringifyOptions& options = {});

// Returns the text with all characters percent-encoded except A-Z a-z 0-9 - _ . ! ~ * ' ( ). Throws ERR_INVALID_URI for
// a lone surrogate at the end of the text.
String escape(StringArg text);
// Returns the text percent-decoded. Malformed escapes are kept as they are; decoded bytes that are not valid UTF-8
// become U+FFFD.
String unescape(StringArg text);
// Returns the bytes of a percent-encoded string. With `decodeSpaces`, each `+` becomes a space.
Buffer unescapeBuffer(StringArg text, bool decodeSpaces = false);

// A value that is not a string is converted to one first, as JavaScript does.
template <class T>
  requires(!nodecpp::detail::StringLike<const T&>) && requires(const T& value) { str(value); }
String escape(const T& value) {
  return escape(str(value));
}

// Node's aliases: decode is parse, encode is stringify.
inline ParsedUrlQuery decode(StringArg text, Separator sep = nullptr, Separator eq = nullptr,
                             const ParseOptions& options = {}) {
  return parse(text, sep, eq, options);
}
inline String encode(const ParsedUrlQuery& query, Separator sep = nullptr, Separator eq = nullptr,
                     const StringifyOptions& options = {}) {
  return stringify(query, sep, eq, options);
}

}  // namespace nodecpp::querystring
