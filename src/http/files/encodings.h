// The choice among a file's compressed forms by Accept-Encoding (RFC 9110, 12.5.3).
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace nodecpp::http::detail {

// Returns the encodings of `offered` that the request accepts, the preferred one first, as places in `offered`. Encodings
// that the request prefers equally keep their order. Encodings that it likes less than the file as it is are left out. A
// request without the field (an empty `accepted`) accepts none.
std::vector<std::size_t> acceptedEncodings(std::string_view accepted, const std::vector<std::string_view>& offered);

}  // namespace nodecpp::http::detail
