// The streams of zlib. Programs include nodecpp/zlib.h.
//
//   fs::createReadStream("a")->pipe(zlib::createGzip())->pipe(fs::createWriteStream("a.gz"));
#pragma once

#include <nodecpp/stream/duplex.h>
#include <nodecpp/zlib/options.h>

namespace nodecpp::zlib {

namespace detail {
enum class Mode : std::uint8_t;
struct Prepared;
class Engine;
}  // namespace detail

// The base class of all streams of this module. Errors of the data are emitted as `error`, with Node's code, errno and message
// (Z_DATA_ERROR, Z_BUF_ERROR, ERR__ERROR_FORMAT_…, ZSTD_error_…).
// https://nodejs.org/docs/latest-v24.x/api/zlib.html#class-zlibzlibbase
class ZlibBaseObject : public stream::TransformObject {
 public:
  ~ZlibBaseObject() override;

  // The number of bytes that were read and processed so far.
  double bytesWritten = 0;

  // Writes out what the library keeps back. `kind` is one of the flush constants, by default a full flush. Flushing often makes the
  // result larger. `callback` is called afterwards. Throws ERR_OUT_OF_RANGE.
  void flush(OptionalNumber kind, stream::Callback callback = {});
  void flush(stream::Callback callback = {}) { flush(OptionalNumber(), std::move(callback)); }
  // Destroys the stream. `callback` is called when it is closed, with ERR_STREAM_PREMATURE_CLOSE when it had not ended.
  void close(stream::Callback callback = {});
  // Begins anew as the stream began. Throws an Error while a write is being processed, and ERR_INTERNAL_ASSERTION after close().
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
  // Changes level and strategy of a stream that compresses, for what is written from now on. `callback` is called when that is done.
  // Throws ERR_OUT_OF_RANGE.
  void params(OptionalNumber level, OptionalNumber strategy, stream::Callback callback);

  const char* className() const override { return "Zlib"; }

 protected:
  ZlibObject(detail::Mode mode, const ZlibOptions& options);

 private:
  void applyParams(const OptionalNumber& level, const OptionalNumber& strategy, const stream::Callback& callback);
  OptionalNumber level_, strategy_;
};
using Zlib = Handle<ZlibObject>;

#define NODECPP_ZLIB_CLASS(Name, Base, Options)                       \
  class Name##Object final : public Base {                            \
   public:                                                            \
    explicit Name##Object(const Options& options = {});               \
    const char* className() const override { return #Name; }          \
  };                                                                  \
  using Name = Handle<Name##Object>;                                  \
  inline Name create##Name(const Options& options = {}) { return make<Name##Object>(options); }

// Each class has a function that makes an object of it: createGzip(options), … They throw ERR_OUT_OF_RANGE for options that Node
// refuses, ERR_BROTLI_INVALID_PARAM, ERR_ZSTD_INVALID_PARAM and ERR_ZLIB_INITIALIZATION_FAILED.
NODECPP_ZLIB_CLASS(Deflate, ZlibObject, ZlibOptions)
NODECPP_ZLIB_CLASS(Inflate, ZlibObject, ZlibOptions)
NODECPP_ZLIB_CLASS(Gzip, ZlibObject, ZlibOptions)
NODECPP_ZLIB_CLASS(Gunzip, ZlibObject, ZlibOptions)
NODECPP_ZLIB_CLASS(DeflateRaw, ZlibObject, ZlibOptions)
NODECPP_ZLIB_CLASS(InflateRaw, ZlibObject, ZlibOptions)
NODECPP_ZLIB_CLASS(Unzip, ZlibObject, ZlibOptions)
NODECPP_ZLIB_CLASS(BrotliCompress, ZlibBaseObject, BrotliOptions)
NODECPP_ZLIB_CLASS(BrotliDecompress, ZlibBaseObject, BrotliOptions)
NODECPP_ZLIB_CLASS(ZstdCompress, ZlibBaseObject, ZstdOptions)
NODECPP_ZLIB_CLASS(ZstdDecompress, ZlibBaseObject, ZstdOptions)
#undef NODECPP_ZLIB_CLASS

}  // namespace nodecpp::zlib
