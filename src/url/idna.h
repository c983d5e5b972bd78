// International domain names (UTS #46, nontransitional, with the leniency of the WHATWG URL standard), as Node's
// library has them: where that differs from the standard, so does this.
#pragma once

#include <string>
#include <string_view>

namespace nodecpp::url {

// "" when `domain`, which is UTF-8, is not valid. Names longer than 16 KiB are not.
std::string toAscii(std::string_view domain);
// Labels that are not valid stay as they are.
std::string toUnicode(std::string_view domain);

}  // namespace nodecpp::url
