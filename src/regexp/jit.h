// PCRE2's machine code for a pattern, for texts of ASCII, where it is certain to mean the same as the matcher's.
#pragma once

#include <string_view>

#include "regexp/program.h"

namespace nodecpp::regexp {

// Null where the pattern has something that PCRE2 has otherwise, or is too large for it.
Jit* makeJit(const Pattern& pattern, bool sticky);
void dropJit(Jit* jit) noexcept;

enum class JitAnswer {
  matched,
  none,
  unable,  // it took too many steps or too much stack, or `only` is not what the code was made for: ask the matcher
};
JitAnswer jitMatch(const Jit& jit, std::string_view text, std::size_t from, bool only, Places& places);

}  // namespace nodecpp::regexp
