// Between UTF-8, as Strings have it, and UTF-16 and latin1, as Buffers may.
#pragma once

#include <nodecpp/string.h>

namespace nodecpp::detail {

// A JavaScript string's units: how many there are. Malformed UTF-8 counts as U+FFFD.
std::size_t unitCount(StringArg text) noexcept;
// Writes the units that fit into `room` bytes, two bytes each or the low byte of each; returns the bytes written.
std::size_t toUtf16(StringArg text, char* to, std::size_t room) noexcept;
std::size_t toLatin1(StringArg text, char* to, std::size_t room) noexcept;

// A lone surrogate stays one; an odd byte at the end is left out.
String fromUtf16(const char* data, std::size_t size);
// `size` bytes of latin1 as UTF-8, for which there is room; returns the end.
char* latin1ToUtf8(const char* data, std::size_t size, char* to) noexcept;

}  // namespace nodecpp::detail
