// spawnSync, execSync and execFileSync, which are a single operation of the port.
#include "child_process/spawn_arguments.h"
#include "process/process_state.h"

namespace nodecpp::child_process {

namespace {

using nodecpp::detail::Loop;

stream::Chunk decoded(const String& bytes, const String& encoding) {
  Encoding known{};
  Buffer buffer = Buffer::copyOf(bytes.data(), bytes.size());
  if (encoding == "buffer" || !nodecpp::detail::parseEncoding(encoding, known)) return buffer;
  return buffer.toString(known);
}

SpawnSyncReturns run(detail::Prepared prepared, const stream::ChunkArg& input, double maxBuffer,
                     const String& encoding) {
  detail::validateMaxBuffer(maxBuffer);
  os::RunSpec spec{.child = detail::toSpec(prepared),
                   .timeout = prepared.timeout,
                   .maxBuffer = maxBuffer,
                   .killSignal = prepared.killSignal ? prepared.killSignal : 15};
  if (!input.isNull()) {
    Encoding known = Encoding::utf8;
    if (encoding != "buffer") nodecpp::detail::parseEncoding(encoding, known);
    Buffer bytes = input.toChunk().toBuffer(known);
    if (bytes.size()) {
      // Given input becomes the child's standard input, whatever the stdio option says.
      spec.child.stdio[0] = {.kind = os::ChildStdio::Kind::pipe};
      spec.inputs.emplace_back(0, String::copyOf(bytes.bytes(), bytes.size()));
    }
  }
  os::RunResult result;
  Loop::current().port().children.run(spec, result);
  SpawnSyncReturns made;
  if (result.error) made.error = detail::spawnError(result.error, prepared.file, prepared.arguments, "spawnSync");
  if (!result.pid) return made;
  made.pid = result.pid;
  if (result.signal)
    made.signal = nodecpp::detail::signalName(result.signal);
  else
    made.status = result.code;
  for (std::size_t i = 0; i < spec.child.stdio.size(); ++i) {
    bool piped = spec.child.stdio[i].kind == os::ChildStdio::Kind::pipe && i < result.outputs.size();
    made.output.push(piped && i > 0 ? decoded(result.outputs[i], encoding) : stream::Chunk());
  }
  made.stdout = made.output[1];
  made.stderr = made.output[2];
  return made;
}

// Throws the error of a child, as Node's checkExecSyncError.
void check(const SpawnSyncReturns& returns, const String& command) {
  Error error = returns.error;
  if (!error) {
    if (returns.status == 0 && !returns.status.isNull()) return;
    String message = "Command failed: " + command;
    if (returns.stderr.length() > 0) message = message + "\n" + returns.stderr.toString();
    error = Error(message);
  }
  error->properties.emplace_back("status", returns.status);
  error->properties.emplace_back("signal", returns.signal);
  error->properties.emplace_back("pid", returns.pid);
  error->properties.emplace_back("stdout", returns.stdout ? Lookup(returns.stdout.toString()) : Lookup(nullptr));
  error->properties.emplace_back("stderr", returns.stderr ? Lookup(returns.stderr.toString()) : Lookup(nullptr));
  throw error;
}

// Without a stdio option, the child's standard error is also written to this program's.
stream::Chunk checked(const SpawnSyncReturns& returns, const Stdio& stdio, const String& command) {
  if (!stdio.given() && returns.stderr.length() > 0)
    nodecpp::detail::writeStandard(Loop::current(), 2, returns.stderr.toString());
  check(returns, command);
  return returns.stdout;
}

template <class Options>
SpawnSyncReturns run(StringArg file, Arguments args, const Options& options, const String& argv0, const Shell& shell) {
  detail::Prepared prepared = detail::prepare(file, std::move(args),
                                              {.cwd = options.cwd,
                                               .env = options.env,
                                               .argv0 = argv0,
                                               .stdio = options.stdio,
                                               .detached = false,
                                               .uid = options.uid,
                                               .gid = options.gid,
                                               .shell = shell,
                                               .timeout = options.timeout,
                                               .killSignal = options.killSignal},
                                              true);
  return run(std::move(prepared), options.input, options.maxBuffer, options.encoding);
}

}  // namespace

SpawnSyncReturns spawnSync(StringArg file, Arguments args, SpawnSyncOptions options) {
  return run(file, std::move(args), options, options.argv0, options.shell);
}
SpawnSyncReturns spawnSync(StringArg file, SpawnSyncOptions options) { return spawnSync(file, {}, std::move(options)); }

stream::Chunk execSync(StringArg command, ExecSyncOptions options) {
  detail::validateNoNull(command, "command");
  return checked(run(command, {}, options, "", options.shell ? options.shell : Shell(true)), options.stdio,
                 command.toString());
}

stream::Chunk execFileSync(StringArg file, Arguments args, ExecFileSyncOptions options) {
  String command = file.toString();
  for (const String& argument : args) command = command + " " + argument;
  return checked(run(file, std::move(args), options, "", options.shell), options.stdio, command);
}
stream::Chunk execFileSync(StringArg file, ExecFileSyncOptions options) {
  return execFileSync(file, {}, std::move(options));
}

}  // namespace nodecpp::child_process
