#include "regexp/jit.h"

namespace nodecpp::regexp {

class Jit {};
Jit* makeJit(const Pattern&) { return nullptr; }
void dropJit(Jit*) noexcept {}
JitAnswer jitMatch(const Jit&, std::string_view, std::size_t, bool, Places&) { return JitAnswer::unable; }

}  // namespace nodecpp::regexp
