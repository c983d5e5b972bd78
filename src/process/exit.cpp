// How a program ends, by itself or by process::exit and abort, and the warnings that it prints.
#include <nodecpp/process/process_object.h>

#include <cmath>

#include "base/errors/validate.h"
#include "process/process_state.h"
#include "promise/rejections.h"

namespace nodecpp {

namespace detail {

void fillRejections(Upward& to) {
  to.unhandledRejection = [](Loop& loop, const Error& reason, const Promise<>& promise) {
    return loop.processState && ProcessState::of(loop).emitter->emit(event::unhandledRejection, reason, promise);
  };
  to.rejectionHandled = [](Loop& loop, const Promise<>& promise) {
    return loop.processState && ProcessState::of(loop).emitter->emit(event::rejectionHandled, promise);
  };
}

}  // namespace detail

namespace process {

using nodecpp::detail::Loop;
using nodecpp::detail::ProcessState;

void detail::throwBooleanCode(bool code) {
  throw nodecpp::detail::invalidArgType("code", "of type number", code ? "type boolean (true)" : "type boolean (false)");
}

void detail::setExitCode(const Lookup& code) {
  ProcessState& state = ProcessState::current();
  if (code == nullptr) {
    state.hasExitCode = false;
    state.exitCode = 0;
    return;
  }
  double number = code.toNumber();
  if (code.isArray() || (code.isString() && (code == "" || std::isnan(number))))
    throw nodecpp::detail::invalidArgType(
        "code", "of type number",
        code.isArray() ? String("an instance of Array") : "type string (" + nodecpp::detail::inspectString(code.toString()) + ")");
  nodecpp::detail::validateInteger(number, "code");
  state.hasExitCode = true;
  state.exitCode = int(std::int64_t(number));
}

Lookup ExitCode::value() const {
  const ProcessState& state = ProcessState::current();
  return state.hasExitCode ? Lookup(state.exitCode) : Lookup();
}
ExitCode::operator int() const { return ProcessState::current().exitCode; }

void exit() {
  ProcessState& state = ProcessState::current();
  // The error of an `exit` listener that throws is printed. A listener that calls exit() again ends the program at
  // once.
  if (!std::exchange(state.exiting, true)) state.emitter->emit(event::exit, state.exitCode);
  state.end(state.exitCode);
}
void abort() {
  ProcessState::current().onlyOnFirstThread("process.abort()");
  Loop::current().port().process.abort();
}

void setUncaughtExceptionCaptureCallback(Function<void(Error)> callback) {
  Function<void(Error)>& capture = ProcessState::current().capture;
  if (callback && capture)
    throw nodecpp::detail::codedError<Error>(
        "ERR_UNCAUGHT_EXCEPTION_CAPTURE_ALREADY_SET",
        "`process.setupUncaughtExceptionCapture()` was called while a capture callback was already active");
  capture = std::move(callback);
}
bool hasUncaughtExceptionCaptureCallback() { return bool(ProcessState::current().capture); }

bool kill(int pid, int signal) {
  os::ErrorCode error = Loop::current().port().process.kill(pid, signal);
  if (error) throw nodecpp::detail::errnoException(error, "kill");
  return true;
}
bool kill(int pid, StringArg signal) {
  int number = nodecpp::detail::signalNumber(signal);
  if (!number) throw nodecpp::detail::codedError<TypeError>("ERR_UNKNOWN_SIGNAL", "Unknown signal: " + signal.toString());
  return kill(pid, number);
}
bool detail::noDeprecation(const bool* set) {
  bool& flag = ProcessState::current().noDeprecation;
  return set ? flag = *set : flag;
}
bool detail::throwDeprecation(const bool* set) {
  bool& flag = ProcessState::current().throwDeprecation;
  return set ? flag = *set : flag;
}

bool detail::traceDeprecation(const bool* set) {
  bool& flag = ProcessState::current().traceDeprecation;
  return set ? flag = *set : flag;
}
bool detail::traceProcessWarnings(const bool* set) {
  bool& flag = ProcessState::current().traceWarnings;
  return set ? flag = *set : flag;
}

void emitWarning(const Error& warning) {
  ProcessState& state = ProcessState::current();
  if (warning->name == "DeprecationWarning") {
    if (state.noDeprecation) return;
    if (state.throwDeprecation) return nextTick([warning] { throw warning; });
  }
  nextTick([warning] { ProcessState::current().emitter->emit(event::warning, warning); });
}
void emitWarning(StringArg message, const WarningOptions& options) {
  Error warning(message);
  warning->name = options.type.empty() ? String("Warning") : options.type;
  warning->code = options.code;
  if (!options.detail.empty()) warning->properties.emplace_back("detail", options.detail);
  warning->stack.setHeader(warning.toString());
  emitWarning(warning);
}
void emitWarning(StringArg message, StringArg type, StringArg code) {
  emitWarning(message, WarningOptions{.type = type.toString(), .code = code.toString()});
}

}  // namespace process
}  // namespace nodecpp
