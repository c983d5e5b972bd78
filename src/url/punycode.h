// Punycode. https://www.rfc-editor.org/rfc/rfc3492
#pragma once

#include <string>
#include <string_view>

namespace nodecpp::url::punycode {

// Both functions take time proportional to n log n for n code points, also for untrusted input.

// Appends the encoded `label` without "xn--". Returns false when a number of the encoding would exceed Punycode's
// limit.
bool encode(std::string& out, std::u32string_view label);
// Decodes `text`, which must be in lower case and without "xn--", into `out`. Returns false when `text` is not valid
// Punycode.
bool decode(std::u32string& out, std::string_view text);

}  // namespace nodecpp::url::punycode
