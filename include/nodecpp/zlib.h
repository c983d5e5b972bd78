// zlib: compression by deflate and gzip, Brotli and Zstandard, as streams and as functions.
// https://nodejs.org/docs/latest-v24.x/api/zlib.html
//
//   request->pipe(zlib::createGunzip())->pipe(fs::createWriteStream("a"));
//   zlib::gzip("text", [=](Error err, Buffer compressed) {…});
//   Buffer compressed = zlib::gzipSync("text");
#pragma once

#include <nodecpp/zlib/constants.h>
#include <nodecpp/zlib/convenience.h>

namespace nodecpp::zlib {

// Node has the constants in the module itself, too, though deprecated.
using namespace constants;

// Returns the CRC-32 of the bytes, or of a text as UTF-8. `value` is the checksum of what comes before. Throws
// ERR_OUT_OF_RANGE for a `value` that is no unsigned integer of 32 bits.
double crc32(const Input& data, double value = 0);

}  // namespace nodecpp::zlib
