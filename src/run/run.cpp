// run(): sets up the program of this process, runs it to its end and takes it down. Depending on the options, runs a
// simulated world, a replay, or the log of one worker instead. This file is on the highest level, because it starts all
// of these.
#include <nodecpp/process.h>

#include <memory>
#include <string>
#include <vector>

#include "base/assertion.h"
#include "base/memory/memory_count.h"
#include "base/memory/memory_notes.h"
#include "base/objects/cycle_collector.h"
#include "os/trace/manifest.h"
#include "process/process_state.h"
#include "world/simulate.h"
#include "world/simulated_program.h"

namespace nodecpp::detail {

namespace {

// A command line as values, for sessions that record it or replace it.
struct CommandLine {
  CommandLine(int argc, char** argv, const std::vector<String>& taken) : arguments(argv, argv + argc) {
    for (const String& option : taken) options.emplace_back(option.data(), option.size());
  }
  // Builds the command line again. What argv points to is valid as long as this object.
  void set(int& argc, char**& argv) {
    NODECPP_ASSERT(pointers_.empty());  // argv points into this list already.
    arguments.insert(arguments.begin() + (arguments.empty() ? 0 : 1), options.begin(), options.end());
    for (std::string& argument : arguments) pointers_.push_back(argument.data());
    argc = int(pointers_.size());
    pointers_.push_back(nullptr);
    NODECPP_ASSERT(argc >= 0 && pointers_.size() == std::size_t(argc) + 1, argc, pointers_.size());
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
    // A replay uses the command line of the recorded run.
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
    NODECPP_ASSERT(loop.processState && &Loop::current() == &loop);
    ProcessState::of(loop).again = entry.again;
    try {
      code = runToEnd(loop, entry.main);
    } catch (const ProgramExit& exit) {
      code = exit.code;
    }
    entry.main = nullptr;
    loop.end();
    removeProcess(loop);
    NODECPP_ASSERT(Loop::currentOrNull() == &loop && !loop.processState);
    Loop::setCurrent(before);
  }
  if (session) code = session->ended(code);
  // A thread that was left running may use anything, so the process ends here, and nothing is destroyed.
  if (port.threads.threadsLeft()) port.process.exit(code);
  return code;
}

}  // namespace nodecpp::detail
