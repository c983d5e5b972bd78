// CRC32C, the checksum of iSCSI (RFC 3720, section 12.1): of a log's records, and of what a program sends.
#pragma once

#include <cstddef>
#include <cstdint>

namespace nodecpp::os {

// Of `size` bytes that follow those of which `before` is the sum; 0 for none.
std::uint32_t crc32c(const void* bytes, std::size_t size, std::uint32_t before = 0) noexcept;
// The same without the processor's instruction, for those that lack it.
std::uint32_t crc32cByTable(const void* bytes, std::size_t size, std::uint32_t before = 0) noexcept;

}  // namespace nodecpp::os
