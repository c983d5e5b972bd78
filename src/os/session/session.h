// A run of a program that is recorded, or that replays a recorded run.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "os/port/port.h"

namespace nodecpp::os {

// What the runtime's options ask for: a recording, a replay, or the flight recorder.
struct SessionSpec {
  std::string record{};                 // The folder to be made: --nodecpp-record.
  std::uint64_t recordLimit = 0;        // The largest size of a log in bytes: --nodecpp-record-limit.
  std::string recordKey{};              // The public key that the log is encrypted to: --nodecpp-record-key.
  std::vector<std::string> shown{};     // Variables whose values are recorded from the start: --nodecpp-record-env.
  std::vector<std::string> redacted{};  // Variables whose values are never recorded: --nodecpp-record-redact.
  bool privateKeys = false;             // Whether private keys are recorded as they are: --nodecpp-record-private-keys.
  std::string replay{};                 // The folder to be replayed: --nodecpp-replay.
  std::string worker{};                 // The worker whose log is replayed: --nodecpp-replay-worker.
  std::string output{};                 // The file for what the replayed program writes: --nodecpp-replay-output.
  std::uint64_t untilTurn = 0;          // The turn to stop before: --nodecpp-until.
  std::uint64_t untilRequest = 0;

  std::uint64_t flight = 0;      // The size of the ring in bytes: --nodecpp-flight.
  bool flightCore = false;       // Whether a crash leaves a core file: --nodecpp-flight-core.
  std::uint64_t maxSnapshots = 3;  // The number of crashes kept: --nodecpp-flight-kept.
  // The memory of kept crashes in bytes, 0 for a quarter of the machine's: --nodecpp-flight-kept-memory.
  std::uint64_t maxSnapshotMemory = 0;

  bool any() const { return !record.empty() || !replay.empty() || flight != 0; }
};

class Session {
 public:
  // Opens a session. Returns null and sets `error` on failure. A replay that is refused ends the process with exit code
  // 4 (Replayer::refuse). `arguments` are the program's and `options` the runtime's; a replay replaces both by those of
  // the recorded run.
  static std::unique_ptr<Session> open(const SessionSpec& spec, std::vector<std::string>& arguments,
                                       std::vector<std::string>& options, std::string& error);
  virtual ~Session() = default;
  virtual Port& port() = 0;
  // Called when the program has ended with `code`. Returns the exit code of the process.
  virtual int ended(int code) = 0;
};

}  // namespace nodecpp::os
