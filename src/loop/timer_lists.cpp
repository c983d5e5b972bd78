#include "loop/timer_lists.h"

#include <cmath>
#include <limits>

#include "base/assertion.h"

namespace nodecpp::detail {

TimerLists::~TimerLists() { end(); }

std::size_t TimerLists::keepingLoop() const {
  std::size_t count = 0;
  for (const TimerList* list : heap_)
    for (const Timer* at = list->first; at; at = at->next_) count += at->keepsLoop();
  return count;
}

void TimerLists::end() {
  while (!heap_.empty()) {
    TimerList& list = *heap_.back();
    // Timers may disarm each other here. The list is kept until it has been left.
    running_ = &list;
    while (Timer* timer = list.first) {
      NODECPP_ASSERT(timer->list_ == &list);
      unlink(*timer);
      timer->onLoopEnd();
    }
    running_ = nullptr;
    remove(list);
  }
  NODECPP_ASSERT(byDuration_.empty(), byDuration_.size());
}

void TimerLists::arm(Timer& timer, double duration, double now) {
  NODECPP_ASSERT(duration >= 1 && now >= 0, duration, now);
  NODECPP_DEBUG_ASSERT(std::trunc(duration) == duration, duration);
  if (timer.list_) disarm(timer);
  NODECPP_ASSERT(!timer.next_ && !timer.previous_);
  TimerList*& slot = byDuration_[duration];
  if (!slot) {
    slot = new TimerList{.duration = duration, .expiry = now + duration, .id = nextId_++};
    heap_.push_back(slot);
    slot->heapIndex = heap_.size() - 1;
    siftUp(slot->heapIndex);
  }
  TimerList& list = *slot;
  NODECPP_ASSERT(list.duration == duration && heap_[list.heapIndex] == &list, list.duration, duration);
  NODECPP_ASSERT(heap_.size() == byDuration_.size(), heap_.size(), byDuration_.size());
  NODECPP_ASSERT(!list.first == !list.last);
  timer.list_ = &list;
  timer.start_ = now;
  timer.next_ = nullptr;
  timer.previous_ = list.last;
  (list.last ? list.last->next_ : list.first) = &timer;
  list.last = &timer;
}

void TimerLists::disarm(Timer& timer) noexcept {
  TimerList* list = timer.list_;
  if (!list) return;
  unlink(timer);
  if (!list->first && list != running_) remove(*list);
}

double TimerLists::nextExpiry() const noexcept {
  return heap_.empty() ? std::numeric_limits<double>::infinity() : heap_[0]->expiry;
}

void TimerLists::unlink(Timer& timer) noexcept {
  TimerList& list = *timer.list_;
  NODECPP_ASSERT((timer.previous_ ? timer.previous_->next_ : list.first) == &timer);
  NODECPP_ASSERT((timer.next_ ? timer.next_->previous_ : list.last) == &timer);
  (timer.previous_ ? timer.previous_->next_ : list.first) = timer.next_;
  (timer.next_ ? timer.next_->previous_ : list.last) = timer.previous_;
  timer.list_ = nullptr;
  timer.next_ = timer.previous_ = nullptr;
}

void TimerLists::remove(TimerList& list) noexcept {
  std::size_t index = list.heapIndex;
  NODECPP_ASSERT(!list.first && !list.last && &list != running_);
  NODECPP_ASSERT(index < heap_.size() && heap_[index] == &list, index, heap_.size());
  TimerList* last = heap_.back();
  heap_.pop_back();
  if (last != &list) {
    place(index, last);
    siftDown(index);
    siftUp(last->heapIndex);
    NODECPP_DEBUG_ASSERT(isOrderedAt(index), index, heap_.size());
  }
  const std::size_t erased = byDuration_.erase(list.duration);
  NODECPP_ASSERT(erased == 1 && byDuration_.size() == heap_.size(), erased, list.duration);
  delete &list;
}

bool TimerLists::isOrderedAt(std::size_t index) const noexcept {
  for (std::size_t child = 2 * index + 1; child < heap_.size() && child <= 2 * index + 2; ++child)
    if (earlier(*heap_[child], *heap_[index])) return false;
  return index == 0 || !earlier(*heap_[index], *heap_[(index - 1) / 2]);
}

void TimerLists::siftUp(std::size_t index) noexcept {
  NODECPP_DEBUG_ASSERT(index < heap_.size(), index, heap_.size());
  TimerList* list = heap_[index];
  while (index > 0) {
    std::size_t parent = (index - 1) / 2;
    if (!earlier(*list, *heap_[parent])) break;
    place(index, heap_[parent]);
    index = parent;
  }
  place(index, list);
  NODECPP_DEBUG_ASSERT(index == 0 || !earlier(*list, *heap_[(index - 1) / 2]), index);
}

void TimerLists::siftDown(std::size_t index) noexcept {
  NODECPP_DEBUG_ASSERT(index < heap_.size(), index, heap_.size());
  TimerList* list = heap_[index];
  while (true) {
    std::size_t child = 2 * index + 1;
    if (child >= heap_.size()) break;
    if (child + 1 < heap_.size() && earlier(*heap_[child + 1], *heap_[child])) ++child;
    if (!earlier(*heap_[child], *list)) break;
    place(index, heap_[child]);
    index = child;
  }
  place(index, list);
  NODECPP_DEBUG_ASSERT(2 * index + 1 >= heap_.size() || !earlier(*heap_[2 * index + 1], *list), index);
}

}  // namespace nodecpp::detail
