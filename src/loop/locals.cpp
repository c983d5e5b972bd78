// Where LoopLocal<T> keeps its values: in the loop, by the number of the slot.
#include "loop/loop.h"

namespace nodecpp::detail {

std::uint32_t LoopSlot::numbered() noexcept {
  static constinit std::uint32_t last = 0;
  std::uint32_t known = __atomic_load_n(&number_, __ATOMIC_RELAXED);
  if (known) return known;
  // Two threads may come here at once: the number of the one that is late stays unused.
  std::uint32_t next = __atomic_add_fetch(&last, 1, __ATOMIC_RELAXED);
  bool first =
      __atomic_compare_exchange_n(&number_, &known, next, /*weak=*/false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
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
  // What the constructor asks for is made before this, and so destroyed after it.
  void* made = make_(loop);
  std::uint32_t number = numbered();
  if (loop.locals_.size() <= number) loop.locals_.resize(number + 1);
  loop.locals_[number] = made;
  loop.localsMade_.push_back(this);
  return made;
}

void Loop::destroyLocals() noexcept {
  while (!localsMade_.empty()) {
    LoopSlot* slot = localsMade_.back();
    localsMade_.pop_back();
    slot->destroy_(std::exchange(locals_[slot->number_], nullptr));
    // What it let go of still finds the others.
    freeUnreferenced();
    dropQueued();
  }
}

}  // namespace nodecpp::detail
