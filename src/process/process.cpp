#include <nodecpp/path.h>
#include <nodecpp/process/process_object.h>
#include <nodecpp/util.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include "base/assertion.h"
#include "process/process_state.h"

namespace nodecpp {

namespace detail {

ProcessState& ProcessState::current() { return of(Loop::current()); }

// The functions that lower floors call in the process module, through the table of upward calls.
static const UpwardRegistration processIsHere([](Upward& to) {
  to.currentDirectory = process::cwd;
  to.uncaught = uncaughtInProgram;
  fillRejections(to);
  fillZones(to);
  to.warning = [](const Error& warning) {
    Loop* loop = Loop::currentOrNull();
    if (loop && loop->processState) process::emitWarning(warning);
  };
  to.timerWarning = [](StringArg text, StringArg type) {
    if (Loop::current().processState) process::emitWarning(text, type);
  };
});

namespace {

// The first listener of `warning`, as in Node. It can be removed with the others.
void printWarning(const Error& warning) {
  ProcessState& state = ProcessState::current();
  if (warning->name == "DeprecationWarning" && state.noDeprecation) return;
  String text = "(node:" + str(int(process::pid)) + ") ";
  if (!warning->code.empty()) text += "[" + warning->code + "] ";
  const bool trace = state.traceWarnings || (state.traceDeprecation && warning->name == "DeprecationWarning");
  text += trace && warning->stack ? warning->stack.toString() : warning.toString();
  for (const auto& [name, value] : warning->properties)
    if (name == "detail") text += "\n" + value.toString();
  writeStandard(state.loop, 2, text + "\n");
}

// Removes the channel from the environment, so that a child of this program does not use it.
void takeChannel(ProcessState& state) {
  auto take = [&](const char* name) {
    String value;
    auto at = std::ranges::find(state.environment, StringArg(name), [](const auto& entry) { return StringArg(entry.first); });
    if (at == state.environment.end()) return value;
    value = at->second;
    state.environment.erase(at);
    state.loop.port().process.setEnvironment(name, nullptr);
    return value;
  };
  String fd = take("NODE_CHANNEL_FD");
  state.channelMode = take("NODE_CHANNEL_SERIALIZATION_MODE");
  double number = toNumber(fd);
  NODECPP_ASSERT(state.channelFd == -1, state.channelFd);
  if (!fd.empty() && number >= 0 && number < 1 << 20) state.channelFd = int(number);
}

}  // namespace

namespace {
ProcessState* makeProcess(Loop& loop) {
  NODECPP_ASSERT(!loop.processState && !loop.ends() && Loop::currentOrNull() == &loop);
  auto* state =
      new ProcessState{.loop = loop, .argv = {}, .argv0 = {}, .executable = {}, .emitter = {}, .environment = {}};
  state->executable = loop.port().process.executable();
  state->argv = {state->executable, state->executable};
  loop.processState = state;
  state->environmentLog = dynamic_cast<os::EnvironmentLog*>(&loop.port().process);
  state->emitter = make<ProcessObject>();
  state->emitter->on(event::warning, printWarning);
  return state;
}
}  // namespace

void installProcess(Loop& loop, const std::vector<String>& arguments,
                    std::vector<std::pair<String, String>> environment, WorkerLink& worker) {
  ProcessState* state = makeProcess(loop);
  state->argv.insert(state->argv.end(), arguments.begin(), arguments.end());
  NODECPP_ASSERT(state->argv.size() == arguments.size() + 2 && !state->worker, state->argv.size(), arguments.size());
  state->argv0 = state->title = state->argv[0];
  if (state->environmentLog) state->environmentLog->inherited(environment);
  state->environment = std::move(environment);
  state->worker = &worker;
}

void installProcess(Loop& loop, int argc, const char* const* argv, RuntimeOptions options) {
  ProcessState* state = makeProcess(loop);
  state->execArgv = std::move(options.taken);
  state->noDeprecation = options.noDeprecation;
  state->traceDeprecation = options.traceDeprecation;
  state->traceWarnings = options.traceWarnings;
  state->dnsResultOrder = std::move(options.dnsResultOrder);
  state->useEnvProxy = options.useEnvProxy;
  state->censusSignal = std::move(options.censusSignal);
  if (argc > 0) state->argv0 = String(argv[0]);
  for (int i = 1; i < argc; ++i) state->argv.emplace_back(argv[i]);
  state->environment = loop.port().process.environment();
  takeChannel(*state);
  state->title = state->argv0;
}

void ProcessState::onlyOnFirstThread(const char* function) const {
  if (worker)
    throw codedError<TypeError>("ERR_WORKER_UNSUPPORTED_OPERATION",
                                String(function) + " is not supported in workers");
}

void ProcessState::end(int code) {
  NODECPP_ASSERT(begun && exiting && Loop::currentOrNull() == &loop, begun, exiting);
  loop.flushOutput();
  if (worker) throw ProgramExit{code};
  loop.port().process.exit(code);
}

void removeProcess(Loop& loop) {
  NODECPP_ASSERT(loop.processState && Loop::currentOrNull() == &loop);
  ProcessState& state = ProcessState::of(loop);
  state.emitter->removeAllListeners();
  if (state.input) state.input->release();
  // Listeners that are freed here may still use the process.
  loop.end();
  delete &state;
  loop.processState = nullptr;
}

String fatalText(const Error& error) {
  // As Node prints an error that ends the program: deeper than console.log, and without what types print of themselves.
  const auto shown = [&] {
    return util::inspect(error, {.depth = std::max(util::inspect.defaultOptions.depth.get().value, 5.0), .customInspect = false});
  };
  const String end = str("\n\nNode.cpp ") + process::version + "\n";
  if (error->emitted.empty()) return "Uncaught exception\n\n" + shown() + end;
  // As in Node, this text follows the lines of the stack and precedes the error's properties.
  const ErrorStack stack = error->stack;
  error->stack = stack + "\n" + error->emitted;
  String text = shown();
  const String bare = "[" + error->stack + "]";
  if (text.startsWith(bare)) text = error->stack + text.slice(bare.length());
  error->stack = stack;
  return "      throw er; // Unhandled 'error' event\n      ^\n\n" + text + end;
}

}  // namespace detail

void ProcessObject::listenerAdded(EventName name) {
  int number = detail::signalNumber(String::copyOf(name.data(), name.size()));
  auto& state = detail::ProcessState::current();
  if (auto listens = detail::upward().channelListens) listens(StringArg(std::string_view(name.data(), name.size())), true);
  // Only the first thread gets signals.
  if (!number || state.worker) return;
  auto& loop = detail::Loop::current();
  os::ErrorCode error = loop.port().process.watchSignal(
      number,
      [](void* context, int pushed) {
        auto* at = static_cast<detail::Loop*>(context);
        NODECPP_ASSERT(at->processState && pushed > 0, pushed);  // Only a signal that is watched is pushed.
        at->makeCallback([&] {
          String signal = detail::signalName(pushed);
          detail::ProcessState::of(*at).emitter->emit(signal, signal, pushed);
        });
      },
      &loop);
  NODECPP_ASSERT(error <= 0, error);
  if (!error) return;
  removeAllListeners(name);
  throw detail::errnoException(error, "uv_signal_start");
}

void ProcessObject::listenerRemoved(EventName name) {
  int number = detail::signalNumber(String::copyOf(name.data(), name.size()));
  auto& state = detail::ProcessState::current();
  if (number && !state.worker) detail::Loop::current().port().process.watchSignal(number, nullptr, nullptr);
  if (auto listens = detail::upward().channelListens) listens(StringArg(std::string_view(name.data(), name.size())), false);
}

namespace process {

using nodecpp::detail::Loop;
using nodecpp::detail::ProcessState;

Handle<ProcessObject> emitter() { return ProcessState::current().emitter; }

namespace {
String* variableNamed(StringArg name) {
  for (auto& [key, value] : ProcessState::current().environment)
    if (key == name) return &value;
  return nullptr;
}
// A recording contains the values of most variables from the moment at which they are read.
void noteRead(StringArg name, String& value) {
  if (os::EnvironmentLog* log = ProcessState::current().environmentLog) log->variableRead(name, value);
}
}  // namespace

const EnvironmentVariable& EnvironmentVariable::set(const Lookup& value) const {
  if (name_.isNullish()) return *this;
  String text = value.toString();
  if (String* known = variableNamed(name_))
    *known = text;
  else
    ProcessState::current().environment.emplace_back(name_, text);
  if (!ProcessState::current().worker) Loop::current().port().process.setEnvironment(name_, &text);
  if (name_ == "TZ") nodecpp::detail::zoneChanged();
  return *this;
}

EnvironmentVariable Environment::operator[](StringArg name) const {
  String* value = variableNamed(name);
  if (value) noteRead(name, *value);
  return {name.toString(), value ? Lookup(*value) : Lookup()};
}
bool Environment::has(StringArg name) const { return variableNamed(name) != nullptr; }
void Environment::remove(StringArg name) const {
  std::erase_if(ProcessState::current().environment, [&](const auto& entry) { return entry.first == name; });
  if (!ProcessState::current().worker) Loop::current().port().process.setEnvironment(name, nullptr);
  if (name == StringArg("TZ")) nodecpp::detail::zoneChanged();
}
Array<std::pair<String, String>> Environment::entries() const {
  auto& all = ProcessState::current().environment;
  for (auto& [name, value] : all) noteRead(name, value);
  return nodecpp::detail::arrayOf(all);
}
Array<String> Environment::keys() const {
  Array<String> names;
  for (const auto& [name, value] : ProcessState::current().environment) names.push(name);
  return names;
}

Lookup Arguments::operator[](std::size_t index) const {
  const auto& all = ProcessState::current().argv;
  return index < all.size() ? Lookup(all[index]) : Lookup();
}
std::ptrdiff_t Arguments::length() const { return std::ptrdiff_t(ProcessState::current().argv.size()); }
Array<String> Arguments::slice(std::ptrdiff_t from, std::ptrdiff_t to) const {
  return nodecpp::detail::arrayOf(ProcessState::current().argv).slice(double(from), double(to));
}
String argv0() { return ProcessState::current().argv0; }
Array<String> execArgv() { return nodecpp::detail::arrayOf(ProcessState::current().execArgv); }
String execPath() { return ProcessState::current().executable; }

const Title& Title::operator=(StringArg title) const {
  ProcessState::current().title = title.toString();
  return *this;
}
Title::operator String() const { return ProcessState::current().title; }

int detail::pid() { return Loop::current().port().process.pid(); }
int detail::ppid() { return Loop::current().port().process.parentPid(); }

String cwd() { return Loop::current().port().process.currentDirectory(); }
void chdir(StringArg directory) {
  ProcessState::current().onlyOnFirstThread("process.chdir()");
  os::ErrorCode error = Loop::current().port().process.changeDirectory(directory);
  if (error) throw nodecpp::detail::uvException(error, "chdir", cwd(), directory);
}
double uptime() {
  Loop& loop = Loop::current();
  return double(loop.port().clock.hrtime() - loop.startTime()) / 1e9;
}

int getuid() { return Loop::current().port().process.userId(); }
int geteuid() { return Loop::current().port().process.effectiveUserId(); }
int getgid() { return Loop::current().port().process.groupId(); }
int getegid() { return Loop::current().port().process.effectiveGroupId(); }
int umask() { return Loop::current().port().process.umask(-1); }
int umask(int mask) {
  ProcessState::current().onlyOnFirstThread("Setting process.umask()");
  return Loop::current().port().process.umask(mask);
}

void detail::nextTick(Function<void()> callback) { Loop::current().nextTick(std::move(callback)); }

}  // namespace process
}  // namespace nodecpp
