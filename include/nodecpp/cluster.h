// A server that runs in several processes. https://nodejs.org/docs/latest-v24.x/api/cluster.html
#pragma once

#include <nodecpp/child_process.h>

namespace nodecpp {

namespace event {
struct fork_t {
  static constexpr const char* name = "fork";
};
inline constexpr fork_t fork{};
struct setup_t {
  static constexpr const char* name = "setup";
};
inline constexpr setup_t setup{};
}  // namespace event

namespace cluster {

class WorkerObject;
class ClusterObject;
using Worker = Handle<WorkerObject>;

namespace detail {
class Primary;
class Child;
// A program that includes this header can be a worker.
void enable();
inline const bool enabled = (enable(), true);
}  // namespace detail

// How connections are distributed. With SCHED_RR_ the primary process hands them to one worker after the other; with
// SCHED_NONE the system chooses among the workers that accept. Node's name SCHED_RR is a macro of <sched.h>.
inline constexpr int SCHED_NONE = 1;
inline constexpr int SCHED_RR_ = 2;

// The address at which a worker listens, the argument of the event `listening`.
struct Address {
  Lookup address = nullptr;  // null: any address
  int port = 0;
  Lookup addressType;  // 4, 6, -1 for a path, or "udp4" and "udp6" for datagrams
  Lookup fd;
  template <class I>
  void inspectTo(I& out) const {
    out.property("addressType", addressType).property("address", address).property("port", port).property("fd", fd);
  }
};

struct Settings {
  Array<String> execArgv{};  // by default the runtime's options of this process
  String exec{};             // the program; by default the one of this process
  Array<String> args{};      // the program's arguments; by default those of this process
  String cwd{};
  String serialization{};
  // The workers' output does not go to this process's output, but to worker->process->stdout and stderr.
  bool silent = false;
  child_process::Stdio stdio{};
  child_process::OptionalId uid{};
  child_process::OptionalId gid{};
  // Not in Node: a worker that ends without having been asked to is started again after respawnDelay milliseconds. The
  // delay doubles each time the worker ends soon after its start, up to respawnMaxDelay.
  bool respawn = false;
  double respawnDelay = 100;
  double respawnMaxDelay = 30000;
};

class WorkerObject final : public EventEmitterObject {
 public:
  using EventEmitterObject::eventArgs;
  static Args<var, SendHandle> eventArgs(event::message_t);
  static Args<> eventArgs(event::online_t);
  static Args<Address> eventArgs(event::listening_t);
  static Args<> eventArgs(event::disconnect_t);
  static Args<child_process::Code, Lookup> eventArgs(event::exit_t);

  int id = 0;
  // The child process, in the primary. Undefined in the worker itself, which uses `nodecpp::process`.
  child_process::ChildProcess process;
  // Whether the worker has ended, or is about to end, because it was asked to. Undefined until then.
  var exitedAfterDisconnect;
  String state = "none";

  // Send a message to the worker or, in a worker, to the primary, as ChildProcess's and process::send.
  bool send(const var& message, Function<void(Error)> callback = nullptr);
  bool send(const var& message, const SendHandle& handle, Function<void(Error)> callback = nullptr);
  // Makes the worker's servers stop listening and its connections end with their next response, which carries
  // `Connection: close`. Then the IPC channel is closed, and the worker ends. Returns this worker.
  Worker disconnect();
  // In the primary, sends the signal to the worker. In a worker, closes its channel and then ends it.
  void kill(const child_process::Signal& signal = "SIGTERM");
  void destroy(const child_process::Signal& signal = "SIGTERM") { kill(signal); }
  bool isConnected() const;
  bool isDead() const;

  const char* className() const override { return "Worker"; }
  template <class I>
  void inspectTo(I& out) const {
    out.property("exitedAfterDisconnect", exitedAfterDisconnect).property("state", state).property("id", id);
    out.property("process", process);
  }
};

class ClusterObject final : public EventEmitterObject {
 public:
  using EventEmitterObject::eventArgs;
  static Args<Worker> eventArgs(event::fork_t);
  static Args<Worker> eventArgs(event::online_t);
  static Args<Worker, Address> eventArgs(event::listening_t);
  static Args<Worker, var, SendHandle> eventArgs(event::message_t);
  static Args<Worker> eventArgs(event::disconnect_t);
  static Args<Worker, child_process::Code, Lookup> eventArgs(event::exit_t);
  static Args<Settings> eventArgs(event::setup_t);
  const char* className() const override { return "EventEmitter"; }
};

// The module itself is an emitter; these functions are those of EventEmitter.
Handle<ClusterObject> emitter();
template <class Name, class F>
Handle<ClusterObject> on(const Name& name, F&& f) {
  return emitter()->on(name, std::forward<F>(f));
}
template <class Name, class F>
Handle<ClusterObject> once(const Name& name, F&& f) {
  return emitter()->once(name, std::forward<F>(f));
}
template <class F>
Handle<ClusterObject> off(EventName name, const F& f) {
  return emitter()->off(name, f);
}
template <class F>
Handle<ClusterObject> removeListener(EventName name, const F& f) {
  return emitter()->off(name, f);
}
inline Handle<ClusterObject> removeAllListeners(EventName name) { return emitter()->removeAllListeners(name); }
inline std::ptrdiff_t listenerCount(EventName name) { return emitter()->listenerCount(name); }
template <class Name, class... V>
bool emit(const Name& name, V&&... values) {
  return emitter()->emit(name, std::forward<V>(values)...);
}

// Tell whether this process is a worker or the primary, by NODE_UNIQUE_ID in its environment.
struct IsWorker {
  operator bool() const;
};
struct IsPrimary {
  operator bool() const { return !IsWorker(); }
};
inline constexpr IsWorker isWorker{};
inline constexpr IsPrimary isPrimary{};
inline constexpr IsPrimary isMaster{};

// The worker that this process is; undefined in the primary.
struct CurrentWorker {
  Worker handle() const;
  operator Worker() const { return handle(); }
  explicit operator bool() const { return bool(handle()); }
  Worker operator->() const { return handle(); }
};
inline constexpr CurrentWorker worker{};

// In the primary, the workers that are connected or running, in the order of their ids.
struct Workers {
  // Returns undefined when there is no worker with this id.
  Worker operator[](int id) const;
  Array<int> keys() const;
  Array<Worker> values() const;
  std::ptrdiff_t size() const { return keys().length(); }
  template <class I>
  void inspectTo(I& out) const {
    for (int id : keys()) out.property(str(id), (*this)[id]);
  }
};
inline constexpr Workers workers{};

// SCHED_RR_ or SCHED_NONE. The default is in the environment's NODE_CLUSTER_SCHED_POLICY ("rr" or "none"), otherwise
// SCHED_RR_. The policy can no longer be changed after the first call of setupPrimary or fork. Throws
// ERR_INVALID_ARG_VALUE for another number.
struct SchedulingPolicy {
  const SchedulingPolicy& operator=(int policy) const;
  operator int() const;
};
inline constexpr SchedulingPolicy schedulingPolicy{};

// Sets the options with which workers are started from now on. Options that are not given stay unchanged. Emits `setup`
// in a later tick.
void setupPrimary(Settings settings = {});
inline void setupMaster(Settings settings = {}) { setupPrimary(std::move(settings)); }
// Returns the current options of setupPrimary.
Settings settings();

// Starts a worker: this program, or settings.exec, with `env` added to its environment.
Worker fork(child_process::Environment::Variables env = {});
// Disconnects all workers; `callback` is called after the last worker has exited.
void disconnect(Function<void()> callback = nullptr);

struct RestartOptions {
  // The milliseconds that a new worker has to start, and an old one to end before it gets SIGKILL.
  double timeout = 30000;
};
// Not in Node: replaces the workers one by one. A new worker is started with the environment of the old one. When it
// listens (or is online, if the old one did not listen), the old worker is disconnected, so that its requests can end.
// The promise is rejected with ERR_CLUSTER_RESTART when a new worker ends before it has started; the remaining workers
// stay unchanged.
Promise<> restart(RestartOptions options = {});

}  // namespace cluster
}  // namespace nodecpp
