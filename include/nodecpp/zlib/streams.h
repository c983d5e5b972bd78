// The streams of zlib. Programs include nodecpp/zlib.h.
//
//   fs::createReadStream("a")->pipe(zlib::createGzip())->pipe(fs::createWriteStream("a.gz"));
#pragma once

#include <nodecpp/stream/duplex.h>
#include <nodecpp/zlib/options.h>

namespace nodecpp::zlib {

namespace detail {
struct Prepared;
class Engine;
}  // namespace detail

// The base class of all streams of this module. Errors of the data are emitted as `error`, with Node's code, errno and
// message (Z_DATA_ERROR, Z_BUF_ERROR, ERR__ERROR_FORMAT_…, ZSTD_error_…).
// https://nodejs.org/docs/latest-v24.x/api/zlib.html#class-zlibzlibbase
class ZlibBaseObject : public stream::TransformObject {
 public:
  ~ZlibBaseObject() override;

  // The number of bytes that were read and processed so far.
  double bytesWritten = 0;

  // Writes out what the library keeps back. `kind` is one of the flush constants, by default a full flush. Flushing
  // often makes the result larger. `callback` is called afterwards. Throws ERR_OUT_OF_RANGE.
  void flush(OptionalNumber kind, stream::Callback callback = {});
  void flush(stream::Callback callback = {}) { flush(OptionalNumber(), std::move(callback)); }
  // Destroys the stream. `callback` is called when it is closed, with ERR_STREAM_PREMATURE_CLOSE when it had not ended.
  void close(stream::Callback callback = {});
  // Begins anew as the stream began. Throws an Error while a write is being processed, and ERR_INTERNAL_ASSERTION after
  // close().
  void reset();

  const char* className() const override { return "ZlibBase"; }

 protected:
  ZlibBaseObject(detail::Prepared prepared, stream::TransformOptions options);

  void _transform(stream::Chunk chunk, String encoding, stream::TransformCallback callback) override;
  void _flush(stream::TransformCallback callback) override;
  void _final(stream::Callback callback) override { callback(); }
  void _read(double size) override;
  void _destroy(Error error, stream::Callback callback) override;
  void traceMembers(nodecpp::detail::Tracer& tracer) override;
  // Throws ERR_INTERNAL_ASSERTION after close().
  void assertOpen() const;

  detail::Engine* engine_;  // owned
  friend class detail::Engine;
};
using ZlibBase = Handle<ZlibBaseObject>;

// The base class of the streams of deflate.
class ZlibObject : public ZlibBaseObject {
 public:
  // Changes level and strategy of a stream that compresses, for what is written from now on. `callback` is called when
  // that is done. Throws ERR_OUT_OF_RANGE.
  void params(OptionalNumber level, OptionalNumber strategy, stream::Callback callback);

  const char* className() const override { return "Zlib"; }

 protected:
  ZlibObject(detail::Mode mode, const ZlibOptions& options);

 private:
  void applyParams(const OptionalNumber& level, const OptionalNumber& strategy, const stream::Callback& callback);
  OptionalNumber level_, strategy_;
};
using Zlib = Handle<ZlibObject>;

// Each class has a function that makes an object of it: createGzip(options), … They throw ERR_OUT_OF_RANGE for options
// that Node refuses, ERR_BROTLI_INVALID_PARAM, ERR_ZSTD_INVALID_PARAM and ERR_ZLIB_INITIALIZATION_FAILED.

// Deflate with the header and the checksum of zlib.
class DeflateObject final : public ZlibObject {
 public:
  using Options = ZlibOptions;
  explicit DeflateObject(const ZlibOptions& options = {});
  const char* className() const override { return "Deflate"; }
};
using Deflate = Handle<DeflateObject>;
inline Deflate createDeflate(const ZlibOptions& options = {}) { return make<DeflateObject>(options); }

class InflateObject final : public ZlibObject {
 public:
  using Options = ZlibOptions;
  explicit InflateObject(const ZlibOptions& options = {});
  const char* className() const override { return "Inflate"; }
};
using Inflate = Handle<InflateObject>;
inline Inflate createInflate(const ZlibOptions& options = {}) { return make<InflateObject>(options); }

class GzipObject final : public ZlibObject {
 public:
  using Options = ZlibOptions;
  explicit GzipObject(const ZlibOptions& options = {});
  const char* className() const override { return "Gzip"; }
};
using Gzip = Handle<GzipObject>;
inline Gzip createGzip(const ZlibOptions& options = {}) { return make<GzipObject>(options); }

// Decompresses gzip, also of several members. Zeros that follow are ignored; anything else is an error.
class GunzipObject final : public ZlibObject {
 public:
  using Options = ZlibOptions;
  explicit GunzipObject(const ZlibOptions& options = {});
  const char* className() const override { return "Gunzip"; }
};
using Gunzip = Handle<GunzipObject>;
inline Gunzip createGunzip(const ZlibOptions& options = {}) { return make<GunzipObject>(options); }

// Deflate without a header and without a checksum.
class DeflateRawObject final : public ZlibObject {
 public:
  using Options = ZlibOptions;
  explicit DeflateRawObject(const ZlibOptions& options = {});
  const char* className() const override { return "DeflateRaw"; }
};
using DeflateRaw = Handle<DeflateRawObject>;
inline DeflateRaw createDeflateRaw(const ZlibOptions& options = {}) { return make<DeflateRawObject>(options); }

class InflateRawObject final : public ZlibObject {
 public:
  using Options = ZlibOptions;
  explicit InflateRawObject(const ZlibOptions& options = {});
  const char* className() const override { return "InflateRaw"; }
};
using InflateRaw = Handle<InflateRawObject>;
inline InflateRaw createInflateRaw(const ZlibOptions& options = {}) { return make<InflateRawObject>(options); }

// Decompresses gzip or deflate, whichever the first bytes say.
class UnzipObject final : public ZlibObject {
 public:
  using Options = ZlibOptions;
  explicit UnzipObject(const ZlibOptions& options = {});
  const char* className() const override { return "Unzip"; }
};
using Unzip = Handle<UnzipObject>;
inline Unzip createUnzip(const ZlibOptions& options = {}) { return make<UnzipObject>(options); }

class BrotliCompressObject final : public ZlibBaseObject {
 public:
  using Options = BrotliOptions;
  explicit BrotliCompressObject(const BrotliOptions& options = {});
  const char* className() const override { return "BrotliCompress"; }
};
using BrotliCompress = Handle<BrotliCompressObject>;
inline BrotliCompress createBrotliCompress(const BrotliOptions& options = {}) {
  return make<BrotliCompressObject>(options);
}

class BrotliDecompressObject final : public ZlibBaseObject {
 public:
  using Options = BrotliOptions;
  explicit BrotliDecompressObject(const BrotliOptions& options = {});
  const char* className() const override { return "BrotliDecompress"; }
};
using BrotliDecompress = Handle<BrotliDecompressObject>;
inline BrotliDecompress createBrotliDecompress(const BrotliOptions& options = {}) {
  return make<BrotliDecompressObject>(options);
}

class ZstdCompressObject final : public ZlibBaseObject {
 public:
  using Options = ZstdOptions;
  explicit ZstdCompressObject(const ZstdOptions& options = {});
  const char* className() const override { return "ZstdCompress"; }
};
using ZstdCompress = Handle<ZstdCompressObject>;
inline ZstdCompress createZstdCompress(const ZstdOptions& options = {}) { return make<ZstdCompressObject>(options); }

class ZstdDecompressObject final : public ZlibBaseObject {
 public:
  using Options = ZstdOptions;
  explicit ZstdDecompressObject(const ZstdOptions& options = {});
  const char* className() const override { return "ZstdDecompress"; }
};
using ZstdDecompress = Handle<ZstdDecompressObject>;
inline ZstdDecompress createZstdDecompress(const ZstdOptions& options = {}) {
  return make<ZstdDecompressObject>(options);
}

}  // namespace nodecpp::zlib
