// The numbers and the escapes of JSON.
#pragma once

#include <string>

namespace nodecpp::detail {

// A number that begins at `at`; false when none does. `at` is behind it then.
bool readJsonNumber(const char*& at, const char* end, double& out) noexcept;

// What stands between a string's quotes, with its escapes read; lone surrogates as WTF-8. False for a bad escape.
bool unescapeJson(const char* from, const char* end, std::string& out);

}  // namespace nodecpp::detail
