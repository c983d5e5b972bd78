// Waiting of threads for one another at an address in memory that they share, as in JavaScript's Atomics.wait. The
// waiting and the clock that ends it are the system's, or a simulated port's (ThreadWaits). Waits are not recorded,
// because a recorded program has no memory that its threads share (Threads::sharesMemory).
#pragma once

#include <cstdint>

namespace nodecpp::os {

enum class WaitEnd : unsigned char { notEqual, notified, timedOut, stopped };

// Waits until `notifyAt` is called for `address`, if `unchanged(address, expected)` returns true. `unchanged` is called
// under the lock that `notifyAt` takes, so that no notification is lost in between. Infinite or NaN `milliseconds` wait
// without a time-out. `thread` is the number that `stopWaits` is given to end the wait.
WaitEnd waitAt(const void* address, bool (*unchanged)(const void* address, std::int64_t expected),
               std::int64_t expected, double milliseconds, int thread);

// Ends the waits of at most `count` threads at `address`, in the order in which the waits began. Returns the number of
// waits ended.
int notifyAt(const void* address, double count);

// With `stopped`, ends all waits of the thread at once, and every later wait of it at its beginning, because the thread
// is to end. Called with false when the thread has ended, so that its number is forgotten.
void stopWaits(int thread, bool stopped);

}  // namespace nodecpp::os
