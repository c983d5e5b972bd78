// The texts of a URL pattern in the form that they have in a URL: section 3.2 of the URL Pattern standard. Each
// function throws InvalidPattern for a text that no URL can have.
#pragma once

#include <string>
#include <string_view>

namespace nodecpp::detail {

std::string canonicalProtocol(std::string_view text);
std::string canonicalUsername(std::string_view text);
std::string canonicalPassword(std::string_view text);
std::string canonicalHostname(std::string_view text);
std::string canonicalIpv6Hostname(std::string_view text);
std::string canonicalPort(std::string_view text);
// The port of a URL with this protocol: empty when it is the protocol's own.
std::string canonicalPortOf(std::string_view text, std::string_view protocol);
std::string canonicalPathname(std::string_view text);
std::string canonicalOpaquePathname(std::string_view text);
std::string canonicalSearch(std::string_view text);
std::string canonicalHash(std::string_view text);

}  // namespace nodecpp::detail
