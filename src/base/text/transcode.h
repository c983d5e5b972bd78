// Converts between UTF-8, which Strings use, and UTF-16 and latin1, which Buffers may contain.
#pragma once

#include <nodecpp/string.h>

namespace nodecpp::detail {

// Returns the number of UTF-16 units of a text. Each malformed part counts as U+FFFD.
std::size_t unitCount(StringArg text) noexcept;
// Write the units that fit into `room` bytes, as two bytes each or as the low byte of each, and return the number of
// bytes written.
std::size_t toUtf16(StringArg text, char* to, std::size_t room) noexcept;
std::size_t toLatin1(StringArg text, char* to, std::size_t room) noexcept;

// A lone surrogate is kept. An odd byte at the end is ignored.
String fromUtf16(const char* data, std::size_t size);
// Writes `size` bytes of latin1 as UTF-8 to `to`, which must have enough room, and returns the end of the output.
char* latin1ToUtf8(const char* data, std::size_t size, char* to) noexcept;

}  // namespace nodecpp::detail
