// exec and execFile: a child with its gathered output.
#include <nodecpp/timers.h>

#include <vector>

#include "child_process/spawn_arguments.h"

namespace nodecpp::child_process {

namespace {

// The output of one child, and the state of gathering it.
struct GatheredObject final : Object {
  ChildProcess child;
  Done callback;
  String command;  // as the error shows it
  std::vector<stream::Chunk> stdout, stderr;
  double stdoutLength = 0, stderrLength = 0;
  bool encoded = false;
  double maxBuffer = 0;
  int killSignal = 15;
  bool killed = false;
  bool exited = false;
  Timeout timer;
  Error error;

  void gather(bool isError);
  void onExit(const Code& code, const Lookup& signal);
  void onError(const Error& failure);
  void kill();
  stream::Chunk joined(const std::vector<stream::Chunk>& chunks, const net::Socket& stream) const;
};
using Gathered = Handle<GatheredObject>;

void GatheredObject::gather(bool isError) {
  const net::Socket& stream = isError ? child->stderr : child->stdout;
  if (!stream) return;
  stream->on(event::data, [self = Gathered(this), isError](stream::Chunk chunk) {
    std::vector<stream::Chunk>& chunks = isError ? self->stderr : self->stdout;
    double& length = isError ? self->stderrLength : self->stdoutLength;
    double before = length;
    length += double(chunk.size());
    if (length <= self->maxBuffer) {
      chunks.push_back(chunk);
      return;
    }
    double room = self->maxBuffer - before;
    chunks.push_back(chunk.slice(0, std::ptrdiff_t(room)));
    self->error = nodecpp::detail::codedError<RangeError>(
        "ERR_CHILD_PROCESS_STDIO_MAXBUFFER", str(isError ? "stderr" : "stdout") + " maxBuffer length exceeded");
    self->kill();
  });
}

stream::Chunk GatheredObject::joined(const std::vector<stream::Chunk>& chunks, const net::Socket& stream) const {
  bool text = encoded || (stream && !stream->readableEncoding().empty());
  if (text) {
    String all;
    for (const stream::Chunk& chunk : chunks) all += chunk;
    return all;
  }
  Array<Buffer> all;
  for (const stream::Chunk& chunk : chunks) all.push(chunk.toBuffer());
  return Buffer::concat(all);
}

void GatheredObject::onExit(const Code& code, const Lookup& signal) {
  // `close` may follow after `error`, but the callback is called only once.
  if (std::exchange(exited, true)) return;
  if (timer) clearTimeout(std::exchange(timer, {}));
  if (!callback) return;
  stream::Chunk out = joined(stdout, child->stdout), err = joined(stderr, child->stderr);
  if (!error && code == 0 && signal.isNull()) return callback(nullptr, out, err);
  if (!error) {
    error = Error("Command failed: " + command + "\n" + err.toString());
    if (!code.isNull()) error->code = int(code) < 0 ? nodecpp::detail::errnoName(int(code)) : code.toString();
    error->properties.emplace_back("killed", child->killed || killed ? "true" : "false");
    error->properties.emplace_back("signal", signal);
  }
  error->properties.emplace_back("cmd", command);
  callback(error, out, err);
}

void GatheredObject::onError(const Error& failure) {
  error = failure;
  if (child->stdout) child->stdout->destroy();
  if (child->stderr) child->stderr->destroy();
  onExit({}, {});
}

void GatheredObject::kill() {
  // Another process that inherited the pipes could keep them open and delay `close`, so they are destroyed.
  if (child->stdout) child->stdout->destroy();
  if (child->stderr) child->stderr->destroy();
  killed = true;
  try {
    child->kill(killSignal);
  } catch (const Error& failure) {
    error = failure;
    onExit({}, {});
  }
}

ChildProcess gather(detail::Prepared prepared, const Arguments& shown, const String& encoding, double maxBuffer,
                    Done callback) {
  detail::validateMaxBuffer(maxBuffer);
  double timeout = std::exchange(prepared.timeout, 0);
  int killSignal = prepared.killSignal ? prepared.killSignal : 15;
  prepared.killSignal = 0;  // an AbortSignal sends SIGTERM, as in Node
  auto gathered = make<Gathered>();
  gathered->child = detail::startWatched(std::move(prepared));
  gathered->callback = std::move(callback);
  gathered->maxBuffer = maxBuffer;
  gathered->killSignal = killSignal;
  for (const String& word : shown)
    gathered->command = gathered->command.empty() ? word : gathered->command + " " + word;
  const ChildProcess& child = gathered->child;
  Encoding known{};
  gathered->encoded = encoding != "buffer" && nodecpp::detail::parseEncoding(encoding, known);
  if (timeout > 0)
    gathered->timer = setTimeout(
        [gathered] {
          gathered->kill();
          gathered->timer = {};
        },
        timeout);
  if (gathered->encoded) {
    if (child->stdout) child->stdout->setEncoding(encoding);
    if (child->stderr) child->stderr->setEncoding(encoding);
  }
  gathered->gather(false);
  gathered->gather(true);
  child->on(event::close, [gathered](const Code& code, const Lookup& signal) { gathered->onExit(code, signal); });
  child->on(event::error, [gathered](const Error& error) { gathered->onError(error); });
  return child;
}

}  // namespace

ChildProcess Exec::operator()(StringArg command, ExecOptions options, Done callback) const {
  detail::validateNoNull(command, "command");
  detail::Prepared prepared = detail::prepare(command, {},
                                              {.cwd = options.cwd,
                                               .env = options.env,
                                               .argv0 = "",
                                               .stdio = {},
                                               .detached = false,
                                               .uid = options.uid,
                                               .gid = options.gid,
                                               .shell = options.shell ? options.shell : Shell(true),
                                               .timeout = options.timeout,
                                               .killSignal = options.killSignal},
                                              false);
  prepared.signal = options.signal;
  return gather(std::move(prepared), {command.toString()}, options.encoding, options.maxBuffer, std::move(callback));
}
ChildProcess Exec::operator()(StringArg command, Done callback) const {
  return (*this)(command, {}, std::move(callback));
}

ChildProcess ExecFile::operator()(StringArg file, Arguments args, ExecFileOptions options, Done callback) const {
  Arguments shown = Array<String>{file.toString()}.concat(args);
  detail::Prepared prepared = detail::prepare(file, std::move(args),
                                              {.cwd = options.cwd,
                                               .env = options.env,
                                               .argv0 = options.argv0,
                                               .stdio = {},
                                               .detached = false,
                                               .uid = options.uid,
                                               .gid = options.gid,
                                               .shell = options.shell,
                                               .timeout = options.timeout,
                                               .killSignal = options.killSignal},
                                              false);
  prepared.signal = options.signal;
  return gather(std::move(prepared), shown, options.encoding, options.maxBuffer, std::move(callback));
}
ChildProcess ExecFile::operator()(StringArg file, Arguments args, Done callback) const {
  return (*this)(file, std::move(args), {}, std::move(callback));
}
ChildProcess ExecFile::operator()(StringArg file, ExecFileOptions options, Done callback) const {
  return (*this)(file, {}, std::move(options), std::move(callback));
}
ChildProcess ExecFile::operator()(StringArg file, Done callback) const {
  return (*this)(file, {}, {}, std::move(callback));
}

}  // namespace nodecpp::child_process
