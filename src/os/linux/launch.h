// Starts a process on the descriptors it is to have.
#pragma once

#include <vector>

#include "os/port/port.h"

namespace nodecpp::os {

struct Launched {
  ErrorCode error = 0;
  bool executed = true;  // with an error: false when there was a process already, which could not become the program
  int pid = 0;
  int pidFd = -1;
};

// The child's descriptor i becomes a copy of `descriptors[i]`; -1 is none. The caller's stay as they are.
Launched launch(const SpawnSpec& spec, const std::vector<int>& descriptors);

// The end of the process of `pidFd`, where it has come to it: it is gone then. Closes nothing.
bool reap(int pidFd, bool wait, int& code, int& signal);

}  // namespace nodecpp::os
