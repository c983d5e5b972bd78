#include "base/memory_count.h"

#include <atomic>
#include <utility>

#include "base/fatal.h"

namespace nodecpp::detail {

namespace {
constinit std::atomic<std::ptrdiff_t> heldByAll{0};
constinit std::atomic<std::size_t> mostHeld{std::size_t(-1) >> 1};
}  // namespace

constinit thread_local std::ptrdiff_t MemoryCount::own = 0;

void MemoryCount::flush() noexcept {
  const std::ptrdiff_t more = std::exchange(own, 0);
  const std::ptrdiff_t now = heldByAll.fetch_add(more, std::memory_order_relaxed) + more;
  const std::size_t most = mostHeld.load(std::memory_order_relaxed);
  // In the words of V8, by which those who watch a Node.js program know it.
  if (more > 0 && now > std::ptrdiff_t(most)) [[unlikely]]
    fatalError("Reached heap limit Allocation failed - out of memory: the program needs more than the %zu bytes of "
               "--nodecpp-max-memory", most);
}

std::size_t MemoryCount::held() noexcept {
  const std::ptrdiff_t sum = heldByAll.load(std::memory_order_relaxed) + own;
  return sum > 0 ? std::size_t(sum) : 0;
}

void MemoryCount::setLimit(std::size_t bytes) noexcept {
  mostHeld.store(bytes < std::size_t(-1) >> 1 ? bytes : std::size_t(-1) >> 1, std::memory_order_relaxed);
}

}  // namespace nodecpp::detail
