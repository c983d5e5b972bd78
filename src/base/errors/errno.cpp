// Returns the names and messages of libuv's errors by their numbers.
#include <nodecpp/error.h>

#include <algorithm>
#include <iterator>

namespace nodecpp::detail {

namespace {

struct SystemError {
  int number;
  const char* name;
  const char* text;
};

constexpr SystemError systemErrors[] = {
#define NODECPP_UV_ERROR(number, name, text) {number, #name, text},
#include "base/errors/uv_errors.inc"
#undef NODECPP_UV_ERROR
};

const SystemError* find(int errnum) {
  int negative = errnum > 0 ? -errnum : errnum;
  auto at = std::ranges::find(systemErrors, negative, &SystemError::number);
  return at == std::end(systemErrors) ? nullptr : at;
}

}  // namespace

String errnoName(int errnum) {
  const SystemError* error = find(errnum);
  return error ? String(error->name) : "Unknown system error " + str(errnum > 0 ? -errnum : errnum);
}

String errnoMessage(int errnum) {
  const SystemError* error = find(errnum);
  return error ? String(error->text) : "Unknown system error " + str(errnum > 0 ? -errnum : errnum);
}

}  // namespace nodecpp::detail
