// Parses hosts as the WHATWG URL standard requires.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace nodecpp::url {

// Parses the host of a special scheme ("http:", "file:"): percent-decodes it, converts it to ASCII, and recognizes IPv4
// addresses and IPv6 addresses in brackets. Returns nullopt for an invalid host.
std::optional<std::string> parseHostName(std::string_view text);

// Parses the host of any other scheme: percent-encodes it where needed, or recognizes an IPv6 address in brackets.
// Returns nullopt for an invalid host.
std::optional<std::string> parseOpaqueHost(std::string_view text);

}  // namespace nodecpp::url
