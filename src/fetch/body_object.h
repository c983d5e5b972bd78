// The bodies that a program gives to a Request or a Response.
#pragma once

#include <nodecpp/fetch/body.h>

namespace nodecpp::detail {

// A body of bytes that a program gave, or of which a URL consists.
class BytesBody final : public BodyObject {
 public:
  explicit BytesBody(Buffer bytes) : bytes_(std::move(bytes)) {}
  Handle<BodyObject> clone() override { return make<Handle<BytesBody>>(bytes_); }
  Handle<BodyObject> moved() override;
  const Buffer* bytes() const noexcept override { return &bytes_; }
  double length() const noexcept override { return double(bytes_.size()); }
  stream::Readable stream() override;

 private:
  Promise<Buffer> readAll() override { return Promise<>::resolve(bytes_); }
  Buffer bytes_;
};

class BlobBody final : public BodyObject {
 public:
  explicit BlobBody(Blob blob) : blob_(std::move(blob)) {}
  Handle<BodyObject> clone() override { return make<Handle<BlobBody>>(blob_); }
  Handle<BodyObject> moved() override;
  double length() const noexcept override { return blob_->size(); }
  stream::Readable stream() override;

 private:
  Promise<Buffer> readAll() override;
  Blob blob_;
};

// A body that is read from a stream.
class StreamBody : public BodyObject {
 public:
  explicit StreamBody(stream::Readable readable) : readable_(std::move(readable)) {}
  Handle<BodyObject> clone() override;
  stream::Readable stream() override;

 protected:
  Promise<Buffer> readAll() override;
  stream::Readable readable_;
  NODECPP_TRACE(readable_)
};

// A body that is read from a stream of the web: one that a program gave, or that it asked for by body().
class WebBody final : public BodyObject {
 public:
  explicit WebBody(ReadableStream stream) : stream_(std::move(stream)) {}
  bool used() const noexcept override { return stream_->disturbed_ || stream_->locked(); }
  Handle<BodyObject> clone() override;
  stream::Readable stream() override;
  const ReadableStream& web() const noexcept { return stream_; }

 private:
  Promise<Buffer> readAll() override;
  ReadableStream stream_;
  NODECPP_TRACE(stream_)
};

// Returns a stream of the web that reads `body`, which counts as used from now on.
ReadableStream webStreamOf(const Handle<BodyObject>& body);

}  // namespace nodecpp::detail
