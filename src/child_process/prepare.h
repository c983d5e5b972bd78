// What the functions of child_process make of their arguments.
#pragma once

#include <nodecpp/child_process.h>

#include <vector>

#include "os/port/port.h"

namespace nodecpp::child_process::detail {

using nodecpp::detail::codedError;
using nodecpp::detail::invalidArgType;
using nodecpp::detail::invalidArgValue;

// One of the child's descriptors, with the stream that it is of ours.
struct StdioEnd {
  os::ChildStdio end{};
  bool ipc = false;
  net::Socket given{};
  bool pipes() const { return end.kind == os::ChildStdio::Kind::pipe; }
};

struct Prepared {
  String file;
  Arguments arguments;  // with argv[0]
  std::vector<std::pair<String, Lookup>> environment;
  String directory;
  std::vector<StdioEnd> stdio;
  int ipc = -1;  // which of them
  OptionalId uid, gid;
  bool detached = false;
  double timeout = 0;
  int killSignal = 0;
  AbortSignal signal;
};

// Options that all of them have.
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
// Starts it; its time-out and its signal are seen to.
ChildProcess startWatched(Prepared prepared);
os::SpawnSpec toSpec(const Prepared& prepared);

void validateNoNull(StringArg text, StringArg name, const char* kinds = "a string");
void validateTimeout(double timeout);
void validateMaxBuffer(double maxBuffer);
// Of options; 0 where there is none. ERR_UNKNOWN_SIGNAL.
int killSignalNumber(const Signal& signal);
int signalNumber(const Lookup& signal);

// "spawn file ENOENT", with path and spawnargs.
Error spawnError(int error, const String& file, const Arguments& spawnargs, const char* syscall = "spawn");

}  // namespace nodecpp::child_process::detail
