// Reading of JSON's numbers and escape sequences.
#pragma once

#include <string>

namespace nodecpp::detail {

// Reads a number that begins at `at` and moves `at` behind it. Returns false when no valid number begins there.
bool readJsonNumber(const char*& at, const char* end, double& out) noexcept;

// Appends the bytes between a string's quotes to `out` with the escape sequences decoded; lone surrogates become WTF-8.
// Returns false for an invalid escape sequence.
bool unescapeJson(const char* from, const char* end, std::string& out);

}  // namespace nodecpp::detail
