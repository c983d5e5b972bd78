// querystring: parsing and formatting of a URL's query, as Node's module of that name.
// https://nodejs.org/docs/latest-v24.x/api/querystring.html
#pragma once

#include <nodecpp/buffer.h>
#include <nodecpp/function.h>
#include <nodecpp/lookup.h>

namespace nodecpp::querystring {

// A value to be formatted: a string, number, bool, null, a look-up's result, or a list of them.
class QueryValue {
 public:
  template <class T>
    requires std::constructible_from<Lookup, const T&> && (!std::same_as<T, bool>)
  QueryValue(const T& value) : value_(value) {}
  template <std::same_as<bool> T>
  QueryValue(T value) : value_(str(value)) {}
  QueryValue(std::initializer_list<QueryValue> list);

  const Lookup& value() const [[clang::lifetimebound]] { return value_; }

 private:
  Lookup value_;
};

namespace detail {
struct QueryData;
}

// What parse() returns: an object without prototype, its keys in JavaScript's order (array indices ascending, then the
// others as they came). A reference, as objects are: copies are the same object.
//   for (auto& [key, value] : query) …
class ParsedUrlQuery {
 public:
  struct Entry {
    String key;
    Lookup value;
  };

  // An empty object.
  ParsedUrlQuery() noexcept = default;
  // {{"a", "b"}, {"c", {"1", "2"}}, {"d", 5}}
  ParsedUrlQuery(std::initializer_list<std::pair<String, QueryValue>> entries);
  ParsedUrlQuery(const ParsedUrlQuery& other) noexcept;
  ParsedUrlQuery(ParsedUrlQuery&& other) noexcept : data_(std::exchange(other.data_, nullptr)) {}
  ParsedUrlQuery& operator=(ParsedUrlQuery other) noexcept {
    std::swap(data_, other.data_);
    return *this;
  }
  ~ParsedUrlQuery() {
    if (data_) drop();
  }

  // The value of `key`: a string, a list where the key was repeated, or undefined.
  Lookup operator[](StringArg key) const;
  bool has(StringArg key) const noexcept;
  // Object.keys(query)
  Array<String> keys() const;
  std::size_t size() const noexcept;
  bool empty() const noexcept { return size() == 0; }

  // query[key] = value; delete query[key].
  void set(StringArg key, const QueryValue& value);
  void remove(StringArg key);

  // Goes over the entries as they were when the loop began, as over JavaScript's Object.entries(query). It holds them.
  class Iterator;
  Iterator begin() const;
  nodecpp::detail::IterationEnd end() const noexcept { return {}; }

  explicit operator bool() const noexcept { return true; }
  // Objects are equal when they are one.
  friend bool operator==(const ParsedUrlQuery& a, const ParsedUrlQuery& b) noexcept { return a.data_ == b.data_; }
  // Throws JavaScript's TypeError: an object without prototype converts to no string. console.log prints it, as
  // [Object: null prototype] { a: 'b' }.
  [[noreturn]] String toString() const;
  template <class Inspector>
  void inspectTo(Inspector& out) const;
  // For the runtime: as a var, an object.
  template <class V>
  V inVar() const;
  friend String str(const ParsedUrlQuery& query) { return query.toString(); }

  // For the runtime: an empty object that copies made now will share.
  static ParsedUrlQuery make();
  nodecpp::querystring::detail::QueryData* data() const noexcept { return data_; }

 private:
  explicit ParsedUrlQuery(detail::QueryData* data) noexcept : data_(data) {}
  void drop() noexcept;
  // The entries as they are now.
  Array<Entry> held() const;

  detail::QueryData* data_ = nullptr;
};

class ParsedUrlQuery::Iterator {
 public:
  using value_type = Entry;
  using difference_type = std::ptrdiff_t;

  // Behind the end, a RangeError.
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
  Array<Entry> entries_;  // nobody else's
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

// A separator parameter: a string; null and "" stand for the default.
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
  // Decodes keys and values in the place of unescape(). Where it throws, unescape() does the work.
  Function<String(String)> decodeURIComponent = nullptr;
  // Pairs behind this number are ignored; 0 means no limit.
  double maxKeys = 1000;
};

struct StringifyOptions {
  // Encodes keys and values in the place of escape().
  Function<String(String)> encodeURIComponent = nullptr;
};

// Parses a query (without its `?`). Never throws; what is malformed is kept or becomes U+FFFD, as in Node.
ParsedUrlQuery parse(StringArg text, Separator sep = nullptr, Separator eq = nullptr, const ParseOptions& options = {});
// Of what is not a string an empty object.
template <class T>
  requires std::same_as<T, Lookup>
ParsedUrlQuery parse(const T& text, Separator sep = nullptr, Separator eq = nullptr, const ParseOptions& options = {}) {
  return text.isString() ? parse(text.toString(), sep, eq, options) : ParsedUrlQuery::make();
}

// The query of an object: stringify({{"a", "b"}, {"c", {"1", "2"}}}) is "a=b&c=1&c=2". Throws ERR_INVALID_URI for a
// lone surrogate at a string's end, and whatever encodeURIComponent throws.
String stringify(const ParsedUrlQuery& query, Separator sep = nullptr, Separator eq = nullptr,
                 const StringifyOptions& options = {});

// Percent-encodes all but A-Z a-z 0-9 - _ . ! ~ * ' ( ). Throws ERR_INVALID_URI for a lone surrogate at the end.
String escape(StringArg text);
// Percent-decodes; what is malformed is kept, bytes that are not UTF-8 become U+FFFD.
String unescape(StringArg text);
// The bytes of a percent-encoded string; `decodeSpaces` makes spaces of `+`.
Buffer unescapeBuffer(StringArg text, bool decodeSpaces = false);

// Anything else is printed first, as JavaScript does.
template <class T>
  requires(!nodecpp::detail::StringLike<const T&>) && requires(const T& value) { str(value); }
String escape(const T& value) {
  return escape(str(value));
}

// Node's other names for parse and stringify.
inline ParsedUrlQuery decode(StringArg text, Separator sep = nullptr, Separator eq = nullptr,
                             const ParseOptions& options = {}) {
  return parse(text, sep, eq, options);
}
inline String encode(const ParsedUrlQuery& query, Separator sep = nullptr, Separator eq = nullptr,
                     const StringifyOptions& options = {}) {
  return stringify(query, sep, eq, options);
}

}  // namespace nodecpp::querystring
