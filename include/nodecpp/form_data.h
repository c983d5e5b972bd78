// FormData: the fields and files of a form. https://developer.mozilla.org/docs/Web/API/FormData
//
//   auto form = make<FormData>();
//   form->append("name", "Ann");
//   form->append("picture", make<Blob>({bytes}, {.type = "image/png"}), "ann.png");
//   for (auto& [name, value] : form) console::log(name, value);
#pragma once

#include <nodecpp/blob.h>
#include <nodecpp/iterable.h>
#include <nodecpp/named_value.h>
#include <nodecpp/traits.h>
#include <nodecpp/url/whatwg.h>

namespace nodecpp {

class FormDataObject;
class FormData;

// The value of an entry: a text, a File, or null where there is no such entry. A File's members are reached with `->`.
class FormDataValue {
 public:
  FormDataValue() noexcept = default;
  FormDataValue(String text) noexcept : text_(std::move(text)), kind_(Kind::text) {}
  FormDataValue(File file) noexcept : file_(std::move(file)), kind_(Kind::file) {}

  bool isString() const noexcept { return kind_ == Kind::text; }
  bool isFile() const noexcept { return kind_ == Kind::file; }
  // False for null and for an empty text, as in JavaScript.
  explicit operator bool() const noexcept { return isFile() || (isString() && !text_.empty()); }
  // Returns the text, "[object File]" for a File and "null" for null.
  String toString() const { return isString() ? text_ : isFile() ? file_->toString() : String("null"); }
  operator String() const { return toString(); }
  // The File; undefined when the value is none.
  operator File() const noexcept { return file_; }
  operator Blob() const noexcept { return file_; }
  // Whether the value is a File (`is<File>()`, also as a Blob) or a text (`is<String>()`), and the value as such. `as`
  // throws a TypeError when the value is no File; as a String it is what toString() returns.
  template <class T>
    requires std::same_as<T, File> || std::same_as<T, Blob> || std::same_as<T, String>
  bool is() const noexcept {
    return std::same_as<T, String> ? isString() : isFile();
  }
  template <class T>
    requires std::same_as<T, File> || std::same_as<T, Blob> || std::same_as<T, String>
  T as() const {
    if constexpr (std::same_as<T, String>)
      return toString();
    else
      return T(Handle(file_.operator->()));
  }
  // Throws a TypeError when the value is no File. The pointer is valid while this value lives.
  FileObject* operator->() const [[clang::lifetimebound]] { return file_.operator->(); }

  friend bool operator==(const FormDataValue& a, std::nullptr_t) noexcept { return a.kind_ == Kind::null; }
  template <class T>
    requires detail::StringLike<const T&>
  friend bool operator==(const FormDataValue& a, const T& b) {
    return a.isString() && a.text_ == b;
  }
  friend bool operator==(const FormDataValue& a, const FormDataValue& b) noexcept {
    return a.kind_ == b.kind_ && a.file_ == b.file_ && a.text_ == b.text_;
  }
  friend String str(const FormDataValue& value) { return value.toString(); }
  template <class T>
    requires detail::StringLike<const T&>
  friend String operator+(const T& a, const FormDataValue& b) {
    return detail::concat(a, b.toString());
  }
  template <class T>
    requires detail::StringLike<const T&>
  friend String operator+(const FormDataValue& a, const T& b) {
    return detail::concat(a.toString(), b);
  }
  // The value in a var: a text, a File, or null.
  template <class V>
  V inVar() const {
    return isFile() ? V(file_) : isString() ? V(text_) : V(nullptr);
  }
  template <class Inspector>
  void inspectTo(Inspector& out) const {
    if (isFile())
      out.value(file_);
    else if (isString())
      out.value(text_);
    else
      out.value(nullptr);
  }

 private:
  enum class Kind : unsigned char { null, text, file };
  String text_;
  File file_;
  Kind kind_ = Kind::null;
};

// An entry of a form. An index of it other than 0 and 1 gives null.
using FormDataEntry = detail::NamedValue<FormDataValue>;

// The iterator that keys(), values() and entries() of a FormData return. It holds the form and reads it anew at each
// step, so that an entry which is appended during the loop is visited too.
template <class T>
class FormDataIterator {
 public:
  struct Result {
    T value{};
    bool done = false;
  };

  explicit FormDataIterator(Handle<FormDataObject> form) noexcept : form_(std::move(form)) {}
  // Returns the next name, value or entry, or a result with `done` true after the last one.
  Result next();
  auto begin() const { return detail::ResultStep<FormDataIterator>(*this); }
  detail::IterationEnd end() const noexcept { return {}; }
  template <class Inspector>
  void inspectTo(Inspector& out) const {
    out.text("Object [FormData Iterator] {}");
  }

 private:
  Handle<FormDataObject> form_;
  std::size_t index_ = 0;
};

class FormDataObject : public Object {
 public:
  using Text = url::Text;

  // append adds an entry after the existing ones. set gives the first entry of this name the value and removes the
  // others of this name, or adds an entry where there is none. A value that is no Blob becomes its text. A Blob becomes
  // a File: with the given name, else with its own or, where it is no File, "blob".
  void append(const Text& name, const Text& value) { add(name, value.text().toWellFormed()); }
  template <detail::DerivedFrom<BlobObject> B>
  void append(const Text& name, const Handle<B>& value, const Text& filename = {}) {
    add(name, fileOf(value, filename));
  }
  template <std::same_as<FormDataValue> V>
  void append(const Text& name, const V& value) {
    add(name, value);
  }
  void set(const Text& name, const Text& value) { replace(name, value.text().toWellFormed()); }
  template <detail::DerivedFrom<BlobObject> B>
  void set(const Text& name, const Handle<B>& value, const Text& filename = {}) {
    replace(name, fileOf(value, filename));
  }
  template <std::same_as<FormDataValue> V>
  void set(const Text& name, const V& value) {
    replace(name, value);
  }
  // Removes all entries of this name. The method has an underscore because `delete` is a keyword of C++.
  void delete_(const Text& name);
  // Returns the value of the first entry of this name, or null.
  FormDataValue get(const Text& name) const;
  // Returns the values of all entries of this name, in their order.
  Array<FormDataValue> getAll(const Text& name) const;
  bool has(const Text& name) const;
  // Calls callback(value, name, form) for each entry.
  void forEach(const Function<void(FormDataValue, String, FormData)>& callback);
  FormDataIterator<String> keys() { return FormDataIterator<String>(self()); }
  FormDataIterator<FormDataValue> values() { return FormDataIterator<FormDataValue>(self()); }
  FormDataIterator<FormDataEntry> entries() { return FormDataIterator<FormDataEntry>(self()); }

  String toString() const { return "[object FormData]"; }
  template <class Inspector>
  void inspectTo(Inspector& out) const {
    out.text(printed());
  }

 private:
  template <class>
  friend class FormDataIterator;
  void add(const Text& name, const FormDataValue& value);
  void replace(const Text& name, const FormDataValue& value);
  static FormDataValue fileOf(const Blob& blob, const Text& filename);
  String printed() const;

  detail::List<FormDataEntry> entries_;
};

// A handle to a form; make<FormData>() stands for JavaScript's `new FormData()`.
class FormData : public Handle<FormDataObject> {
 public:
  using Handle<FormDataObject>::Handle;
  FormData() noexcept = default;
  FormData(const Handle<FormDataObject>& other) noexcept : Handle(other) {}

  // Makes `for (auto& [name, value] : form)` possible. The loop holds the form.
  auto begin() const { return (*this)->entries().begin(); }
  detail::IterationEnd end() const noexcept { return {}; }
  friend String str(const FormData& form) { return form ? form->toString() : String("undefined"); }
};

namespace detail {

// The body of a request with a form: a Blob of the bytes, which shares those of the form's files, and the Content-Type,
// "multipart/form-data" with the boundary. As undici (Node's fetch) writes both.
struct MultipartBody {
  Blob bytes;
  String type;
};
MultipartBody multipartBody(const FormData& form);
// Reads a body of the type multipart/form-data, as undici does. `boundary` is the parameter of the Content-Type,
// undefined when there is none. The files share the memory of `body`, which nothing may change afterwards. Throws a
// TypeError with a cause when the body is malformed.
FormData parseMultipart(const Buffer& body, const Lookup& boundary);

}  // namespace detail

}  // namespace nodecpp
