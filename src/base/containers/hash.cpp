#include "base/containers/hash.h"

#include "base/upward_calls.h"

namespace nodecpp::detail {

std::uint64_t hashSeedFor(const void* table) noexcept {
  std::uint64_t seed = upward().hashSeed ? upward().hashSeed() : 0;
  return seed ? seed : reinterpret_cast<std::uintptr_t>(table) * 0x9e3779b97f4a7c15u;
}

}  // namespace nodecpp::detail
