// The tokens and quoted strings of MIME types, for util.MIMEType and for fetch, whose grammars differ in what may follow a
// quoted string. https://mimesniff.spec.whatwg.org/#parsing-a-mime-type
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace nodecpp::mime {

// HTTP's white space.
inline constexpr std::string_view whitespace = "\r\n\t ";
std::string_view withoutTrailing(std::string_view s) noexcept;

// Return the offset of the first byte that cannot be in an HTTP token, or in a quoted string of HTTP; npos without one.
// The text is UTF-8.
std::size_t notToken(std::string_view s) noexcept;
std::size_t notQuotable(std::string_view s) noexcept;
inline bool isToken(std::string_view s) noexcept { return !s.empty() && notToken(s) == s.npos; }

// Returns the text with the letters of ASCII in lower case.
std::string lower(std::string_view s);

// Reads a quoted string whose opening quote has been taken. `rest` is what follows its closing quote. A backslash at
// the end of the input stands for itself, and a quote that is not closed ends with the input.
std::string takeQuoted(std::string_view& rest);

// Returns a parameter's value as it is written: in quotes if it is no token.
std::string encoded(std::string_view value);

}  // namespace nodecpp::mime
