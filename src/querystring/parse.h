// The parser behind querystring.parse and url.parse.
#pragma once

#include <nodecpp/querystring.h>

namespace nodecpp::querystring::detail {

// parse() with everything at its default, of the bytes of `text` from `from` on. Values share the text's bytes.
ParsedUrlQuery parseDefault(const String& text, std::size_t from, double maxKeys = 1000);

}  // namespace nodecpp::querystring::detail
