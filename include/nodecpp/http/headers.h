// Header fields: those of received messages, and those that a program gives to a response or request. Part of http.
// https://nodejs.org/docs/latest-v24.x/api/http.html#messageheaders
#pragma once

#include <nodecpp/error.h>
#include <nodecpp/list.h>
#include <nodecpp/traits.h>

namespace nodecpp::http {

namespace detail {
struct ReceivedField;
struct ReceivedFields;
}  // namespace detail

// Shared storage of the fields in one received head or trailer section, to which the classes below refer. Texts are as
// in Node: each byte of the field becomes the latin1 character of the same number.
class FieldsOwner {
 public:
  FieldsOwner() noexcept = default;
  FieldsOwner(const FieldsOwner& other) noexcept : fields_(other.fields_) { retain(); }
  FieldsOwner& operator=(FieldsOwner other) noexcept {
    std::swap(fields_, other.fields_);
    return *this;
  }
  ~FieldsOwner();
  // Used by the runtime: takes over one reference to `fields`.
  void adopt(detail::ReceivedFields* fields) noexcept;
  const detail::ReceivedFields* get() const noexcept { return fields_; }

 protected:
  void retain() const noexcept;
  detail::ReceivedFields* fields_ = nullptr;
};

// The names and values in turn (name, value, name, value, …), as received.
class RawHeaders : public FieldsOwner {
 public:
  std::ptrdiff_t length() const noexcept;
  // Returns undefined for an index beyond the end.
  Lookup operator[](std::size_t index) const;
  Array<String> values() const;
  operator Array<String>() const { return values(); }  // for a function that takes a list of names and values
  template <class Inspector>
  void inspectTo(Inspector& out) const {
    out.value(values());
  }
  template <class V>
  V inVar() const {
    return V(values());
  }
};

// An object with the field names in lower case, in the order of their first occurrence. By Node's rules, a repeated
// field is joined with ", " (`cookie` with "; "), or all but its first value are dropped. `set-cookie` is always a
// list.
class IncomingHeaders : public FieldsOwner {
 public:
  // Returns undefined when the message has no such field. `name` must be in lower case, as in Node.
  Lookup operator[](StringArg name) const;
  bool has(StringArg name) const;  // JavaScript's `name in headers`
  Array<String> keys() const;
  Array<std::pair<String, Lookup>> entries() const;
  template <class Inspector>
  void inspectTo(Inspector& out) const {
    out.name("");
    for (const auto& [name, value] : entries()) out.property(name, value);
  }
  // The server option joinDuplicateHeaders: repeated fields are always joined and none is dropped.
  bool joinDuplicates = false;
};

// As IncomingHeaders, but without joining: each value is a list.
class DistinctHeaders : public FieldsOwner {
 public:
  Lookup operator[](StringArg name) const;
  Array<std::pair<String, Lookup>> entries() const;
  template <class Inspector>
  void inspectTo(Inspector& out) const {
    out.name("[Object: null prototype]");
    for (const auto& [name, value] : entries()) out.property(name, value);
  }
};

// A value that a program gives to a header: a string, a number, or a list of strings. A HeaderValue made of strings
// only refers to their text, so it is valid only while these strings live, usually during the call.
class HeaderValue {
 public:
  template <class T>
    requires nodecpp::detail::StringLike<const T&>
  HeaderValue(const T& text [[clang::lifetimebound]]) : kind_(Kind::text), text_(text) {}
  template <class T>
    requires nodecpp::detail::Arithmetic<T>
  HeaderValue(T number) : kind_(Kind::owned), owned_(number) {}
  HeaderValue(bool value) : kind_(Kind::owned), owned_(value ? "true" : "false") {}
  // A variable that holds a number or a bool: let<int>.
  template <class V>
    requires(!nodecpp::detail::StringLike<const V&>) && nodecpp::detail::NumberVariable<V>
  HeaderValue(const V& variable) : HeaderValue(variable.value()) {}
  HeaderValue(std::initializer_list<StringArg> list [[clang::lifetimebound]]) : kind_(Kind::list), list_{list.begin(), list.size()} {}
  HeaderValue(const Array<String>& list) : kind_(Kind::owned), owned_(list) {}
  template <class T>
    requires nodecpp::detail::AnyValue<T>
  HeaderValue(const T&) NODECPP_DELETED(NODECPP_NO_STRING);
  HeaderValue(const Lookup& value) : kind_(Kind::owned), owned_(value) {}
  HeaderValue(const HeaderValue& other) : kind_(other.kind_), list_{} { copyFrom(other); }
  HeaderValue& operator=(const HeaderValue& other) {
    if (this == &other) return *this;
    drop();
    kind_ = other.kind_;
    copyFrom(other);
    return *this;
  }
  ~HeaderValue() { drop(); }

  bool isUndefined() const { return kind_ == Kind::owned && owned_.isUndefined(); }
  bool isText() const { return kind_ == Kind::text; }
  bool isList() const { return kind_ == Kind::list || (kind_ == Kind::owned && owned_.isArray()); }
  // The string that a value for which isText() is true was made of. The reference is valid while this value lives.
  const StringArg& text() const [[clang::lifetimebound]] { return text_; }
  // Returns the number of values: 1, except for a list.
  std::size_t count() const;
  // Calls `f` with a StringArg for each value. The StringArg is valid during the call.
  template <class F>
  void each(F&& f) const {
    if (kind_ == Kind::text) return f(text_);
    if (kind_ == Kind::list) {
      for (std::size_t i = 0; i < list_.count; ++i) f(list_.values[i]);
      return;
    }
    if (!owned_.isArray()) return f(StringArg(owned_.toString()));
    for (const String& value : owned_.values()) f(StringArg(value));
  }
  // Returns the value as one that owns its text: a string, a list, or undefined.
  Lookup toLookup() const;

 private:
  enum class Kind : unsigned char { text, list, owned };
  struct List {
    const StringArg* values;
    std::size_t count;
  };
  void copyFrom(const HeaderValue& other) {
    if (kind_ == Kind::text)
      ::new (&text_) StringArg(other.text_);
    else if (kind_ == Kind::list)
      list_ = other.list_;
    else
      ::new (&owned_) Lookup(other.owned_);
  }
  void drop() noexcept {
    if (kind_ == Kind::owned) owned_.~Lookup();
  }
  Kind kind_;
  union {
    StringArg text_;
    List list_;
    Lookup owned_;
  };
};

// One header field as a program writes it in braces. It refers to the program's strings and is valid during the call
// only.
struct HeaderFieldArg {
  StringArg name;
  HeaderValue value;
};

// A header field that owns its text. Array<http::HeaderField> is a list of them.
struct HeaderField {
  HeaderField() = default;
  HeaderField(StringArg name, const HeaderValue& value) : name(name.toString()), value(value.toLookup()) {}
  String name;
  Lookup value;
};

namespace detail {

// A Map<String, V>, and all else that has such entries and whose values a header can have.
template <class M>
concept FieldsInMap = requires(const M& map, StringArg name) {
  map.entries();
  Lookup(map.get(name));
};
template <class M>
Array<std::pair<String, Lookup>> fieldsOf(const M& given) {
  Array<std::pair<String, Lookup>> fields;
  for (const auto& [name, value] : given.entries()) {
    if constexpr (!nodecpp::detail::AnyValue<M>) {
      fields.push({name, value});
    } else if (value.isArray()) {
      Array<String> list;
      for (const M& each : value) list.push(each.toString());
      fields.push({name, list});
    } else {
      fields.push({name, value.isUndefined() ? Lookup() : value.isNumber() ? Lookup(double(value)) : Lookup(value.toString())});
    }
  }
  return fields;
}

}  // namespace detail

// Header fields that own their text, as options keep them. They are made of a list in braces, of an object in a var, of
// a Map or of the headers of another message. A flat list of names and values in turn (rawHeaders, or strings) is sent
// unchanged.
class Headers {
 public:
  Headers() = default;
  Headers(std::initializer_list<HeaderFieldArg> fields) {
    for (const HeaderFieldArg& field : fields) entries_.emplace_back(field.name.toString(), field.value.toLookup());
  }
  template <class T>
    requires std::same_as<T, IncomingHeaders>
  Headers(const T& headers) : entries_(headers.entries()) {}
  template <class T>
    requires std::same_as<T, RawHeaders>
  Headers(const T& raw) : flat_(raw.values()), isFlat_(true) {}
  Headers(const Array<String>& flat) : flat_(flat), isFlat_(true) {}
  Headers(const Array<std::pair<String, Lookup>>& entries) : entries_(entries) {}
  template <class T>
    requires nodecpp::detail::AnyValue<T> || detail::FieldsInMap<T>
  Headers(const T& fields) : entries_(detail::fieldsOf(fields)) {}

  // Returns a copy, so that a loop over the entries may change these headers.
  Array<std::pair<String, Lookup>> entries() const { return nodecpp::detail::arrayOf(entries_); }
  Array<String> keys() const;
  bool has(StringArg name) const { return find(name) != nullptr; }  // JavaScript's `name in headers`
  // Removes the entries with exactly this spelling of the name. JavaScript's `delete headers[name]`, which is true.
  bool delete_(StringArg name);
  // Sets the fields of other headers: JavaScript's Object.assign(headers, other), and `{...headers, ...other}` of a
  // copy.
  Headers& assign(const Headers& other) [[clang::lifetimebound]];
  // Sets a field; the entry with exactly the same spelling of the name is replaced, if there is one.
  void set(StringArg name, Lookup value) {
    if (const Lookup* known = find(name))
      *const_cast<Lookup*>(known) = std::move(value);
    else
      entries_.emplace_back(name.toString(), std::move(value));
  }
  // The result of `headers[name]`: the field's value, to which a program can also assign in the same expression. A copy
  // in a variable (auto x = headers["a"]) is an independent value.
  class Slot : public Lookup {
   public:
    Slot(const Slot&) = default;
    template <class T>
      requires std::constructible_from<Lookup, T&&> && (!nodecpp::detail::DerivedFrom<std::remove_cvref_t<T>, Slot>)
    Lookup operator=(T&& value) && {
      return put(Lookup(std::forward<T>(value)));
    }
    Lookup operator=(const Slot& other) && { return put(other); }
    template <class T>
      requires std::constructible_from<Lookup, T&&> && (!nodecpp::detail::DerivedFrom<std::remove_cvref_t<T>, Slot>)
    Slot& operator=(T&& value) & {
      Lookup::operator=(Lookup(std::forward<T>(value)));
      return *this;
    }
    Slot& operator=(const Slot& other) & {
      Lookup::operator=(static_cast<const Lookup&>(other));
      return *this;
    }

   private:
    friend class Headers;
    Slot(Headers& of, String name, Lookup value) : Lookup(std::move(value)), of_(&of), name_(std::move(name)) {}
    Lookup put(Lookup value) {
      of_->set(name_, value);
      return value;
    }
    Headers* of_;
    String name_;
  };
  // Returns the field's value for reading or assignment; undefined when there is none. The Slot is valid while these
  // headers live.
  Slot operator[](StringArg name) [[clang::lifetimebound]] { return Slot(*this, name.toString(), valueOf(name)); }
  Lookup operator[](StringArg name) const { return valueOf(name); }
  template <class Inspector>
  void inspectTo(Inspector& out) const {
    out.name("");
    for (const auto& [name, value] : entries_) out.property(name, value);
  }
  bool empty() const { return entries_.empty() && flat_.empty(); }
  bool isFlat() const { return isFlat_; }
  // Returns the flat list, which is empty unless isFlat(). The reference is valid while these headers live.
  const nodecpp::detail::List<String>& flat() const [[clang::lifetimebound]] { return flat_; }

 private:
  // Returns null when there is no such field. The pointer is valid until the headers change.
  const Lookup* find(StringArg name) const;
  Lookup valueOf(StringArg name) const {
    const Lookup* known = find(name);
    return known ? *known : Lookup();
  }
  nodecpp::detail::List<std::pair<String, Lookup>> entries_;
  nodecpp::detail::List<String> flat_;
  // A hash table over the names, which is built for long lists only. A slot contains the index of an entry plus one, or
  // 0 when it is free. The first `indexed_` entries are in the table.
  mutable nodecpp::detail::List<std::uint32_t> slots_;
  mutable std::uint64_t seed_ = 0;  // the hash seed of slots_
  mutable std::uint32_t indexed_ = 0;
  bool isFlat_ = false;
};

// Headers as a parameter: {{"Content-Type", "text/xml"}, {"Set-Cookie", {"a=1", "b=2"}}}, a list that was made before,
// or the headers of another message. A flat array of names and values in turn, as Node's rawHeaders, may contain a name
// several times. A HeadersArg made of a list in braces refers to the caller's strings and is valid during the call
// only.
class HeadersArg {
 public:
  HeadersArg() = default;
  HeadersArg(std::initializer_list<HeaderFieldArg> fields [[clang::lifetimebound]])
      : fields_(fields.begin()), count_(fields.size()) {}
  template <class T>
    requires std::same_as<T, Array<HeaderField>>
  HeadersArg(const T& fields) {
    Array<std::pair<String, Lookup>> entries;
    for (const HeaderField& field : fields) entries.push({field.name, field.value});
    own(entries);
  }
  template <class T>
    requires std::same_as<T, Headers> || std::same_as<T, Array<std::pair<String, Lookup>>>
  HeadersArg(const T& headers) {
    if constexpr (std::same_as<T, Headers>)
      own(headers.entries());
    else
      own(headers);
  }
  template <class T>
    requires std::same_as<T, IncomingHeaders>
  HeadersArg(const T& headers) {
    own(headers.entries());
  }
  // An object in a var, writeHead(200, headers), or a Map: its values are converted as those of a JavaScript object are.
  template <class T>
    requires nodecpp::detail::AnyValue<T> || detail::FieldsInMap<T>
  HeadersArg(const T& fields) {
    own(detail::fieldsOf(fields));
  }
  template <class T>
    requires std::same_as<T, RawHeaders>
  HeadersArg(const T& raw) {
    storePairs(raw.values());
  }
  template <class T>
    requires std::same_as<T, Array<String>>
  HeadersArg(const T& flat) {
    storePairs(flat);
  }
  template <class T>
    requires nodecpp::detail::StringLike<const T&>
  HeadersArg(std::initializer_list<T> flat) {
    Array<String> strings;
    for (const T& each : flat) strings.push(each);
    storePairs(strings);
  }
  HeadersArg(const HeadersArg&) = delete;
  ~HeadersArg() {
    if (owned_) dropOwned();
  }
  const HeaderFieldArg* begin() const { return fields_; }
  const HeaderFieldArg* end() const { return fields_ + count_; }
  bool empty() const { return count_ == 0; }
  // Whether the headers were given as a flat array of names and values in turn.
  bool flat() const;
  // Throws ERR_INVALID_ARG_VALUE for a flat array of odd length.
  void check() const {
    if (owned_) checkOwned();
  }

 private:
  struct Owned;
  void own(const Array<std::pair<String, Lookup>>& entries);
  void storePairs(const Array<String>& flat);
  void dropOwned() noexcept;
  void checkOwned() const;
  const HeaderFieldArg* fields_ = nullptr;
  std::size_t count_ = 0;
  Owned* owned_ = nullptr;
};

// Throws ERR_INVALID_HTTP_TOKEN when `name` is not a token of HTTP. The message of the error begins with `label`.
void validateHeaderName(StringArg name, StringArg label = "Header name");
// Throws ERR_HTTP_INVALID_HEADER_VALUE for undefined, and ERR_INVALID_CHAR for a character that is not allowed in a
// value.
void validateHeaderValue(StringArg name, const HeaderValue& value);

}  // namespace nodecpp::http
