// The middleware that compresses the bodies of responses.
#include <nodecpp/http/compress.h>
#include <nodecpp/http/interceptor.h>
#include <nodecpp/number.h>
#include <nodecpp/zlib.h>

#include <cmath>

#include "base/assertion.h"
#include "http/compression/negotiation.h"

namespace nodecpp::http {

namespace {

std::string_view viewOf(const String& text [[clang::lifetimebound]]) noexcept { return {text.data(), text.size()}; }

// A body that is known as a whole and has at most so many bytes is compressed at once, in about a quarter of a
// millisecond. A stream for it would cost more than the work itself.
constexpr std::size_t mostAtOnce = 16 << 10;

}  // namespace

namespace detail {

stream::OptionalNumber parseByteCount(StringArg text) {
  static constexpr std::string_view units = "kmgtp";
  std::string_view rest(text.data(), text.size());
  const bool hasSign = !rest.empty() && (rest[0] == '-' || rest[0] == '+');
  auto digits = [&](std::size_t from) { return std::min(rest.find_first_not_of("0123456789", from), rest.size()); };
  std::size_t end = digits(hasSign ? 1 : 0);
  const bool hasDigits = end > (hasSign ? 1 : 0);
  if (end < rest.size() && rest[end] == '.' && digits(end + 1) > end + 1) end = digits(end + 1);
  std::string_view unit = rest.substr(std::min(rest.find_first_not_of(' ', end), rest.size()));
  const std::size_t power = unit.size() == 2 && (unit[1] | 32) == 'b' ? units.find(char(unit[0] | 32)) : units.npos;
  double number = hasDigits && power != units.npos
                      ? double(parseFloat(StringArg(rest.substr(0, end)))) * std::pow(1024, double(power + 1))
                      : double(parseInt(text, 10));
  if (std::isnan(number)) return {};
  return std::floor(number);
}

struct CompressSettings : Object {
  Function<bool(IncomingMessage, ServerResponse)> filter;
  zlib::ZlibOptions zlib;
  zlib::BrotliOptions brotli;
  zlib::ZstdOptions zstd;
  double threshold = 1024;
  Coding enforced = Coding::identity;
  bool offersZstd = false;
  bool checked[4] = {};  // the encodings whose options have made a stream already
};

}  // namespace detail

using detail::Coding;
using detail::CompressSettings;

namespace {

zlib::ZlibBase makeStream(Coding coding, const CompressSettings& settings) {
  switch (coding) {
    case Coding::gzip: return zlib::createGzip(settings.zlib);
    case Coding::br: return zlib::createBrotliCompress(settings.brotli);
    case Coding::zstd: return zlib::createZstdCompress(settings.zstd);
    default: NODECPP_ASSERT(coding == Coding::deflate, int(coding)); return zlib::createDeflate(settings.zlib);
  }
}

Buffer compressed(Coding coding, const CompressSettings& settings, const Buffer& body) {
  switch (coding) {
    case Coding::gzip: return zlib::gzipSync(body, settings.zlib);
    case Coding::br: return zlib::brotliCompressSync(body, settings.brotli);
    case Coding::zstd: return zlib::zstdCompressSync(body, settings.zstd);
    default: NODECPP_ASSERT(coding == Coding::deflate, int(coding)); return zlib::deflateSync(body, settings.zlib);
  }
}

// Adds Accept-Encoding to the header Vary, as the npm package `vary`.
void varyByEncoding(ServerResponseObject& response) {
  const Lookup known = response.getHeader("Vary");
  String value;
  if (known) value = known.isArray() ? known.values().join(", ") : known.toString();
  if (detail::listHas(viewOf(value), "*"))
    value = "*";
  else if (!detail::listHas(viewOf(value), "accept-encoding"))
    value = value.empty() ? String("Accept-Encoding") : value + ", Accept-Encoding";
  response.setHeader("Vary", value);
}

// Compresses the body of one response. Whether it does is decided when the head is made.
class Compressor final : public ResponseInterceptorObject {
 public:
  Compressor(Handle<CompressSettings> settings, IncomingMessage request)
      : settings_(std::move(settings)), request_(std::move(request)) {}

  void beforeHead(const ServerResponse& response) override {
    IncomingMessage request = std::exchange(request_, {});
    const Coding coding = choose(*response, request);
    if (coding == Coding::identity) return;
    // Wrong options throw before the head says anything about the body.
    if (bool& checked = settings_->checked[int(coding)]; !checked) {
      makeStream(coding, *settings_)->destroy();
      checked = true;
    }
    // A response that its client does not wait for any more is not worth the memory of a stream.
    if (response->destroyed()) return;
    coding_ = coding;
    response->setHeader("Content-Encoding", detail::nameOf(coding_));
    response->removeHeader("Content-Length");
  }

  bool write(const ServerResponse& response, const stream::ChunkArg& chunk, const stream::EncodingParam& encoding,
             stream::Callback callback) override {
    if (ended_) return false;
    if (!response->headersSent()) response->writeHead(response->statusCode);
    if (coding_ == Coding::identity)
      return ResponseInterceptorObject::write(response, chunk, encoding, std::move(callback));
    start(response);
    return stream_->write(chunk, encoding, std::move(callback));
  }

  void end(const ServerResponse& response, const stream::ChunkArg& chunk, const stream::EncodingParam& encoding,
           stream::Callback callback) override {
    if (ended_) return;
    if (!response->headersSent()) {
      if (!response->getHeader("Content-Length")) length_ = lengthOf(chunk, encoding);
      response->writeHead(response->statusCode);
    }
    if (coding_ == Coding::identity)
      return ResponseInterceptorObject::end(response, chunk, encoding, std::move(callback));
    ended_ = true;
    const bool hasBody = !chunk.isNull() && (!chunk.isString() || chunk.size() != 0);
    if (!stream_ && hasBody && chunk.size() <= mostAtOnce && !response->destroyed()) {
      const Buffer body = chunk.isString() ? chunk.toChunk(encoding.encoding()).toBuffer() : chunk.buffer();
      const Buffer all = compressed(coding_, *settings_, body);
      return ResponseInterceptorObject::end(response, all, {}, std::move(callback));
    }
    start(response);
    endCallback_ = std::move(callback);
    if (hasBody)
      stream_->end(chunk, encoding);
    else
      stream_->end();
  }

  void drained(const ServerResponse& response) override {
    if (coding_ == Coding::identity) return ResponseInterceptorObject::drained(response);
    if (stream_) stream_->resume();
  }

  void flush(const ServerResponse& response) override {
    if (coding_ == Coding::identity || (ended_ && !stream_)) return ResponseInterceptorObject::flush(response);
    start(response);
    stream_->flush();
  }

 private:
  static double lengthOf(const stream::ChunkArg& chunk, const stream::EncodingParam& encoding) {
    if (chunk.isNull()) return 0;
    return double(encoding.given() && chunk.isString() ? Buffer::byteLength(chunk.text(), encoding.encoding())
                                                       : std::ptrdiff_t(chunk.size()));
  }

  // Returns the encoding of the body, identity when it is not compressed.
  Coding choose(ServerResponseObject& response, const IncomingMessage& request) {
    const bool wanted = settings_->filter ? settings_->filter(request, ServerResponse(&response))
                                          : Compress::filter(request, ServerResponse(&response));
    if (!wanted) return Coding::identity;
    if (const Lookup control = response.getHeader("Cache-Control"))
      if (detail::listHas(viewOf(control.toString()), "no-transform")) return Coding::identity;
    varyByEncoding(response);
    if (response.getHeader("Content-Length").toNumber() < settings_->threshold || length_ < settings_->threshold)
      return Coding::identity;
    const Lookup encoded = response.getHeader("Content-Encoding");
    if ((encoded && encoded != "identity") || request->method == "HEAD") return Coding::identity;
    const Lookup accepted = request->headers["accept-encoding"];
    if (!accepted) return settings_->enforced;
    return detail::negotiate(viewOf(accepted.toString()), settings_->offersZstd);
  }

  // Makes the stream through which the body goes, with the first part of the body.
  void start(const ServerResponse& response) {
    if (stream_) return;
    stream_ = makeStream(coding_, *settings_);
    Handle<Compressor> self(this);
    stream_->on(event::data, [self, response](stream::Chunk chunk) {
      if (!self->ResponseInterceptorObject::write(response, chunk, {}, {}) && self->stream_) self->stream_->pause();
    });
    stream_->on(event::end, [self, response] {
      self->stream_ = nullptr;
      self->ResponseInterceptorObject::end(response, nullptr, {}, std::move(self->endCallback_));
    });
    stream_->on(event::drain, [self, response] { self->ResponseInterceptorObject::drained(response); });
    // When the client leaves, nobody reads the rest.
    response->once(event::close, [stream = stream_] { stream->destroy(); });
    if (response->destroyed()) stream_->destroy();
  }

  const Handle<CompressSettings> settings_;
  IncomingMessage request_;  // until the head is made
  Coding coding_ = Coding::identity;
  double length_ = std::nan("");  // of the body, where it is known
  bool ended_ = false;
  zlib::ZlibBase stream_;
  stream::Callback endCallback_;
};

}  // namespace

Compression::Compression(CompressOptions options) {
  auto made = make<CompressSettings>();
  settings_ = made;
  CompressSettings& settings = *made;
  settings.filter = std::move(options.filter);
  settings.zlib = {.flush = options.flush,
                   .finishFlush = options.finishFlush,
                   .chunkSize = options.chunkSize,
                   .windowBits = options.windowBits,
                   .level = options.level,
                   .memLevel = options.memLevel,
                   .strategy = options.strategy,
                   .dictionary = std::move(options.dictionary)};
  settings.brotli = std::move(options.brotli);
  // Brotli's own default is its slowest quality.
  bool hasQuality = false;
  for (const auto& each : settings.brotli.params.entries())
    hasQuality |= each.key == zlib::constants::BROTLI_PARAM_QUALITY;
  if (!hasQuality) settings.brotli.params[zlib::constants::BROTLI_PARAM_QUALITY] = 4;
  settings.zstd = std::move(options.zstdOptions);
  settings.offersZstd = options.zstd;
  if (options.threshold.given && !std::isnan(options.threshold.value)) settings.threshold = options.threshold.value;
  for (Coding each : {Coding::br, Coding::gzip, Coding::deflate})
    if (options.enforceEncoding == detail::nameOf(each)) settings.enforced = each;
}

void Compression::begin(const IncomingMessage& request, const ServerResponse& response) const {
  response->intercept(
      make<Compressor>(Handle<CompressSettings>(static_cast<CompressSettings*>(settings_.get())), request));
}

bool Compress::filter(const IncomingMessage&, const ServerResponse& response) {
  const Lookup type = response->getHeader("Content-Type");
  return type.isString() && detail::isCompressible(viewOf(type.toString()));
}

}  // namespace nodecpp::http
