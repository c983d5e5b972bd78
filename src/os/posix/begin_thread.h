// How every thread of the runtime's begins.
#pragma once

#include <pthread.h>

#include <cstddef>

#include "os/port/port.h"

namespace nodecpp::os {

// Starts a thread on which all signals are blocked: they are for the first thread. `name` is cut to 15 bytes; a `stack` of
// 0 is the system's own size. 0, or the negative error of pthread_create; the caller's signals are as before either way.
ErrorCode beginThread(pthread_t& id, const char* name, void* (*main)(void*), void* argument,
                      std::size_t stack = 0) noexcept;

}  // namespace nodecpp::os
