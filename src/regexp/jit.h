// Matching of ASCII texts by the machine code that PCRE2 makes, for patterns whose meaning in PCRE2 is certainly the
// same as in JavaScript.
#pragma once

#include <string_view>

#include "regexp/matcher_program.h"

namespace nodecpp::regexp {

// Returns the machine code, or null when PCRE2 would treat something in the pattern differently or the pattern is too
// large for PCRE2. The caller owns the result and frees it with dropJit.
Jit* makeJit(const Pattern& pattern, bool sticky);
void dropJit(Jit* jit) noexcept;

enum class JitAnswer {
  matched,
  none,
  unable,  // there were too many steps, too little stack, or another `only` than the code was made for: use the matcher
};
JitAnswer jitMatch(const Jit& jit, std::string_view text, std::size_t from, bool only, Places& places);

}  // namespace nodecpp::regexp
