// The first stage of simdjson: finds the structural positions of a JSON text, where its brackets, commas, colons,
// strings and words begin. It also checks that the text is UTF-8 and that strings are closed and contain no control
// characters.
#pragma once

#include <cstddef>
#include <cstdint>

namespace nodecpp::detail {

// The structural positions as byte offsets in ascending order, followed by the size of the text. They are valid until
// the next call of structureOf on this thread.
struct JsonStructure {
  const std::uint32_t* at = nullptr;
  std::size_t count = 0;
};

// Whether this build contains simdjson.
bool canFindStructure() noexcept;
// Finds the structural positions of a text. Returns false for a text that is not valid JSON and for a text that
// simdjson does not accept.
bool structureOf(const char* text, std::size_t size, JsonStructure& out);

}  // namespace nodecpp::detail
