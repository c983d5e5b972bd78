// ChildProcess and spawn. Events come in Node's order: `spawn` or `error` in a later tick, then `exit`, and `close`
// when all of this process's pipes have closed.
#include <nodecpp/timers.h>

#include <string_view>
#include <vector>

#include "base/assertion.h"
#include "base/containers/vector_of.h"
#include "child_process/channel.h"
#include "child_process/spawn_arguments.h"
#include "diagnostics_channel/built_in.h"
#include "net/internals.h"
#include "process/process_state.h"

namespace nodecpp::child_process {

namespace detail {

struct ChildTarget final : ChannelTarget {
  explicit ChildTarget(ChildProcessObject* of) : child(of) {}
  EventEmitter emitter() override { return EventEmitter(child); }
  bool listensToMessages() override { return child->listenerCount(event::message) > 0; }
  void emitMessage(const var& message, const SendHandle& handle, bool internal) override {
    internal ? child->emit(internalMessage, message, handle) : child->emit(event::message, message, handle);
  }
  void emitDisconnect() override { child->emit(event::disconnect); }
  void emitError(const Error& error) override { child->emit(event::error, error); }
  void setConnected(bool connected) override { child->connected = connected; }
  void channelEnded() override { child->maybeClose(); }

  ChildProcessObject* child;
};

// A child of the port. It keeps its ChildProcess alive until the child has ended.
class ChildHandle final : public net::detail::OpenHandle, public os::ChildSink {
 public:
  ChildHandle(Loop& loop, ChildProcessObject* owner) : OpenHandle(loop), owner_(owner) {}
  ~ChildHandle() override { setReferenced(false); }

  int start(os::SpawnSpec& spec) {
    int error = loop_.port().children.spawn(spec, this, &child_, &pid);
    NODECPP_ASSERT(error <= 0 && (error || child_), error);
    enlist();
    if (!error) setReferenced(true);
    return error;
  }
  const char* resourceName() const override { return refed_ ? "ProcessWrap" : nullptr; }
  int kill(int signal) { return child_ ? loop_.port().process.kill(pid, signal) : -3; }  // ESRCH
  void setReferenced(bool on) {
    refed_ = on;
    if (on && !child_) return;
    if (on == counted_) return;
    counted_ = on;
    on ? loop_.ref() : loop_.unref();
  }
  // Called when the child has ended or could not be started.
  void close() {
    const bool refed = refed_;
    setReferenced(false);
    refed_ = refed;  // it is named until the close phase
    owner_ = nullptr;
    loop_.queueClosing({[](void* data) { delete static_cast<ChildHandle*>(data); }, this});
  }

  int pid = 0;

 private:
  void onExit(int code, int signal) override {
    // The port reports the end of a child once.
    NODECPP_ASSERT(child_ && owner_);
    child_ = nullptr;
    loop_.makeCallback(context_, [&] {
      ChildProcess alive = owner_;
      alive->ended(code, signal);
    });
  }
  void end() override {
    if (child_) loop_.port().children.close(child_);
    if (!owner_) return;
    owner_->handle_ = nullptr;
    owner_->dropListeners();
  }

  ChildProcess owner_;
  os::Child* child_ = nullptr;
  bool counted_ = false, refed_ = false;
};

namespace {

// Whether a failed start is reported as an event because it may be temporary. Other errors are thrown.
bool isEvent(int error) {
  return error == UV_EACCES || error == UV_EAGAIN || error == UV_EMFILE || error == UV_ENFILE || error == UV_ENOENT;
}

}  // namespace

ChildProcess start(Prepared& prepared) {
  Loop& loop = Loop::current();
  auto child = make<ChildProcess>();
  if (diagnostics_channel::detail::isWanted(diagnostics_channel::detail::BuiltIn::childProcess)) [[unlikely]]
    diagnostics_channel::detail::publish(diagnostics_channel::detail::BuiltIn::childProcess, {{"process", child}});
  if (prepared.ipc >= 0) {
    prepared.environment.emplace_back("NODE_CHANNEL_FD", str(prepared.ipc));
    prepared.environment.emplace_back("NODE_CHANNEL_SERIALIZATION_MODE", prepared.serialization);
  }
  child->spawnfile = prepared.file;
  child->spawnargs = prepared.arguments;
  child->handle_ = new ChildHandle(loop, child.get());
  os::SpawnSpec spec = toSpec(prepared);
  int error = child->handle_->start(spec);
  if (error && !isEvent(error)) {
    std::exchange(child->handle_, nullptr)->close();
    // The pipes exist when it was the program that could not be executed.
    for (os::ChildStdio& stdio : spec.stdio)
      if (stdio.isPipe() && stdio.connection)
        loop.port().net.close(std::exchange(stdio.connection, nullptr));
    throw nodecpp::detail::errnoException(error, "spawn");
  }
  if (error)
    loop.nextTick([child, error] { child->failed(error); });
  else
    loop.nextTick([child] { child->emit(event::spawn); });
  // Node makes no streams when there are no descriptors left.
  if (error == UV_EMFILE || error == UV_ENFILE) return child;
  if (!error) child->pid = child->handle_->pid;
  os::Connection* channel = nullptr;
  for (std::size_t i = 0; i < spec.stdio.size(); ++i) {
    const StdioEnd& end = prepared.stdio[i];
    net::Socket socket;
    if (end.ipc) {
      ++child->closesNeeded_;
      channel = spec.stdio[i].connection;
    } else if (end.given) {
      // From now on the child reads from this socket.
      end.given->pause();
      if (auto* handle = net::detail::SocketInternals::handleOf(*end.given.as<net::Socket>())) handle->stopReading();
    } else if (end.pipes() && spec.stdio[i].connection) {
      socket = net::detail::SocketInternals::over(spec.stdio[i].connection, {.readable = i > 0});
      if (i > 0) {
        ++child->closesNeeded_;
        socket->on(event::close, [child] { child->maybeClose(); });
      }
    }
    child->stdio.push(socket);
  }
  NODECPP_ASSERT(child->stdio.size() >= 3, child->stdio.size());
  child->stdin = child->stdio[0];
  child->stdout = child->stdio[1];
  child->stderr = child->stdio[2];
  if (channel) {
    child->target_ = new ChildTarget(child.get());
    new Channel(loop, channel, *child->target_, true, serializationOf(prepared.serialization));
  }
  return child;
}

}  // namespace detail

ChildProcessObject::~ChildProcessObject() { delete target_; }

bool ChildProcessObject::send(const var& message, Function<void(Error)> callback) {
  return send(message, nullptr, {}, std::move(callback));
}
bool ChildProcessObject::send(const var& message, const SendHandle& handle, Function<void(Error)> callback) {
  return send(message, handle, {}, std::move(callback));
}
bool ChildProcessObject::send(const var& message, const SendHandle& handle, SendOptions options,
                              Function<void(Error)> callback) {
  return detail::sendOver(target(), message, handle, options, std::move(callback));
}
void ChildProcessObject::disconnect() { detail::disconnect(target()); }
ChannelControl ChildProcessObject::channel() const { return ChannelControl(target_); }

// In Node, a child without a channel does not have these functions.
detail::ChannelTarget& ChildProcessObject::target() const {
  if (!target_) throw TypeError("child.send is not a function");
  return *target_;
}

void ChildProcessObject::listenerAdded(EventName name) {
  if (target_ && target_->channel && StringArg(std::string_view(name.data(), name.size())) == StringArg("message"))
    target_->channel->listened();
}

void ChildProcessObject::failed(int error) {
  NODECPP_ASSERT(error < 0, error);
  ChildProcess alive(this);
  if (stdin) stdin->destroy();
  if (handle_) std::exchange(handle_, nullptr)->close();
  exitCode = error;
  emit(event::error, detail::spawnError(error, spawnfile, spawnargs));
  nodecpp::detail::Loop::current().nextTick([alive] { alive->flushStdio(); });
  maybeClose();
}

void ChildProcessObject::ended(int code, int signal) {
  ChildProcess alive(this);
  if (signal)
    signalCode = nodecpp::detail::signalName(signal);
  else
    exitCode = code;
  if (stdin) stdin->destroy();
  if (handle_) std::exchange(handle_, nullptr)->close();
  emit(event::exit, exitCode, signalCode);
  // A program that has not touched the output until now never will, so it is read to its end, since `close` waits for
  // that.
  nodecpp::detail::Loop::current().nextTick([alive] { alive->flushStdio(); });
  maybeClose();
}

void ChildProcessObject::flushStdio() {
  for (const net::Socket& stream : stdio)
    if (stream && stream->readable()) stream->resume();
}

void ChildProcessObject::maybeClose() {
  ++closesGot_;
  if (closesGot_ == closesNeeded_) emit(event::close, exitCode, signalCode);
  // When this process has closed the channel, `close` is not emitted, as in Node.
  bool ended = target_ && !target_->channel && closesGot_ == closesNeeded_ - 1;
  if (closesGot_ < closesNeeded_ && !(ended && !handle_)) return;
  // Dropping the listeners frees closures that hold their own child. It waits until everything that the last event has
  // caused is done.
  setImmediate([alive = ChildProcess(this)] { alive->dropListeners(); });
}

bool ChildProcessObject::kill(const Signal& signal) {
  int number = signal.value() == 0 ? 0 : signal.value() == nullptr ? 15 : detail::signalNumber(signal.value());
  if (!handle_) return false;
  int error = handle_->kill(number);
  if (error == 0) return killed = true;
  if (error == UV_EINVAL || error == UV_ENOSYS) throw nodecpp::detail::errnoException(error, "kill");
  if (error != -3) emit(event::error, nodecpp::detail::errnoException(error, "kill"));
  return false;
}

void ChildProcessObject::ref() {
  if (handle_) handle_->setReferenced(true);
}
void ChildProcessObject::unref() {
  if (handle_) handle_->setReferenced(false);
}

namespace {

void abortChild(const ChildProcess& child, int killSignal, const Error& reason) {
  try {
    if (child->kill(killSignal)) child->emit(event::error, AbortError("The operation was aborted", reason));
  } catch (const Error& error) {
    child->emit(event::error, error);
  }
}

}  // namespace

ChildProcess detail::startWatched(Prepared prepared) {
  ChildProcess child = start(prepared);
  int killSignal = prepared.killSignal ? prepared.killSignal : 15;
  if (prepared.timeout > 0) {
    // The timer holds the child, so the program waits for the child as long as for the timer.
    auto timer = setTimeout(
        [child, killSignal] {
          try {
            child->kill(killSignal);
          } catch (const Error& error) {
            child->emit(event::error, error);
          }
        },
        prepared.timeout);
    child->once(event::exit, [timer] { clearTimeout(timer); });
  }
  if (AbortSignal signal = prepared.signal) {
    Function<void()> onAbort = [child, killSignal, signal] { abortChild(child, killSignal, signal->reason()); };
    if (signal->aborted()) {
      nodecpp::detail::Loop::current().nextTick(onAbort);
    } else {
      signal->addEventListener("abort", onAbort, {.once = true});
      child->once(event::exit, [signal, onAbort] { signal->removeEventListener("abort", onAbort); });
    }
  }
  return child;
}

ChildProcess spawn(StringArg file, Arguments args, SpawnOptions options) {
  if (!options.serialization.empty() && options.serialization != "json" && options.serialization != "advanced")
    throw nodecpp::detail::invalidArgValue("options.serialization",
                                           nodecpp::detail::inspectString(options.serialization),
                                           "must be one of: undefined, 'json', 'advanced'");
  detail::Prepared prepared = detail::prepare(file, std::move(args),
                                              {.cwd = options.cwd,
                                               .env = options.env,
                                               .argv0 = options.argv0,
                                               .stdio = options.stdio,
                                               .detached = options.detached,
                                               .uid = options.uid,
                                               .gid = options.gid,
                                               .shell = options.shell,
                                               .timeout = options.timeout,
                                               .killSignal = options.killSignal},
                                              false);
  prepared.signal = options.signal;
  if (!options.serialization.empty()) prepared.serialization = options.serialization;
  return detail::startWatched(std::move(prepared));
}
ChildProcess fork(StringArg modulePath, Arguments args, ForkOptions options) {
  detail::validateNoNull(modulePath, "modulePath");
  detail::validateNoNull(options.execPath, "options.execPath");
  String path = modulePath.toString();
  if (options.execPath.empty()) {
    if (path.endsWith(".js") || path.endsWith(".mjs") || path.endsWith(".cjs"))
      throw nodecpp::detail::invalidArgValue("modulePath", nodecpp::detail::inspectString(path),
                                             "is a script of JavaScript, which options.execPath has to run");
    args = options.execArgv.concat(args);
  } else {
    args = options.execArgv.concat(path, args);
    path = options.execPath;
  }
  std::vector<StdioItem> stdio = nodecpp::detail::vectorOf(options.stdio.items());
  if (!options.stdio.word().empty() || !options.stdio.given()) {
    const String& word = options.stdio.word();
    if (!word.empty() && word != "ignore" && word != "overlapped" && word != "pipe" && word != "inherit")
      throw nodecpp::detail::invalidArgValue("stdio", nodecpp::detail::inspectString(word));
    stdio.assign(3, !word.empty() ? word : String(options.silent ? "pipe" : "inherit"));
    stdio.emplace_back("ipc");
  } else if (std::ranges::none_of(stdio, [](const StdioItem& item) { return item.word() == "ipc"; })) {
    throw nodecpp::detail::codedError<Error>(
        "ERR_CHILD_PROCESS_IPC_REQUIRED",
        "Forked processes must have an IPC channel, missing value 'ipc' in options.stdio");
  }
  return spawn(path, std::move(args),
               {.cwd = options.cwd,
                .env = options.env,
                .stdio = nodecpp::detail::arrayOf(std::move(stdio)),
                .detached = options.detached,
                .uid = options.uid,
                .gid = options.gid,
                .serialization = options.serialization,
                .signal = options.signal,
                .timeout = options.timeout,
                .killSignal = options.killSignal});
}
ChildProcess fork(StringArg modulePath, ForkOptions options) { return fork(modulePath, {}, std::move(options)); }

ChildProcess spawn(StringArg file, SpawnOptions options) { return spawn(file, {}, std::move(options)); }

}  // namespace nodecpp::child_process
