// url: the WHATWG's URL and URLSearchParams (url/whatwg.h), and Node's legacy API, which parses, formats and resolves.
// https://nodejs.org/docs/latest-v24.x/api/url.html
#pragma once

#include <nodecpp/querystring.h>
#include <nodecpp/url/whatwg.h>

namespace nodecpp::url {

// The `query` of a parsed URL: null, a string, or with parseQueryString the parsed query.
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
  // A parameter's value; undefined where there is none or the query was not parsed.
  Lookup operator[](StringArg key) const { return parsed_[key]; }
  bool has(StringArg key) const noexcept { return parsed_.has(key); }
  Array<String> keys() const { return parsed_.keys(); }
  std::size_t size() const noexcept { return parsed_.size(); }
  void set(StringArg key, const querystring::QueryValue& value) { parsed_.set(key, value); }
  void remove(StringArg key) { parsed_.remove(key); }
  auto begin() const noexcept [[clang::lifetimebound]] { return parsed_.begin(); }
  auto end() const noexcept [[clang::lifetimebound]] { return parsed_.end(); }

  // The parsed query; an empty one when it was not parsed.
  const querystring::ParsedUrlQuery& parsed() const noexcept [[clang::lifetimebound]] { return parsed_; }
  operator querystring::ParsedUrlQuery() const noexcept { return parsed_; }
  // The string or null; undefined for an object.
  const Lookup& text() const noexcept [[clang::lifetimebound]] { return text_; }

  explicit operator bool() const noexcept { return isObject_ || bool(text_); }
  // Of an object JavaScript's TypeError, see ParsedUrlQuery.
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

// true, false or null.
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

// A parsed URL. Members that the URL does not have are null. It owns all that it refers to.
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
  // For the runtime: of a text that is only a path and, from `question` on, a query.
  Url(const String& simplePath, std::size_t question, bool parseQueryString);

  // As the functions of the same names, with this as the first argument.
  void parse(StringArg url, bool parseQueryString = false, bool slashesDenoteHost = false);
  String format() const;
  String resolve(StringArg relative) const;
  Url resolveObject(StringArg relative) const;
  Url resolveObject(const Url& relative) const;

  // "[object Object]"; console.log prints the members.
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

// An object for format(): format({.protocol = "https", .hostname = "example.com", .query = {{"page", 1}}}). Missing
// members are undefined.
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

// Parses a URL, which need not be absolute. With `parseQueryString` the query becomes an object; with
// `slashesDenoteHost` "//a/b" has the host "a". Throws ERR_INVALID_URL for a host name that is not valid, and URIError
// for a user name that is not well encoded.
Url parse(StringArg url, bool parseQueryString = false, bool slashesDenoteHost = false);
// A look-up's result: throws ERR_INVALID_ARG_TYPE when it is no string.
template <std::same_as<Lookup> T>
Url parse(const T& url, bool parseQueryString = false, bool slashesDenoteHost = false);
// A parsed URL is returned as it is.
inline Url parse(const Url& url, bool = false, bool = false) { return url; }

// The URL as a string. A string is parsed first. Throws ERR_INVALID_URI for lone surrogates in auth or query.
String format(const Url& url);
String format(const UrlObject& url);
// What of a URL is shown; `unicode` shows a host name as it is read, not as it is sent.
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

// `to` seen from `from`, as a browser follows a link. Throws what parse() does.
String resolve(StringArg from, StringArg to);
// The same as an object. Where `from` is "", Node gives `to` back as the string it is; this gives it parsed.
Url resolveObject(StringArg from, StringArg to);
Url resolveObject(const Url& from, StringArg to);
Url resolveObject(const Url& from, const Url& to);

// The host name in ASCII (Punycode) or in Unicode; "" when it is not valid.
String domainToASCII(StringArg domain);
String domainToUnicode(StringArg domain);

// Whose paths are meant. By default those of the system that Node.cpp runs on.
struct FileURLOptions {
  bool windows = false;
};
// The path of a file: URL, percent-decoded. Throws ERR_INVALID_URL, ERR_INVALID_URL_SCHEME, ERR_INVALID_FILE_URL_HOST,
// ERR_INVALID_FILE_URL_PATH (an encoded slash; for Windows, no drive), and URIError.
String fileURLToPath(const URL& url, FileURLOptions options = {});
String fileURLToPath(StringArg url, FileURLOptions options = {});
// The same, as bytes: nothing need be UTF-8.
Buffer fileURLToPathBuffer(const URL& url, FileURLOptions options = {});
Buffer fileURLToPathBuffer(StringArg url, FileURLOptions options = {});
// The file: URL of a path, which is resolved against the working directory. Throws ERR_INVALID_ARG_VALUE for a path
// \\server without a resource.
URL pathToFileURL(StringArg path, FileURLOptions options = {});

// What http.request takes. `port` and `auth` are undefined where the URL has none.
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
// Of a URL: an IPv6 hostname without its brackets, `auth` percent-decoded (URIError when it cannot be).
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
