#include <nodecpp/fetch/body.h>
#include <nodecpp/form_data.h>
#include <nodecpp/stream/consumers.h>
#include <nodecpp/typed_arrays.h>

#include "fetch/body_object.h"
#include "fetch/header_list.h"
#include "fetch/mime_type.h"
#include "fetch/tee.h"

#include <optional>

namespace nodecpp {

using detail::BlobBody;
using detail::BodyObject;
using detail::BytesBody;
using detail::StreamBody;
using detail::WebBody;

namespace detail {

namespace {

// The bytes of a Blob, piece by piece.
class BlobStream final : public stream::ReadableObject {
 public:
  explicit BlobStream(const Blob& blob) : reader_(blob) {}

 protected:
  void _read(double) override { pull(); }

 private:
  Promise<> pull() {
    try {
      const Buffer part = co_await reader_.next();
      push(part.empty() ? stream::ChunkArg(nullptr) : stream::ChunkArg(part));
    } catch (const Error& error) {
      destroy(error);
    }
  }
  BlobReader reader_;
};

}  // namespace

void BodyObject::use() {
  if (used()) throw TypeError("Body is unusable: Body has already been read");
  used_ = true;
}

Promise<Buffer> BodyObject::read() {
  try {
    use();
    return readAll();
  } catch (const Error& error) {
    return Promise<>::reject<Buffer>(error);
  }
}

Handle<BodyObject> BodyObject::moved() { return make<Handle<StreamBody>>(stream()); }

Handle<BodyObject> BytesBody::moved() {
  use();
  return make<Handle<BytesBody>>(bytes_);
}
stream::Readable BytesBody::stream() {
  use();
  return stream::Readable::from(bytes_);
}

Promise<Buffer> BlobBody::readAll() {
  return blob_->arrayBuffer().then([](const ArrayBuffer& bytes) { return Buffer::from(bytes); });
}
Handle<BodyObject> BlobBody::moved() {
  use();
  return clone();
}
stream::Readable BlobBody::stream() {
  use();
  return make<Handle<BlobStream>>(blob_);
}

Handle<BodyObject> StreamBody::clone() {
  const TwoStreams both = tee(readable_);
  readable_ = both.first;
  return make<Handle<StreamBody>>(both.second);
}
stream::Readable StreamBody::stream() {
  use();
  return readable_;
}
Promise<Buffer> StreamBody::readAll() { return stream::consumers::buffer(readable_); }

}  // namespace detail

BodyInit::BodyInit(Handle<BodyObject> body, String type) : body_(std::move(body)), type_(std::move(type)) {}
BodyInit BodyInit::ofText(StringArg text) {
  if (text.isNullish()) return {};
  return {make<Handle<BytesBody>>(Buffer::from(text.toString().toWellFormed())), "text/plain;charset=UTF-8"};
}
BodyInit BodyInit::ofBlob(const Blob& blob) {
  if (!blob) return {};
  return {make<Handle<BlobBody>>(blob), blob->type()};
}
BodyInit BodyInit::ofForm(const Handle<FormDataObject>& form) {
  if (!form) return {};
  const detail::MultipartBody body = detail::multipartBody(form);
  return {make<Handle<BlobBody>>(body.bytes), body.type};
}
BodyInit BodyInit::ofStream(stream::Readable readable) {
  if (!readable) return {};
  return {make<Handle<StreamBody>>(std::move(readable)), ""};
}
BodyInit::BodyInit(const Buffer& bytes) : BodyInit(make<Handle<BytesBody>>(Buffer::from(bytes)), "") {}
BodyInit::BodyInit(const ArrayBuffer& bytes)
    : BodyInit(make<Handle<BytesBody>>(Buffer::from(Buffer::from(bytes))), "") {}
BodyInit::BodyInit(const URLSearchParams& params)
    : BodyInit(make<Handle<BytesBody>>(Buffer::from(params->toString())),
               "application/x-www-form-urlencoded;charset=UTF-8") {}

BodyInit::BodyInit(const ReadableStream& stream) {
  if (!stream) return;
  if (stream->disturbed_ || stream->locked()) throw TypeError("Response body object should not be disturbed or locked");
  body_ = make<Handle<WebBody>>(stream);
}

BodyMixin::~BodyMixin() = default;

ReadableStream BodyMixin::body() {
  if (!body_) return {};
  auto web = body_.as<Handle<WebBody>>();
  if (!web) {
    // A body that was read is a stream that was read.
    const bool used = body_->used();
    web = make<Handle<WebBody>>(used ? make<ReadableStream>() : detail::webStreamOf(body_));
    if (used) web->web()->disturbed_ = true;
    body_ = web;
  }
  return web->web();
}

bool BodyMixin::bodyUsed() const noexcept { return body_ && body_->used(); }

Promise<Buffer> BodyMixin::consume() {
  if (!body_) return Promise<>::resolve(Buffer());
  return body_->read();
}

Promise<ArrayBuffer> BodyMixin::arrayBuffer() {
  return consume().then([](const Buffer& bytes) {
    ArrayBuffer buffer = bytes.buffer();
    if (bytes.byteOffset() == 0 && buffer.byteLength() == bytes.byteLength()) return buffer;
    return Buffer::from(bytes).buffer();
  });
}

Promise<Uint8Array> BodyMixin::bytes() {
  return consume().then([](const Buffer& bytes) { return Uint8Array(bytes); });
}

Promise<Blob> BodyMixin::blob() {
  const Lookup given = bodyHeaders()->get("content-type");
  const auto type = given.isString() ? detail::extractMimeType(given.toString()) : std::nullopt;
  return consume().then([type = type ? type->toString() : String("")](const Buffer& bytes) {
    return make<Blob>(BlobParts{bytes}, BlobOptions{.type = type});
  });
}

Promise<FormData> BodyMixin::formData() {
  const Lookup given = bodyHeaders()->get("content-type");
  const auto type = given.isString() ? detail::extractMimeType(given.toString()) : std::nullopt;
  return consume().then([type](const Buffer& bytes) {
    if (type && type->essence == "multipart/form-data") {
      const String* boundary = type->parameter("boundary");
      return detail::parseMultipart(bytes, boundary ? Lookup(*boundary) : Lookup());
    }
    if (!type || type->essence != "application/x-www-form-urlencoded")
      throw TypeError("Content-Type was not one of \"multipart/form-data\" or \"application/x-www-form-urlencoded\".");
    const FormData form = make<FormData>();
    for (const auto& [name, value] : make<URLSearchParams>(bytes.toString())) form->append(name, value);
    return form;
  });
}

Promise<String> BodyMixin::text() {
  return consume().then([](const Buffer& bytes) {
    const bool marked = bytes.size() >= 3 && std::memcmp(bytes.bytes(), "\xef\xbb\xbf", 3) == 0;
    return marked ? bytes.subarray(3).toString() : bytes.toString();
  });
}

Promise<var> BodyMixin::json() {
  return text().then([](const String& text) { return JSON::parse(text); });
}

}  // namespace nodecpp
