// International domain names by UTS #46, nontransitional, with the lenient rules of the WHATWG URL standard. Where
// Node's library differs from the standard, these functions follow Node.
#pragma once

#include <string>
#include <string_view>

namespace nodecpp::url {

// Returns the ASCII form of `domain`, which is UTF-8; "" when it is not valid or longer than 16 KiB.
std::string toAscii(std::string_view domain);
// Returns the domain with its Punycode labels decoded; labels that are not valid stay unchanged.
std::string toUnicode(std::string_view domain);

}  // namespace nodecpp::url
