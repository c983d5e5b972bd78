#include "os/port/address_waits.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <list>
#include <mutex>
#include <vector>

#include "base/assertion.h"
#include "os/port/threads_role.h"

namespace nodecpp::os {

namespace {

struct Waiter {
  const void* address;
  int thread;
  bool notified = false;
  bool stopped = false;
  std::condition_variable wake{};
};
// All threads that wait now, at any address. One list serves all addresses, since few threads wait at a time.
struct Waiters {
  std::mutex mutex;
  std::list<Waiter*> all;
  std::vector<int> stopped;  // The numbers of threads that are to end and have not ended yet.
};
Waiters& waiters() {
  static Waiters one;
  return one;
}

}  // namespace

WaitEnd waitAt(const void* address, bool (*unchanged)(const void* address, std::int64_t expected),
               std::int64_t expected, double milliseconds, int thread) {
  Waiters& here = waiters();
  std::unique_lock lock(here.mutex);
  if (!unchanged(address, expected)) return WaitEnd::notEqual;
  Waiter own{.address = address, .thread = thread};
  own.stopped = std::ranges::find(here.stopped, own.thread) != here.stopped.end();
  here.all.push_back(&own);
  auto told = [&] { return own.notified || own.stopped; };
  // An infinite time-out, NaN, and a time beyond 1e12 milliseconds (30 years) wait for ever. A negative time-out does
  // not wait.
  bool bounded = milliseconds < 1e12;
  milliseconds = std::max(milliseconds, 0.0);
  // On a simulated port the thread gives control back to the world until it is notified.
  if (threadWaits) {
    lock.unlock();
    auto ready = [](const void* waiter) {
      std::lock_guard guard(waiters().mutex);
      auto* own = static_cast<const Waiter*>(waiter);
      return own->notified || own->stopped;
    };
    bool goesOn = threadWaits->until(ready, &own, bounded ? milliseconds : -1);
    lock.lock();
    own.stopped = own.stopped || !goesOn;
  } else if (bounded) {
    own.wake.wait_for(lock, std::chrono::duration<double, std::milli>(milliseconds), told);
  } else {
    own.wake.wait(lock, told);
  }
  // notifyAt() has taken a notified waiter out of the list already.
  if (own.notified) return WaitEnd::notified;
  // A wait that was not notified is still in the list, which holds a pointer to this frame.
  NODECPP_DEBUG_ASSERT(std::ranges::count(here.all, &own) == 1);
  here.all.remove(&own);
  NODECPP_DEBUG_ASSERT(std::ranges::find(here.all, &own) == here.all.end());
  return own.stopped ? WaitEnd::stopped : WaitEnd::timedOut;
}

int notifyAt(const void* address, double count) {
  Waiters& here = waiters();
  std::lock_guard lock(here.mutex);
  int woken = 0;
  for (auto at = here.all.begin(); at != here.all.end() && woken < count;) {
    Waiter* waiter = *at;
    NODECPP_ASSERT(waiter && !waiter->notified);
    if (waiter->address != address) {
      ++at;
      continue;
    }
    waiter->notified = true;
    waiter->wake.notify_one();
    at = here.all.erase(at);
    ++woken;
  }
  return woken;
}

void stopWaits(int thread, bool stopped) {
  Waiters& here = waiters();
  std::lock_guard lock(here.mutex);
  std::erase(here.stopped, thread);
  NODECPP_DEBUG_ASSERT(std::ranges::find(here.stopped, thread) == here.stopped.end(), thread);
  if (!stopped) return;
  here.stopped.push_back(thread);
  for (Waiter* waiter : here.all) {
    if (waiter->thread != thread) continue;
    NODECPP_ASSERT(!waiter->notified);
    waiter->stopped = true;
    waiter->wake.notify_one();
  }
}

}  // namespace nodecpp::os
