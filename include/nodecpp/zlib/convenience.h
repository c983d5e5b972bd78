// The functions of zlib for data that is in memory. Programs include nodecpp/zlib.h.
//
//   zlib::gzip("text", [=](Error err, Buffer compressed) {…});
//   Buffer compressed = zlib::gzipSync("text", {.level = 9});
//   Buffer compressed = co_await util::promisify(zlib::gzip)("text");
#pragma once

#include <nodecpp/promise.h>
#include <nodecpp/zlib/streams.h>

namespace nodecpp::zlib {

// The result of a call with the option `info`: the bytes, and the stream that Node would have made for them, for its
// bytesWritten.
struct BufferAndEngine {
  Buffer buffer;
  ZlibBase engine;
  template <class I>
  void inspectTo(I& out) const {
    out.property("buffer", buffer).property("engine", engine);
  }
  operator Buffer() const { return buffer; }
};

using Done = Function<void(Error, Buffer)>;
using DoneWithInfo = Function<void(Error, BufferAndEngine)>;

namespace detail {

// Each kind of options belongs to a library, and a program links only those that it calls.
BufferAndEngine now(Mode mode, const Input& input, const ZlibOptions& options, bool info);
BufferAndEngine now(Mode mode, const Input& input, const BrotliOptions& options, bool info);
BufferAndEngine now(Mode mode, const Input& input, const ZstdOptions& options, bool info);
void later(Mode mode, const Input& input, const ZlibOptions& options, bool info, DoneWithInfo done);
void later(Mode mode, const Input& input, const BrotliOptions& options, bool info, DoneWithInfo done);
void later(Mode mode, const Input& input, const ZstdOptions& options, bool info, DoneWithInfo done);

// A function that returns its result. A call with `.info` chooses the second form.
template <Mode mode, template <class> class Options>
struct Now {
  Buffer operator()(const Input& buffer, const Options<NoInfo>& options = {}) const {
    return now(mode, buffer, options, false).buffer;
  }
  template <int = 0>
  BufferAndEngine operator()(const Input& buffer, const Options<bool>& options) const {
    return now(mode, buffer, withoutInfo<Options>(options), options.info);
  }
};

// A function with a callback, which is always called later.
template <Mode mode, template <class> class Options>
struct Later {
  void operator()(const Input& buffer, Done callback) const { (*this)(buffer, Options<NoInfo>(), std::move(callback)); }
  void operator()(const Input& buffer, const Options<NoInfo>& options, Done callback) const {
    later(mode, buffer, options, false, withBuffer(std::move(callback)));
  }
  template <int = 0>
  void operator()(const Input& buffer, const Options<bool>& options, DoneWithInfo callback) const {
    later(mode, buffer, withoutInfo<Options>(options), options.info, std::move(callback));
  }
  // What util::promisify makes of the function. A promise that is retracted is not waited for: the work goes on to its
  // end.
  auto promisified() const {
    return [](const Input& buffer, const Options<NoInfo>& options = {}) {
      return Promise<Buffer>([&](Resolver<Buffer> resolve, Rejector reject) {
        later(mode, buffer, options, false, [=](Error error, BufferAndEngine result) {
          if (error)
            reject(error);
          else
            resolve(std::move(result.buffer));
        });
      });
    };
  }

 private:
  static DoneWithInfo withBuffer(Done callback) {
    if (!callback) return nullptr;
    return [callback = std::move(callback)](Error error, BufferAndEngine result) {
      callback(std::move(error), std::move(result.buffer));
    };
  }
};

}  // namespace detail

// Compress or decompress `buffer`, which may also be a text. The callback gets an error or a Buffer. As in Node, a program
// that changes a large `buffer` before the callback of a function without Sync compresses the one or the other. Throw at once: ERR_OUT_OF_RANGE,
// ERR_BROTLI_INVALID_PARAM, ERR_ZSTD_INVALID_PARAM, ERR_ZLIB_INITIALIZATION_FAILED, and ERR_INVALID_ARG_TYPE without a
// callback. Errors of the data are those of the streams, and ERR_BUFFER_TOO_LARGE when the result has more than
// options.maxOutputLength bytes. Data is decompressed no further then, so that a small input cannot fill the memory.
inline constexpr detail::Later<detail::Mode::deflate, ZlibOptionsOf> deflate{};
inline constexpr detail::Now<detail::Mode::deflate, ZlibOptionsOf> deflateSync{};
inline constexpr detail::Later<detail::Mode::inflate, ZlibOptionsOf> inflate{};
inline constexpr detail::Now<detail::Mode::inflate, ZlibOptionsOf> inflateSync{};
inline constexpr detail::Later<detail::Mode::gzip, ZlibOptionsOf> gzip{};
inline constexpr detail::Now<detail::Mode::gzip, ZlibOptionsOf> gzipSync{};
inline constexpr detail::Later<detail::Mode::gunzip, ZlibOptionsOf> gunzip{};
inline constexpr detail::Now<detail::Mode::gunzip, ZlibOptionsOf> gunzipSync{};
inline constexpr detail::Later<detail::Mode::deflateRaw, ZlibOptionsOf> deflateRaw{};
inline constexpr detail::Now<detail::Mode::deflateRaw, ZlibOptionsOf> deflateRawSync{};
inline constexpr detail::Later<detail::Mode::inflateRaw, ZlibOptionsOf> inflateRaw{};
inline constexpr detail::Now<detail::Mode::inflateRaw, ZlibOptionsOf> inflateRawSync{};
inline constexpr detail::Later<detail::Mode::unzip, ZlibOptionsOf> unzip{};
inline constexpr detail::Now<detail::Mode::unzip, ZlibOptionsOf> unzipSync{};
inline constexpr detail::Later<detail::Mode::brotliCompress, BrotliOptionsOf> brotliCompress{};
inline constexpr detail::Now<detail::Mode::brotliCompress, BrotliOptionsOf> brotliCompressSync{};
inline constexpr detail::Later<detail::Mode::brotliDecompress, BrotliOptionsOf> brotliDecompress{};
inline constexpr detail::Now<detail::Mode::brotliDecompress, BrotliOptionsOf> brotliDecompressSync{};
inline constexpr detail::Later<detail::Mode::zstdCompress, ZstdOptionsOf> zstdCompress{};
inline constexpr detail::Now<detail::Mode::zstdCompress, ZstdOptionsOf> zstdCompressSync{};
inline constexpr detail::Later<detail::Mode::zstdDecompress, ZstdOptionsOf> zstdDecompress{};
inline constexpr detail::Now<detail::Mode::zstdDecompress, ZstdOptionsOf> zstdDecompressSync{};

}  // namespace nodecpp::zlib
