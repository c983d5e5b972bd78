// Checks and converts the arguments of child_process's functions.
#pragma once

#include <nodecpp/child_process.h>

#include <vector>

#include "os/port/port.h"

namespace nodecpp::child_process::detail {

using nodecpp::detail::codedError;
using nodecpp::detail::invalidArgType;
using nodecpp::detail::invalidArgValue;

// One of the child's descriptors, and the program's own socket if the descriptor is one.
struct StdioEnd {
  os::ChildStdio end{};
  bool ipc = false;
  net::Socket given{};
  bool pipes() const { return end.kind == os::ChildStdio::Kind::pipe; }
};

struct Prepared {
  String file;
  Arguments arguments;  // including argv[0]
  std::vector<std::pair<String, Lookup>> environment;
  String directory;
  std::vector<StdioEnd> stdio;
  int ipc = -1;  // the index of the IPC channel in `stdio`; -1 without one
  String serialization = "json";  // of the IPC channel
  OptionalId uid, gid;
  bool detached = false;
  double timeout = 0;
  int killSignal = 0;
  AbortSignal signal;
};

// The options that all functions have.
struct Common {
  const String& cwd;
  const Environment& env;
  const String& argv0;
  const Stdio& stdio;
  bool detached;
  const OptionalId& uid;
  const OptionalId& gid;
  const Shell& shell;
  double timeout;
  const Signal& killSignal;
};
Prepared prepare(StringArg file, Arguments args, const Common& options, bool sync);
// Starts the child, and handles its time-out and its abort signal.
ChildProcess startWatched(Prepared prepared);
os::SpawnSpec toSpec(const Prepared& prepared);

void validateNoNull(StringArg text, StringArg name, const char* kinds = "a string");
void validateTimeout(double timeout);
void validateMaxBuffer(double maxBuffer);
// Returns the number of the killSignal option, 0 when it was not given. Throws ERR_UNKNOWN_SIGNAL.
int killSignalNumber(const Signal& signal);
int signalNumber(const Lookup& signal);

// Makes the error "spawn file ENOENT", with the properties path and spawnargs.
Error spawnError(int error, const String& file, const Arguments& spawnargs, const char* syscall = "spawn");

}  // namespace nodecpp::child_process::detail
