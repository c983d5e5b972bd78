#pragma once

#include <string>
#include <string_view>

namespace nodecpp::url {

// Lower case by Unicode's rules, as JavaScript's toLowerCase; the rules of languages are not among them. `text` is
// WTF-8, as Strings are.
std::string toLower(std::string_view text);

}  // namespace nodecpp::url
