// The parser behind querystring.parse and url.parse.
#pragma once

#include <nodecpp/querystring.h>

namespace nodecpp::querystring::detail {

// Parses the bytes of `text` from `from` on, with the default separators and decoder. The values share the memory of
// `text`.
ParsedUrlQuery parseDefault(const String& text, std::size_t from, double maxKeys = 1000);

}  // namespace nodecpp::querystring::detail
