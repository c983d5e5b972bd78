// The parts of a pattern or of a URL, as texts that may be missing.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "url/url_record.h"

namespace nodecpp::detail {

enum class UrlPart : unsigned char { protocol, username, password, hostname, port, pathname, search, hash };
inline constexpr std::size_t urlParts = 8;

struct PatternInit {
  std::array<std::optional<std::string>, urlParts> parts;
  std::optional<std::string> baseURL;

  std::optional<std::string>& operator[](UrlPart part) { return parts[std::size_t(part)]; }
  const std::optional<std::string>& operator[](UrlPart part) const { return parts[std::size_t(part)]; }
};

// Splits the text of a pattern such as "https://*.example.com/:id?q=*" into parts: section 2.6 of the URL Pattern
// standard. Throws InvalidPattern.
PatternInit parsedPatternString(std::string_view text);

// Returns the parts with those of the base URL in the place of missing ones, in the form of a pattern or, with `ofUrl`,
// of a URL: section 2.7 of the standard. Throws InvalidPattern.
PatternInit processed(const PatternInit& init, bool ofUrl);

// Returns the parts of a URL.
PatternInit partsOf(const url::Record& url);

}  // namespace nodecpp::detail
