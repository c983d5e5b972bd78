// The calls that run, and what the program's own file says of them. For linux_port.cpp, which puts these two into the
// table of calls upward.
#pragma once

#include <cstddef>

namespace nodecpp::detail {
struct CallSymbol;
struct MemoryAround;
}

namespace nodecpp::os {

// See base/upward.h.
std::size_t callStack(const void** out, std::size_t most) noexcept;
void symbolsOf(const void* address, void* context, void (*tell)(void* context, const detail::CallSymbol& call));

void memoryAround(void* context, void (*tell)(void* context, detail::MemoryAround around));
// Where this thread's stack ends: it grows down from there.
const char* stackEnd();

}  // namespace nodecpp::os
