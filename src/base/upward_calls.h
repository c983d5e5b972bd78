// The table of upward calls. A floor of the library uses only floors below it. When it has to call a function of a
// higher floor (Date needs the clock of the loop, the process needs the channel to its parent), it calls an entry of
// this table, and the higher floor fills the entry in. There is no other way up, and no other changeable function
// pointer at namespace scope. A test (tests/house) checks both.
//
// Entries are filled before main by a `UpwardRegistration` at namespace scope in the module that has the function. An
// entry stays null when the program does not link that module. In a native module of Node.js most entries stay null,
// because it has no event loop. After that the table is constant, so that all threads can read it without a lock.
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
template <class T>
class Handle;

namespace os {
struct DatagramSpec;
struct Port;
class TlsLibrary;
}  // namespace os
namespace net {
class ServerObject;
class SocketObject;
struct ListenOptions;
}  // namespace net
namespace dgram {
class SocketObject;
}

namespace detail {

class Loop;
struct CallSymbol;
class Zones;

struct MemoryRegion {
  enum class Kind : unsigned char { variables, threadVariables, stack, constant } kind;
  const char* begin;
  std::size_t bytes;
};

struct Upward {
  // Writes the return addresses of the running calls to `out`, innermost first and at most `most`, and returns their
  // number. Called by base for a new Error. Filled by os, since walking the stack differs from system to system. When
  // null, errors have no lines.
  std::size_t (*callStack)(const void** out, std::size_t most) = nullptr;

  // Calls `tell` for the functions that were inlined at the call before `address`, innermost first, and then for the
  // call itself. Called by base when an error's stack is read. Filled by os, which reads the program's own file. That
  // file is part of the program and no input, so it is not read through the port, and a replay reads the same file.
  void (*symbolsOf)(const void* address, void* context, void (*tell)(void* context, const CallSymbol& call)) = nullptr;

  // Writes the co_awaits that wait for the running coroutine to `out`, innermost first, and returns their number.
  // Called by base for a new Error. Filled by promise. When null, there are none of them.
  std::size_t (*awaitingCalls)(std::source_location* out, std::size_t most) = nullptr;

  // Calls `tell` for each part of memory from which a program may refer to its blocks: the variables of the program and
  // its libraries, the variables of this thread, and this thread's stack. Called by census. Filled by os. When null, no
  // such memory is known.
  void (*memoryRegions)(void* context, void (*tell)(void* context, MemoryRegion around)) = nullptr;

  // Returns Error.stackTraceLimit of the current program, after setting it to *set unless `set` is null. Called by
  // base. Filled by loop. When null, the limit is 10.
  double (*stackTraceLimit)(const double* set) = nullptr;

  // Returns Date.now() in milliseconds. Called by date. Filled by loop with the clock of the current loop's port. When
  // null, the time is 0.
  double (*wallClock)() = nullptr;

  // Returns the time zones of the current program, including its own. Called by date. Filled by process, from the
  // variable TZ and the files of the current loop's port. When the entry or its result is null, UTC is the only zone.
  Zones* (*zones)() = nullptr;

  // Returns Math.random(). Called by base (math). Filled by loop with a generator of the current loop, which is seeded
  // by the port. Throws an Error when no loop is current. When null, the caller throws an Error, too.
  double (*random)() = nullptr;

  // Returns the seed for hash tables of objects' keys, so that an attacker who chooses the keys cannot make them
  // collide. Called by json. Filled by loop with a random number from the current loop's port, or 0 without a loop.
  // When null, the seed is 0.
  std::uint64_t (*hashSeed)() = nullptr;

  // Returns the current directory, which path::resolve and path::relative begin with. Called by path. Filled by
  // process, and in a native module by its environment. When null, the directory is "/".
  String (*currentDirectory)() = nullptr;

  // Handles an exception that has left a callback. Returns when the program has handled it, and throws it again when
  // the loop has no program. Called by loop. Filled by process. When null, the exception is thrown again.
  void (*uncaught)(Loop& loop, const std::exception_ptr& error) = nullptr;

  // Emits a warning about a timer. Called by loop. Filled by process (process.emitWarning). When null, no warning is
  // emitted.
  void (*timerWarning)(StringArg message, StringArg type) = nullptr;

  // Called after the microtasks: reports the rejections that have no handler. Returns true when it has queued more
  // work. Called by loop. Filled by promise. When null, there are no promises.
  bool (*rejections)(Loop& loop) = nullptr;

  // Report a rejection without a handler, and a handler that was added after that report. They return whether a
  // listener was called. Called by promise. Filled by process ('unhandledRejection', 'rejectionHandled'). When null, no
  // listener exists.
  bool (*unhandledRejection)(Loop& loop, const Error& reason, const Promise<void>& promise) = nullptr;
  bool (*rejectionHandled)(Loop& loop, const Promise<void>& promise) = nullptr;

  // Emits a warning in the current loop's program. Called by promise and events. Filled by process
  // (process.emitWarning). When null, no warning is emitted.
  void (*warning)(const Error& warning) = nullptr;

  // Opens the channel to the parent process when the program begins. Called by process. Filled by child_process. When
  // null, the program uses no channels.
  void (*openChannel)(Loop& loop, int fd, const String& mode) = nullptr;

  // Tells the channel to the parent process whether the program listens to an event of the process. Called and filled
  // by the same modules as openChannel.
  void (*channelListens)(StringArg event, bool on) = nullptr;

  // Called after openChannel, because the program may be a worker of a cluster. Called by process. Filled by cluster.
  // When null, the program uses no clusters.
  void (*beginCluster)(Loop& loop) = nullptr;

  // Makes a server listen as a worker of a cluster does, and returns true. Returns false when the program is no worker,
  // and the server then listens by itself. `family` 0 means any address, -1 means a path or an inherited descriptor.
  // Called by net. Filled by cluster. When null, the server listens by itself.
  bool (*listenInCluster)(net::ServerObject& server, StringArg address, int port, int family,
                          const net::ListenOptions& options) = nullptr;

  // Returns the library that encrypts. Called by os/tls. Filled by os/openssl, which only programs with the module tls
  // link. When null, no connection can be encrypted.
  os::TlsLibrary& (*tlsLibrary)() = nullptr;

  // Returns a new TLSSocket that connects to a proxy. Called by http, which knows nothing of TLS otherwise. Filled by
  // https. When null, the program does not link TLS, and a proxy behind TLS is an error.
  Handle<net::SocketObject> (*connectToSecureProxy)(const String& host, double port) = nullptr;

  // Replays the log of a worker alone, in place of the program, and returns its exit code. Called by run. Filled by
  // worker_threads. When null, the program has no workers.
  int (*workerAlone)(os::Port& port) = nullptr;

  // Binds a socket for datagrams as a worker of a cluster does, and returns true: all workers that bind to one address
  // share one socket. Returns false when the program is no worker, and the socket then binds by itself. Called by
  // dgram. Filled by cluster. When null, the socket binds by itself.
  bool (*bindInCluster)(dgram::SocketObject& socket, const os::DatagramSpec& spec) = nullptr;
};

// The one table of the process. Code reads it through upward().
extern constinit Upward upwardTable;
inline const Upward& upward() noexcept { return upwardTable; }

// Fills entries of the table in: `const UpwardRegistration clock([](Upward& to) { to.wallClock = …; });` at namespace
// scope.
struct UpwardRegistration {
  explicit UpwardRegistration(void (*fill)(Upward& to)) { fill(upwardTable); }
};

}  // namespace detail
}  // namespace nodecpp
