// Tells which run-time checks are switched off, in the build that proves that each of them is needed.
#include <nodecpp/safety.h>

#if defined(NODECPP_NUMBERED_CHECKS) && NODECPP_NUMBERED_CHECKS

#include <cstdlib>
#include <cstring>

#include "base/errors/fatal.h"

namespace nodecpp::detail {

namespace {
constexpr int most = int(Check::end);

struct Switches {
  bool off[most] = {};
  // The value is a list of numbers with commas, or "all". Other text ends the program, because a typing mistake must
  // not make a test pass.
  Switches() noexcept {
    const char* text = std::getenv("NODECPP_CHECK_OFF");
    if (!text || !*text) return;
    if (std::strcmp(text, "all") == 0) {
      for (bool& each : off) each = true;
      return;
    }
    for (const char* at = text;;) {
      char* next = nullptr;
      const long number = std::strtol(at, &next, 10);
      if (next == at || number < 1 || number >= most || (*next && *next != ','))
        fatalError("NODECPP_CHECK_OFF is \"%s\": numbers from 1 to %d, with commas between them, or all", text, most - 1);
      off[number] = true;
      if (!*next) return;
      at = next + 1;
    }
  }
};
}  // namespace

bool checkIsOn(Check check) noexcept {
  static const Switches switches;
  return !switches.off[int(check)];
}

}  // namespace nodecpp::detail

#endif
