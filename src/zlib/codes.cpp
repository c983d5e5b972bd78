#include <nodecpp/zlib/constants.h>

#include <cmath>

namespace nodecpp::zlib {

Lookup Codes::operator[](double code) const {
  constexpr const char* upward[] = {"Z_OK", "Z_STREAM_END", "Z_NEED_DICT"};
  constexpr const char* downward[] = {
      "", "Z_ERRNO", "Z_STREAM_ERROR", "Z_DATA_ERROR", "Z_MEM_ERROR", "Z_BUF_ERROR", "Z_VERSION_ERROR"};
  if (std::trunc(code) != code || code < -6 || code > 2) return {};
  return code < 0 ? downward[int(-code)] : upward[int(code)];
}

}  // namespace nodecpp::zlib
