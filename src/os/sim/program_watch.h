// The records about a program in a simulated world: a digest of everything that it did through its port, and the first
// thing that was found wrong with it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace nodecpp::os {

struct Finding {
  enum class Kind : unsigned char { none, lostWakeUp, useAfterClose, unboundedQueue, endlessRetry };
  Kind kind = Kind::none;
  std::string text = {};

  explicit operator bool() const { return kind != Kind::none; }
  // Returns "lost wake-up", "use after close", "unbounded queue" or "endless retry".
  const char* name() const;
};

// The limits that a watched program must not exceed.
struct Bounds {
  std::uint64_t memory = 64 << 20;     // The limit of the heap's growth in bytes, without simulated files.
  std::uint64_t jobs = 10'000;         // The limit of jobs that wait for the pool.
  std::uint64_t failures = 1000;       // The limit of failures of one thing in a row.
  std::uint64_t operations = 1 << 20;  // The limit of operations in one turn.
  std::uint64_t idleTurns = 1 << 20;   // The limit of turns in a row in which nothing came in.
};

// The operations of a program. The digest has each with its time, its target and its outcome.
enum class Operation : unsigned char {
  listen,
  closeListener,
  connect,
  startReading,
  stopReading,
  write,
  send,
  shutdown,
  close,
  reset,
  option,
  watchPath,
  unwatch,
  submit,
  lookup,
  lookupService,
  openResolver,
  closeResolver,
  nameServers,
  ask,
  forget,
  cancelAll,
  watchSignal,
  kill,
  setEnvironment,
  changeDirectory,
  random,
  standard,
  input,
  exit,
  file,
  finished,
  openMailbox,
  post,
  startThread,
  threadEnded,
  child,
  datagram
};

class Digest {
 public:
  void add(std::uint64_t value) {
    sum_ = (sum_ ^ value) * 0x9fb21c651e98df25;
    sum_ ^= sum_ >> 29;
  }
  void add(std::string_view bytes);
  // Begins an operation at `time`. Its arguments and results are added after this call.
  void begin(Operation operation, std::uint64_t time) {
    ++operations_;
    add(std::uint64_t(operation));
    add(time);
  }
  std::uint64_t operations() const { return operations_; }
  std::uint64_t sum() const { return sum_; }

 private:
  std::uint64_t sum_ = 0x6e6f6465637070;
  std::uint64_t operations_ = 0;
};

// Counts failures in a row of each thing, by its name ("connect 127.0.0.1:2001").
class Failures {
 public:
  // Notes an outcome, 0 or an error. Returns true when the thing has failed more than `most` times in a row.
  bool outcome(const std::string& what, int error, std::uint64_t most) {
    if (error == 0) return rows_.erase(what), false;
    if (rows_.size() > 10'000) rows_.clear();
    return ++rows_[what] > most;
  }
  // Forgets all failures: the program has done something useful (answered a request).
  void clear() { rows_.clear(); }

 private:
  std::map<std::string, std::uint64_t> rows_;
};

// Returns the number of bytes of the process's heap that are in use now.
std::uint64_t heapInUse();

}  // namespace nodecpp::os
