// The functions of zlib that the codec calls: those of zlib, or with NODECPP_ZLIB_NG those of zlib-ng, which are called
// the same with another prefix. The constants are macros of the same names in both.
#pragma once

#if NODECPP_ZLIB_NG
#include <zlib-ng.h>
#define NODECPP_OF_ZLIB(name) zng_##name
#else
#include <zlib.h>
#define NODECPP_OF_ZLIB(name) name
#endif

#include <cstddef>
#include <cstdint>

namespace nodecpp::zlib::detail::library {

#if NODECPP_ZLIB_NG
using Stream = ::zng_stream;
#else
using Stream = ::z_stream;
#endif
using Size = std::uint32_t;  // Both count in 32 bits.

inline int beginDeflate(Stream& stream, int level, int windowBits, int memLevel, int strategy) {
  return NODECPP_OF_ZLIB(deflateInit2)(&stream, level, Z_DEFLATED, windowBits, memLevel, strategy);
}
inline int beginInflate(Stream& stream, int windowBits) { return NODECPP_OF_ZLIB(inflateInit2)(&stream, windowBits); }
inline int deflate(Stream& stream, int flush) { return ::NODECPP_OF_ZLIB(deflate)(&stream, flush); }
inline int inflate(Stream& stream, int flush) { return ::NODECPP_OF_ZLIB(inflate)(&stream, flush); }
inline int deflateReset(Stream& stream) { return ::NODECPP_OF_ZLIB(deflateReset)(&stream); }
inline int inflateReset(Stream& stream) { return ::NODECPP_OF_ZLIB(inflateReset)(&stream); }
inline int deflateParams(Stream& stream, int level, int strategy) {
  return ::NODECPP_OF_ZLIB(deflateParams)(&stream, level, strategy);
}
inline int deflateSetDictionary(Stream& stream, const std::uint8_t* bytes, std::size_t size) {
  return ::NODECPP_OF_ZLIB(deflateSetDictionary)(&stream, bytes, Size(size));
}
inline int inflateSetDictionary(Stream& stream, const std::uint8_t* bytes, std::size_t size) {
  return ::NODECPP_OF_ZLIB(inflateSetDictionary)(&stream, bytes, Size(size));
}
inline int deflateEnd(Stream& stream) { return ::NODECPP_OF_ZLIB(deflateEnd)(&stream); }
inline int inflateEnd(Stream& stream) { return ::NODECPP_OF_ZLIB(inflateEnd)(&stream); }

}  // namespace nodecpp::zlib::detail::library

#undef NODECPP_OF_ZLIB
