#include <nodecpp/compression_stream.h>
#include <nodecpp/zlib.h>

namespace nodecpp::stream::web {

namespace {

[[noreturn]] void throwOtherFormat(const char* className, StringArg format) {
  throw nodecpp::detail::codedError<TypeError>(
      "ERR_INVALID_ARG_VALUE", str("Failed to construct '") + className + "': 1st argument '" + format +
                                   "' is not a valid enum value of type CompressionFormat.");
}

ReadableWritablePair compressor(StringArg format) {
  if (format == "gzip") return toWeb(zlib::createGzip());
  if (format == "deflate") return toWeb(zlib::createDeflate());
  if (format == "deflate-raw") return toWeb(zlib::createDeflateRaw());
  if (format == "brotli") return toWeb(zlib::createBrotliCompress());
  throwOtherFormat("CompressionStream", format);
}

ReadableWritablePair decompressor(StringArg format) {
  if (format == "gzip") return toWeb(zlib::createGunzip({.rejectGarbageAfterEnd = true}));
  if (format == "deflate") return toWeb(zlib::createInflate({.rejectGarbageAfterEnd = true}));
  if (format == "deflate-raw") return toWeb(zlib::createInflateRaw({.rejectGarbageAfterEnd = true}));
  if (format == "brotli") return toWeb(zlib::createBrotliDecompress({.rejectGarbageAfterEnd = true}));
  throwOtherFormat("DecompressionStream", format);
}

}  // namespace

CompressionStreamObject::CompressionStreamObject(StringArg format) : streams_(compressor(format)) {}
DecompressionStreamObject::DecompressionStreamObject(StringArg format) : streams_(decompressor(format)) {}

}  // namespace nodecpp::stream::web
