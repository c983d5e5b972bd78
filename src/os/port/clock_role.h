// Clock: the current time. The port has no time-outs of its own: the loop gives `Turns::wait` the time of its next
// timer.
//
// The contract, for the author of a back end: the monotonic clock never goes back, and `Turns::wait` measures its
// time-out by it. The wall clock may jump in both directions.
#pragma once

#include <cstdint>

namespace nodecpp::os {

class Clock {
 public:
  // Returns nanoseconds of the monotonic clock, which counts from an arbitrary point in time. Each call reads the
  // clock.
  virtual std::uint64_t hrtime() = 0;
  // Returns whole milliseconds since 1970. Each call reads the clock.
  virtual double wallClock() = 0;

 protected:
  ~Clock() = default;
};

}  // namespace nodecpp::os
