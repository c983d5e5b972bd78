#include <libdeflate.h>

#include <nodecpp/zlib.h>

#include "base/errors/validate.h"

namespace nodecpp::zlib {

double crc32(const Input& data, double value) {
  nodecpp::detail::validateInteger(value, "value", 0, 4294967295.0);
  if (data.buffer().empty()) return value + 0.0;  // libdeflate takes a missing address for the beginning of a checksum
  return ::libdeflate_crc32(std::uint32_t(value), data.buffer().bytes(), data.buffer().size());
}

}  // namespace nodecpp::zlib
