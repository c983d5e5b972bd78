#include "process/state.h"
#include "promise/rejections.h"

namespace nodecpp::detail {

namespace {

// Nobody listened to the error: it ends the program. Where it is ending already, by an `exit` listener, its code stays.
[[noreturn]] void endByError(ProcessState& state, const Error& error) {
  if (!state.worker) {
    state.loop.port().writeStandard(2, fatalText(error));
    state.loop.port().fails();
  }
  if (!std::exchange(state.exiting, true)) {
    state.hasExitCode = true;
    state.exitCode = 1;
    try {
      state.emitter->emit(event::exit, 1);
    } catch (const ProgramExit&) {
      throw;
    } catch (...) {
    }
  } else if (!state.hasExitCode) {
    state.exitCode = 1;
  }
  if (state.worker) state.worker->failed(error);
  state.end(state.exitCode);
}

void uncaught(Loop& loop, const std::exception_ptr& exception) {
  ProcessState& state = ProcessState::of(loop);
  Error error = errorFrom(exception);
  String origin = uncaughtIsRejection() ? "unhandledRejection" : "uncaughtException";
  try {
    state.emitter->emit(event::uncaughtExceptionMonitor, error, origin);
    if (Function<void(Error)> capture = state.capture) return capture(error);
    if (state.emitter->listenerCount(event::uncaughtException) == 0) endByError(state, error);
    state.emitter->emit(event::uncaughtException, error, origin);
  } catch (const ProgramExit&) {
    throw;
  } catch (...) {
    // A listener of uncaughtException threw: the program ends without a word to its other listeners.
    Error second = errorFrom(std::current_exception());
    if (state.worker) {
      state.worker->failed(second);
    } else {
      loop.port().writeStandard(2, fatalText(second));
      loop.port().fails();
    }
    state.exiting = true;
    state.end(7);
  }
}

int emitExit(ProcessState& state) {
  if (!std::exchange(state.exiting, true))
    state.loop.makeCallback([&] { state.emitter->emit(event::exit, state.exitCode); });
  return state.exitCode;
}

}  // namespace

void topLevelPending() { ProcessState::current().topLevelWaits = true; }
void topLevelSettled() { ProcessState::current().topLevelWaits = false; }

void beginProgram(Loop& loop, const Function<void()>& program) {
  loop.hooks.uncaught = uncaught;
  ProcessState& state = ProcessState::of(loop);
  if (openChannel && state.channelFd >= 0) openChannel(loop, state.channelFd, state.channelMode);
  if (beginCluster && state.channelFd >= 0) loop.makeCallback([&] { beginCluster(loop); });
  loop.makeCallback([&] { program(); });
  loop.makeCallback([] {});  // ticks of a top level that threw and was forgiven
}

bool programGoesOn(Loop& loop) {
  ProcessState& state = ProcessState::of(loop);
  loop.makeCallback([&] { state.emitter->emit(event::beforeExit, state.exitCode); });
  return loop.alive();
}

int endProgram(Loop& loop) {
  ProcessState& state = ProcessState::of(loop);
  if (state.topLevelWaits && !state.hasExitCode) {
    writeOutside(state, 2, "Warning: Detected unsettled top-level await\n");
    state.hasExitCode = true;
    state.exitCode = 13;
  }
  return emitExit(state);
}

int runToEnd(Loop& loop, const Function<void()>& program) {
  beginProgram(loop, program);
  do loop.run();
  while (programGoesOn(loop));
  return endProgram(loop);
}

constinit thread_local SimulatedRun simulatedRun = nullptr;
constinit void (*programAgain)() = nullptr;
constinit int (*workerAlone)(os::Port& port) = nullptr;

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

int runProgram(int argc, char** argv, ProgramMain program) {
  if (simulatedRun) return simulatedRun(argc, argv, std::move(program));
  RuntimeOptions options = takeRuntimeOptions(argc, argv, os::processEnvironment());
  if (options.ends) {
    os::linuxPort().writeStandard(options.fd, options.message);
    return options.code;
  }
  if (!options.simulation.empty()) return runSimulated(os::linuxPort(), argc, argv, options, std::move(program));
  std::unique_ptr<os::Session> session;
  CommandLine line(argc, argv, options.taken);
  if (options.session.any()) {
    std::string error;
    session = os::Session::open(options.session, line.arguments, line.options, error);
    if (!session) {
      os::linuxPort().writeStandard(2, line.arguments[0] + ": " + error + "\n");
      return 9;
    }
    if (!options.session.worker.empty()) {
      if (workerAlone) return session->ended(workerAlone(session->port()));
      os::linuxPort().writeStandard(2, line.arguments[0] + ": this program has no workers\n");
      return 4;
    }
    // A replay has the recorded run's.
    line.set(argc, argv);
    options = takeRuntimeOptions(argc, argv, {});
  }
  os::setComputation(options.poolSize, options.poolQueue);
  os::Port& port = session ? session->port() : os::linuxPort();
  int code;
  {
    Loop loop(port);
    Loop* before = Loop::setCurrent(&loop);
    installProcess(loop, argc, argv, std::move(options));
    try {
      code = runToEnd(loop, program);
    } catch (const ProgramExit& exit) {
      code = exit.code;
    }
    program = nullptr;
    loop.end();
    removeProcess(loop);
    Loop::setCurrent(before);
  }
  if (session) code = session->ended(code);
  // What a thread that still runs uses must not be destroyed under it.
  if (port.threadsLeft()) port.exit(code);
  return code;
}

}  // namespace nodecpp::detail
