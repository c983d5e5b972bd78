// A server on several processes. https://nodejs.org/docs/latest-v24.x/api/cluster.html
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
// A program that has this header may be a worker.
void enable();
inline const bool enabled = (enable(), true);
}  // namespace detail

// Who hands out connections: the primary, to one worker after the other, or the system, among those that accept.
// Node's SCHED_RR is a macro of <sched.h>.
inline constexpr int SCHED_NONE = 1;
inline constexpr int SCHED_RR_ = 2;

// Where a worker listens, as the event `listening` tells.
struct Address {
  Lookup address = nullptr;  // null: any
  int port = 0;
  Lookup addressType;  // 4, 6, or -1: a path
  Lookup fd;
  template <class I>
  void inspectTo(I& out) const {
    out.property("addressType", addressType).property("address", address).property("port", port).property("fd", fd);
  }
};

struct Settings {
  Array<String> execArgv{};  // the runtime's options of this process, when not given
  String exec{};                   // the program; this one, when not given
  Array<String> args{};      // its arguments; those of this one, when not given
  String cwd{};
  String serialization{};
  bool silent = false;  // the workers' output is not this process's: it is in worker->process->stdout
  child_process::Stdio stdio{};
  child_process::OptionalId uid{};
  child_process::OptionalId gid{};
  // Not Node's: a worker that dies without being asked to is started again, after respawnDelay milliseconds; twice as
  // many each time it dies soon, up to respawnMaxDelay.
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
  // In the primary. A worker's own is undefined: that is `process`.
  child_process::ChildProcess process;
  // Whether it ended, or is to end, because it was asked to: undefined before.
  var exitedAfterDisconnect;
  String state = "none";

  // To the worker; in a worker, to the primary. As ChildProcess's and process::send.
  bool send(const var& message, Function<void(Error)> callback = nullptr);
  bool send(const var& message, const SendHandle& handle, Function<void(Error)> callback = nullptr);
  // Its servers stop listening and let their connections end, answers say `Connection: close`; then its channel ends,
  // and it does. Returns this worker.
  Worker disconnect();
  // In the primary: sends the signal. In a worker: ends it, its channel first.
  void kill(const child_process::Signal& signal = "SIGTERM");
  void destroy(const child_process::Signal& signal = "SIGTERM") { kill(signal); }
  bool isConnected() const;
  bool isDead() const;

  const char* className() const override { return "Worker"; }
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

// The module is an emitter itself.
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
inline std::size_t listenerCount(EventName name) { return emitter()->listenerCount(name); }
template <class Name, class... V>
bool emit(const Name& name, V&&... values) {
  return emitter()->emit(name, std::forward<V>(values)...);
}

// Which of the two this process is, by NODE_UNIQUE_ID of its environment.
struct IsWorker {
  operator bool() const;
};
struct IsPrimary {
  operator bool() const { return !IsWorker(); }
};
inline constexpr IsWorker isWorker{};
inline constexpr IsPrimary isPrimary{};
inline constexpr IsPrimary isMaster{};

// In a worker, this one; undefined in the primary.
struct CurrentWorker {
  Worker handle() const;
  operator Worker() const { return handle(); }
  explicit operator bool() const { return bool(handle()); }
  Worker operator->() const { return handle(); }
};
inline constexpr CurrentWorker worker{};

// In the primary, the workers that are connected or alive, by their ids and in the order of these.
struct Workers {
  // Undefined where there is none.
  Worker operator[](int id) const;
  Array<int> keys() const;
  Array<Worker> values() const;
  std::size_t size() const { return keys().size(); }
};
inline constexpr Workers workers{};

// SCHED_RR_ or SCHED_NONE. By the environment's NODE_CLUSTER_SCHED_POLICY ("rr", "none"), else SCHED_RR_; stands from the
// first setupPrimary or fork on. Throws ERR_INVALID_ARG_VALUE for another number.
struct SchedulingPolicy {
  const SchedulingPolicy& operator=(int policy) const;
  operator int() const;
};
inline constexpr SchedulingPolicy schedulingPolicy{};

// What workers are started with from here on; what is not given stays. Emits `setup` in a tick.
void setupPrimary(Settings settings = {});
inline void setupMaster(Settings settings = {}) { setupPrimary(std::move(settings)); }
// What setupPrimary was given.
Settings settings();

// Starts a worker: this program, or settings.exec, with `env` added to the environment.
Worker fork(child_process::Environment::Variables env = {});
// Disconnects all workers; `callback` is told when the last has gone.
void disconnect(Function<void()> callback = nullptr);

struct RestartOptions {
  double timeout = 30000;  // milliseconds that a new worker has to come up, and an old one to end before SIGKILL
};
// Not Node's: replaces the workers one by one. Each time a new one is started, with the environment of the old, and
// once it listens (where the old one did) the old one is disconnected, which lets its requests end. Rejected when a new
// worker ends before it is up: that one is gone, and the rest are as they were.
Promise<> restart(RestartOptions options = {});

}  // namespace cluster
}  // namespace nodecpp
