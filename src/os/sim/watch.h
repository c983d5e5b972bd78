// What is kept about a program in a simulated world: a digest of all that it did through its port, and what was found
// to be wrong with it.
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
  // "lost wake-up", "use after close", "unbounded queue", "endless retry".
  const char* name() const;
};

// What a watched program must stay below.
struct Bounds {
  std::uint64_t memory = 64 << 20;     // bytes of the heap more than at its start, those of simulated files not counted
  std::uint64_t jobs = 10'000;         // that wait for the pool
  std::uint64_t failures = 1000;       // in a row, of one thing
  std::uint64_t operations = 1 << 20;  // in one turn
  std::uint64_t idleTurns = 1 << 20;   // in a row in which nothing came in
};

// What a program does; each stands in the digest with its time, what it was done to, and what came of it.
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
  child
};

class Digest {
 public:
  void add(std::uint64_t value) {
    sum_ = (sum_ ^ value) * 0x9fb21c651e98df25;
    sum_ ^= sum_ >> 29;
  }
  void add(std::string_view bytes);
  // An operation begins, at `time`; its particulars are added behind it.
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

// Things that fail again and again, by name ("connect 127.0.0.1:2001").
class Failures {
 public:
  // Of an outcome: 0 or an error. True when it is one failure too many.
  bool outcome(const std::string& what, int error, std::uint64_t most) {
    if (error == 0) return rows_.erase(what), false;
    if (rows_.size() > 10'000) rows_.clear();
    return ++rows_[what] > most;
  }
  // Something that the program is there for has been done.
  void clear() { rows_.clear(); }

 private:
  std::map<std::string, std::uint64_t> rows_;
};

// Bytes of the process's heap that are in use now.
std::uint64_t heapInUse();

}  // namespace nodecpp::os
