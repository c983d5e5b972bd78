// A run of a program that is recorded, or is the replay of a recorded one.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "os/port/port.h"

namespace nodecpp::os {

// What the runtime's options ask for.
struct SessionSpec {
  std::string record{};         // the folder to be made: --nodecpp-record
  std::uint64_t recordLimit = 0;  // bytes of a log's segments together: --nodecpp-record-limit
  std::string recordKey{};        // the public key that it is encrypted to: --nodecpp-record-key
  std::vector<std::string> shown{};     // variables whose values it has from the start: --nodecpp-record-env
  std::vector<std::string> redacted{};  // and such that it never has: --nodecpp-record-redact
  std::string replay{};         // the folder to be replayed: --nodecpp-replay
  std::string worker{};         // the log in it, where that is a worker's: --nodecpp-replay-worker
  std::string output{};         // the file to be made of what a replay writes: --nodecpp-replay-output
  std::uint64_t untilTurn = 0;  // --nodecpp-until
  std::uint64_t untilRequest = 0;

  std::uint64_t flight = 0;  // bytes: --nodecpp-flight
  bool flightCore = false;   // --nodecpp-flight-core
  std::uint64_t flightKept = 3;        // --nodecpp-flight-kept
  std::uint64_t flightKeptMemory = 0;  // --nodecpp-flight-kept-memory; 0: a quarter of the machine's

  bool any() const { return !record.empty() || !replay.empty() || flight != 0; }
};

class Session {
 public:
  // Null, with `error` set, where it cannot be. A replay that is refused ends the process with code 4
  // (Replayer::refuse). `arguments` are the program's, `options` the runtime's own; a replay has those of the recorded
  // run in their place.
  static std::unique_ptr<Session> open(const SessionSpec& spec, std::vector<std::string>& arguments,
                                       std::vector<std::string>& options, std::string& error);
  virtual ~Session() = default;
  virtual Port& port() = 0;
  // The program has ended with `code`: the code of the process.
  virtual int ended(int code) = 0;
};

}  // namespace nodecpp::os
