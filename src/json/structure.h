// simdjson's first stage: where in a text its brackets, commas, colons, strings and words begin, its strings being
// closed and without control characters and the whole being UTF-8.
#pragma once

#include <cstddef>
#include <cstdint>

namespace nodecpp::detail {

struct JsonStructure {
  const std::uint32_t* at =
      nullptr;  // in order, and the text's size behind the last; until the next call on this thread
  std::size_t count = 0;
};

// Whether this build has simdjson.
bool canFindStructure() noexcept;
// False for what is no JSON, and for what simdjson does not take.
bool structureOf(const char* text, std::size_t size, JsonStructure& out);

}  // namespace nodecpp::detail
