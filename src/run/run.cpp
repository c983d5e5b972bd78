// run(): the program of this process is set up, run to its end and taken down; or a simulated world is, a replay, or the log of
// a worker alone. It stands above all that it can begin.
#include <nodecpp/process.h>

#include <memory>
#include <string>
#include <vector>

#include "base/cycle_collector.h"
#include "base/memory_count.h"
#include "base/memory_notes.h"
#include "os/trace/manifest.h"
#include "process/state.h"
#include "world/program.h"
#include "world/simulate.h"

namespace nodecpp::detail {

namespace {

// A command line as values, for what keeps it or puts another in its place.
struct CommandLine {
  CommandLine(int argc, char** argv, const std::vector<String>& taken) : arguments(argv, argv + argc) {
    for (const String& option : taken) options.emplace_back(option.data(), option.size());
  }
  // Puts it together again. What argv points to stays as long as this.
  void set(int& argc, char**& argv) {
    arguments.insert(arguments.begin() + (arguments.empty() ? 0 : 1), options.begin(), options.end());
    for (std::string& argument : arguments) pointers_.push_back(argument.data());
    argc = int(pointers_.size());
    pointers_.push_back(nullptr);
    argv = pointers_.data();
  }

  std::vector<std::string> arguments, options;

 private:
  std::vector<char*> pointers_;
};

}  // namespace

int runProgram(int argc, char** argv, ProgramEntry entry) {
  if (sim::Program::takesOver(argc, argv, entry)) return 0;
  RuntimeOptions options = takeRuntimeOptions(argc, argv, os::processEnvironment());
  if (options.ends) {
    os::linuxPort().process.writeStandard(options.fd, options.message);
    return options.code;
  }
  if (options.maxMemory) MemoryCount::setLimit(options.maxMemory);
  if (!options.simulation.empty()) return sim::simulate(os::linuxPort(), argc, argv, options, std::move(entry));
  std::unique_ptr<os::Session> session;
  CommandLine line(argc, argv, options.taken);
  if (options.session.any()) {
    std::string error;
    session = os::Session::open(options.session, line.arguments, line.options, error);
    if (!session) {
      os::linuxPort().process.writeStandard(2, line.arguments[0] + ": " + error + "\n");
      return 9;
    }
    if (os::record::isThreadsLog(options.session.worker)) {
      if (auto alone = upward().workerAlone) return session->ended(alone(session->port()));
      os::linuxPort().process.writeStandard(2, line.arguments[0] + ": this program has no workers\n");
      return 4;
    }
    // A replay has the recorded run's.
    line.set(argc, argv);
    options = takeRuntimeOptions(argc, argv, {});
  }
  if (options.noCycleCollection) CycleCollector::enable(false);
  if (options.maxMemory) MemoryCount::setLimit(options.maxMemory);
  if (options.census) MemoryNotes::begin();
  os::setComputation(options.poolSize, options.poolQueue);
  os::Port& port = session ? session->port() : os::linuxPort();
  int code = 0;
  {
    Loop loop(port);
    Loop* before = Loop::setCurrent(&loop);
    installProcess(loop, argc, argv, std::move(options));
    ProcessState::of(loop).again = entry.again;
    try {
      code = runToEnd(loop, entry.main);
    } catch (const ProgramExit& exit) {
      code = exit.code;
    }
    entry.main = nullptr;
    loop.end();
    removeProcess(loop);
    Loop::setCurrent(before);
  }
  if (session) code = session->ended(code);
  // What a thread that still runs uses must not be destroyed under it.
  if (port.threads.threadsLeft()) port.process.exit(code);
  return code;
}

}  // namespace nodecpp::detail
