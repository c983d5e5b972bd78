// Clock: what time it is. Time-outs are not the port's: the loop gives `Turns::wait` the time of its next timer.
//
// The contract, for the author of a back end: the monotonic clock never goes back, and `Turns::wait` waits by it. The
// wall clock may jump, in both directions.
#pragma once

#include <cstdint>

namespace nodecpp::os {

class Clock {
 public:
  // Nanoseconds of the monotonic clock, from any point of time. Each call is a reading.
  virtual std::uint64_t hrtime() = 0;
  // Milliseconds since 1970, whole ones. Each call is a reading.
  virtual double wallClock() = 0;

 protected:
  ~Clock() = default;
};

}  // namespace nodecpp::os
