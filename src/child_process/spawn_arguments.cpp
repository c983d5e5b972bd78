#include "child_process/spawn_arguments.h"
#include "base/containers/vector_of.h"

#include <cmath>
#include <vector>

#include "net/internals.h"
#include "process/process_state.h"

namespace nodecpp::child_process {

Environment::Environment(process::Environment, const Variables& more) : given_(true) {
  // Copying the environment does not count as reading it, so a recording does not contain the values because of this.
  for (const auto& [name, value] : nodecpp::detail::ProcessState::current().environment)
    variables_.emplace_back(name, value);
  for (const auto& [name, value] : more) set(name, value);
}

void Environment::set(StringArg name, Lookup value) {
  for (auto& [known, now] : variables_)
    if (known == name) {
      now = std::move(value);
      return;
    }
  variables_.emplace_back(name.toString(), std::move(value));
}

ErrorDetails errorDetails(const Error& error) {
  ErrorDetails details;
  for (const auto& [name, value] : error->properties) {
    if (name == "killed") details.killed = value == "true";
    if (name == "signal") details.signal = value;
    if (name == "cmd") details.cmd = value.toString();
    if (name == "status" && !value.isNull()) details.status = int(value.toNumber());
    if (name == "pid") details.pid = int(value.toNumber());
    if (name == "stdout") details.stdout = value;
    if (name == "stderr") details.stderr = value;
  }
  return details;
}

namespace detail {

void validateNoNull(StringArg text, StringArg name, const char* kinds) {
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text.data()[i] == '\0')
      throw invalidArgValue(name, nodecpp::detail::inspectString(text),
                            str("must be ") + kinds + " without null bytes");
}

void validateTimeout(double timeout) {
  if (timeout >= 0 && std::trunc(timeout) == timeout && std::isfinite(timeout)) return;
  throw nodecpp::detail::outOfRange("timeout", "an unsigned integer", nodecpp::detail::rangeNumber(timeout));
}

void validateMaxBuffer(double maxBuffer) {
  if (maxBuffer >= 0) return;
  throw nodecpp::detail::outOfRange("options.maxBuffer", "a positive number", nodecpp::detail::rangeNumber(maxBuffer));
}

int signalNumber(const Lookup& signal) {
  int number = 0;
  if (signal.kind() == Lookup::Kind::number) {
    number = int(signal.toNumber());
    if (!nodecpp::detail::signalName(number).empty()) return number;
  } else if (signal.isString()) {
    number = nodecpp::detail::signalNumber(signal.toString().toUpperCase());
    if (number) return number;
  }
  throw codedError<TypeError>("ERR_UNKNOWN_SIGNAL", "Unknown signal: " + signal.toString());
}

int killSignalNumber(const Signal& signal) {
  if (signal.value() == nullptr) return 0;
  if (signal.value().isArray())
    throw invalidArgType("options.killSignal", "one of type string or number", "an instance of Array");
  return signalNumber(signal.value());
}

Error spawnError(int error, const String& file, const Arguments& spawnargs, const char* syscall) {
  Error made = nodecpp::detail::errnoException(error, file.empty() ? str(syscall) : str(syscall) + " " + file);
  made->path = file;
  made->properties.emplace_back("spawnargs",
                                spawnargs.slice(1));
  return made;
}

namespace {

StdioEnd endOf(const StdioItem& item, int place, bool sync, bool& ipcSeen) {
  using Kind = os::ChildStdio::Kind;
  String word = item.given() ? item.word() : String(place < 3 ? "pipe" : "ignore");
  if (item.given() && item.socket()) {
    net::detail::SocketHandle* handle = net::detail::SocketInternals::handleOf(*item.socket());
    os::Connection* connection = handle ? handle->connection() : nullptr;
    if (!connection) throw invalidArgValue("stdio", "Socket {}");
    return {.end = {.kind = Kind::connection, .connection = connection}, .given = item.socket()};
  }
  if (word.empty()) return {.end = {.kind = item.fd() < 0 ? Kind::pipe : Kind::descriptor, .fd = item.fd()}};
  if (word == "ignore") return {};
  if (word == "pipe" || word == "overlapped") return {.end = {.kind = Kind::pipe}};
  if (word == "inherit") return {.end = {.kind = Kind::descriptor, .fd = place}};
  if (word == "ipc") {
    if (sync) throw codedError<Error>("ERR_IPC_SYNC_FORK", "IPC cannot be used with synchronous forks");
    if (std::exchange(ipcSeen, true))
      throw codedError<Error>("ERR_IPC_ONE_PIPE", "Child process can have only one IPC pipe");
    return {.end = {.kind = Kind::channel}, .ipc = true};
  }
  if (!sync)
    throw codedError<TypeError>("ERR_INVALID_SYNC_FORK_INPUT",
                                "Asynchronous forks do not support Buffer, TypedArray, DataView or string input: " +
                                    nodecpp::detail::inspectString(word));
  throw invalidArgValue("stdio", nodecpp::detail::inspectString(word));
}

std::vector<StdioEnd> endsOf(const Stdio& stdio, bool sync) {
  std::vector<StdioItem> items = nodecpp::detail::vectorOf(stdio.items());
  if (!stdio.word().empty()) {
    const String& word = stdio.word();
    if (word != "ignore" && word != "overlapped" && word != "pipe" && word != "inherit")
      throw invalidArgValue("stdio", nodecpp::detail::inspectString(word));
    items.assign(3, word);
  }
  while (items.size() < 3) items.emplace_back();
  std::vector<StdioEnd> ends;
  bool ipcSeen = false;
  for (const StdioItem& item : items) ends.push_back(endOf(item, int(ends.size()), sync, ipcSeen));
  return ends;
}

struct Warned {
  bool ofShell = false;
};
constinit nodecpp::detail::LoopLocal<Warned> warned;

}  // namespace

Prepared prepare(StringArg given, Arguments args, const Common& options, bool sync) {
  Prepared made;
  made.file = given.toString();
  validateNoNull(given, "file");
  if (given.empty()) throw invalidArgValue("file", "''", "cannot be empty");
  for (std::size_t i = 0; i < args.size(); ++i) validateNoNull(args[i], "args[" + str(i) + "]");
  validateNoNull(options.cwd, "options.cwd", "a string, Uint8Array, or URL");
  validateNoNull(options.argv0, "options.argv0");
  made.directory = options.cwd;
  if (options.shell) {
    validateNoNull(options.shell.path(), "options.shell");
    if (!args.empty() && !std::exchange(warned->ofShell, true))
      process::emitWarning(
          "Passing args to a child process with shell option true can lead to security vulnerabilities, as the "
          "arguments "
          "are not escaped, only concatenated.",
          "DeprecationWarning", "DEP0190");
    String command = made.file;
    for (const String& argument : args) command = command + " " + argument;
    made.file = options.shell.path().empty() ? String("/bin/sh") : options.shell.path();
    args = {"-c", command};
  }
  made.arguments = Array<String>{options.argv0.empty() ? made.file : options.argv0}.concat(args);
  Environment environment = options.env.given() ? options.env : Environment(process::env);
  for (const auto& [name, value] : environment.variables()) {
    if (value.isUndefined()) continue;
    validateNoNull(name, "options.env['" + name + "']");
    validateNoNull(value.toString(), "options.env['" + name + "']");
    made.environment.emplace_back(name, value);
  }
  made.stdio = endsOf(options.stdio, sync);
  for (std::size_t i = 0; i < made.stdio.size(); ++i)
    if (made.stdio[i].ipc) made.ipc = int(i);
  made.uid = options.uid;
  made.gid = options.gid;
  made.detached = options.detached;
  validateTimeout(options.timeout);
  made.timeout = options.timeout;
  made.killSignal = killSignalNumber(options.killSignal);
  return made;
}

os::SpawnSpec toSpec(const Prepared& prepared) {
  os::SpawnSpec spec{.file = prepared.file,
                     .arguments = nodecpp::detail::vectorOf(prepared.arguments),
                     .directory = prepared.directory,
                     .uid = prepared.uid.given() ? prepared.uid.value() : -1,
                     .gid = prepared.gid.given() ? prepared.gid.value() : -1,
                     .detached = prepared.detached};
  for (const auto& [name, value] : prepared.environment) spec.environment.push_back(name + "=" + value.toString());
  for (const StdioEnd& end : prepared.stdio) spec.stdio.push_back(end.end);
  return spec;
}

}  // namespace detail
}  // namespace nodecpp::child_process
