// url: the WHATWG's URL and URLSearchParams (declared in url/whatwg.h), and Node's legacy API: parse, format and
// resolve.
// https://nodejs.org/docs/latest-v24.x/api/url.html
#pragma once

#include <nodecpp/querystring.h>
#include <nodecpp/url/whatwg.h>

namespace nodecpp::url {

// The `query` of a parsed URL: null when the URL has none, a string, or with parseQueryString the parsed query.
//   urlObj.query == "a=b"    urlObj.query["a"]    for (auto& [key, value] : urlObj.query) …
class UrlQuery {
 public:
  UrlQuery() noexcept : text_(nullptr) {}
  UrlQuery(querystring::ParsedUrlQuery parsed) noexcept : parsed_(std::move(parsed)), isObject_(true) {}
  UrlQuery(std::initializer_list<std::pair<String, querystring::QueryValue>> entries)
      : UrlQuery(querystring::ParsedUrlQuery(entries)) {}
  template <class T>
    requires std::constructible_from<Lookup, const T&>
  UrlQuery(const T& text) : text_(text) {}

  bool isObject() const noexcept { return isObject_; }
  // Returns the value of the parameter `key`; undefined when there is no such parameter or the query was not parsed.
  Lookup operator[](StringArg key) const { return parsed_[key]; }
  bool has(StringArg key) const noexcept { return parsed_.has(key); }
  Array<String> keys() const { return parsed_.keys(); }
  std::ptrdiff_t size() const noexcept { return parsed_.size(); }
  void set(StringArg key, const querystring::QueryValue& value) { parsed_.set(key, value); }
  void remove(StringArg key) { parsed_.remove(key); }
  auto begin() const noexcept [[clang::lifetimebound]] { return parsed_.begin(); }
  auto end() const noexcept [[clang::lifetimebound]] { return parsed_.end(); }

  // Returns the parsed query, or an empty one when the query was not parsed. The reference is valid while this UrlQuery
  // lives.
  const querystring::ParsedUrlQuery& parsed() const noexcept [[clang::lifetimebound]] { return parsed_; }
  operator querystring::ParsedUrlQuery() const noexcept { return parsed_; }
  // Returns the query as a string or null, or undefined when the query was parsed into an object. The reference is
  // valid while this UrlQuery lives.
  const Lookup& text() const noexcept [[clang::lifetimebound]] { return text_; }

  explicit operator bool() const noexcept { return isObject_ || bool(text_); }
  // Returns the query as a string. Throws JavaScript's TypeError for a parsed query, which is an object without a
  // prototype; see ParsedUrlQuery::toString.
  String toString() const { return isObject_ ? parsed_.toString() : text_.toString(); }
  friend String str(const UrlQuery& query) { return query.toString(); }
  template <class Inspector>
  void inspectTo(Inspector& out) const {
    if (isObject_)
      out.value(parsed_);
    else
      out.value(text_);
  }

  template <class T>
    requires nodecpp::detail::StringLike<const T&>
  friend bool operator==(const UrlQuery& a, const T& b) {
    return !a.isObject_ && a.text_ == b;
  }
  friend bool operator==(const UrlQuery& a, std::nullptr_t) noexcept { return !a.isObject_ && a.text_ == nullptr; }
  friend bool operator==(const UrlQuery& a, const UrlQuery& b) {
    return a.isObject_ == b.isObject_ && (a.isObject_ ? a.parsed_ == b.parsed_ : a.text_ == b.text_);
  }
  template <class T>
    requires nodecpp::detail::StringLike<const T&>
  friend String operator+(const T& a, const UrlQuery& b) {
    return nodecpp::detail::concat(a, b.toString());
  }
  template <class T>
    requires nodecpp::detail::StringLike<const T&>
  friend String operator+(const UrlQuery& a, const T& b) {
    return nodecpp::detail::concat(a.toString(), b);
  }

 private:
  Lookup text_;
  querystring::ParsedUrlQuery parsed_;
  bool isObject_ = false;
};

// The `slashes` of a parsed URL: true, false or null.
class Slashes {
 public:
  Slashes() noexcept = default;
  Slashes(std::nullptr_t) noexcept {}
  template <std::same_as<bool> T>
  Slashes(T value) noexcept : state_(value ? 1 : 0) {}

  explicit operator bool() const noexcept { return state_ == 1; }
  String toString() const { return state_ < 0 ? String("null") : str(state_ == 1); }
  friend String str(const Slashes& slashes) { return slashes.toString(); }
  template <class Inspector>
  void inspectTo(Inspector& out) const {
    if (state_ < 0)
      out.value(nullptr);
    else
      out.value(state_ == 1);
  }
  template <std::same_as<bool> T>
  friend bool operator==(const Slashes& a, T b) noexcept {
    return a.state_ == int(b);
  }
  friend bool operator==(const Slashes& a, std::nullptr_t) noexcept { return a.state_ < 0; }
  friend bool operator==(const Slashes& a, const Slashes& b) noexcept { return a.state_ == b.state_; }

 private:
  signed char state_ = -1;
};

// A parsed URL, the result of url::parse. Members for which the URL has no part are null. A Url owns its texts.
class Url {
 public:
  Lookup protocol = nullptr;
  Slashes slashes;
  Lookup auth = nullptr;
  Lookup host = nullptr;
  Lookup port = nullptr;
  Lookup hostname = nullptr;
  Lookup hash = nullptr;
  Lookup search = nullptr;
  UrlQuery query;
  Lookup pathname = nullptr;
  Lookup path = nullptr;
  Lookup href = nullptr;

  Url() noexcept {}
  Url(const Url& other) = default;
  Url(Url&& other) noexcept = default;
  Url& operator=(const Url& other) = default;
  Url& operator=(Url&& other) noexcept = default;
  ~Url();  // in the library: its twelve members would be a twelfth of what a small program compiles
  // Used by the runtime for a text that is only a path and a query; the query starts at the byte `question`.
  Url(const String& simplePath, std::size_t question, bool parseQueryString);

  // The methods do what the functions of the same names do, with this Url as their first argument. parse() replaces the
  // members of this Url.
  void parse(StringArg url, bool parseQueryString = false, bool slashesDenoteHost = false);
  String format() const;
  String resolve(StringArg relative) const;
  Url resolveObject(StringArg relative) const;
  Url resolveObject(const Url& relative) const;

  // Returns "[object Object]", as in JavaScript. console.log prints the members instead.
  String toString() const { return "[object Object]"; }
  friend String str(const Url& url) { return url.toString(); }
  template <class Inspector>
  void inspectTo(Inspector& out) const {
    out.name("Url").property("protocol", protocol).property("slashes", slashes).property("auth", auth);
    out.property("host", host).property("port", port).property("hostname", hostname).property("hash", hash);
    out.property("search", search).property("query", query).property("pathname", pathname).property("path", path);
    out.property("href", href);
  }
};

// The members of a URL that format() puts together: format({.protocol = "https", .hostname = "example.com", .query =
// {{"page", 1}}}). Members that are not given are undefined.
struct UrlObject {
  Lookup protocol = {};
  Slashes slashes = {};
  Lookup auth = {};
  Lookup host = {};
  Lookup hostname = {};
  Lookup port = {};
  Lookup pathname = {};
  Lookup search = {};
  UrlQuery query = {};
  Lookup hash = {};
};

// Parses a URL, which may be relative. With `parseQueryString` the member `query` is the parsed query instead of a
// string. With `slashesDenoteHost` the text "//a/b" has the host "a". Throws ERR_INVALID_URL for an invalid host name,
// and a URIError when the user name or password is not correctly percent-encoded.
// https://nodejs.org/docs/latest-v24.x/api/url.html#urlparseurlstring-parsequerystring-slashesdenotehost
Url parse(StringArg url, bool parseQueryString = false, bool slashesDenoteHost = false);
// Parses a Lookup (for example the value of a header). Throws ERR_INVALID_ARG_TYPE when the Lookup is not a string.
template <std::same_as<Lookup> T>
Url parse(const T& url, bool parseQueryString = false, bool slashesDenoteHost = false);
// Returns a copy of a URL that is parsed already, as Node does.
inline Url parse(const Url& url, bool = false, bool = false) { return url; }

// Returns the URL as a string; a string is parsed first. Throws ERR_INVALID_URI for a lone surrogate in auth or query,
// and what parse() throws.
String format(const Url& url);
String format(const UrlObject& url);
// Which parts of a URL format() writes. With `unicode` an international host name is written in Unicode instead of
// Punycode.
struct URLFormatOptions {
  bool auth = true;
  bool fragment = true;
  bool search = true;
  bool unicode = false;
};
String format(const URL& url, URLFormatOptions options = {});
template <class T>
  requires nodecpp::detail::StringLike<const T&>
String format(const T& url) {
  return parse(url).format();
}

// Resolves the URL `to` against the base `from`, as a browser resolves a link in a page. Throws what parse() throws.
String resolve(StringArg from, StringArg to);
// Resolves as resolve() does and returns the result as a parsed URL. When `from` is "", Node returns the string `to`
// unchanged; Node.cpp returns `to` parsed.
Url resolveObject(StringArg from, StringArg to);
Url resolveObject(const Url& from, StringArg to);
Url resolveObject(const Url& from, const Url& to);

// Both functions return the host name, in ASCII (Punycode) or in Unicode, or "" when the host name is not valid.
String domainToASCII(StringArg domain);
String domainToUnicode(StringArg domain);

// Which system's rules the paths follow: the rules of Windows, or by default the rules of POSIX.
struct FileURLOptions {
  bool windows = false;
};
// Returns the path that a file: URL names, percent-decoded. Throws ERR_INVALID_URL, ERR_INVALID_URL_SCHEME,
// ERR_INVALID_FILE_URL_HOST, ERR_INVALID_FILE_URL_PATH (for an encoded slash, or with `windows` for a path without a
// drive), and a URIError for a path that is not correctly percent-encoded.
String fileURLToPath(const URL& url, FileURLOptions options = {});
String fileURLToPath(StringArg url, FileURLOptions options = {});
// Returns the path that a file: URL names as bytes, for file names that are not valid UTF-8. An encoded slash is
// decoded here without an error, as in Node. Throws the other errors of fileURLToPath, except URIError.
Buffer fileURLToPathBuffer(const URL& url, FileURLOptions options = {});
Buffer fileURLToPathBuffer(StringArg url, FileURLOptions options = {});
// Returns the file: URL of a path. A relative path is resolved against the working directory first. With `windows`,
// throws ERR_INVALID_ARG_VALUE for a path \\server that names no share.
URL pathToFileURL(StringArg path, FileURLOptions options = {});

// The options of http.request that a URL gives. `port` and `auth` are undefined when the URL does not have them.
struct HttpOptions {
  String protocol;
  String hostname;
  String hash;
  String search;
  String pathname;
  String path;
  String href;
  Lookup port;
  Lookup auth;
};
HttpOptions urlToHttpOptions(const Url& url);
// Converts a WHATWG URL: `hostname` is an IPv6 address without its brackets, and `auth` is percent-decoded; throws a
// URIError when `auth` is not correctly percent-encoded.
HttpOptions urlToHttpOptions(const URL& url);

namespace detail {
[[noreturn]] void throwNotAString(const Lookup& received);
}

template <std::same_as<Lookup> T>
Url parse(const T& url, bool parseQueryString, bool slashesDenoteHost) {
  if (!url.isString()) detail::throwNotAString(url);
  return parse(url.toString(), parseQueryString, slashesDenoteHost);
}

}  // namespace nodecpp::url
