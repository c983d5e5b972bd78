// URLPattern: matches URLs, and takes parts out of them. https://urlpattern.spec.whatwg.org/
// https://nodejs.org/docs/latest-v24.x/api/url.html#class-urlpattern
//
//   auto books = make<URLPattern>("/books/:id", "https://example.com");
//   if (var match = books->exec("https://example.com/books/7")) id = match["pathname"]["groups"]["id"];
#pragma once

#include <nodecpp/object.h>
#include <nodecpp/var.h>

namespace nodecpp {

// The parts of a pattern or of a URL, in the order of the standard. A part that is not given is undefined.
struct URLPatternInit {
  String protocol = undefined;
  String username = undefined;
  String password = undefined;
  String hostname = undefined;
  String port = undefined;
  String pathname = undefined;
  String search = undefined;
  String hash = undefined;
  String baseURL = undefined;
};

struct URLPatternOptions {
  bool ignoreCase = false;
};

namespace detail {
struct URLPatternParts;
}

class URLPatternObject : public Object {
 public:
  using Options = URLPatternInit;

  // A pattern that matches every URL.
  URLPatternObject() : URLPatternObject(URLPatternInit()) {}
  // Throws ERR_INVALID_URL_PATTERN, a TypeError, for a pattern that is not valid, and for a text without a protocol
  // when there is no base URL.
  explicit URLPatternObject(StringArg pattern, URLPatternOptions options = {});
  URLPatternObject(StringArg pattern, const String& baseURL, URLPatternOptions options = {});
  explicit URLPatternObject(const URLPatternInit& pattern, URLPatternOptions options = {});
  ~URLPatternObject() override;
  URLPatternObject(const URLPatternObject&) = delete;

  // Returns whether the URL, relative to `baseURL` when that is given, matches. A text that is no URL does not match.
  bool test(StringArg url, const String& baseURL = undefined) const;
  bool test(const URLPatternInit& url = {}) const;
  // Returns what matched, or null: an object with `inputs` and, for each part of the URL, its `input` and the `groups`
  // of the pattern by their names. A group that took no part is undefined.
  var exec(StringArg url, const String& baseURL = undefined) const;
  var exec(const URLPatternInit& url = {}) const;

  // The pattern of each part, in the standard's normal form.
  String protocol() const;
  String username() const;
  String password() const;
  String hostname() const;
  String port() const;
  String pathname() const;
  String search() const;
  String hash() const;
  // Returns whether a part of the pattern has a regular expression of its own.
  bool hasRegExpGroups() const;

  template <class Inspector>
  void inspectTo(Inspector& out) const {
    out.name("URLPattern");
  }

 private:
  detail::URLPatternParts* parts_ = nullptr;
};
using URLPattern = Handle<URLPatternObject>;

}  // namespace nodecpp
