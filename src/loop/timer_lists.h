// Timers as Node keeps them: a list a duration, in the order they were started, and a heap of the lists by the time of
// their first. Arming and clearing touch one list; the order of callbacks is Node's.
#pragma once

#include <nodecpp/object.h>

#include <algorithm>
#include <unordered_map>
#include <vector>

namespace nodecpp::detail {

class TimerLists;

struct TimerList;

// What is armed. Intrusive: a timer is in one list or none.
class Timer {
 public:
  bool armed() const noexcept { return list_ != nullptr; }

 protected:
  Timer() = default;
  ~Timer() = default;
  // The time has come; the timer is in no list any more and may be armed again. Called inside a callback scope.
  virtual void onTimer() = 0;
  // The loop is no more, and an armed timer is not any longer.
  virtual void onLoopEnd() {}

 private:
  friend class Loop;
  friend class TimerLists;
  friend struct TimerList;
  Timer* next_ = nullptr;
  Timer* previous_ = nullptr;
  TimerList* list_ = nullptr;
  double start_ = 0;
};

struct TimerList {
  double duration;
  double expiry;
  std::uint64_t id;  // of two lists that are due together the older comes first
  std::size_t heapIndex = 0;
  Timer* first = nullptr;
  Timer* last = nullptr;
};

class TimerLists {
 public:
  TimerLists() = default;
  ~TimerLists();
  TimerLists(const TimerLists&) = delete;

  // `duration` in whole milliseconds, at least 1; `now` is the loop's. An armed timer starts again.
  void arm(Timer& timer, double duration, double now);
  void disarm(Timer& timer) noexcept;

  // Disarms all.
  void end();

  // The time of the first list; infinity for none. It may be earlier than its first timer's.
  double nextExpiry() const noexcept;

  // Calls what is due at `now`: `callback(f)` runs f as a callback of the loop. What is armed meanwhile waits for the next
  // round.
  template <class Callback>
  void runDue(double now, Callback&& callback) {
    while (!heap_.empty() && heap_[0]->expiry <= now) runList(*heap_[0], now, callback);
  }

 private:
  template <class Callback>
  void runList(TimerList& list, double now, Callback& callback) {
    running_ = &list;  // kept while its callbacks run, though they may empty it
    while (Timer* timer = list.first) {
      if (now - timer->start_ < list.duration) {
        list.expiry = std::max(timer->start_ + list.duration, now + 1);
        list.id = nextId_++;
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
  void siftUp(std::size_t index) noexcept;
  void siftDown(std::size_t index) noexcept;
  void place(std::size_t index, TimerList* list) noexcept {
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
