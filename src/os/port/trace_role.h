// Trace: marks that a program's modules leave for readers of a recording. Without a recording a mark costs one
// comparison.
#pragma once

#include <cstdint>

namespace nodecpp::os {

class Trace {
 public:
  // Marks the beginning of the program's next unit of work. For an HTTP server the unit is a request, counted over all
  // servers of the program. A replay may be asked to stop before a given mark.
  void mark() {
    if (++marks_ == stopBefore_) [[unlikely]]
      stopBeforeMark();
  }

 protected:
  ~Trace() = default;
  // Called before the mark with the number `stopBefore_`; marks are counted from 1.
  virtual void stopBeforeMark() {}
  std::uint64_t stopBefore_ = 0;
  std::uint64_t marks_ = 0;
};

}  // namespace nodecpp::os
