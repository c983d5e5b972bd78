// What a program's process object keeps: one for each loop.
#pragma once

#include <nodecpp/process/object.h>

#include <vector>

#include "base/upward.h"
#include "loop/loop.h"
#include "os/session/session.h"
#include "os/session/variables.h"

namespace nodecpp::detail {

// How a program on a thread of its own reaches the one that started it, in place of the process.
class WorkerLink {
 public:
  // What it writes to standard output and error.
  virtual void write(int fd, StringArg bytes) = 0;
  // An error that nobody handled ends it.
  virtual void failed(const Error& error) = 0;
  // Where standard input goes; null for nowhere.
  virtual void readInput(os::InputSink* sink) = 0;

 protected:
  ~WorkerLink() = default;
};

struct ProcessState {
  Loop& loop;
  std::vector<String> argv;
  String argv0;
  String executable;  // as it was when the program began: later its file may have been replaced
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
  String censusSignal{};
  Function<void(Error)> capture{};  // of uncaught exceptions
  bool begun = false;  // what is not caught from then on is the program's
  bool exiting = false;
  bool handlingUncaught = false;
  bool topLevelWaits = false;
  // NODE_CHANNEL_FD and NODE_CHANNEL_SERIALIZATION_MODE, taken out of the environment; -1: there is no parent to talk to.
  int channelFd = -1;
  String channelMode{};
  // Those that the program has asked for.
  Handle<process::OutputObject> outputs[3]{};
  Handle<process::InputObject> input{};
  WorkerLink* worker = nullptr;  // of another thread than the process's first
  void (*again)() = nullptr;  // see ProgramEntry
  os::EnvironmentLog* environmentLog = nullptr;  // of a program that is recorded or replayed

  // Throws ERR_WORKER_UNSUPPORTED_OPERATION on another thread than the first.
  void onlyOnFirstThread(const char* function) const;
  // Ends the program, which on another thread is not the process.
  [[noreturn]] void end(int code);
  static ProcessState& current();
  static ProcessState& of(Loop& loop) { return *static_cast<ProcessState*>(loop.processState); }
};

// The runtime's own options: --nodecpp-… in argv, up to "--", and the words of NODECPP_OPTIONS before them.
struct RuntimeOptions {
  bool ends = false;  // the program is not to run: print `message` to `fd` and end with `code`
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
  bool noCycleCollection = false;
  bool census = false;
  String censusSignal{};  // at which it is written
  std::size_t poolSize = 0;  // 0: as it is
  std::size_t poolQueue = 0;
  std::size_t maxMemory = 0;  // bytes; 0: as much as there is
  os::SessionSpec session{};
};
// Takes them out of argv.
RuntimeOptions takeRuntimeOptions(int& argc, char** argv, const std::vector<std::pair<String, String>>& environment);

// Installs a process into `loop`. `argv` is the program's own, without the runtime's options.
void installProcess(Loop& loop, int argc, const char* const* argv, RuntimeOptions options = {});
// Of a program on another thread: `environment` is its own.
void installProcess(Loop& loop, const std::vector<String>& arguments,
                    std::vector<std::pair<String, String>> environment, WorkerLink& worker);
void removeProcess(Loop& loop);
// Entries of the table of upward calls.
void uncaughtInProgram(Loop& loop, const std::exception_ptr& error);
void fillRejections(Upward& to);

// Writes the census whenever that signal comes.
void writeCensusOnSignal(const String& signal);

// Runs `program` and the loop to their end; the exit code.
int runToEnd(Loop& loop, const Function<void()>& program);
// The same in steps, for whoever turns the loop himself: before the first turn; whenever nothing keeps the loop alive,
// whether it goes on (beforeExit); and, when it does not, the exit code.
void beginProgram(Loop& loop, const Function<void()>& program);
bool programGoesOn(Loop& loop);
int endProgram(Loop& loop);

// What console and process write to standard output and error: through the stream where there is one.
void writeStandard(Loop& loop, int fd, StringArg bytes);
// At once, beside the stream. 0 or an error.
int writeOutside(ProcessState& state, int fd, StringArg bytes);

// The program's time zones (src/process/zone.cpp), and that its variable TZ has changed.
void fillZones(Upward& to);
void zoneChanged();

// What is printed when an error ends the program.
String fatalText(const Error& error);

// Signals by name, 0 when unknown; and back.
int signalNumber(StringArg name);
String signalName(int number);

}  // namespace nodecpp::detail
