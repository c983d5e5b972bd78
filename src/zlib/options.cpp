#include "zlib/options.h"

#include <cmath>

namespace nodecpp::zlib {

double& Params::operator[](double key) {
  for (Entry& entry : entries_)
    if (entry.key == key) return entry.value;
  entries_.push_back({key, 0});
  return entries_.back().value;
}

namespace detail {

namespace {

constexpr double largestBuffer = 9007199254740991.0;

// Whether the number is given. Throws ERR_OUT_OF_RANGE for an infinite one.
bool isGiven(const OptionalNumber& number, const char* name) {
  if (!number.given || std::isnan(number.value)) return false;
  if (std::isinf(number.value))
    throw nodecpp::detail::outOfRange(name, "a finite number", nodecpp::detail::rangeNumber(number.value));
  return true;
}

// Converts a number to 32 bits as JavaScript does when it is stored in a Uint32Array.
int bits32(double value) noexcept {
  if (!std::isfinite(value)) return 0;
  double rest = std::fmod(std::trunc(value), 4294967296.0);
  return int(std::uint32_t(std::int64_t(rest)));
}

}  // namespace

double checkRange(const OptionalNumber& number, const char* name, double least, double most, double otherwise) {
  if (!isGiven(number, name)) return otherwise;
  if (number.value < least || number.value > most)
    throw nodecpp::detail::outOfRange(name, ">= " + str(least) + " and <= " + str(most),
                                      nodecpp::detail::rangeNumber(number.value));
  return number.value;
}

template <class Options>
void checkBase(Settings& settings, const Options& options) {
  if (isGiven(options.chunkSize, "options.chunkSize")) {
    double size = options.chunkSize.value;
    if (size < 64) throw nodecpp::detail::outOfRange("options.chunkSize", ">= 64", nodecpp::detail::rangeNumber(size));
    // A Buffer of that size would be Node's first output: the errors for sizes that cannot be are those of a Buffer.
    if (size > 1 << 30) (void)Buffer::allocUnsafe(size);
    settings.chunkSize = std::size_t(size);
  }
  settings.flush = int(checkRange(options.flush, "options.flush", 0, settings.mostFlush, settings.flush));
  settings.finishFlush =
      int(checkRange(options.finishFlush, "options.finishFlush", 0, settings.mostFlush, settings.finishFlush));
  settings.maxOutputLength =
      checkRange(options.maxOutputLength, "options.maxOutputLength", 1, largestBuffer, largestBuffer);
  settings.rejectGarbage = options.rejectGarbageAfterEnd;
}
template void checkBase(Settings&, const ZlibOptions&);
template void checkBase(Settings&, const BrotliOptions&);
template void checkBase(Settings&, const ZstdOptions&);

std::vector<std::pair<int, int>> checkParams(const Params& params, double most, const char* code, const char* name) {
  std::vector<std::pair<int, int>> checked;
  for (const Params::Entry& entry : params.entries()) {
    if (!(entry.key >= 0 && entry.key <= most))
      throw nodecpp::detail::codedError<RangeError>(code, str(entry.key) + " is not a valid " + name + " parameter");
    int value = bits32(entry.value);
    // Node marks parameters that are not given by -1.
    if (value != -1 && entry.key == std::trunc(entry.key)) checked.emplace_back(int(entry.key), value);
  }
  return checked;
}

}  // namespace detail

}  // namespace nodecpp::zlib
