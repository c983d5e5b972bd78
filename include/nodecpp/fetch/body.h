// BodyInit, what a Request or Response can be given as its body, and BodyMixin, the functions that read it. Part of
// fetch. https://fetch.spec.whatwg.org/#body-mixin
#pragma once

#include <nodecpp/array_buffer.h>
#include <nodecpp/blob.h>
#include <nodecpp/buffer.h>
#include <nodecpp/fetch/headers.h>
#include <nodecpp/json.h>
#include <nodecpp/object.h>
#include <nodecpp/promise.h>
#include <nodecpp/stream.h>
#include <nodecpp/stream/web.h>
#include <nodecpp/traits.h>
#include <nodecpp/url/whatwg.h>

namespace nodecpp {

class FormData;
class FormDataObject;

namespace detail {
// The bytes of a Request or a Response. For the runtime.
class BodyObject : public Object {
 public:
  // Whether the body was read, or is being read.
  virtual bool used() const noexcept { return used_; }
  // Marks the body as used. Throws a TypeError when it was used before.
  void use();
  // Reads the body to its end. Rejected with a TypeError when it was used before.
  Promise<Buffer> read();
  // Returns a body with the same bytes. This body must not have been used.
  virtual Handle<BodyObject> clone() = 0;
  // Returns a body with the bytes of this one, which counts as used from now on.
  virtual Handle<BodyObject> moved();
  // Returns the number of bytes, or -1 when it is not known. A body of a known length can be sent more than once.
  virtual double length() const noexcept { return -1; }
  bool canBeSentAgain() const noexcept { return length() >= 0; }
  // Returns the bytes of a body that is in memory, or null. The pointer is valid while this body lives.
  virtual const Buffer* bytes() const noexcept { return nullptr; }
  // Returns a stream of the bytes. The body counts as used from now on.
  virtual stream::Readable stream() = 0;
  // Returns the error that a program gets for an error of that stream.
  virtual Error failure(const Error& error) const { return error; }

 protected:
  virtual Promise<Buffer> readAll() = 0;
  bool used_ = false;
};
}  // namespace detail

// A body as a program gives it: a string, bytes (a Buffer, an ArrayBuffer or a typed array, which are copied),
// URLSearchParams, a Blob, a FormData (for which a program includes <nodecpp/form_data.h>), or a ReadableStream or
// stream::Readable, whose length is not known. nullptr stands for no body.
class BodyInit {
 public:
  BodyInit() noexcept = default;
  BodyInit(std::nullptr_t) noexcept {}
  template <class T>
    requires detail::StringLike<const T&> && (!detail::AnyValue<T>)
  BodyInit(const T& text) : BodyInit(ofText(StringArg(text))) {}
  BodyInit(const Buffer& bytes);
  BodyInit(const ArrayBuffer& bytes);
  template <detail::DerivedFrom<detail::ViewBase> T>
  BodyInit(const T& view) : BodyInit(detail::bytesOf(view)) {}
  BodyInit(const URLSearchParams& params);
  // Throws a TypeError for a stream that is locked or was read from.
  BodyInit(const ReadableStream& stream);
  template <class T>
    requires std::same_as<typename T::ObjectType, FormDataObject>
  BodyInit(const T& form) : BodyInit(ofForm(form)) {}
  template <class T>
    requires detail::DerivedFrom<T, BlobObject>
  BodyInit(const Handle<T>& blob) : BodyInit(ofBlob(Blob(blob))) {}
  template <class T>
    requires detail::DerivedFrom<T, stream::ReadableObject>
  BodyInit(const Handle<T>& readable) : BodyInit(ofStream(stream::Readable(readable))) {}
  // A var: what it holds, or its text.
  template <class V>
    requires detail::AnyValue<V>
  BodyInit(const V& value) {
    if (value.isNullish()) return;
    *this = value.isBuffer() ? BodyInit(value.buffer()) : BodyInit(value.toString());
  }

  bool given() const noexcept { return bool(body_); }
  // For the runtime: the body, and the media type that it implies ("" for none).
  const Handle<detail::BodyObject>& body() const noexcept [[clang::lifetimebound]] { return body_; }
  const String& type() const noexcept [[clang::lifetimebound]] { return type_; }

 private:
  BodyInit(Handle<detail::BodyObject> body, String type);
  static BodyInit ofText(StringArg text);
  static BodyInit ofBlob(const Blob& blob);
  static BodyInit ofForm(const Handle<FormDataObject>& form);
  static BodyInit ofStream(stream::Readable readable);
  Handle<detail::BodyObject> body_;
  String type_;
};

// The functions by which the body of a Request or a Response is read. A body can be read once: afterwards these
// functions are rejected with a TypeError. They are also rejected when the body cannot be received to its end: with
// the reason of the AbortSignal, or with a TypeError "terminated" that has the cause in `cause[0]`.
//
// When such a promise is retracted, the rest of the body is given up, and the retraction waits for it: the connection
// returns to the pool when the whole response has been received, and is closed otherwise.
class BodyMixin : public Object {
 public:
  ~BodyMixin() override;

  // Returns the body as a byte stream, the same one at each call; undefined (null in Node) where there is no body.
  ReadableStream body();
  // Whether the body was read, or is being read.
  bool bodyUsed() const noexcept;

  Promise<ArrayBuffer> arrayBuffer();
  // Gives a Blob of the type that the Content-Type header says.
  Promise<Blob> blob();
  // Reads a form, of the type multipart/form-data or application/x-www-form-urlencoded. Rejected with a TypeError for a
  // body of another type and for a malformed one. A program includes <nodecpp/form_data.h>.
  Promise<FormData> formData();
  // Gives a Uint8Array, for which a program includes <nodecpp/typed_arrays.h>.
  Promise<TypedArray<std::uint8_t>> bytes();
  // Gives the value of the body's JSON text. Rejected with V8's SyntaxError for a text that is no JSON.
  Promise<var> json();
  // Gives the JSON text as a struct that has NODECPP_FIELDS, or as a list, map or optional of such structs:
  // `co_await response->json<User>()`. Rejected with the errors of JSON::parse<T>.
  template <detail::BindsToJson T>
  Promise<T> json() {
    return text().then([](String text) { return JSON::parse<T>(text); });
  }
  // Gives the body decoded as UTF-8, without a byte order mark.
  Promise<String> text();

 protected:
  BodyMixin() = default;
  virtual Headers bodyHeaders() const = 0;
  // Reads the body. Rejected with a TypeError when the body was read before.
  Promise<Buffer> consume();

  Handle<detail::BodyObject> body_;  // undefined for a message without a body
};

}  // namespace nodecpp
