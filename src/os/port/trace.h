// Trace: marks that a program's modules leave for those who look at a recording. Without a recording a mark costs one
// compare.
#pragma once

#include <cstdint>

namespace nodecpp::os {

class Trace {
 public:
  // The program begins its next unit of work; for an HTTP server that is a request, counted over all servers of the
  // program. A replay may be asked to stop before a certain one.
  void mark() {
    if (++marks_ == stopBefore_) [[unlikely]]
      stopBeforeMark();
  }

 protected:
  ~Trace() = default;
  // Called before mark number `stopBefore_`, counted from 1.
  virtual void stopBeforeMark() {}
  std::uint64_t stopBefore_ = 0;
  std::uint64_t marks_ = 0;
};

}  // namespace nodecpp::os
