#include "base/assertion.h"
#include "base/text/encoding.h"
#include "process/process_state.h"

namespace nodecpp::detail {

namespace {

// Ends the program because nobody listened to the error. A program that is already ending, by an `exit` listener, keeps
// its code.
[[noreturn]] void endByError(ProcessState& state, const Error& error) {
  NODECPP_ASSERT(state.begun && Loop::currentOrNull() == &state.loop);
  if (!state.worker) {
    state.loop.port().process.writeStandard(2, wellFormed(fatalText(error)));
    state.loop.port().process.fails();
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

}  // namespace

void uncaughtInProgram(Loop& loop, const std::exception_ptr& exception) {
  if (!loop.processState || !ProcessState::of(loop).begun) std::rethrow_exception(exception);
  ProcessState& state = ProcessState::of(loop);
  NODECPP_ASSERT(&state.loop == &loop && Loop::currentOrNull() == &loop);
  Error error = errorFrom(exception);
  NODECPP_ASSERT(bool(exception));
  String origin = loop.uncaughtIsRejection ? "unhandledRejection" : "uncaughtException";
  try {
    state.emitter->emit(event::uncaughtExceptionMonitor, error, origin);
    if (Function<void(Error)> capture = state.capture) return capture(error);
    if (state.emitter->listenerCount(event::uncaughtException) == 0) endByError(state, error);
    state.emitter->emit(event::uncaughtException, error, origin);
  } catch (const ProgramExit&) {
    throw;
  } catch (...) {
    // A listener of uncaughtException threw. The program ends without calling any further listener.
    Error second = errorFrom(std::current_exception());
    if (state.worker) {
      state.worker->failed(second);
    } else {
      loop.port().process.writeStandard(2, wellFormed(fatalText(second)));
      loop.port().process.fails();
    }
    state.exiting = true;
    state.end(7);
  }
}

namespace {

int emitExit(ProcessState& state) {
  NODECPP_ASSERT(state.begun);
  if (!std::exchange(state.exiting, true))
    state.loop.makeCallback([&] { state.emitter->emit(event::exit, state.exitCode); });
  return state.exitCode;
}

}  // namespace

void topLevelPending() { ProcessState::current().topLevelIsWaiting = true; }
void topLevelSettled() { ProcessState::current().topLevelIsWaiting = false; }

void beginProgram(Loop& loop, const Function<void()>& program) {
  ProcessState& state = ProcessState::of(loop);
  NODECPP_ASSERT(!state.begun && !state.exiting && !loop.ends());  // A program begins once.
  state.begun = true;
  if (state.channelFd >= 0) {
    if (auto open = upward().openChannel) open(loop, state.channelFd, state.channelMode);
    if (auto begin = upward().beginCluster) loop.makeCallback([&] { begin(loop); });
  }
  if (!state.censusSignal.empty()) loop.makeCallback([&] { writeCensusOnSignal(state.censusSignal); });
  loop.makeCallback([&] { program(); });
  // Runs the ticks of a top level that threw an exception which a listener handled.
  loop.makeCallback([] {});
}

bool programGoesOn(Loop& loop) {
  ProcessState& state = ProcessState::of(loop);
  NODECPP_ASSERT(state.begun && !loop.ends());
  loop.makeCallback([&] { state.emitter->emit(event::beforeExit, state.exitCode); });
  return loop.alive();
}

int endProgram(Loop& loop) {
  ProcessState& state = ProcessState::of(loop);
  NODECPP_ASSERT(state.begun && !loop.ends());
  if (state.topLevelIsWaiting && !state.hasExitCode) {
    writeToDescriptor(state, 2, "Warning: Detected unsettled top-level await\n");
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

}  // namespace nodecpp::detail
