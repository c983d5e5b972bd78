// The classes and functions of Brotli.
#include "zlib/brotli/brotli_library.h"

#include <nodecpp/zlib/convenience.h>

#include "base/assertion.h"
#include "zlib/whole.h"

namespace nodecpp::zlib {

namespace detail {

namespace {

constexpr int qualityParam = 1, mostParam = 8;

Prepared prepare(Mode mode, const BrotliOptions& options) {
  Settings settings;
  settings.mode = mode;
  settings.library = &brotliLibrary;
  settings.finishFlush = 2;
  settings.fullFlush = 1;
  settings.mostFlush = 3;
  settings.params = checkParams(options.params, mostParam, "ERR_BROTLI_INVALID_PARAM", "Brotli");
  auto codec = makeBrotliCodec(settings);
  checkBase(settings, options);
  return {std::move(settings), std::move(codec)};
}

ZlibBase engineOf(Mode mode, const BrotliOptions& options) {
  if (mode == Mode::brotliCompress) return createBrotliCompress(options);
  return createBrotliDecompress(options);
}

}  // namespace

// A quarter of a millisecond's work, by the quality: 1 KiB of JSON needs 10 µs at 4, and 1.5 ms at 11, which is the
// default.
std::size_t brotliInlineBytes(const Settings& settings) noexcept {
  if (!compresses(settings.mode)) return 16 << 10;
  int quality = 11;
  for (auto [key, value] : settings.params)
    if (key == qualityParam) quality = value;
  return quality < 5 ? 16 << 10 : quality < 10 ? 4 << 10 : 0;
}

BufferAndEngine now(Mode mode, const Input& input, const BrotliOptions& options, bool info) {
  return nowWith(prepare(mode, options), input, info ? engineOf(mode, options) : nullptr);
}
void later(Mode mode, const Input& input, const BrotliOptions& options, bool info, DoneWithInfo done) {
  laterWith(prepare(mode, options), input, info ? engineOf(mode, options) : nullptr, std::move(done));
}

template <>
BrotliOptions withoutInfo<BrotliOptionsOf>(const BrotliInfoOptions& from) {
  return {.flush = from.flush,
          .finishFlush = from.finishFlush,
          .chunkSize = from.chunkSize,
          .params = from.params,
          .maxOutputLength = from.maxOutputLength,
          .rejectGarbageAfterEnd = from.rejectGarbageAfterEnd,
          NODECPP_ZLIB_STREAM_OPTIONS(NODECPP_ZLIB_SAME)};
}

}  // namespace detail

BrotliCompressObject::BrotliCompressObject(const BrotliOptions& options)
    : ZlibBaseObject(detail::prepare(detail::Mode::brotliCompress, options), detail::streamOptions(options)) {}
BrotliDecompressObject::BrotliDecompressObject(const BrotliOptions& options)
    : ZlibBaseObject(detail::prepare(detail::Mode::brotliDecompress, options), detail::streamOptions(options)) {}

}  // namespace nodecpp::zlib
