// What the streams and the functions of zlib take. Programs include nodecpp/zlib.h.
#pragma once

#include <nodecpp/array_buffer.h>
#include <nodecpp/stream/stream_base.h>
#include <nodecpp/traits.h>

namespace nodecpp::zlib {

using stream::OptionalNumber;

// Bytes that a program gives: a Buffer, a typed array, a DataView or an ArrayBuffer, whose bytes are shared and not
// copied.
class Bytes {
 public:
  Bytes() noexcept = default;
  Bytes(const Buffer& bytes) noexcept : bytes_(bytes) {}
  Bytes(Buffer&& bytes) noexcept : bytes_(std::move(bytes)) {}
  Bytes(const ArrayBuffer& bytes) : bytes_(Buffer::from(bytes)) {}
  template <nodecpp::detail::DerivedFrom<nodecpp::detail::ViewBase> T>
  Bytes(const T& view) : bytes_(nodecpp::detail::bytesOf(view)) {}
  const Buffer& buffer() const noexcept [[clang::lifetimebound]] { return bytes_; }

 private:
  Buffer bytes_;
};

// What is to be compressed or decompressed: bytes, or a text, which is taken as UTF-8.
class Input : public Bytes {
 public:
  using Bytes::Bytes;
  Input(const stream::Chunk& chunk) : Bytes(chunk.toBuffer()) {}
  template <class T>
    requires nodecpp::detail::StringLike<const T&>
  Input(const T& text) : Bytes(Buffer::from(StringArg(text))) {}
};

// The parameters of Brotli and Zstandard by their numbers: {{constants::BROTLI_PARAM_QUALITY, 4}}. A parameter that is
// named twice has its last value, as a property of a JavaScript object.
class Params {
 public:
  struct Entry {
    template <nodecpp::detail::Arithmetic K, nodecpp::detail::Arithmetic V>
    Entry(K theKey, V theValue) : key(double(theKey)), value(double(theValue)) {}
    double key;
    double value;
  };
  Params() = default;
  Params(std::initializer_list<Entry> entries) {
    for (const Entry& entry : entries) (*this)[entry.key] = entry.value;
  }
  // Returns the value of the parameter, which may be assigned to. The reference is valid until another one is added.
  double& operator[](double key) [[clang::lifetimebound]];
  const nodecpp::detail::List<Entry>& entries() const noexcept [[clang::lifetimebound]] { return entries_; }

 private:
  nodecpp::detail::List<Entry> entries_;
};

namespace detail {
// What a stream or a function does.
enum class Mode : std::uint8_t {
  deflate,
  inflate,
  gzip,
  gunzip,
  deflateRaw,
  inflateRaw,
  unzip,
  brotliDecompress,
  brotliCompress,
  zstdCompress,
  zstdDecompress,
};

// The type of `info` among options without it, so that a call with `.info` chooses the function whose result has the
// engine.
struct NoInfo {};
}  // namespace detail

// The options of the stream, which follow in each kind of options: F(type, name, default).
#define NODECPP_ZLIB_STREAM_OPTIONS(F)                          \
  F(nodecpp::stream::OptionalNumber, highWaterMark, {})         \
  F(bool, emitClose, {true})                                    \
  F(bool, autoDestroy, {true})                                  \
  F(nodecpp::AbortSignal, signal, {})                           \
  F(bool, allowHalfOpen, {true})                                \
  F(nodecpp::stream::OptionalNumber, readableHighWaterMark, {}) \
  F(nodecpp::stream::OptionalNumber, writableHighWaterMark, {})

#define NODECPP_ZLIB_FIELD(type, name, ...) type name __VA_ARGS__;

// The options of deflate, gzip and their opposites. https://nodejs.org/docs/latest-v24.x/api/zlib.html#class-options
template <class Info>
struct ZlibOptionsOf {
  OptionalNumber flush{};        // constants::Z_NO_FLUSH by default
  OptionalNumber finishFlush{};  // constants::Z_FINISH by default
  OptionalNumber chunkSize{};    // the most bytes of a chunk of output, 16384 by default
  OptionalNumber windowBits{};
  OptionalNumber level{};     // compression only
  OptionalNumber memLevel{};  // compression only
  OptionalNumber strategy{};  // compression only
  Bytes dictionary{};         // deflate, inflate, deflateRaw and inflateRaw only; empty for none
  [[no_unique_address]] Info info{};
  OptionalNumber maxOutputLength{};    // the most bytes that a function returns; streams do not look at it
  bool rejectGarbageAfterEnd = false;  // what follows the compressed data is an error
  NODECPP_ZLIB_STREAM_OPTIONS(NODECPP_ZLIB_FIELD)
};
using ZlibOptions = ZlibOptionsOf<detail::NoInfo>;
using ZlibInfoOptions = ZlibOptionsOf<bool>;

// The options of Brotli. https://nodejs.org/docs/latest-v24.x/api/zlib.html#class-brotlioptions
template <class Info>
struct BrotliOptionsOf {
  OptionalNumber flush{};        // constants::BROTLI_OPERATION_PROCESS by default
  OptionalNumber finishFlush{};  // constants::BROTLI_OPERATION_FINISH by default
  OptionalNumber chunkSize{};
  Params params{};
  OptionalNumber maxOutputLength{};
  [[no_unique_address]] Info info{};
  bool rejectGarbageAfterEnd = false;
  NODECPP_ZLIB_STREAM_OPTIONS(NODECPP_ZLIB_FIELD)
};
using BrotliOptions = BrotliOptionsOf<detail::NoInfo>;
using BrotliInfoOptions = BrotliOptionsOf<bool>;

// The options of Zstandard. https://nodejs.org/docs/latest-v24.x/api/zlib.html#class-zstdoptions
template <class Info>
struct ZstdOptionsOf {
  OptionalNumber flush{};        // constants::ZSTD_e_continue by default
  OptionalNumber finishFlush{};  // constants::ZSTD_e_end by default
  OptionalNumber chunkSize{};
  Params params{};
  OptionalNumber maxOutputLength{};
  [[no_unique_address]] Info info{};
  Bytes dictionary{};
  OptionalNumber pledgedSrcSize{};  // the number of bytes that will be compressed; another number is an error
  bool rejectGarbageAfterEnd = false;
  NODECPP_ZLIB_STREAM_OPTIONS(NODECPP_ZLIB_FIELD)
};
using ZstdOptions = ZstdOptionsOf<detail::NoInfo>;
using ZstdInfoOptions = ZstdOptionsOf<bool>;

namespace detail {
// Return the same options without `info`.
template <template <class> class Options>
Options<NoInfo> withoutInfo(const Options<bool>& options);
template <>
ZlibOptions withoutInfo<ZlibOptionsOf>(const ZlibInfoOptions& options);
template <>
BrotliOptions withoutInfo<BrotliOptionsOf>(const BrotliInfoOptions& options);
template <>
ZstdOptions withoutInfo<ZstdOptionsOf>(const ZstdInfoOptions& options);
}  // namespace detail

}  // namespace nodecpp::zlib
