#include "base/upward.h"

namespace nodecpp::detail {

constinit Upward upwardTable;

}  // namespace nodecpp::detail
