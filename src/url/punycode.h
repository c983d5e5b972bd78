// Punycode. https://www.rfc-editor.org/rfc/rfc3492
#pragma once

#include <string>
#include <string_view>

namespace nodecpp::url::punycode {

// Both take n log n time for n code points, whatever they are.

// Appends `label` encoded, without the "xn--"; false when it is too much for Punycode's numbers.
bool encode(std::string& out, std::u32string_view label);
// What `text`, which is in lower case and without the "xn--", stands for, into `out`; false when it stands for nothing.
bool decode(std::u32string& out, std::string_view text);

}  // namespace nodecpp::url::punycode
