// A pattern in PCRE2's language, for texts of ASCII.
#pragma once

#include <string>

#include "regexp/syntax.h"

namespace nodecpp::regexp {

// Empty where the pattern has something of which it is not certain that PCRE2 gives the same: see translate.cpp. What it
// gives is never empty else.
std::string translated(const Pattern& pattern, bool sticky);

bool mayBeEmpty(const Node& node);

}  // namespace nodecpp::regexp
