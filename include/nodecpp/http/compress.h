// http::compress: compresses the bodies of responses, with the answers of the npm package `compression`.
// https://www.npmjs.com/package/compression
//
//   auto compression = http::compress();
//   http::createServer([=](auto request, auto response) {
//     compression(request, response, [=] {
//       response->setHeader("Content-Type", "text/plain");
//       response->end(text);
//     });
//   });
#pragma once

#include <nodecpp/http/server.h>
#include <nodecpp/zlib/options.h>

namespace nodecpp::http {

namespace detail {
// Returns the number of bytes that a text like "1kb" or "1.5 MB" stands for; not given when the text is no number.
stream::OptionalNumber parseByteCount(StringArg text);
}  // namespace detail

// A number of bytes, or a text with a unit, as the npm package `bytes` reads it: 1024, "1kb", "1.5MB".
struct ByteCount : stream::OptionalNumber {
  using OptionalNumber::OptionalNumber;
  template <class T>
    requires nodecpp::detail::StringLike<const T&>
  ByteCount(const T& text) : OptionalNumber(detail::parseByteCount(text)) {}
};

// The options of http::compress. Options of zlib that are wrong are Node's errors of zlib::createGzip and its kin,
// thrown when the first response is compressed.
struct CompressOptions {
  stream::OptionalNumber chunkSize{};
  zlib::Bytes dictionary{};  // deflate only; empty for none
  // Whether a response is to be compressed at all. The default is http::compress.filter.
  Function<bool(IncomingMessage, ServerResponse)> filter{};
  stream::OptionalNumber finishFlush{};
  stream::OptionalNumber flush{};
  stream::OptionalNumber level{};
  stream::OptionalNumber memLevel{};
  zlib::BrotliOptions brotli{};  // the quality is 4 when it is not given
  stream::OptionalNumber strategy{};
  // Bodies that are known to have fewer bytes are not compressed. 1024 by default.
  ByteCount threshold{};
  stream::OptionalNumber windowBits{};
  // The encoding for clients that do not say which they accept: "gzip", "deflate", "br", by default "identity".
  String enforceEncoding{};
  // Not in npm's package: clients that accept zstd get it rather than any other encoding of the same q.
  bool zstd = false;
  zlib::ZstdOptions zstdOptions{};
};

// What http::compress returns: a middleware. It compresses what is written to the response afterwards, when request and
// response allow it, and calls `next` at once. Copies share their options.
class Compression {
 public:
  template <class Next>
  void operator()(const IncomingMessage& request, const ServerResponse& response, Next&& next) const {
    begin(request, response);
    next();
  }

 private:
  friend struct Compress;
  explicit Compression(CompressOptions options);
  void begin(const IncomingMessage& request, const ServerResponse& response) const;
  Handle<Object> settings_;
};

struct Compress {
  // Returns a new middleware.
  Compression operator()(CompressOptions options = {}) const { return Compression(std::move(options)); }
  // Whether the response has a Content-Type whose data usually becomes smaller: text, JSON, XML and more, by the npm
  // package `compressible`. Filters of programs call it.
  static bool filter(const IncomingMessage& request, const ServerResponse& response);
};
inline constexpr Compress compress{};

}  // namespace nodecpp::http
