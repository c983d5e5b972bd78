// The descriptors of a child while it is being started: the child's own and this process's ends of its pipes.
#pragma once

#include <vector>

#include "os/port/port.h"

namespace nodecpp::os {

class ChildEnds {
 public:
  ChildEnds() = default;
  ChildEnds(const ChildEnds&) = delete;
  // Closes all descriptors that were made for the child, except those given to `keep`.
  ~ChildEnds();

  // Opens what the child's next descriptor needs, and appends it to `childEnds` and `parentEnds`. Returns 0 or an error.
  ErrorCode add(const ChildStdio& stdio);
  ErrorCode add(const std::vector<ChildStdio>& all);
  void keep(int fd) { std::erase(childEndsToClose_, fd); }
  // Closes the child's ends of pipes in this process, which the child has inherited.
  void closeChildEnds();

  std::vector<int> childEnds;  // The child's ends by descriptor number; -1 for none.
  std::vector<int> parentEnds;    // Our ends of pipes, non-blocking; -1 where there is no pipe.

 private:
  std::vector<int> childEndsToClose_;
};

}  // namespace nodecpp::os
