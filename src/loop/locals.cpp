// Storage of LoopLocal<T>: each loop has an array of values, indexed by the number of the LoopLocal.
#include "base/assertion.h"
#include "loop/loop.h"

namespace nodecpp::detail {

std::uint32_t LoopSlot::numbered() noexcept {
  static constinit std::uint32_t last = 0;
  std::uint32_t known = __atomic_load_n(&number_, __ATOMIC_RELAXED);
  if (known) return known;
  // Two threads may number a LoopLocal at the same time. The number of the slower thread stays unused.
  std::uint32_t next = __atomic_add_fetch(&last, 1, __ATOMIC_RELAXED);
  bool first =
      __atomic_compare_exchange_n(&number_, &known, next, /*weak=*/false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
  NODECPP_ASSERT(first == (known == 0), first, known);  // Number 0 means that there is no number yet.
  return first ? next : known;
}

void* LoopSlot::find(Loop& loop) const noexcept {
  std::uint32_t number = __atomic_load_n(&number_, __ATOMIC_RELAXED);
  return number < loop.locals_.size() ? loop.locals_[number] : nullptr;
}

void* LoopSlot::findCurrent() const noexcept {
  Loop* loop = Loop::currentOrNull();
  return loop ? find(*loop) : nullptr;
}

void* LoopSlot::get() { return get(Loop::current()); }

void* LoopSlot::get(Loop& loop) {
  if (void* known = find(loop)) [[likely]]
    return known;
  // Not inlined, since it would make each call save registers that only the first one needs.
  const auto make = [&]() __attribute__((noinline)) {
    // LoopLocals that the constructor uses are made before this one, and so are destroyed after it.
    void* made = make_(loop);
    NODECPP_ASSERT(made);
    std::uint32_t number = numbered();
    if (loop.locals_.size() <= number) loop.locals_.resize(number + 1);
    loop.locals_[number] = made;
    loop.localsMade_.push_back(this);
    return made;
  };
  return make();
}

void Loop::destroyLocals() noexcept {
  while (!localsMade_.empty()) {
    LoopSlot* slot = localsMade_.back();
    localsMade_.pop_back();
    NODECPP_ASSERT(slot->number_ < locals_.size(), slot->number_, locals_.size());
    NODECPP_ASSERT(locals_[slot->number_]);
    slot->destroy_(std::exchange(locals_[slot->number_], nullptr));
    // Objects that this value held are freed while the other LoopLocals still exist.
    freeUnreferenced();
    dropQueued();
  }
}

}  // namespace nodecpp::detail
