// Child processes. https://nodejs.org/docs/latest-v24.x/api/child_process.html
#pragma once

#include <nodecpp/child_process/options.h>
#include <nodecpp/json.h>
#include <nodecpp/promise.h>

namespace nodecpp {
namespace process::detail {
// A program that includes this header opens the IPC channel to its parent process.
void enableChannel();
}  // namespace process::detail

namespace event {
struct spawn_t {
  static constexpr const char* name = "spawn";
};
inline constexpr spawn_t spawn{};
}  // namespace event

namespace child_process {

class ChildProcessObject;
using ChildProcess = Handle<ChildProcessObject>;

namespace detail {
class Channel;
class ChannelTarget;
class ChildHandle;
struct ChildTarget;
struct Prepared;
inline const bool hasChannel = (nodecpp::process::detail::enableChannel(), true);
ChildProcess start(Prepared& prepared);
}  // namespace detail

struct SendOptions {
  // A sent socket also stays open in this process.
  bool keepOpen = false;
  // Used by the runtime: when true, a send that fails because the other process has ended is not reported.
  bool swallowErrors = false;
};

// The IPC channel, the result of child->channel and process::channel. Converts to false when there is none.
class ChannelControl {
 public:
  ChannelControl() = default;
  explicit ChannelControl(detail::ChannelTarget* target) : target_(target) {}
  explicit operator bool() const;
  // Set whether the channel keeps the event loop running, regardless of listeners.
  void ref() const;
  void unref() const;

 private:
  detail::ChannelTarget* target_ = nullptr;
};

// A child process. The object lives while the child runs, its pipes are open, or a handle refers to the object.
// https://nodejs.org/docs/latest-v24.x/api/child_process.html#class-childprocess
class ChildProcessObject final : public EventEmitterObject {
 public:
  using EventEmitterObject::eventArgs;
  // Emitted when the child has ended and its pipes are closed, with the exit code, or with null and the name of the
  // signal that ended the child.
  static Args<Code, Lookup> eventArgs(event::close_t);
  // Emitted when the child has ended, with the same arguments as `close`. Its pipes may still have data.
  static Args<Code, Lookup> eventArgs(event::exit_t);
  static Args<> eventArgs(event::spawn_t);
  // Emitted for a message that the child has sent with process::send, with the server or socket that came with it.
  static Args<var, SendHandle> eventArgs(event::message_t);
  static Args<> eventArgs(event::disconnect_t);

  // Undefined (0) when the child could not be started.
  Code pid;
  // Null until the child has ended. The exitCode of a child that a signal has ended stays null.
  Code exitCode = nullptr;
  Lookup signalCode = nullptr;
  // True when kill() has sent a signal to the child.
  bool killed = false;
  bool connected = false;
  String spawnfile;
  Array<String> spawnargs;
  // The parent's ends of the pipes among the child's descriptors; undefined for a descriptor that is no pipe.
  net::Socket stdin, stdout, stderr;
  Array<net::Socket> stdio;

  // Sends a signal to the child. Returns false when the child has already ended. Throws ERR_UNKNOWN_SIGNAL. When the
  // system does not allow the signal, `error` is emitted (EPERM).
  bool kill(const Signal& signal = {});
  // Set whether the running child keeps the event loop running.
  void ref();
  void unref();

  // Sends a message that JSON can represent. A net::Server may go with it, which both processes then have, or a
  // net::Socket, which this process then loses. Returns false when so much is queued that the program should wait. A
  // failure (ERR_IPC_CHANNEL_CLOSED) is passed to `callback`, or emitted as `error` without one. Throws
  // ERR_MISSING_ARGS and ERR_INVALID_HANDLE_TYPE.
  bool send(const var& message, Function<void(Error)> callback = nullptr);
  bool send(const var& message, const SendHandle& handle, Function<void(Error)> callback = nullptr);
  bool send(const var& message, const SendHandle& handle, SendOptions options,
            Function<void(Error)> callback = nullptr);
  // Closes the IPC channel; both processes emit `disconnect`. Emits the error ERR_IPC_DISCONNECTED when the channel is
  // already closed.
  void disconnect();
  ChannelControl channel() const;

  const char* className() const override { return "ChildProcess"; }
  template <class I>
  void inspectTo(I& out) const {
    out.property("connected", connected).property("signalCode", signalCode).property("exitCode", exitCode);
    out.property("killed", killed).property("spawnfile", spawnfile).property("spawnargs", spawnargs).property("pid", pid);
    out.property("stdin", stdin).property("stdout", stdout).property("stderr", stderr).property("stdio", stdio);
  }
  // Used by cluster: the object through which the channel is reached. Throws a TypeError when the child has no channel.
  detail::ChannelTarget& target() const;

  ~ChildProcessObject() override;

 protected:
  void listenerAdded(EventName name) override;

 private:
  friend struct detail::ChildTarget;
  friend class detail::ChildHandle;
  friend ChildProcess detail::start(detail::Prepared&);
  void ended(int code, int signal);
  void failed(int error);
  void flushStdio();
  void maybeClose();

  detail::ChildHandle* handle_ = nullptr;
  detail::ChildTarget* target_ = nullptr;
  int closesNeeded_ = 1;
  int closesGot_ = 0;
};

using Arguments = Array<String>;

// Starts `file`, which is searched along the PATH in the child's environment. Temporary failures are `error` events
// ("spawn x ENOENT", EACCES, EAGAIN, EMFILE); other errors of the system are thrown (E2BIG, EPERM), as are
// ERR_INVALID_ARG_VALUE, ERR_INVALID_ARG_TYPE, ERR_OUT_OF_RANGE and ERR_UNKNOWN_SIGNAL.
// https://nodejs.org/docs/latest-v24.x/api/child_process.html#child_processspawncommand-args-options
ChildProcess spawn(StringArg file, Arguments args, SpawnOptions options = {});
ChildProcess spawn(StringArg file, SpawnOptions options = {});

// Starts a program with an IPC channel for messages. The program is `modulePath` itself, or options.execPath with
// `modulePath` as its argument, as in fork("child.js", {}, {.execPath = "node"}). Throws ERR_INVALID_ARG_VALUE for a
// JavaScript file without execPath.
ChildProcess fork(StringArg modulePath, Arguments args, ForkOptions options = {});
ChildProcess fork(StringArg modulePath, ForkOptions options = {});

// Called with (error, stdout, stderr). The outputs are Strings or, with the encoding "buffer", Buffers. The error has
// code, killed, signal and cmd. ERR_CHILD_PROCESS_STDIO_MAXBUFFER comes with the output received until then.
using Done = Function<void(Error, stream::Chunk, stream::Chunk)>;

// The value of the promises of exec and execFile. For their errors, see errorDetails.
struct Output {
  stream::Chunk stdout;
  stream::Chunk stderr;
  template <class I>
  void inspectTo(I& out) const {
    out.property("stdout", stdout).property("stderr", stderr);
  }
};

// The further properties that Node.js has on an error of exec, execFile, execSync, execFileSync and their promises. The
// child's exit code is error->code, as text.
struct ErrorDetails {
  bool killed = false;
  Lookup signal = nullptr;
  String cmd{};
  Code status = nullptr;
  Code pid{};
  Lookup stdout{};
  Lookup stderr{};
};
NODECPP_FIELDS_WHEN_USED(ErrorDetails, killed, signal, cmd, status, pid, stdout, stderr)
ErrorDetails errorDetails(const Error& error);

namespace promises {
// When such a promise is retracted, the child gets SIGTERM, and SIGKILL after options.killAfter, and the retraction
// waits until the child has ended.
Promise<Output> exec(StringArg command, ExecOptions options = {});
Promise<Output> execFile(StringArg file, Arguments args, ExecFileOptions options = {});
Promise<Output> execFile(StringArg file, ExecFileOptions options = {});
}  // namespace promises

// Runs a command in a shell. util::promisify(child_process::exec) is promises::exec.
struct Exec {
  ChildProcess operator()(StringArg command, ExecOptions options, Done callback = nullptr) const;
  ChildProcess operator()(StringArg command, Done callback = nullptr) const;
  auto promisified() const {
    return [](StringArg command, ExecOptions options = {}) { return promises::exec(command, std::move(options)); };
  }
};
inline constexpr Exec exec{};

// Runs a program without a shell.
struct ExecFile {
  ChildProcess operator()(StringArg file, Arguments args, ExecFileOptions options, Done callback = nullptr) const;
  ChildProcess operator()(StringArg file, Arguments args, Done callback = nullptr) const;
  ChildProcess operator()(StringArg file, ExecFileOptions options, Done callback = nullptr) const;
  ChildProcess operator()(StringArg file, Done callback = nullptr) const;
  auto promisified() const {
    return [](StringArg file, Arguments args = {}, ExecFileOptions options = {}) {
      return promises::execFile(file, std::move(args), std::move(options));
    };
  }
};
inline constexpr ExecFile execFile{};

// The result of spawnSync.
struct SpawnSyncReturns {
  Code pid = 0;
  // The output of each descriptor, null for a descriptor that is no pipe. Empty when the child could not be started.
  Array<stream::Chunk> output{};
  stream::Chunk stdout{};
  stream::Chunk stderr{};
  Code status = nullptr;
  Lookup signal = nullptr;
  Error error{};
  template <class I>
  void inspectTo(I& out) const {
    if (error) out.property("error", error);
    out.property("status", status).property("signal", signal).property("output", output).property("pid", pid);
    out.property("stdout", stdout).property("stderr", stderr);
  }
};

// Start a child and block the event loop until the child has ended. A failure (ETIMEDOUT, ENOBUFS, ENOENT, …) is not thrown
// but returned, as the result's `error`.
SpawnSyncReturns spawnSync(StringArg file, Arguments args, SpawnSyncOptions options = {});
SpawnSyncReturns spawnSync(StringArg file, SpawnSyncOptions options = {});
// Return the child's standard output. Throw when the child could not be run or its exit code is not 0; errorDetails
// gives the error's status, signal, pid, stdout and stderr.
stream::Chunk execSync(StringArg command, ExecSyncOptions options = {});
stream::Chunk execFileSync(StringArg file, Arguments args, ExecFileSyncOptions options = {});
stream::Chunk execFileSync(StringArg file, ExecFileSyncOptions options = {});

}  // namespace child_process

namespace process {

// Send messages to the parent of a program that Node.js or Node.cpp has started with an IPC channel. The functions are
// those of ChildProcess. Without a channel they throw a TypeError.
bool send(const var& message, Function<void(Error)> callback = nullptr);
bool send(const var& message, const SendHandle& handle, Function<void(Error)> callback = nullptr);
bool send(const var& message, const SendHandle& handle, child_process::SendOptions options,
          Function<void(Error)> callback = nullptr);
void disconnect();
child_process::ChannelControl channel();
struct Connected {
  operator bool() const;
};
inline constexpr Connected connected{};

}  // namespace process
}  // namespace nodecpp
