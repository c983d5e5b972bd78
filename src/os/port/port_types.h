// Types that all roles of the port use. See port.h.
#pragma once

#include <nodecpp/buffer.h>

#include <vector>

#include "base/errors/uv_errors.h"

namespace nodecpp::detail {

// Thrown to end the program by ports that cannot end the process, such as a simulated port. No handler inside the
// runtime catches ProgramExit.
struct ProgramExit {
  int code;
};

}  // namespace nodecpp::detail

namespace nodecpp::os {

// 0 for success, else one of libuv's error numbers (UV_ECONNRESET), which are the same on every system.
using ErrorCode = int;

// Bytes owned by the caller. A Slice is valid for the duration of the call that it is given to.
struct Slice {
  const char* data;
  std::size_t size;
};

}  // namespace nodecpp::os
