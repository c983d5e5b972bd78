// URL and URLSearchParams, the WHATWG's API. Part of url; include <nodecpp/url.h>.
// https://nodejs.org/docs/latest-v24.x/api/url.html#the-whatwg-url-api
//
//   auto u = make<URL>("/path?a=b", "http://example.com");
//   u->setPort(8080);
//   console::log(u->href(), u->searchParams()->get("a"));
#pragma once

#include <nodecpp/error.h>
#include <nodecpp/function.h>
#include <nodecpp/list.h>
#include <nodecpp/object.h>
#include <nodecpp/querystring.h>

namespace nodecpp::url {

class URLObject;
class URLSearchParams;
class URLSearchParamsObject;
struct Record;
struct RecordAccess;

// An argument that JavaScript would make a string of: a string, number, look-up's result, URL. Left out, or undefined,
// it is not given.
class Text {
 public:
  Text() noexcept : Text(Lookup()) {}
  Text(std::nullptr_t) : text_("null") {}
  template <class T>
    requires requires(const T& value) { str(value); } && (!std::derived_from<T, Lookup>)
  Text(const T& value) : text_(str(value)) {
    if constexpr (requires { typename T::ObjectType; }) given_ = bool(value);
  }
  Text(const Lookup& value) : text_(value.toString()), given_(!value.isUndefined()) {}

  bool given() const noexcept { return given_; }
  // "undefined" when it is not given.
  const String& text() const noexcept [[clang::lifetimebound]] { return text_; }

 private:
  String text_;
  bool given_ = true;
};

// One name and its value. Prints as the array that it is in Node.
struct URLSearchParamsEntry {
  String name;
  String value;
  template <class Inspector>
  void inspectTo(Inspector& out) const {
    out.element(name).element(value);
  }
};

// What keys(), values() and entries() give: `for (auto name : params->keys())`. It looks at the parameters as they are
// at each step, as Node's does: what is added meanwhile is still seen.
template <class T>
class URLSearchParamsIterator {
 public:
  struct Result {
    T value{};
    bool done = false;
  };

  explicit URLSearchParamsIterator(Handle<URLSearchParamsObject> params, bool ofValues = false) noexcept
      : params_(std::move(params)), ofValues_(ofValues) {}
  // The next one, or done.
  Result next();

  // For `for`.
  struct End {};
  class Step {
   public:
    explicit Step(URLSearchParamsIterator of) : of_(std::move(of)), result_(of_.next()) {}
    const T& operator*() const [[clang::lifetimebound]] { return result_.value; }
    Step& operator++() {
      result_ = of_.next();
      return *this;
    }
    friend bool operator==(const Step& step, End) noexcept { return step.result_.done; }

   private:
    URLSearchParamsIterator of_;
    Result result_;
  };
  Step begin() const { return Step(*this); }
  End end() const noexcept { return {}; }
  template <class Inspector>
  void inspectTo(Inspector& out) const {
    out.text(printed());
  }

 private:
  String printed() const;

  Handle<URLSearchParamsObject> params_;
  std::size_t index_ = 0;
  bool ofValues_;  // of strings: the values, not the names
};

template <class R>
concept PairRange = requires(const R& range) {
  Text(detail::firstOf(range).first);
  Text(detail::firstOf(range).second);
};

class URLSearchParamsObject : public Object {
 public:
  // What it can be made of.
  class Options {
   public:
    Options() noexcept = default;
    // With or without the `?` in front. A list of pairs is no text, though with nodecpp/json.h it can be printed.
    template <class T>
      requires std::constructible_from<Text, const T&> && (!std::derived_from<T, Handle<URLSearchParamsObject>>) &&
               (!PairRange<T>)
    Options(const T& text) {
      if (const Text query = text; query.given()) parse(query.text());
    }
    Options(std::initializer_list<std::pair<String, querystring::QueryValue>> entries);
    // Any range of pairs of strings: a vector, a map.
    template <class R>
      requires PairRange<R>
    Options(const R& range) {
      for (const auto& [name, value] : range) add(name, value);
    }
    Options(const querystring::ParsedUrlQuery& query);
    Options(const URLSearchParams& other);

   private:
    friend class URLSearchParamsObject;
    void parse(StringArg text);
    void add(const Text& name, const Text& value);
    nodecpp::detail::List<URLSearchParamsEntry> entries;
  };

  URLSearchParamsObject() noexcept = default;
  explicit URLSearchParamsObject(Options init);

  void append(const Text& name, const Text& value);
  // All of this name, or only those of this value. (`delete` is a keyword of C++.)
  void delete_(const Text& name, const Text& value = {});
  // The first value; null where there is none.
  Lookup get(const Text& name) const;
  Array<String> getAll(const Text& name) const;
  bool has(const Text& name, const Text& value = {}) const;
  // The first of this name gets the value, the others go; appended where there is none.
  void set(const Text& name, const Text& value);
  // By name, in the order of UTF-16 units as in JavaScript; equal names keep their order.
  void sort();
  std::size_t size() const noexcept { return entries_.size(); }
  // callback(value, name, params)
  void forEach(const Function<void(String, String, URLSearchParams)>& callback);
  URLSearchParamsIterator<String> keys();
  URLSearchParamsIterator<String> values();
  URLSearchParamsIterator<URLSearchParamsEntry> entries();
  // application/x-www-form-urlencoded, without a `?`.
  String toString() const;

  template <class Inspector>
  void inspectTo(Inspector& out) const {
    out.text(printed());
  }

 private:
  friend class URLObject;
  template <class>
  friend class URLSearchParamsIterator;
  void changed();
  void reset(StringArg query);
  String printed() const;

  nodecpp::detail::List<URLSearchParamsEntry> entries_;
  URLObject* url_ = nullptr;  // the URL that these are of, while it lives
};

// `new URLSearchParams(init)`: make<URLSearchParams>("a=b&c=d"), or of names and values:
// make<URLSearchParams>({{"a", "b"}, {"c", 1}}). The names of Node's object form are unique by themselves.
class URLSearchParams : public Handle<URLSearchParamsObject> {
 public:
  using Handle<URLSearchParamsObject>::Handle;
  URLSearchParams() noexcept = default;
  URLSearchParams(const Handle<URLSearchParamsObject>& other) noexcept : Handle(other) {}

  // for (auto& [name, value] : params) …
  URLSearchParamsIterator<URLSearchParamsEntry>::Step begin() const { return (*this)->entries().begin(); }
  URLSearchParamsIterator<URLSearchParamsEntry>::End end() const noexcept { return {}; }

  // As JavaScript prints it in a template.
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

// A URL. What Node has as accessors are calls here: u->port() reads, u->setPort(8080) assigns. A setter leaves the URL
// as it is when the value is not valid for that part, without a word, as in Node; only setHref throws.
class URLObject : public Object {
 public:
  // Throws ERR_MISSING_ARGS, as `new URL()` does.
  [[noreturn]] URLObject();
  // Throws ERR_INVALID_URL: TypeError "Invalid URL", with `input` and, when given, `base`.
  explicit URLObject(const Text& input, const Text& base = {});
  ~URLObject() override;

  String href() const;
  // "http://host:port"; "null" of a scheme that has none.
  String origin() const;
  String protocol() const;  // "http:"
  String username() const;
  String password() const;
  String host() const;      // "example.com:8080"
  String hostname() const;  // an IPv6 address in brackets
  String port() const;      // "" for the scheme's own
  String pathname() const;
  String search() const;  // "?a=b" or ""
  // One object for the URL's life: a change of either shows in the other.
  URLSearchParams searchParams() const;
  String hash() const;  // "#a" or ""
  String toString() const { return href(); }
  String toJSON() const { return href(); }

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
  friend class URL;
  friend class URLSearchParamsObject;
  friend struct RecordAccess;
  explicit URLObject(const Record& record) { assign(record); }
  void assign(const Record& record);
  void assignWithSearch(const Record& record);
  String slice(std::uint32_t from, std::uint32_t to) const;
  String ownSearch() const;
  String paramsSearch() const;
  void takeParams() const;

  // The serialization and where its parts stand in it: what getters give are slices of it.
  String href_;
  std::uint32_t protocolEnd_ = 0;  // behind the colon
  std::uint32_t usernameEnd_ = 0;
  std::uint32_t hostStart_ = 0;  // behind the @
  std::uint32_t hostnameEnd_ = 0;
  std::uint32_t hostEnd_ = 0;
  std::uint32_t pathStart_ = 0;
  std::uint32_t searchStart_ = 0;
  std::uint32_t hashStart_ = 0;
  // Made when it is asked for. A change of it gets into href_ when that is asked for.
  mutable Handle<URLSearchParamsObject> params_;
  mutable bool paramsChanged_ = false;
};

// `new URL(input, base)` is make<URL>(input, base).
class URL : public Handle<URLObject> {
 public:
  using Handle<URLObject>::Handle;
  URL() noexcept = default;
  URL(const Handle<URLObject>& other) noexcept : Handle(other) {}

  static bool canParse(const Text& input, const Text& base = {});
  // Undefined (Node: null) where the constructor would throw.
  static URL parse(const Text& input, const Text& base = {});

  // As JavaScript prints it in a template: the href.
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

// Node has both as globals.
using url::URL;
using url::URLSearchParams;

}  // namespace nodecpp
