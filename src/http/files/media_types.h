// Media types by file extension, as npm's mime-types finds them.
#pragma once

#include <string_view>

namespace nodecpp::http::detail {

// Returns the value of Content-Type for an extension in lower case without its dot, with a charset where the type has
// one; empty for an unknown extension. The text is static.
std::string_view mediaTypeOf(std::string_view extension) noexcept;

// Whether path::extname() of the path is not empty: its last part has a dot, and does not begin with its last dot. The
// path does not end with a slash or with a part "..".
bool hasExtension(std::string_view path) noexcept;

// Returns mediaTypeOf() of the path's extension, whose letters may be capital ones.
std::string_view mediaTypeOfPath(std::string_view path);

// Calls `f(extension, type)` for each known extension, in the order of the extensions. For tests.
void eachMediaType(void (*f)(std::string_view extension, std::string_view type, void* data), void* data);

}  // namespace nodecpp::http::detail
