// Measures and quotes texts as JavaScript does.
#pragma once

#include <nodecpp/string.h>

#include <string>
#include <string_view>

namespace nodecpp::detail {

inline std::string_view view(const String& s) { return {s.data(), s.size()}; }
inline std::string_view view(const StringArg& s) { return {s.data(), s.size()}; }
inline String text(std::string_view s) { return String::copyOf(s.data(), s.size()); }

// Returns JavaScript's length: the number of UTF-16 code units.
std::size_t utf16Length(std::string_view s);
// Returns how many bytes the first `units` UTF-16 units take. A character of which only half would fit is left out.
std::size_t bytesOfUnits(std::string_view s, std::size_t units);
// Returns the number of columns on a terminal, not counting escape sequences.
std::size_t displayWidth(std::string_view s);
std::string withoutEscapes(std::string_view s);
// Returns the text in the kind of quotes that needs the fewest escapes, with control characters escaped.
std::string quoted(std::string_view s);
// Whether an object's key is printed without quotes.
bool isIdentifier(std::string_view key);
// Returns the number with separators: 1_234.567_8.
std::string withSeparators(std::string_view number);

}  // namespace nodecpp::detail
