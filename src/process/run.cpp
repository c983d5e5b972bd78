#include "process/state.h"

namespace nodecpp::detail {

namespace {

// The error that a listener of uncaughtException threw, or that nobody listened to, ends the program.
[[noreturn]] void endByError(ProcessState& state, const Error& error, int code) {
  state.loop.port().writeStandard(2, fatalText(error));
  state.exitCode = code;
  if (!std::exchange(state.exiting, true)) {
    try {
      state.emitter->emit(event::exit, code);
    } catch (const ProgramExit&) {
      throw;
    } catch (...) {
      state.exitCode = 7;
    }
  }
  state.loop.flushOutput();
  state.loop.port().exit(state.exitCode);
}

void uncaught(Loop& loop, const std::exception_ptr& exception) {
  ProcessState& state = ProcessState::of(loop);
  Error error = errorFrom(exception);
  if (state.exiting) endByError(state, error, 7);
  String origin = loop.uncaughtIsRejection ? "unhandledRejection" : "uncaughtException";
  try {
    state.emitter->emit(event::uncaughtExceptionMonitor, error, origin);
    if (state.emitter->listenerCount(event::uncaughtException) == 0) endByError(state, error, 1);
    state.emitter->emit(event::uncaughtException, error, origin);
  } catch (const ProgramExit&) {
    throw;
  } catch (...) {
    endByError(state, errorFrom(std::current_exception()), 7);
  }
}

int emitExit(ProcessState& state) {
  if (!std::exchange(state.exiting, true)) state.loop.makeCallback([&] { state.emitter->emit(event::exit, state.exitCode); });
  return state.exitCode;
}

}  // namespace

void topLevelPending() { ProcessState::current().topLevelWaits = true; }
void topLevelSettled() { ProcessState::current().topLevelWaits = false; }

void beginProgram(Loop& loop, const Function<void()>& program) {
  loop.hooks.uncaught = uncaught;
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
  if (state.topLevelWaits && state.exitCode == 0) {
    loop.port().writeStandard(2, "Warning: Detected unsettled top-level await\n");
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

bool takeRuntimeOptions(int& argc, char** argv, String& message) {
  int kept = 0;
  for (int i = 0; i < argc; ++i) {
    String argument(argv[i]);
    if (i > 0 && argument.startsWith("--nodecpp-")) {
      message = String(argv[0]) + ": bad option: " + argument + "\n";
      return false;
    }
    argv[kept++] = argv[i];
  }
  if (kept < argc) argv[kept] = nullptr;
  argc = kept;
  return true;
}

constinit thread_local SimulatedRun simulatedRun = nullptr;

int runProgram(int argc, char** argv, ProgramMain program) {
  if (simulatedRun) return simulatedRun(argc, argv, std::move(program));
  os::Port& port = os::linuxPort();
  String message;
  if (!takeRuntimeOptions(argc, argv, message)) {
    port.writeStandard(2, message);
    return 9;
  }
  int code;
  {
    Loop loop(port);
    Loop* before = Loop::setCurrent(&loop);
    installProcess(loop, argc, argv);
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
  return code;
}

}  // namespace nodecpp::detail
