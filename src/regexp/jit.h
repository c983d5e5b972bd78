// PCRE2's machine code for a pattern, for texts of ASCII, where it is proven to mean the same as the matcher's.
#pragma once

#include <string_view>

#include "regexp/program.h"

namespace nodecpp::regexp {

// Null where the pattern has something that PCRE2 has otherwise, or where the processor has no machine code of it.
Jit* makeJit(const Pattern& pattern);
void dropJit(Jit* jit) noexcept;

enum class JitAnswer { matched, none, unable };
// `unable` where it ran out of its stack or of steps.
JitAnswer jitMatch(const Jit& jit, std::string_view text, std::size_t from, bool only, Places& places);

}  // namespace nodecpp::regexp
