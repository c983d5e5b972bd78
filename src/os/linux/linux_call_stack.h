// Reads this thread's calls, and finds functions, files and lines for them. linux_port.cpp puts these functions into
// the table of upward calls.
#pragma once

#include <cstddef>

namespace nodecpp::detail {
struct CallSymbol;
struct MemoryRegion;
}

namespace nodecpp::os {

// The functions of detail::Upward that errors call, documented in base/upward_calls.h: `callStack` gives the return addresses
// of this thread's calls, `symbolsOf` the functions, files and lines of an address.
std::size_t callStack(const void** out, std::size_t most) noexcept;
void symbolsOf(const void* address, void* context, void (*tell)(void* context, const detail::CallSymbol& call));

void memoryRegions(void* context, void (*tell)(void* context, detail::MemoryRegion around));
// Returns the highest address of this thread's stack, which grows down from there.
const char* stackEnd();

}  // namespace nodecpp::os
