// The ends of a child's descriptors while it is started.
#pragma once

#include <vector>

#include "os/port/port.h"

namespace nodecpp::os {

class ChildEnds {
 public:
  ChildEnds() = default;
  ChildEnds(const ChildEnds&) = delete;
  // Closes what it has made, but for what was kept.
  ~ChildEnds();

  // Makes those of the child's next descriptor.
  ErrorCode add(const ChildStdio& stdio);
  ErrorCode add(const std::vector<ChildStdio>& all);
  void keep(int fd) { std::erase(toClose_, fd); }
  // The child's.
  void closeTheirs();

  std::vector<int> theirs;  // -1: none
  std::vector<int> ours;    // non-blocking; -1: no pipe

 private:
  std::vector<int> toClose_;
};

}  // namespace nodecpp::os
