// The random numbers of Math.random(). Each loop has a generator, so that a call costs no system call. Its seed comes
// from the port when the first number is drawn, and therefore all numbers are recorded, replayed and simulated.
#include <nodecpp/loop_local.h>

#include <cstdint>

#include "loop/random.h"
#include "base/assertion.h"
#include "loop/loop.h"

namespace nodecpp::detail {

namespace {

// The generator xorshift128+, which V8 uses.
class Generator {
 public:
  explicit Generator(Loop& loop) {
    loop.port().process.random(reinterpret_cast<char*>(state_), sizeof state_);
    state_[0] |= 1;  // The generator's state must not be all zeros.
  }
  double next() noexcept {
    NODECPP_DEBUG_ASSERT(state_[0] | state_[1]);  // From zeros only, only zeros follow.
    std::uint64_t s1 = state_[0];
    const std::uint64_t s0 = state_[1];
    state_[0] = s0;
    s1 ^= s1 << 23;
    s1 ^= s1 >> 17;
    s1 ^= s0 ^ s0 >> 26;
    state_[1] = s1;
    return double((s0 + s1) >> 11) * 0x1p-53;
  }

 private:
  std::uint64_t state_[2] = {};
};

constinit LoopLocal<Generator> generator;

}  // namespace

double nextRandom() { return generator->next(); }

}  // namespace nodecpp::detail
