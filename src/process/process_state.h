// The state of a program's process object, one for each loop.
#pragma once

#include <nodecpp/process/process_object.h>

#include <vector>

#include "base/assertion.h"
#include "base/upward_calls.h"
#include "loop/loop.h"
#include "os/session/recorded_variables.h"
#include "os/session/session.h"

namespace nodecpp::detail {

// Connects a worker thread's program to the program that started it, which takes the place of the process.
class WorkerLink {
 public:
  // Takes the worker's standard output and standard error.
  virtual void write(int fd, StringArg bytes) = 0;
  // Called when an error that nobody handled ends the worker.
  virtual void failed(const Error& error) = 0;
  // Sets where standard input is delivered; null means nowhere.
  virtual void readInput(os::InputSink* sink) = 0;

 protected:
  ~WorkerLink() = default;
};

struct ProcessState {
  Loop& loop;
  std::vector<String> argv;
  String argv0;
  // The executable's path when the program began, since the file may be replaced later.
  String executable;
  Handle<ProcessObject> emitter;
  std::vector<std::pair<String, String>> environment;
  int exitCode = 0;
  bool hasExitCode = false;
  std::vector<String> execArgv{};
  String title{};
  bool noDeprecation = false;
  bool throwDeprecation = false;
  bool traceDeprecation = false;
  bool traceWarnings = false;
  String dnsResultOrder{};
  bool useEnvProxy = false;  // The proxies of the environment are used, as with Node's --use-env-proxy.
  String censusSignal{};
  Function<void(Error)> capture{};  // of setUncaughtExceptionCaptureCallback
  bool begun = false;               // from now on, uncaught exceptions are the program's
  bool exiting = false;
  bool topLevelIsWaiting = false;
  // NODE_CHANNEL_FD and NODE_CHANNEL_SERIALIZATION_MODE, which are removed from the environment. -1 means that there is
  // no channel to a parent.
  int channelFd = -1;
  String channelMode{};
  // The standard streams that the program has used.
  Handle<process::OutputObject> outputs[3]{};
  Handle<process::InputObject> input{};
  WorkerLink* worker = nullptr;                  // null on the process's first thread
  void (*again)() = nullptr;                     // see ProgramEntry
  os::EnvironmentLog* environmentLog = nullptr;  // set for a program that is recorded or replayed

  // Throws ERR_WORKER_UNSUPPORTED_OPERATION on another thread than the first.
  void onlyOnFirstThread(const char* function) const;
  // Ends the program. On a worker thread this does not end the process.
  [[noreturn]] void end(int code);
  static ProcessState& current();
  static ProcessState& of(Loop& loop) {
    NODECPP_DEBUG_ASSERT(loop.processState);
    return *static_cast<ProcessState*>(loop.processState);
  }
};

// The runtime's own options: arguments that begin with --nodecpp-, up to "--", after the words of NODECPP_OPTIONS.
struct RuntimeOptions {
  // The program is not run: `message` is printed to `fd`, and the process ends with `code`.
  bool ends = false;
  int code = 0;
  int fd = 1;
  String message{};
  std::vector<String> taken{};
  String simulation{};         // the seed of --nodecpp-sim, if there is one
  String simulationClients{};  // the file of --nodecpp-sim-clients
  bool noDeprecation = false;
  bool traceDeprecation = false;
  bool traceWarnings = false;
  String dnsResultOrder = "verbatim";
  bool useEnvProxy = false;
  bool noCycleCollection = false;
  bool census = false;
  String censusSignal{};     // the signal at which the census is written
  std::size_t poolSize = 0;  // 0: the default
  std::size_t poolQueue = 0;
  std::size_t maxMemory = 0;  // in bytes; 0: no limit
  os::SessionSpec session{};
};
// Removes the runtime's options from argv and returns them.
RuntimeOptions takeRuntimeOptions(int& argc, char** argv, const std::vector<std::pair<String, String>>& environment);

// Installs a process into `loop`. `argv` contains the program's own arguments, without the runtime's options.
void installProcess(Loop& loop, int argc, const char* const* argv, RuntimeOptions options = {});
// Installs a process for a program on a worker thread, which has an environment of its own.
void installProcess(Loop& loop, const std::vector<String>& arguments,
                    std::vector<std::pair<String, String>> environment, WorkerLink& worker);
void removeProcess(Loop& loop);
// Functions in the table of upward calls, by which lower floors call this one.
void uncaughtInProgram(Loop& loop, const std::exception_ptr& error);
void fillRejections(Upward& to);

// Writes the census each time the signal is received.
void writeCensusOnSignal(const String& signal);

// Runs `program` and the event loop to their end. Returns the exit code.
int runToEnd(Loop& loop, const Function<void()>& program);
// runToEnd in steps, for a caller that runs the loop itself: beginProgram before the first turn; programGoesOn whenever
// nothing keeps the loop running (it emits beforeExit and returns whether the loop goes on); then endProgram, which
// returns the exit code.
void beginProgram(Loop& loop, const Function<void()>& program);
bool programGoesOn(Loop& loop);
int endProgram(Loop& loop);

// Writes the output of console and process: through the stream if the program uses it, otherwise directly.
void writeStandard(Loop& loop, int fd, StringArg bytes);
// Writes directly, without the stream. Returns 0 or an error.
int writeToDescriptor(ProcessState& state, int fd, StringArg bytes);

// Installs the time zones of the program (src/process/zone.cpp); zoneChanged is called when the variable TZ has
// changed.
void fillZones(Upward& to);
void zoneChanged();

// Returns the text that is printed when an error ends the program.
String fatalText(const Error& error);

// Convert a signal's name to its number, 0 for an unknown one, and back.
int signalNumber(StringArg name);
String signalName(int number);

}  // namespace nodecpp::detail
