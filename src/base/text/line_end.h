// The ends of lines in a text, as Node's readline finds them: \n, \r, \r\n, U+2028 and U+2029.
#pragma once

#include <cstddef>
#include <string_view>

namespace nodecpp::detail {

// The end of the first line in a text and the beginning of the next line; npos without a line end.
struct LineEnd {
  std::size_t at;
  std::size_t next;
};

inline LineEnd findLineEnd(std::string_view text, std::size_t from) noexcept {
  for (std::size_t i = from; i < text.size(); ++i) {
    if (text[i] == '\n') return {i, i + 1};
    if (text[i] == '\r') return {i, i + (i + 1 < text.size() && text[i + 1] == '\n' ? 2 : 1)};
    if (text[i] != '\xe2') continue;
    const std::string_view separator = text.substr(i, 3);
    if (separator == "\u2028" || separator == "\u2029") return {i, i + 3};
  }
  return {text.npos, text.npos};
}

}  // namespace nodecpp::detail
