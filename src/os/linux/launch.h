// Starts a process with given file descriptors.
#pragma once

#include <vector>

#include "os/port/port.h"

namespace nodecpp::os {

struct Launched {
  ErrorCode error = 0;
  bool executed = true;  // With an error: false when a process existed that could not execute the program.
  int pid = 0;
  int pidFd = -1;
};

// Starts the process; its descriptor i becomes a copy of `descriptors[i]`, and -1 leaves it closed. The caller's
// descriptors stay open.
Launched launch(const SpawnSpec& spec, const std::vector<int>& descriptors);

// Waits for the end of the process of `pidFd`, or without `wait` only looks whether it has ended. Returns true when the
// process has ended; it is then gone from the system. Does not close `pidFd`.
bool reap(int pidFd, bool wait, int& code, int& signal);

}  // namespace nodecpp::os
