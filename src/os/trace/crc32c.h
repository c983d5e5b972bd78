// CRC32C, the checksum of iSCSI (RFC 3720, section 12.1), used for a log's records and for the bytes that a program
// sends.
#pragma once

#include <cstddef>
#include <cstdint>

namespace nodecpp::os {

// Returns the checksum of the bytes. To compute the checksum of data in several pieces, pass the checksum of all earlier
// pieces as `before`, which is 0 for the first piece.
std::uint32_t crc32c(const void* bytes, std::size_t size, std::uint32_t before = 0) noexcept;
// Computes crc32c without the processor's instruction, for processors that lack it.
std::uint32_t crc32cByTable(const void* bytes, std::size_t size, std::uint32_t before = 0) noexcept;

}  // namespace nodecpp::os
