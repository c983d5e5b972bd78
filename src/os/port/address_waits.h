// How threads wait for one another at an address of the memory that they share, as Atomics.wait has it. The waiting itself,
// and the clock that ends it, are the system's, or a simulated port's (ThreadWaits): memory that threads share is never
// recorded, see Port::sharesMemory.
#pragma once

#include <cstdint>

namespace nodecpp::os {

enum class WaitEnd : unsigned char { notEqual, notified, timedOut, stopped };

// Waits until the address is notified, if `unchanged(address, expected)`, which is asked under the lock that `notifyAt`
// takes. `milliseconds` may be infinite, or NaN for the same; `thread` is whom `stopWaits` names.
WaitEnd waitAt(const void* address, bool (*unchanged)(const void* address, std::int64_t expected),
               std::int64_t expected, double milliseconds, int thread);

// Ends the waits of at most `count` threads, in the order in which they began; how many there were.
int notifyAt(const void* address, double count);

// `stopped`: waits of that thread end at once, those to come too, since it is to end. Else the thread has ended.
void stopWaits(int thread, bool stopped);

}  // namespace nodecpp::os
