#include "loop/timer_lists.h"

#include <limits>

namespace nodecpp::detail {

TimerLists::~TimerLists() { end(); }

void TimerLists::end() {
  while (!heap_.empty()) {
    TimerList& list = *heap_.back();
    // Timers may disarm each other here. The list is kept until it has been left.
    running_ = &list;
    while (Timer* timer = list.first) {
      unlink(*timer);
      timer->onLoopEnd();
    }
    running_ = nullptr;
    remove(list);
  }
}

void TimerLists::arm(Timer& timer, double duration, double now) {
  if (timer.list_) disarm(timer);
  TimerList*& slot = byDuration_[duration];
  if (!slot) {
    slot = new TimerList{.duration = duration, .expiry = now + duration, .id = nextId_++};
    heap_.push_back(slot);
    slot->heapIndex = heap_.size() - 1;
    siftUp(slot->heapIndex);
  }
  TimerList& list = *slot;
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
  (timer.previous_ ? timer.previous_->next_ : list.first) = timer.next_;
  (timer.next_ ? timer.next_->previous_ : list.last) = timer.previous_;
  timer.list_ = nullptr;
  timer.next_ = timer.previous_ = nullptr;
}

void TimerLists::remove(TimerList& list) noexcept {
  std::size_t index = list.heapIndex;
  TimerList* last = heap_.back();
  heap_.pop_back();
  if (last != &list) {
    place(index, last);
    siftDown(index);
    siftUp(last->heapIndex);
  }
  byDuration_.erase(list.duration);
  delete &list;
}

void TimerLists::siftUp(std::size_t index) noexcept {
  TimerList* list = heap_[index];
  while (index > 0) {
    std::size_t parent = (index - 1) / 2;
    if (!earlier(*list, *heap_[parent])) break;
    place(index, heap_[parent]);
    index = parent;
  }
  place(index, list);
}

void TimerLists::siftDown(std::size_t index) noexcept {
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
}

}  // namespace nodecpp::detail
