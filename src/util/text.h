// Texts as JavaScript measures and quotes them.
#pragma once

#include <nodecpp/string.h>

#include <string>
#include <string_view>

namespace nodecpp::detail {

inline std::string_view view(const String& s) { return {s.data(), s.size()}; }
inline std::string_view view(const StringArg& s) { return {s.data(), s.size()}; }
inline String text(std::string_view s) { return String::copyOf(s.data(), s.size()); }

// JavaScript's length: UTF-16 code units.
std::size_t utf16Length(std::string_view s);
// The bytes that the first `units` UTF-16 units take; a character that would be halved is left out.
std::size_t bytesOfUnits(std::string_view s, std::size_t units);
// Columns on a terminal, escape sequences not counted.
std::size_t displayWidth(std::string_view s);
std::string withoutEscapes(std::string_view s);
// In quotes that need the fewest escapes, with control characters escaped.
std::string quoted(std::string_view s);
// Whether an object's key is printed without quotes.
bool isIdentifier(std::string_view key);
// 1_234.567_8
std::string withSeparators(std::string_view number);

}  // namespace nodecpp::detail
