// Headers: the header fields of a Request or a Response. Part of fetch.
// https://developer.mozilla.org/docs/Web/API/Headers
#pragma once

#include <nodecpp/error.h>
#include <nodecpp/function.h>
#include <nodecpp/iterable.h>
#include <nodecpp/list.h>
#include <nodecpp/named_value.h>
#include <nodecpp/object.h>
#include <nodecpp/url/whatwg.h>

namespace nodecpp {

class Headers;
class HeadersObject;
class HeadersInit;

namespace detail {
class HeaderList;
struct HeadersAccess;
// Which changes of a Headers object are allowed: all, or none for those of a response that fetch() gave.
enum class HeadersGuard : unsigned char { none, immutable };
}  // namespace detail

// One header field: its name in lower case, and its value.
using HeadersEntry = detail::NamedValue<String>;

// The iterator that keys(), values() and entries() of Headers return. It holds the Headers, and looks at them anew at
// each step, as Node's iterator does. The fields come sorted by name, and those of the same name are one field, except
// for `set-cookie`.
template <class T>
class HeadersIterator {
 public:
  struct Result {
    T value{};
    bool done = false;
  };

  explicit HeadersIterator(Handle<HeadersObject> headers, bool ofValues = false) noexcept
      : headers_(std::move(headers)), ofValues_(ofValues) {}
  // Returns the next name, value or entry, or a result with `done` true after the last one.
  Result next();
  auto begin() const { return detail::ResultStep<HeadersIterator>(*this); }
  detail::IterationEnd end() const noexcept { return {}; }

 private:
  Handle<HeadersObject> headers_;
  std::size_t index_ = 0;
  bool ofValues_;  // an iterator of Strings gives the values if true, the names if false
};

// What Headers can be made of: a list of names and values, {{"Accept", "text/html"}, {"X-Count", 5}}, other Headers, a
// Map, a list of pairs, the headers of an http::IncomingMessage, or a var. Values are converted to strings.
class HeadersInit {
 public:
  HeadersInit() noexcept = default;
  HeadersInit(std::initializer_list<std::pair<String, url::Text>> fields) : given_(true) {
    for (const auto& [name, value] : fields) add(name, value.text());
  }
  HeadersInit(const Headers& headers);
  template <class R>
    requires url::PairRange<R>
  HeadersInit(const R& fields) : given_(true) {
    for (const auto& [name, value] : fields) add(url::Text(name).text(), url::Text(value).text());
  }
  template <class R>
    requires(!url::PairRange<R>) && requires(const R& fields) { HeadersInit(fields.entries()); }
  HeadersInit(const R& fields) : HeadersInit(fields.entries()) {}
  // A list of lists of two strings each. Throws a TypeError for a list of another length.
  HeadersInit(const Array<Array<String>>& fields);
  // An object or an array of pairs. Throws a TypeError for another value.
  template <class V>
    requires detail::AnyValue<V>
  HeadersInit(const V& value) {
    if (value.isUndefined()) return;
    if (!value.isObject() && !value.isArray()) throwWrongType();
    given_ = true;
    if (value.isArray())
      for (const V& field : value)
        addPair(field.isArray() ? field.length() : 0, field[0].toString(), field[1].toString());
    else
      for (const auto& [name, field] : value.entries()) add(name, field.toString());
  }

  bool given() const noexcept { return given_; }
  const detail::List<HeadersEntry>& fields() const noexcept [[clang::lifetimebound]] { return fields_; }

 private:
  void add(String name, String value) { fields_.push_back({std::move(name), std::move(value)}); }
  void addPair(std::ptrdiff_t length, String name, String value);
  [[noreturn]] static void throwWrongType();
  detail::List<HeadersEntry> fields_;
  bool given_ = false;
};

// Header fields. Names are compared without regard to case. A value is stored without white space around it. The
// functions throw a TypeError for a name or value that HTTP does not allow, and for any change of the headers of a
// response that fetch() gave.
class HeadersObject : public Object {
 public:
  using Options = HeadersInit;
  HeadersObject();
  explicit HeadersObject(const HeadersInit& init);
  ~HeadersObject() override;

  // Adds a value after those that the field already has.
  void append(StringArg name, const url::Text& value);
  // Removes the field. The method has an underscore because JavaScript's name is a keyword of C++.
  void delete_(StringArg name);
  // Returns the values of the field joined by ", " (those of `cookie` by "; "), or null when there is no such field.
  Lookup get(StringArg name) const;
  // Returns the values of the field `set-cookie`, one by one.
  Array<String> getSetCookie() const;
  bool has(StringArg name) const;
  // Gives the field this value in place of those that it had.
  void set(StringArg name, const url::Text& value);
  // Calls callback(value, name, headers) for each field.
  void forEach(const Function<void(String, String, Headers)>& callback);
  HeadersIterator<String> keys();
  HeadersIterator<String> values();
  HeadersIterator<HeadersEntry> entries();
  auto symbolIterator() { return entries(); }

  template <class Inspector>
  void inspectTo(Inspector& out) const {
    out.name("Headers");
    for (const HeadersEntry& field : namedFields()) out.property(field.name, field.value);
  }

 private:
  friend struct detail::HeadersAccess;
  template <class>
  friend class HeadersIterator;
  Array<HeadersEntry> namedFields() const;
  const HeadersEntry* sorted(std::size_t index) const;
  void mustBeMutable() const;

  detail::HeaderList* list_;
  detail::HeadersGuard guard_ = detail::HeadersGuard::none;
};

// A handle to header fields: make<Headers>({{"Accept", "text/html"}}) stands for JavaScript's new Headers({…}).
class Headers : public Handle<HeadersObject> {
 public:
  using Handle<HeadersObject>::Handle;
  Headers() noexcept = default;
  Headers(const Handle<HeadersObject>& other) noexcept : Handle(other) {}
};

}  // namespace nodecpp
