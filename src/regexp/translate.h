// Translates a pattern to PCRE2's language, for ASCII texts.
#pragma once

#include <string>

#include "regexp/pattern_syntax.h"

namespace nodecpp::regexp {

// Returns the translated pattern. Returns an empty text when the pattern contains something that PCRE2 might match
// differently (translate.cpp lists these cases); a translated pattern is never empty.
std::string translated(const Pattern& pattern, bool sticky);

}  // namespace nodecpp::regexp
