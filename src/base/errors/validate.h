// Node's argument checks (validateInteger and similar functions), with its errors.
#pragma once

#include <nodecpp/error.h>

namespace nodecpp::detail {

// Throws ERR_OUT_OF_RANGE unless `value` is an integer from `min` to `max`.
void validateInteger(double value, StringArg name, double min = -9007199254740991.0, double max = 9007199254740991.0);

}  // namespace nodecpp::detail
