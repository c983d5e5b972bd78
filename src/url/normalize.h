// Normalization Form C, as far as host names need it.
#pragma once

#include <string>
#include <string_view>

namespace nodecpp::url {

// `text` is of code points that mapping leaves as they are (unicode::appendMapped). Node's library does not compose a
// Hangul syllable and the consonant behind it when nothing else in the text is to be normalized; nor does this.
void normalize(std::u32string& text);

}  // namespace nodecpp::url
