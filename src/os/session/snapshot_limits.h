// Bounds for the snapshots that stay after crashes for a debugger, so that a program that crashes again and again
// cannot fill the machine's memory.
#pragma once

#include <cstddef>

namespace nodecpp::os::record {

// How many snapshots of a program may stay, and how much memory they may use together; 0 bytes means a quarter of the
// machine's memory.
struct SnapshotLimits {
  std::size_t count = 3;
  std::size_t memory = 0;
};

// The process names of a snapshot whose program has died, and of the replay that it has started.
inline constexpr char crashedProcessName[] = "nodecpp-crashed", replayProcessName[] = "nodecpp-replay";

// Called by a snapshot named `crashedProcessName`. Kills the oldest snapshots of this user and this executable until the others
// are within the bounds. Spares this process and those that are being debugged. Returns the number of snapshots killed.
std::size_t enforceSnapshotLimits(const SnapshotLimits& bounds);

}  // namespace nodecpp::os::record
