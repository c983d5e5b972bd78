// The content codings of received bodies. https://www.rfc-editor.org/rfc/rfc9110#section-8.4.1
#include <nodecpp/zlib.h>

#include "fetch/received_body.h"

namespace nodecpp::detail {

namespace {

constexpr std::size_t mostCodings = 5;

// As curl and undici: what has come is decompressed at once, and a stream that ends too early is accepted.
zlib::ZlibOptions lenient() {
  return {.flush = zlib::constants::Z_SYNC_FLUSH, .finishFlush = zlib::constants::Z_SYNC_FLUSH};
}

// Decompresses deflate with or without the header of zlib, as the first byte says.
class InflateStream final : public stream::TransformObject {
 public:
  const char* className() const override { return "InflateStream"; }

 protected:
  void _transform(stream::Chunk chunk, String, stream::TransformCallback callback) override {
    const Buffer bytes = chunk.toBuffer();
    if (!inner_) {
      if (bytes.empty()) return callback();
      begin((bytes.bytes()[0] & 0x0f) == 8);
    }
    inner_->write(bytes, [callback](const Error& error) { callback(error); });
  }
  void _final(stream::Callback callback) override {
    if (inner_)
      inner_->end();
    else
      push(nullptr);
    callback();
  }
  void _destroy(Error error, stream::Callback callback) override {
    if (auto inner = std::exchange(inner_, nullptr)) inner->destroy();
    callback(std::move(error));
  }

 private:
  void begin(bool withHeader) {
    if (withHeader)
      inner_ = zlib::createInflate(lenient());
    else
      inner_ = zlib::createInflateRaw(lenient());
    inner_->on(event::data, [self = self()](const stream::Chunk& chunk) { self->push(chunk); });
    inner_->on(event::end, [self = self()] { self->push(nullptr); });
    inner_->on(event::error, [self = self()](const Error& error) { self->destroy(error); });
  }
  void traceMembers(Tracer& tracer) override {
    TransformObject::traceMembers(tracer);
    tracer(inner_);
  }
  zlib::ZlibBase inner_;
};

// Returns what decodes a content coding; undefined for one that is not known.
stream::Transform decoderOf(const String& coding) {
  if (coding == "gzip" || coding == "x-gzip") return zlib::createGunzip(lenient());
  if (coding == "deflate") return make<Handle<InflateStream>>();
  if (coding == "br")
    return zlib::createBrotliDecompress(
        {.flush = zlib::constants::BROTLI_OPERATION_FLUSH, .finishFlush = zlib::constants::BROTLI_OPERATION_FLUSH});
  if (coding == "zstd")
    return zlib::createZstdDecompress(
        {.flush = zlib::constants::ZSTD_e_continue, .finishFlush = zlib::constants::ZSTD_e_end});
  return nullptr;
}

}  // namespace

stream::Readable decoded(const http::IncomingMessage& message) {
  const Lookup given = message->headers["content-encoding"];
  if (!given.isString() || !given) return message;
  const Array<String> codings = given.toString().toLowerCase().split(",");
  if (codings.size() > mostCodings)
    throw Error(str("too many content-encodings in response: ") + str(codings.size()) + ", maximum allowed is " +
                str(mostCodings));
  Array<stream::Stream> stages{message};
  stream::Readable last = message;
  for (std::size_t i = codings.size(); i-- > 0;) {
    stream::Transform decoder = decoderOf(codings.at(std::ptrdiff_t(i)).trim());
    if (!decoder) return message;
    stages.push(decoder);
    last = decoder;
  }
  stream::pipeline(stages, [](const Error&) {});
  return last;
}

}  // namespace nodecpp::detail
