#include "base/upward_calls.h"

namespace nodecpp::detail {

constinit Upward upwardTable;

}  // namespace nodecpp::detail
