// util.MIMEType and util.MIMEParams, of WHATWG's MIME Sniffing.
// https://nodejs.org/docs/latest-v24.x/api/util.html#class-utilmimetype
//
//   auto mime = make<util::MIMEType>("text/html; charset=utf-8");
//   mime->essence()                    // "text/html"
//   mime->params()->get("charset")     // "utf-8"
#pragma once

#include <nodecpp/error.h>
#include <nodecpp/map.h>
#include <nodecpp/object.h>

namespace nodecpp::util {

class MIMEParams;
class MIMEType;

// The parameters of a MIME type, in the order in which they were added. Names are compared without regard to the case
// of ASCII letters.
class MIMEParamsObject : public Object {
 public:
  MIMEParamsObject() = default;
  // Parses what follows the first `;` of a MIME type. What is no parameter is left out.
  explicit MIMEParamsObject(StringArg text) { parse(text); }

  // The method has an underscore because JavaScript's name, `delete`, is a keyword of C++.
  void delete_(StringArg name);
  // Returns the value, or null when there is no parameter of this name.
  Lookup get(StringArg name) const;
  bool has(StringArg name) const;
  // Adds a parameter, or changes its value. Throws ERR_INVALID_MIME_SYNTAX, a TypeError, for a name that is no HTTP
  // token and for a value that no quoted string can contain.
  void set(StringArg name, StringArg value);
  // Return iterators over the parameters at each moment, as those of a Map.
  auto keys() const { return data_.keys(); }
  auto values() const { return data_.values(); }
  auto entries() const { return data_.entries(); }
  // Returns "name=value;name=value", with values in quotes where they need them.
  String toString() const;
  String toJSON() const { return toString(); }

  template <class Inspector>
  void inspectTo(Inspector& out) const {
    out.name("MIMEParams");
  }

 private:
  void parse(StringArg text);

  Map<String, String> data_;
};

// A handle to parameters. make<util::MIMEParams>() stands for JavaScript's `new MIMEParams()`.
class MIMEParams : public Handle<MIMEParamsObject> {
 public:
  using Handle<MIMEParamsObject>::Handle;
  MIMEParams() noexcept = default;
  MIMEParams(const Handle<MIMEParamsObject>& other) noexcept : Handle(other) {}

  // Makes `for (auto [name, value] : params)` possible.
  auto begin() const { return (*this)->entries().begin(); }
  auto end() const { return (*this)->entries().end(); }
  friend String str(const MIMEParams& params) { return params ? params->toString() : String("undefined"); }
};

// A MIME type. Node's accessors are functions here: mime->type() reads, mime->setType("text") assigns.
class MIMETypeObject : public Object {
 public:
  // Throws ERR_INVALID_MIME_SYNTAX, a TypeError, when `input` has no valid type and subtype.
  explicit MIMETypeObject(StringArg input);

  String type() const { return type_; }        // "text"
  String subtype() const { return subtype_; }  // "html"
  // Both throw ERR_INVALID_MIME_SYNTAX for a text that is no HTTP token.
  void setType(StringArg type);
  void setSubtype(StringArg subtype);
  String essence() const { return type_ + "/" + subtype_; }
  // Returns the parameters, which belong to this type: a change of them changes what toString() returns.
  MIMEParams params() const { return params_; }
  String toString() const;
  String toJSON() const { return toString(); }

  template <class Inspector>
  void inspectTo(Inspector& out) const {
    out.name("MIMEType");
  }

 private:
  String type_, subtype_;
  MIMEParams params_;
};

class MIMEType : public Handle<MIMETypeObject> {
 public:
  using Handle<MIMETypeObject>::Handle;
  MIMEType() noexcept = default;
  MIMEType(const Handle<MIMETypeObject>& other) noexcept : Handle(other) {}

  // Returns the parsed type, or an undefined handle (null in Node) when the text is no MIME type.
  static MIMEType parse(StringArg input);

  friend String str(const MIMEType& mime) { return mime ? mime->toString() : String("undefined"); }
  template <class T>
    requires nodecpp::detail::StringLike<const T&>
  friend String operator+(const T& a, const MIMEType& b) {
    return nodecpp::detail::concat(a, str(b));
  }
};

}  // namespace nodecpp::util
