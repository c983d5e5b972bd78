// Media types by the WHATWG's rules. https://mimesniff.spec.whatwg.org/#parsing-a-mime-type
#pragma once

#include <nodecpp/string.h>

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace nodecpp::detail {

struct MimeType {
  String essence;                                     // "text/plain", in lower case
  std::vector<std::pair<String, String>> parameters;  // the names are in lower case

  // Returns the value of a parameter, or null.
  const String* parameter(std::string_view name) const noexcept;
  String toString() const;
};

// Returns nothing for a text that is no media type.
std::optional<MimeType> parseMimeType(std::string_view text);
// Returns the media type of the values of Content-Type, or nothing.
// https://fetch.spec.whatwg.org/#concept-header-extract-mime-type
std::optional<MimeType> extractMimeType(const String& contentType);

}  // namespace nodecpp::detail
