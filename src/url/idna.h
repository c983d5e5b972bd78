// International domain names, by ICU (UTS #46, nontransitional, with the leniency of the WHATWG URL standard).
#pragma once

#include <string>
#include <string_view>

namespace nodecpp::url {

// Lower case by Unicode's rules, as JavaScript's toLowerCase.
std::string toLower(std::string_view text);
// "" when `domain` is not valid.
std::string toAscii(std::string_view domain);
std::string toUnicode(std::string_view domain);

}  // namespace nodecpp::url
