// Timers in Node's structure: one list for each duration, in the order in which the timers were started, and a heap of
// these lists ordered by the time of their first timer. Arming or clearing a timer touches one list, and callbacks run
// in Node's order.
#pragma once

#include <nodecpp/object.h>

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "base/assertion.h"

namespace nodecpp::detail {

class TimerLists;

struct TimerList;

// A timer. It is a member of one list or of none (an intrusive list).
class Timer {
 public:
  bool armed() const noexcept { return list_ != nullptr; }
  // Whether the timer keeps the loop running while it is armed.
  virtual bool keepsLoop() const { return false; }
  // Called for an armed timer when the loop ends. The timer is disarmed then.
  virtual void onLoopEnd() {}

 protected:
  Timer() = default;
  ~Timer() { NODECPP_ASSERT(!list_); }  // The list would otherwise lead to freed memory.
  // Called when the timer's time has come, inside a callback scope. The timer is in no list then and may be armed
  // again.
  virtual void onTimer() = 0;

 private:
  friend class TimerLists;
  Timer* next_ = nullptr;
  Timer* previous_ = nullptr;
  TimerList* list_ = nullptr;
  double start_ = 0;
};

struct TimerList {
  double duration;
  double expiry;
  std::uint64_t id;  // Of two lists that are due at once, the one with the smaller id comes first.
  std::size_t heapIndex = 0;
  Timer* first = nullptr;
  Timer* last = nullptr;
};

class TimerLists {
 public:
  TimerLists() = default;
  ~TimerLists();
  TimerLists(const TimerLists&) = delete;

  // Starts a timer, or starts it again. `duration` is in whole milliseconds, at least 1; `now` is the loop's time.
  void arm(Timer& timer, double duration, double now);
  void disarm(Timer& timer) noexcept;

  // Disarms all timers.
  void end();
  // Returns how many armed timers keep the loop running. The time grows with the number of timers.
  std::size_t keepingLoop() const;

  // Returns the time at which the first list is due, or infinity. The time may be earlier than that of its first timer.
  double nextExpiry() const noexcept;

  // Calls the timers that are due at `now`: `callback(f)` must run f as a callback of the loop. Timers that are armed
  // meanwhile wait for the next round.
  template <class Callback>
  void runDue(double now, Callback&& callback) {
    while (!heap_.empty() && heap_[0]->expiry <= now) runList(*heap_[0], now, callback);
  }

 private:
  template <class Callback>
  void runList(TimerList& list, double now, Callback& callback) {
    NODECPP_ASSERT(list.heapIndex == 0 && list.first && list.last);
    running_ = &list;  // The list is kept while its callbacks run, even if they empty it.
    while (Timer* timer = list.first) {
      NODECPP_ASSERT(timer->list_ == &list && running_ == &list);
      // The first timer of the list is not due yet, because timers before it have run or were disarmed. The list goes
      // back into the heap with its new time.
      if (now - timer->start_ < list.duration) {
        list.expiry = std::max(timer->start_ + list.duration, now + 1);
        list.id = nextId_++;
        NODECPP_ASSERT(heap_[list.heapIndex] == &list, list.heapIndex);
        siftDown(list.heapIndex);
        running_ = nullptr;
        return;
      }
      unlink(*timer);
      callback([timer] { timer->onTimer(); });
    }
    running_ = nullptr;
    remove(list);
  }

  void unlink(Timer& timer) noexcept;
  void remove(TimerList& list) noexcept;
  // Tells whether the list at `index` of the heap is due neither before its parent nor after its children.
  bool isOrderedAt(std::size_t index) const noexcept;
  void siftUp(std::size_t index) noexcept;
  void siftDown(std::size_t index) noexcept;
  void place(std::size_t index, TimerList* list) noexcept {
    NODECPP_DEBUG_ASSERT(index < heap_.size(), index, heap_.size());
    heap_[index] = list;
    list->heapIndex = index;
  }

  static bool earlier(const TimerList& a, const TimerList& b) noexcept {
    return a.expiry != b.expiry ? a.expiry < b.expiry : a.id < b.id;
  }

  std::uint64_t nextId_ = 0;
  std::unordered_map<double, TimerList*> byDuration_;
  std::vector<TimerList*> heap_;
  TimerList* running_ = nullptr;
};

}  // namespace nodecpp::detail
