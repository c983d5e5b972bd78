// Starts the runtime's threads, all in the same way.
#pragma once

#include <pthread.h>

#include <cstddef>

#include "os/port/port.h"

namespace nodecpp::os {

// Starts a thread on which all signals are blocked, because the first thread receives them. `name` is cut to 15 bytes;
// a `stack` of 0 bytes means the system's default size. Returns 0 or the negative error of pthread_create. The signals
// that the calling thread blocks are unchanged afterwards.
ErrorCode beginThread(pthread_t& id, const char* name, void* (*main)(void*), void* argument,
                      std::size_t stack = 0) noexcept;

}  // namespace nodecpp::os
