// The WHATWG's URL and URLSearchParams. Part of the url module; include <nodecpp/url.h>.
// https://nodejs.org/docs/latest-v24.x/api/url.html#the-whatwg-url-api
//
//   auto u = make<URL>("/path?a=b", "http://example.com");
//   u->setPort(8080);
//   console::log(u->href(), u->searchParams()->get("a"));
#pragma once

#include <nodecpp/error.h>
#include <nodecpp/function.h>
#include <nodecpp/iterable.h>
#include <nodecpp/list.h>
#include <nodecpp/named_value.h>
#include <nodecpp/object.h>
#include <nodecpp/querystring.h>
#include <nodecpp/traits.h>

namespace nodecpp {
class BlobObject;

namespace detail {

// The C++ iterator of a range-based for loop over an iterator whose next() returns {value, done}, as JavaScript's do.
// The reference that `*` returns is valid until the next step.
template <class Iterator>
class ResultStep {
 public:
  explicit ResultStep(Iterator of) : of_(std::move(of)), result_(of_.next()) {}
  const auto& operator*() const [[clang::lifetimebound]] { return result_.value; }
  ResultStep& operator++() {
    result_ = of_.next();
    return *this;
  }
  friend bool operator==(const ResultStep& step, IterationEnd) noexcept { return step.result_.done; }

 private:
  Iterator of_;
  decltype(std::declval<Iterator&>().next()) result_;
};

}  // namespace detail
}  // namespace nodecpp

namespace nodecpp::url {

class URLObject;
class URLSearchParams;
class URLSearchParamsObject;
struct Record;
struct RecordAccess;

// An argument that JavaScript would convert to a string: a string, a number, a Lookup or a URL. An argument that is
// left out or undefined counts as not given.
class Text {
 public:
  Text() noexcept : Text(Lookup()) {}
  Text(std::nullptr_t) : text_("null") {}
  template <class T>
    requires requires(const T& value) { str(value); } && (!nodecpp::detail::DerivedFrom<T, Lookup>)
  Text(const T& value) : text_(str(value)) {
    if constexpr (requires { typename T::ObjectType; }) given_ = bool(value);
  }
  Text(const Lookup& value) : text_(value.toString()), given_(!value.isUndefined()) {}

  bool given() const noexcept { return given_; }
  // Returns the argument's text, or "undefined" when the argument was not given. The reference is valid while this Text
  // lives.
  const String& text() const noexcept [[clang::lifetimebound]] { return text_; }

 private:
  String text_;
  bool given_ = true;
};

// One parameter: its name and its value.
using URLSearchParamsEntry = nodecpp::detail::NamedValue<String>;

// The iterator that keys(), values() and entries() of URLSearchParams return, for `for (auto name : params->keys())`.
// The iterator holds the parameters and reads them anew at each step, as Node's iterator does, so a parameter that is
// added during the loop is visited too.
template <class T>
class URLSearchParamsIterator {
 public:
  struct Result {
    T value{};
    bool done = false;
  };

  explicit URLSearchParamsIterator(Handle<URLSearchParamsObject> params, bool ofValues = false) noexcept
      : params_(std::move(params)), ofValues_(ofValues) {}
  // Returns the next name, value or entry, or a result with `done` true after the last one.
  Result next();
  auto begin() const { return nodecpp::detail::ResultStep<URLSearchParamsIterator>(*this); }
  nodecpp::detail::IterationEnd end() const noexcept { return {}; }
  template <class Inspector>
  void inspectTo(Inspector& out) const {
    out.text(printed());
  }

 private:
  String printed() const;

  Handle<URLSearchParamsObject> params_;
  std::size_t index_ = 0;
  bool ofValues_;  // an iterator of Strings gives the values if true, the names if false
};

template <class R>
concept PairRange = requires(const R& range) {
  Text(detail::firstOf(range).first);
  Text(detail::firstOf(range).second);
};

template <class T>
inline constexpr bool isListOfLists = false;
template <class T>
inline constexpr bool isListOfLists<Array<Array<T>>> = true;

class URLSearchParamsObject : public Object {
 public:
  // The values that a URLSearchParams can be made of: a query string, a list of pairs, a parsed query or another
  // URLSearchParams.
  class Options {
   public:
    Options() noexcept = default;
    // A query string, with or without the leading `?`. A list of pairs is excluded here because nodecpp/json.h makes it
    // convertible to a string.
    template <class T>
      requires std::constructible_from<Text, const T&> && (!nodecpp::detail::DerivedFrom<T, Handle<URLSearchParamsObject>>) &&
               (!PairRange<T>) && (!isListOfLists<T>) && (!nodecpp::detail::AnyValue<T>)
    Options(const T& text) {
      if (const Text query = text; query.given()) parse(query.text());
    }
    Options(std::initializer_list<std::pair<String, querystring::QueryValue>> entries);
    // Any range of pairs that convert to strings: a vector of pairs, a map.
    template <class R>
      requires PairRange<R>
    Options(const R& range) {
      for (const auto& [name, value] : range) add(name, value);
    }
    // A list of lists of two values each. Throws ERR_INVALID_TUPLE for a list of another length.
    template <class T>
    Options(const Array<Array<T>>& pairs) {
      for (const Array<T> pair : pairs) {
        checkPair(pair.length());
        add(pair[0], pair[1]);
      }
    }
    Options(const querystring::ParsedUrlQuery& query);
    // A var: a query string, an array of pairs, or an object. Throws ERR_INVALID_TUPLE for what is no pair.
    template <nodecpp::detail::AnyValue V>
    Options(const V& init) {
      if (init.isArray())
        for (const auto& pair : init) {
          checkPair(pair.isArray() ? pair.length() : 0);
          add(pair[0], pair[1]);
        }
      else if (init.isObject())
        for (const auto& [name, value] : init.entries()) add(name, value);
      else if (!init.isUndefined())
        parse(StringArg(init.toString()));
    }
    Options(const URLSearchParams& other);

    // Used by the constructor of URLSearchParamsObject, which takes the entries out.
    nodecpp::detail::List<URLSearchParamsEntry> take() && { return std::move(entries); }

   private:
    void parse(StringArg text);
    void add(const Text& name, const Text& value);
    static void checkPair(std::ptrdiff_t length);
    nodecpp::detail::List<URLSearchParamsEntry> entries;
  };

  URLSearchParamsObject() noexcept = default;
  explicit URLSearchParamsObject(Options init);

  // Adds a parameter after the existing ones.
  void append(const Text& name, const Text& value);
  // Removes all parameters of this name, or only those that also have this value. The method has an underscore because
  // JavaScript's name, `delete`, is a keyword of C++.
  void delete_(const Text& name, const Text& value = {});
  // Returns the value of the first parameter of this name, or null when there is none.
  Lookup get(const Text& name) const;
  // Returns the values of all parameters of this name, in their order.
  Array<String> getAll(const Text& name) const;
  // Returns whether there is a parameter of this name, and with this value if `value` is given.
  bool has(const Text& name, const Text& value = {}) const;
  // Gives the first parameter of this name the value and removes the other parameters of this name. Adds a parameter at
  // the end when there is none of this name.
  void set(const Text& name, const Text& value);
  // Sorts the parameters by name, in the order of UTF-16 units as JavaScript does. Parameters of the same name keep
  // their order.
  void sort();
  std::ptrdiff_t size() const noexcept { return std::ptrdiff_t(entries_.size()); }
  // Calls callback(value, name, params) for each parameter.
  void forEach(const Function<void(String, String, URLSearchParams)>& callback);
  URLSearchParamsIterator<String> keys();
  URLSearchParamsIterator<String> values();
  URLSearchParamsIterator<URLSearchParamsEntry> entries();
  // Returns the parameters in the format application/x-www-form-urlencoded, without a leading `?`.
  String toString() const;

  template <class Inspector>
  void inspectTo(Inspector& out) const {
    out.text(printed());
  }

 private:
  friend struct RecordAccess;
  void changed();
  void reset(StringArg query);
  String printed() const;

  nodecpp::detail::List<URLSearchParamsEntry> entries_;
  // The URL that these parameters belong to; null without one, and after the URL has been destroyed.
  URLObject* url_ = nullptr;
};

// A handle to parameters. make<URLSearchParams>("a=b&c=d") stands for JavaScript's `new URLSearchParams("a=b&c=d")`; a
// list of names and values is make<URLSearchParams>({{"a", "b"}, {"c", 1}}), which also stands for Node's object form.
class URLSearchParams : public Handle<URLSearchParamsObject> {
 public:
  using Handle<URLSearchParamsObject>::Handle;
  URLSearchParams() noexcept = default;
  URLSearchParams(const Handle<URLSearchParamsObject>& other) noexcept : Handle(other) {}

  // Makes `for (auto& [name, value] : params)` possible. The loop holds the parameters.
  auto begin() const { return (*this)->entries().begin(); }
  nodecpp::detail::IterationEnd end() const noexcept { return {}; }

  // Returns the parameters as JavaScript prints them in a template literal: the query without `?`.
  friend String str(const URLSearchParams& params) { return params ? params->toString() : String("undefined"); }
  template <class T>
    requires nodecpp::detail::StringLike<const T&>
  friend String operator+(const T& a, const URLSearchParams& b) {
    return nodecpp::detail::concat(a, str(b));
  }
  template <class T>
    requires nodecpp::detail::StringLike<const T&>
  friend String operator+(const URLSearchParams& a, const T& b) {
    return nodecpp::detail::concat(str(a), b);
  }
};

// A URL. Node's accessors are functions here: u->port() reads, u->setPort(8080) assigns. A setter silently leaves the
// URL unchanged when the value is not valid for its part, as in Node; only setHref throws (ERR_INVALID_URL).
class URLObject : public Object {
 public:
  // Throws ERR_MISSING_ARGS, as `new URL()` without an argument does.
  [[noreturn]] URLObject();
  // Parses `input`, relative to `base` when that is given. Throws ERR_INVALID_URL: a TypeError "Invalid URL" with the
  // properties `input` and, when given, `base`.
  explicit URLObject(const Text& input, const Text& base = {});
  ~URLObject() override;

  String href() const;
  // Returns "scheme://host:port", or "null" for a scheme whose URLs have no origin.
  String origin() const;
  String protocol() const;  // the scheme with its colon: "http:"
  String username() const;
  String password() const;
  String host() const;      // name and port: "example.com:8080"
  String hostname() const;  // the name alone; an IPv6 address is in brackets
  String port() const;      // "" when it is the default port of the scheme
  String pathname() const;
  String search() const;  // the query, "?a=b", or "" when there is none
  // Returns the parameters of the query. The object is the same for the URL's whole life: changing the parameters
  // changes the URL's search, and changing the search changes the parameters.
  URLSearchParams searchParams() const;
  String hash() const;  // the fragment, "#a", or "" when there is none
  String toString() const { return href(); }
  String toJSON() const { return href(); }

  // JavaScript's assignments to the properties. setHref throws ERR_INVALID_URL for a text that is no URL. The others
  // leave the URL as it is when the part cannot have the value.
  void setHref(const Text& value);
  void setProtocol(const Text& value);
  void setUsername(const Text& value);
  void setPassword(const Text& value);
  void setHost(const Text& value);
  void setHostname(const Text& value);
  void setPort(const Text& value);
  void setPathname(const Text& value);
  void setSearch(const Text& value);
  void setHash(const Text& value);

  template <class Inspector>
  void inspectTo(Inspector& out) const {
    out.name("URL").property("href", href()).property("origin", origin()).property("protocol", protocol());
    out.property("username", username()).property("password", password()).property("host", host());
    out.property("hostname", hostname()).property("port", port()).property("pathname", pathname());
    out.property("search", search()).property("searchParams", searchParams());
    out.property("hash", hash());
  }

 private:
  friend struct RecordAccess;
  explicit URLObject(const Record& record) { assign(record); }
  void assign(const Record& record);
  void assignWithSearch(const Record& record);
  String slice(std::uint32_t from, std::uint32_t to) const;
  String ownSearch() const;
  String paramsSearch() const;
  void takeParams() const;

  // The serialized URL and the byte offsets of its parts. Getters return slices of href_.
  String href_;
  std::uint32_t protocolEnd_ = 0;  // the offset after the scheme's colon
  std::uint32_t usernameEnd_ = 0;
  std::uint32_t hostStart_ = 0;  // the offset after the @ of the user
  std::uint32_t hostnameEnd_ = 0;
  std::uint32_t hostEnd_ = 0;
  std::uint32_t pathStart_ = 0;
  std::uint32_t searchStart_ = 0;
  std::uint32_t hashStart_ = 0;
  // The parameters, created by the first call of searchParams(). paramsChanged_ says that a change of the parameters
  // has not been written into href_ yet; href(), search() and the setters write it.
  mutable Handle<URLSearchParamsObject> params_;
  mutable bool paramsChanged_ = false;
};

// A handle to a URL. make<URL>(input, base) stands for JavaScript's `new URL(input, base)`.
class URL : public Handle<URLObject> {
 public:
  using Handle<URLObject>::Handle;
  URL() noexcept = default;
  URL(const Handle<URLObject>& other) noexcept : Handle(other) {}

  // Returns whether `input`, relative to `base` when that is given, is a valid URL.
  static bool canParse(const Text& input, const Text& base = {});
  // Returns the parsed URL, or an undefined handle (null in Node) when the text is not a valid URL.
  static URL parse(const Text& input, const Text& base = {});

  // The URLs of Blobs, for programs that include <nodecpp/blob.h>. createObjectURL registers the Blob and returns its
  // URL, "blob:nodedata:" and a UUID; buffer::resolveObjectURL finds the Blob by the URL. The Blob stays in memory until
  // revokeObjectURL is called with the URL or the program ends. createObjectURL throws ERR_INVALID_ARG_TYPE when the
  // handle is undefined.
  static String createObjectURL(const Handle<BlobObject>& blob);
  static void revokeObjectURL(StringArg url);

  // Returns the URL as JavaScript prints it in a template literal: its href.
  friend String str(const URL& url) { return url ? url->href() : String("undefined"); }
  template <class T>
    requires nodecpp::detail::StringLike<const T&>
  friend String operator+(const T& a, const URL& b) {
    return nodecpp::detail::concat(a, str(b));
  }
  template <class T>
    requires nodecpp::detail::StringLike<const T&>
  friend String operator+(const URL& a, const T& b) {
    return nodecpp::detail::concat(str(a), b);
  }
};

}  // namespace nodecpp::url

namespace nodecpp {

// Node has URL and URLSearchParams as globals.
using url::URL;
using url::URLSearchParams;

}  // namespace nodecpp
