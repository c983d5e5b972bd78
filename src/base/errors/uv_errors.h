// libuv's error numbers by name. The port returns these numbers on every system, so that no code above src/os knows the
// system's own errno values. https://docs.libuv.org/en/v1.x/errors.html
#pragma once

namespace nodecpp {

enum UvError : int {
#define NODECPP_UV_ERROR(number, name, text) UV_##name = number,
#include "base/errors/uv_errors.inc"
#undef NODECPP_UV_ERROR
};

}  // namespace nodecpp
