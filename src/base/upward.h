// The table of calls upward. A floor uses only floors below it; where it has to reach what stands above (the clock of the
// loop from Date, the channel to a parent from the process), it calls an entry of this table, and the floor above fills
// the entry in. There is no other way up, and no other function pointer at namespace scope that changes: tests/house looks.
//
// Entries are filled before main, by a `Filling` at namespace scope of the module that has the function; a module that a
// program does not link leaves its entries null, and so do most in a native module of Node.js, which has no loop. Then the
// table is constant, so threads read it as it is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <source_location>

namespace nodecpp {

class Error;
class String;
class StringArg;
template <class T>
class Promise;

namespace os {
struct Port;
}
namespace net {
class ServerObject;
struct ListenOptions;
}  // namespace net

namespace detail {

class Loop;
struct CallSymbol;
class Zones;

struct MemoryAround {
  enum class Kind : unsigned char { variables, threadVariables, stack, constant } kind;
  const char* begin;
  std::size_t bytes;
};

struct Upward {
  // The addresses to which the running calls return, innermost first, `most` at most; how many there are. Called by base
  // for a new Error; filled by os, since walking up a stack is another thing on each system. Null: errors have no lines.
  std::size_t (*callStack)(const void** out, std::size_t most) = nullptr;

  // Tells of the call that returns to an address, and before it of the calls inlined into it, innermost first. Called by
  // base when an error's stack is read; filled by os, which reads the program's own file for it. That file is part of the
  // program and not its input, so that it is read past the port, and a replay reads the same.
  void (*symbolsOf)(const void* address, void* context, void (*tell)(void* context, const CallSymbol& call)) = nullptr;

  // The co_awaits that wait for the coroutine that runs, innermost first. Called by base for a new Error; filled by promise.
  // Null: there are none.
  std::size_t (*awaitingCalls)(std::source_location* out, std::size_t most) = nullptr;

  // Memory from which a program may refer to what it has made: the variables of the program and its libraries, those of this
  // thread, and this thread's stack. Called by census; filled by os. Null: none of it is known.
  void (*memoryAround)(void* context, void (*tell)(void* context, MemoryAround around)) = nullptr;

  // Error.stackTraceLimit of the current program, changed to *set unless that is null. Called by base; filled by loop.
  // Null: it is 10.
  double (*stackTraceLimit)(const double* set) = nullptr;

  // Date.now(), in milliseconds. Called by date; filled by loop, with the clock of the current loop's port. Null:
  // the time is 0.
  double (*wallClock)() = nullptr;

  // The time zones of the current program, its own among them. Called by date; filled by process, from the variable TZ and the
  // files of the current loop's port. Null, or a null result where there is no program: UTC is the only one.
  Zones* (*zones)() = nullptr;

  // Math.random(). Called by base (math); filled by loop, with a generator of the current loop that its port has seeded;
  // throws an Error where no loop is current. Null: an Error, too.
  double (*random)() = nullptr;

  // What the tables of objects' keys are hashed with, so that nobody who chooses the keys can choose them to collide. Called
  // by json; filled by loop, with a random number of the current loop's port; 0 where
  // there is none. Null: as 0.
  std::uint64_t (*hashSeed)() = nullptr;

  // The current directory, from which path::resolve and path::relative begin. Called by path; filled by process, and in a
  // native module by its environment. Null: "/".
  String (*currentDirectory)() = nullptr;

  // An exception that left a callback; returns when somebody has handled it, and throws it again where the loop has no
  // program. Called by loop; filled by process. Null: it is thrown again.
  void (*uncaught)(Loop& loop, const std::exception_ptr& error) = nullptr;

  // A warning about a timer. Called by loop; filled by process (process.emitWarning). Null: nobody is warned.
  void (*timerWarning)(StringArg message, StringArg type) = nullptr;

  // After the microtasks: looks at the rejections that nobody awaited. True when it queued more work. Called by loop;
  // filled by promise. Null: there are no promises.
  bool (*rejections)(Loop& loop) = nullptr;

  // A rejection that nobody handled, and one that was handled after that was told: whether somebody listened. Called by
  // promise; filled by process ('unhandledRejection', 'rejectionHandled'). Null: nobody did.
  bool (*unhandledRejection)(Loop& loop, const Error& reason, const Promise<void>& promise) = nullptr;
  bool (*rejectionHandled)(Loop& loop, const Promise<void>& promise) = nullptr;

  // A warning, for the current loop's program. Called by promise and events; filled by process (process.emitWarning).
  // Null: nobody is warned.
  void (*warning)(const Error& warning) = nullptr;

  // Opens the channel to the parent, as the program begins. Called by process; filled by child_process. Null: the program
  // does not use channels.
  void (*openChannel)(Loop& loop, int fd, const String& mode) = nullptr;

  // Tells the channel to the parent whether somebody listens to an event of the process. As openChannel.
  void (*channelListens)(StringArg event, bool on) = nullptr;

  // After openChannel: the program may be a worker of a cluster. Called by process; filled by cluster. Null: the program
  // does not use clusters.
  void (*beginCluster)(Loop& loop) = nullptr;

  // Listens as a worker of a cluster does, in place of listening alone; false where this program is none. `family` 0: any
  // address; -1: a path, or an inherited descriptor. Called by net; filled by cluster. Null: it listens alone.
  bool (*listenInCluster)(net::ServerObject& server, StringArg address, int port, int family,
                          const net::ListenOptions& options) = nullptr;

  // Runs the log of a worker alone, in place of the program; its exit code. Called by run; filled by worker_threads. Null:
  // the program has no workers.
  int (*workerAlone)(os::Port& port) = nullptr;
};

// The table as everybody reads it.
extern constinit Upward upwardTable;
inline const Upward& upward() noexcept { return upwardTable; }

// Fills entries in: `const Filling clock([](Upward& to) { to.wallClock = …; });` at namespace scope.
struct Filling {
  explicit Filling(void (*fill)(Upward& to)) { fill(upwardTable); }
};

}  // namespace detail
}  // namespace nodecpp
