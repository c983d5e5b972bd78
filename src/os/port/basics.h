// What the roles of the port have in common. See port.h.
#pragma once

#include <nodecpp/buffer.h>

#include <vector>

#include "base/uv_errors.h"

namespace nodecpp::detail {

// Thrown to leave the program from inside it, by ports that cannot end the process. It passes through every handler of
// ours.
struct ProgramExit {
  int code;
};

}  // namespace nodecpp::detail

namespace nodecpp::os {

// 0 for no error, else one of libuv's numbers (UV_ECONNRESET), on every system.
using ErrorCode = int;

// Bytes that somebody else holds, for the time of a call.
struct Slice {
  const char* data;
  std::size_t size;
};

}  // namespace nodecpp::os
