// Unicode's Normalization Form C (NFC), as far as host names need it.
#pragma once

#include <string>
#include <string_view>

namespace nodecpp::url {

// Normalizes `text`, whose code points must be unchanged by mapping (unicode::appendMapped). Node's library does not
// compose a Hangul syllable with a following consonant when nothing else in the text needs normalization; this function
// does the same.
void normalize(std::u32string& text);

}  // namespace nodecpp::url
