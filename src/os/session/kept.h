// Snapshots that stay after a crash, for a debugger: a program that crashes again and again must not fill the machine.
#pragma once

#include <cstddef>

namespace nodecpp::os::record {

// How many of one program's may stay, and how much memory they may have together; 0 is a quarter of the machine's.
struct KeptBounds {
  std::size_t count = 3;
  std::size_t memory = 0;
};

// The names by which processes of this kind are known: a snapshot whose program has died, and what it replays in.
inline constexpr char keptName[] = "nodecpp-crashed", replayName[] = "nodecpp-replay";

// Called by a snapshot of that name: lets the oldest of this user's and this executable's go until the rest fits, this
// process last and those with a debugger not at all. The number of those let go.
std::size_t boundKept(const KeptBounds& bounds);

}  // namespace nodecpp::os::record
