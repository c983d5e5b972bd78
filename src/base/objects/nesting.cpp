// Limits the depth of nested destructors: beyond a certain depth, objects are destroyed one after the other and without
// recursion.
#include <nodecpp/safety.h>

#include <cstdint>
#include <cstdlib>
#include <utility>

#include "base/assertion.h"
#include "base/errors/fatal.h"

namespace nodecpp::detail {

namespace {

constexpr std::uint32_t deepestNesting = 64;

struct Waiting {
  void* object;
  void (*destroy)(void*) noexcept;
};

struct Nesting {
  std::uint32_t depth;  // The number of running calls of destroyInTurn.
  std::uint32_t count;
  std::uint32_t room;
  Waiting* waiting;
};

constinit thread_local Nesting nesting{};

[[gnu::noinline]] void postpone(void* object, void (*destroy)(void*) noexcept) noexcept {
  NODECPP_ASSERT(nesting.count <= nesting.room && nesting.depth == deepestNesting, nesting.count, nesting.room);
  if (nesting.count == nesting.room) {
    nesting.room = nesting.room ? nesting.room * 2 : 16;
    auto* grown = static_cast<Waiting*>(std::realloc(nesting.waiting, nesting.room * sizeof(Waiting)));
    if (!grown) fatalError("out of memory, %zu bytes were asked for", nesting.room * sizeof(Waiting));
    nesting.waiting = grown;
  }
  nesting.waiting[nesting.count++] = {object, destroy};
}

// Destroys the last object first. Then only the objects of one branch of a tree wait at a time, and not a whole level
// of the tree.
[[gnu::noinline]] void destroyWaiting() noexcept {
  NODECPP_ASSERT(nesting.depth == 0 && nesting.waiting, nesting.depth);
  nesting.depth = 1;
  while (nesting.count) {
    const Waiting last = nesting.waiting[--nesting.count];
    last.destroy(last.object);
  }
  NODECPP_ASSERT(nesting.depth == 1, nesting.depth);
  std::free(std::exchange(nesting.waiting, nullptr));
  nesting.room = 0;
  nesting.depth = 0;
}

}  // namespace

void destroyInTurn(void* object, void (*destroy)(void*) noexcept) noexcept {
  if (nesting.depth == deepestNesting) [[unlikely]]
    return postpone(object, destroy);
  NODECPP_DEBUG_ASSERT(nesting.depth < deepestNesting && object, nesting.depth);
  ++nesting.depth;
  destroy(object);
  if (--nesting.depth == 0 && nesting.count) [[unlikely]]
    destroyWaiting();
}

}  // namespace nodecpp::detail
