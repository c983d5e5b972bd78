// Checks the options as Node does, with its errors, and makes settings of them.
#pragma once

#include <nodecpp/zlib/options.h>

#include <memory>

#include "zlib/codec.h"

namespace nodecpp::zlib::detail {

// The settings of an engine and its codec.
struct Prepared {
  Settings settings;
  std::unique_ptr<Codec> codec;
};

// Returns the number, or `otherwise` when it is not given or is NaN. Throws ERR_OUT_OF_RANGE.
double checkRange(const OptionalNumber& number, const char* name, double least, double most, double otherwise);

// Sets what all streams have. `flush`, `finishFlush` and `fullFlush` of `settings` are the defaults.
template <class Options>
void checkBase(Settings& settings, const Options& options);

// Returns the parameters of Brotli or Zstandard. A parameter that is not from 0 to `most` is an error that `name` and
// `code` are of.
std::vector<std::pair<int, int>> checkParams(const Params& params, double most, const char* code, const char* name);

// In the braces of options that are made of `from`.
#define NODECPP_ZLIB_SAME(type, name, ...) .name = from.name,

// Returns the options of the stream.
template <class Options>
stream::TransformOptions streamOptions(const Options& from) {
  return {NODECPP_ZLIB_STREAM_OPTIONS(NODECPP_ZLIB_SAME)};
}

}  // namespace nodecpp::zlib::detail
