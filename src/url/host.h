// Hosts as the WHATWG URL standard reads them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace nodecpp::url {

// The host of a special scheme ("http:", "file:"): percent-decoded, in ASCII, numbers as IPv4 addresses, brackets as
// IPv6. Nothing when it is not valid.
std::optional<std::string> parseHostName(std::string_view text);

// The host of any other scheme: percent-encoded where it must be, or IPv6 in brackets. Nothing when it is not valid.
std::optional<std::string> parseOpaqueHost(std::string_view text);

}  // namespace nodecpp::url
