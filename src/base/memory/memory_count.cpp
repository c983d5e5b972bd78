#include "base/memory/memory_count.h"

#include <atomic>
#include <utility>

#include "base/errors/fatal.h"

namespace nodecpp::detail {

namespace {
constinit std::atomic<std::ptrdiff_t> heldByAll{0}, slabsOfAll{0};
// The sum may be negative for a moment: a thread may report that it has freed memory before another thread reports
// having allocated it.
std::size_t sumOf(const std::atomic<std::ptrdiff_t>& all, std::ptrdiff_t own) noexcept {
  const std::ptrdiff_t sum = all.load(std::memory_order_relaxed) + own;
  return sum > 0 ? std::size_t(sum) : 0;
}
constinit std::atomic<std::size_t> mostHeld{std::size_t(-1) >> 1};
}  // namespace

constinit thread_local std::ptrdiff_t MemoryCount::own = 0;
constinit thread_local std::ptrdiff_t MemoryCount::ownSlabs = 0;

void MemoryCount::flush() noexcept {
  slabsOfAll.fetch_add(std::exchange(ownSlabs, 0), std::memory_order_relaxed);
  const std::ptrdiff_t more = std::exchange(own, 0);
  const std::ptrdiff_t now = heldByAll.fetch_add(more, std::memory_order_relaxed) + more;
  const std::size_t most = mostHeld.load(std::memory_order_relaxed);
  // The message contains V8's words, so that monitoring of a Node.js program recognises it.
  if (more > 0 && now > std::ptrdiff_t(most)) [[unlikely]]
    fatalError("Reached heap limit Allocation failed - out of memory: the program needs more than the %zu bytes of "
               "--nodecpp-max-memory", most);
}

std::size_t MemoryCount::held() noexcept { return sumOf(heldByAll, own); }
std::size_t MemoryCount::slabs() noexcept { return sumOf(slabsOfAll, ownSlabs); }

void MemoryCount::setLimit(std::size_t bytes) noexcept {
  mostHeld.store(bytes < std::size_t(-1) >> 1 ? bytes : std::size_t(-1) >> 1, std::memory_order_relaxed);
}

}  // namespace nodecpp::detail
