// What may go wrong in a simulated network: what, how often and how much. All is drawn from the network's seed, apart
// from the numbers that programs are given, so that a program's own chance is the same with faults and without.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace nodecpp::os {

// Numbers from a seed (splitmix64).
class SeededRandom {
 public:
  explicit SeededRandom(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next();
  // Below `bound`, which is not zero.
  std::uint64_t below(std::uint64_t bound) { return next() % bound; }
  // From 0 to 1, without 1.
  double fraction() { return double(next() >> 11) * 0x1p-53; }
  bool chance(double probability) { return probability > 0 && fraction() < probability; }

 private:
  std::uint64_t state_;
};

// Zero is: never. A chance is from 0 to 1; times are in milliseconds, and the most that it may take.
struct Faults {
  double latency = 0;      // time that bytes, ends and resets are under way: order holds in one connection only
  double reordering = 0;   // chance of a turn to tell its events in another order
  double shortReads = 0;   // chance of a read to give part of what has come
  double shortWrites = 0;  // chance of a write to a connection to take only part
  double resets = 0;       // chance of what is sent to find the connection reset instead
  double refusals = 0;     // chance of a connection not to come about: refused, timed out, no route
  double fullDisk = 0;     // bytes that the disk has room for
  double fileErrors = 0;   // chance of a file operation to fail: EIO, ENOSPC, EMFILE
  double shortFiles = 0;   // chance of a file's read or write to do only part
  double names = 0;        // chance of a look-up or query to fail: no answer, refused, none such, malformed
  double slowNames = 0;    // time that a look-up or query takes
  double slowJobs = 0;     // time that a job takes; four run at a time
  double clockJumps =
      0;  // chance of a turn to find the wall clock moved, by up to a day; the monotonic one never goes back
  double pauses = 0;       // chance of a turn to begin up to ten seconds late
  double threads = 0;      // chance of a thread not to start (EAGAIN), and of one's turn to be the last
  double lateMessages = 0;  // time that a loop takes to see what threads have posted to it
  double rudeClients = 0;  // chance of a client to cut its bytes, read slowly, or go away
  double children = 0;     // chance of a child not to start, to be killed, or to leave its pipes open for a while

  bool operator==(const Faults&) const = default;
  bool none() const { return *this == Faults(); }
  // A choice: each of them is there or is not, and much or little. Seed 0 has none.
  static Faults fromSeed(std::uint64_t seed);
  // "latency 12.5, resets 0.01", or "none".
  std::string text() const;
  // Sets one by its name; what is wrong with it, empty when nothing is.
  std::string set(std::string_view name, double value);
};

}  // namespace nodecpp::os
