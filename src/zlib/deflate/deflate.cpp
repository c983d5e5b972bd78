// The classes and functions of deflate, gzip and raw deflate.
#include <nodecpp/zlib/convenience.h>

#include <cmath>

#include "base/assertion.h"
#include "zlib/deflate/deflate_library.h"
#include "zlib/whole.h"

namespace nodecpp::zlib {

namespace detail {

namespace {

Prepared prepare(Mode mode, const ZlibOptions& options) {
  Settings settings;
  settings.mode = mode;
  settings.library = &deflateLibrary;
  settings.finishFlush = 4;
  settings.fullFlush = 3;
  settings.mostFlush = 5;
  // Zero asks the header of the compressed data how large its window is.
  const OptionalNumber& bits = options.windowBits;
  if ((!bits.given || bits.value == 0) && (mode == Mode::inflate || mode == Mode::gunzip || mode == Mode::unzip))
    settings.windowBits = 0;
  else
    settings.windowBits = int(checkRange(bits, "options.windowBits", mode == Mode::gzip ? 9 : 8, 15, 15));
  settings.level = int(checkRange(options.level, "options.level", -1, 9, -1));
  settings.memLevel = int(checkRange(options.memLevel, "options.memLevel", 1, 9, 8));
  settings.strategy = int(checkRange(options.strategy, "options.strategy", 0, 4, 0));
  settings.dictionary.assign(options.dictionary.buffer().bytes(), options.dictionary.buffer().size());
  checkBase(settings, options);
  auto codec = makeDeflateCodec(settings);
  return {std::move(settings), std::move(codec)};
}

ZlibBase engineOf(Mode mode, const ZlibOptions& options) {
  switch (mode) {
    case Mode::deflate: return createDeflate(options);
    case Mode::inflate: return createInflate(options);
    case Mode::gzip: return createGzip(options);
    case Mode::gunzip: return createGunzip(options);
    case Mode::deflateRaw: return createDeflateRaw(options);
    case Mode::inflateRaw: return createInflateRaw(options);
    default: NODECPP_ASSERT(mode == Mode::unzip, int(mode)); return createUnzip(options);
  }
}

}  // namespace

BufferAndEngine now(Mode mode, const Input& input, const ZlibOptions& options, bool info) {
  return nowWith(prepare(mode, options), input, info ? engineOf(mode, options) : nullptr);
}
void later(Mode mode, const Input& input, const ZlibOptions& options, bool info, DoneWithInfo done) {
  laterWith(prepare(mode, options), input, info ? engineOf(mode, options) : nullptr, std::move(done));
}

template <>
ZlibOptions withoutInfo<ZlibOptionsOf>(const ZlibInfoOptions& from) {
  return {.flush = from.flush,
          .finishFlush = from.finishFlush,
          .chunkSize = from.chunkSize,
          .windowBits = from.windowBits,
          .level = from.level,
          .memLevel = from.memLevel,
          .strategy = from.strategy,
          .dictionary = from.dictionary,
          .maxOutputLength = from.maxOutputLength,
          .rejectGarbageAfterEnd = from.rejectGarbageAfterEnd,
          NODECPP_ZLIB_STREAM_OPTIONS(NODECPP_ZLIB_SAME)};
}

}  // namespace detail

ZlibObject::ZlibObject(detail::Mode mode, const ZlibOptions& options)
    : ZlibBaseObject(detail::prepare(mode, options), detail::streamOptions(options)) {
  auto orDefault = [](const OptionalNumber& number, double otherwise) {
    return number.given && !std::isnan(number.value) ? number : OptionalNumber(otherwise);
  };
  level_ = orDefault(options.level, -1);
  strategy_ = orDefault(options.strategy, 0);
}

DeflateObject::DeflateObject(const ZlibOptions& options) : ZlibObject(detail::Mode::deflate, options) {}
InflateObject::InflateObject(const ZlibOptions& options) : ZlibObject(detail::Mode::inflate, options) {}
GzipObject::GzipObject(const ZlibOptions& options) : ZlibObject(detail::Mode::gzip, options) {}
GunzipObject::GunzipObject(const ZlibOptions& options) : ZlibObject(detail::Mode::gunzip, options) {}
DeflateRawObject::DeflateRawObject(const ZlibOptions& options) : ZlibObject(detail::Mode::deflateRaw, options) {}
InflateRawObject::InflateRawObject(const ZlibOptions& options) : ZlibObject(detail::Mode::inflateRaw, options) {}
UnzipObject::UnzipObject(const ZlibOptions& options) : ZlibObject(detail::Mode::unzip, options) {}

}  // namespace nodecpp::zlib
