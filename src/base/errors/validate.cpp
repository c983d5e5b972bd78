#include "base/errors/validate.h"

#include <cmath>

namespace nodecpp::detail {

void validateInteger(double value, StringArg name, double min, double max) {
  if (std::trunc(value) != value || std::isinf(value)) throw outOfRange(name, "an integer", rangeNumber(value));
  if (NODECPP_FAILS(integerRange, value < min || value > max)) throw outOfRange(name, ">= " + str(min) + " && <= " + str(max), rangeNumber(value));
}

}  // namespace nodecpp::detail
