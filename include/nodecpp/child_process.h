// Child processes. https://nodejs.org/docs/latest-v24.x/api/child_process.html
#pragma once

#include <nodecpp/child_process/options.h>
#include <nodecpp/json.h>
#include <nodecpp/promise.h>

namespace nodecpp {
namespace process::detail {
// The channel to a parent is opened where a program has this header.
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
  bool keepOpen = false;       // of a socket: it stays this process's, too
  bool swallowErrors = false;  // for the runtime: nobody is told that the other side has gone
};

// The channel, as child->channel and process::channel: false when there is none.
class ChannelControl {
 public:
  ChannelControl() = default;
  explicit ChannelControl(detail::ChannelTarget* target) : target_(target) {}
  explicit operator bool() const;
  // Whether the program waits for it, whoever listens.
  void ref() const;
  void unref() const;

 private:
  detail::ChannelTarget* target_ = nullptr;
};

// A child. It lives while it runs, its pipes are open, or a handle refers to it.
class ChildProcessObject final : public EventEmitterObject {
 public:
  using EventEmitterObject::eventArgs;
  // It has ended, and its pipes are closed: its exit code, or null and the signal that ended it, or null.
  static Args<Code, Lookup> eventArgs(event::close_t);
  // It has ended; its pipes may have more to give.
  static Args<Code, Lookup> eventArgs(event::exit_t);
  static Args<> eventArgs(event::spawn_t);
  // What the child has sent by process::send, and the server or socket that came with it.
  static Args<var, SendHandle> eventArgs(event::message_t);
  static Args<> eventArgs(event::disconnect_t);

  // Undefined (0) where it could not be started.
  Code pid;
  // Null until it has ended; of one that a signal ended exitCode stays null.
  Code exitCode = nullptr;
  Lookup signalCode = nullptr;
  // A signal was sent to it by kill().
  bool killed = false;
  bool connected = false;
  String spawnfile;
  Array<String> spawnargs;
  // Of those of `stdio` that are pipes; undefined where they are none.
  net::Socket stdin, stdout, stderr;
  Array<net::Socket> stdio;

  // Sends a signal. False when it has ended already. ERR_UNKNOWN_SIGNAL; where it is not allowed to, the `error` event
  // (EPERM).
  bool kill(const Signal& signal = {});
  // Whether the program waits for it.
  void ref();
  void unref();

  // Sends a message: whatever JSON can say. With it may go a net::Server, which both have then, or a net::Socket, which
  // this process has no more. False where the child is behind. `callback`, or the `error` event, is told of a failure:
  // ERR_IPC_CHANNEL_CLOSED. Throws ERR_MISSING_ARGS, ERR_INVALID_HANDLE_TYPE.
  bool send(const var& message, Function<void(Error)> callback = nullptr);
  bool send(const var& message, const SendHandle& handle, Function<void(Error)> callback = nullptr);
  bool send(const var& message, const SendHandle& handle, SendOptions options,
            Function<void(Error)> callback = nullptr);
  // Ends the channel; `disconnect` is told on both sides. ERR_IPC_DISCONNECTED, as `error`, where it is ended already.
  void disconnect();
  ChannelControl channel() const;

  const char* className() const override { return "ChildProcess"; }
  // For cluster: what the channel is reached by.
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

// Starts `file`, which is looked for along the PATH of the child's environment. What goes wrong is its `error` event
// ("spawn x ENOENT", EACCES, EAGAIN, EMFILE), or thrown where it is no matter of the time (E2BIG, EPERM). Throws
// ERR_INVALID_ARG_VALUE, ERR_INVALID_ARG_TYPE, ERR_OUT_OF_RANGE, ERR_UNKNOWN_SIGNAL.
ChildProcess spawn(StringArg file, Arguments args, SpawnOptions options = {});
ChildProcess spawn(StringArg file, SpawnOptions options = {});

// Starts a program with a channel, over which messages go: `modulePath` itself, or, with options.execPath, what runs
// it, as in fork("child.js", {}, {.execPath = "node"}). ERR_INVALID_ARG_VALUE for a script without one.
ChildProcess fork(StringArg modulePath, Arguments args, ForkOptions options = {});
ChildProcess fork(StringArg modulePath, ForkOptions options = {});

// (error, stdout, stderr), the last two as Strings or, with the encoding "buffer", as Buffers. The error has code,
// killed, signal and cmd; ERR_CHILD_PROCESS_STDIO_MAXBUFFER with what came before.
using Done = Function<void(Error, stream::Chunk, stream::Chunk)>;

// What a promise of exec is fulfilled with; of a rejection, see errorDetails.
struct Output {
  stream::Chunk stdout;
  stream::Chunk stderr;
  template <class I>
  void inspectTo(I& out) const {
    out.property("stdout", stdout).property("stderr", stderr);
  }
};

// What Node.js has as further properties of an error of exec, execFile, execSync and execFileSync, and of their promises.
// Its code is error->code: a child's exit code as text.
struct ErrorDetails {
  bool killed = false;
  Lookup signal = nullptr;
  String cmd{};
  Code status = nullptr;
  Code pid{};
  Lookup stdout{};
  Lookup stderr{};
};
ErrorDetails errorDetails(const Error& error);

namespace promises {
// Retracted, they send SIGTERM, SIGKILL after options.killAfter, and wait for the child's end.
Promise<Output> exec(StringArg command, ExecOptions options = {});
Promise<Output> execFile(StringArg file, Arguments args, ExecFileOptions options = {});
Promise<Output> execFile(StringArg file, ExecFileOptions options = {});
}  // namespace promises

// A command of the shell's. util::promisify(child_process::exec) is promises::exec.
struct Exec {
  ChildProcess operator()(StringArg command, ExecOptions options, Done callback = nullptr) const;
  ChildProcess operator()(StringArg command, Done callback = nullptr) const;
  auto promisified() const {
    return [](StringArg command, ExecOptions options = {}) { return promises::exec(command, std::move(options)); };
  }
};
inline constexpr Exec exec{};

// A program without a shell.
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

// What a child has left behind.
struct SpawnSyncReturns {
  Code pid = 0;
  // Null for each descriptor that is no pipe; none at all where it did not start.
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

// These wait, with the loop, for the child to end. A failure is in `error` (ETIMEDOUT, ENOBUFS, ENOENT, …).
SpawnSyncReturns spawnSync(StringArg file, Arguments args, SpawnSyncOptions options = {});
SpawnSyncReturns spawnSync(StringArg file, SpawnSyncOptions options = {});
// Standard output. Throws where it failed or its exit code is not 0: the error has status, signal, pid, stdout, stderr.
stream::Chunk execSync(StringArg command, ExecSyncOptions options = {});
stream::Chunk execFileSync(StringArg file, Arguments args, ExecFileSyncOptions options = {});
stream::Chunk execFileSync(StringArg file, ExecFileSyncOptions options = {});

}  // namespace child_process

namespace process {

// To the parent, of a program that was started with a channel, by Node.js or Node.cpp; as ChildProcess's.
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
