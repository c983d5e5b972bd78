// Starts a process with given file descriptors.
#pragma once

#include <vector>

#include "os/port/port.h"

namespace nodecpp::os {

struct Launched {
  ErrorCode error = 0;
  bool executed = true;  // When `error` is set: false if the process was made but could not execute the program.
  int pid = 0;
  int pidFd = -1;
};

// Starts the process; its descriptor i becomes a copy of `descriptors[i]`, and -1 leaves it closed. The caller's
// descriptors stay open.
Launched launch(const SpawnSpec& spec, const std::vector<int>& descriptors);

// Looks whether the process of `pidFd` has ended; with `wait`, waits for its end. Returns true when the process has
// ended, and sets its exit code and signal; the system has forgotten the process then. Does not close `pidFd`.
bool reap(int pidFd, bool wait, int& code, int& signal);

}  // namespace nodecpp::os
