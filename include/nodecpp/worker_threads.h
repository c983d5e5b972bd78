// worker_threads: event loops on threads of their own, and messages between them.
// https://nodejs.org/docs/latest-v24.x/api/worker_threads.html
//
//   auto worker = make<worker_threads::Worker>([] {
//     worker_threads::parentPort->on(event::message, [](var value) { worker_threads::parentPort->postMessage(value *
//     2); });
//   }, {.workerData = 5});
//
// Reference counts are not atomic, so no counted object crosses a thread. A worker's function has no captures, and its
// data and all messages are copies. An object belongs to the thread that made it. See docs/worker_threads.md.
#pragma once

#include <nodecpp/events.h>
#include <nodecpp/process.h>
#include <nodecpp/stream.h>
#include <nodecpp/var.h>
#include <nodecpp/worker_threads/message_port.h>

namespace nodecpp {

class WorkerObject;

namespace worker_threads {

using Worker = Handle<WorkerObject>;

// The environment variables of a worker, for its process::env. Node's SHARE_ENV is missing, because one thread must not
// change the environment of a process while another thread reads it.
class WorkerEnvironment {
 public:
  // Without variables, the worker gets a copy of its parent's environment.
  WorkerEnvironment() = default;
  WorkerEnvironment(std::initializer_list<std::pair<String, String>> variables) : given(true), all(variables) {}
  WorkerEnvironment(Array<std::pair<String, String>> variables) : given(true), all(std::move(variables)) {}

  bool given = false;
  Array<std::pair<String, String>> all;
};

// The limits of a worker's memory, in megabytes. Only stackSizeMb has an effect. The other limits are stored but not
// used, because there is no garbage-collected heap.
struct ResourceLimits {
  double maxYoungGenerationSizeMb = 48;
  double maxOldGenerationSizeMb = 2096;
  double codeRangeSizeMb = 0;
  double stackSizeMb = 4;
};
NODECPP_FIELDS_WHEN_USED(ResourceLimits, maxYoungGenerationSizeMb, maxOldGenerationSizeMb, codeRangeSizeMb,
                         stackSizeMb)

// The options of Node's `new Worker(filename, options)`, with the same meanings. `env` and `resourceLimits` are
// described above.
struct WorkerOptions {
  Array<String> argv{};
  WorkerEnvironment env{};
  bool stdin = false;
  bool stdout = false;
  bool stderr = false;
  var workerData{};
  Array<Transfer> transferList{};
  ResourceLimits resourceLimits{};
  String name = "WorkerThread";
};

// Runs the program's own top level again on the worker's thread, as Node's new Worker(__filename). The program tests
// isMainThread to know where it runs.
struct ThisFile {};
inline constexpr ThisFile thisFile{};

namespace detail {
using Main = void (*)();
// The top level that was given to run(). Throws an Error when it has captures.
Main thisFileMain();
void topLevel(Promise<> promise);

template <class F>
Main mainOf(const F& f) {
  if constexpr (std::same_as<F, ThisFile>) {
    return thisFileMain();
  } else if constexpr (std::is_convertible_v<F, Main>) {
    return f;
  } else {
    constexpr bool plain = std::is_empty_v<F> && std::is_default_constructible_v<F>;
    static_assert(plain, "a worker's function has no captures: what it needs goes into workerData or into a message");
    if constexpr (plain)
      return [] {
        if constexpr (std::is_void_v<decltype(F{}())>)
          F{}();
        else
          topLevel(F{}());
      };
    else
      return nullptr;
  }
}

struct WorkerSide;
}  // namespace detail

// isMainThread is true on the thread on which the program was started.
struct IsMainThread {
  operator bool() const;
};
inline constexpr IsMainThread isMainThread{};
// The number of this thread: 0 on the main thread, and a different number in each worker.
struct ThreadId {
  operator int() const;
  template <class V>
  V inVar() const {
    return V(int(*this));
  }
};
inline constexpr ThreadId threadId{};
inline String str(ThreadId id) { return nodecpp::str(int(id)); }
// The name of this thread: the option `name` of its worker, or "" on the main thread.
struct ThreadName {
  operator String() const;
  template <class V>
  V inVar() const {
    return V(String(*this));
  }
};
inline constexpr ThreadName threadName{};
// The MessagePort that is connected to the Worker object of the parent. Undefined on the main thread.
struct ParentPort {
  operator MessagePort() const;
  MessagePort operator->() const { return *this; }
  explicit operator bool() const { return static_cast<bool>(MessagePort(*this)); }
};
inline constexpr ParentPort parentPort{};
// A copy of the option workerData of this worker. Null on the main thread.
struct WorkerData {
  operator var() const;
  template <class K>
  auto operator[](K&& key) const {
    return static_cast<var>(*this)[std::forward<K>(key)];
  }
  template <class I>
  void inspectTo(I& out) const {
    out.value(static_cast<var>(*this));
  }
};
inline constexpr WorkerData workerData{};
// The limits of this worker. All of them are 0 on the main thread.
ResourceLimits resourceLimits();

// Stores `value` for the workers that this thread starts from now on, and for the workers that those start. Each worker
// gets a copy, made when it starts. An undefined value removes the entry.
void setEnvironmentData(const var& key, const var& value = var());
// Returns the value that was stored for `key` by this thread or, before it was started, by its parent. Undefined when
// there is none.
var getEnvironmentData(const var& key);

// Sends a copy of `value` to a thread of this process by its number, and moves the objects in `transferList`. The
// thread gets it as the event workerMessage of its process. The promise is fulfilled when a listener has returned. It
// is rejected with ERR_WORKER_MESSAGING_FAILED when there is no such thread or it has no listener, with
// ERR_WORKER_MESSAGING_ERRORED when a listener throws, with ERR_WORKER_MESSAGING_TIMEOUT after `timeout` milliseconds,
// with ERR_WORKER_MESSAGING_SAME_THREAD for the number of this thread, and with a DataCloneError.
Promise<> postMessageToThread(int threadId, const var& value, Array<Transfer> transferList = {},
                              double timeout = __builtin_inf());
Promise<> postMessageToThread(int threadId, const var& value, double timeout);

}  // namespace worker_threads

namespace event {
// Events of the process: process::on(event::workerMessage, [](var value, int source) {…}). `worker` comes in the tick
// after a Worker was made, and `workerMessage` for each message of postMessageToThread; `source` is the number of the
// thread that has sent it.
inline constexpr Event<var, int> workerMessage{"workerMessage"};
inline constexpr Event<worker_threads::Worker> worker{"worker"};
}  // namespace event

class WorkerObject : public EventEmitterObject {
 public:
  using EventEmitterObject::eventArgs;
  static Args<> eventArgs(event::online_t);
  static Args<var> eventArgs(event::message_t);
  static Args<Error> eventArgs(event::messageerror_t);
  static Args<int> eventArgs(event::exit_t);

  // Runs `f` on a new thread with an event loop of its own. Throws a DataCloneError when workerData cannot be copied.
  template <class F>
  explicit WorkerObject(F f, worker_threads::WorkerOptions options = {})
      : WorkerObject(nullptr, worker_threads::detail::mainOf(f), options) {}
  ~WorkerObject() override;

  // Sends a copy of `message` to the worker's parentPort, and moves the objects in `transfer`. Does nothing when the
  // worker has ended. Throws a DataCloneError when a value cannot be in a message.
  void postMessage(const var& message, Array<worker_threads::Transfer> transfer = {});
  // Stops the worker when it next returns to its event loop. Gives its exit code, which is 1 when it was stopped, or 0
  // when it had ended before (where Node gives undefined).
  Promise<int> terminate();
  // Waits for the worker's end and gives its exit code. Throws an error that the worker did not handle. Retracting the
  // wait terminates the worker and waits for its end.
  Promise<int> exited();
  // ref() makes the running worker keep the event loop alive, which it does by default. unref() undoes it.
  void ref();
  void unref();
  // The number and the name of the worker. They are -1 and "" when the worker has ended.
  int threadId() const;
  String threadName() const;
  worker_threads::ResourceLimits resourceLimits() const;
  // Gives the processor time of the worker's thread in microseconds, since `prev` if that is given. The worker answers
  // when it returns to its event loop. The promise is rejected with ERR_WORKER_NOT_RUNNING when the worker has ended.
  // Throws ERR_OUT_OF_RANGE for an impossible `prev`.
  Promise<process::Cpu> cpuUsage(process::Cpu prev = {0, 0});
  // The stream that writes to the worker's standard input. Undefined when the option `stdin` was not set.
  stream::Writable stdin() const;
  // The streams of the worker's output. When the option `stdout` or `stderr` is not set, the output also goes to this
  // program's own standard output or standard error.
  stream::Readable stdout() const;
  stream::Readable stderr() const;

  const char* className() const override { return "Worker"; }
  template <class I>
  void inspectTo(I& out) const {
    out.property("threadId", threadId()).property("threadName", threadName());
  }

 protected:
  void listenerAdded(EventName name) override;
  void listenerRemoved(EventName name) override;

 private:
  friend struct worker_threads::detail::WorkerSide;
  WorkerObject(std::nullptr_t, worker_threads::detail::Main main, worker_threads::WorkerOptions& options);

  // The part that is connected to the thread. Null when the worker has ended.
  worker_threads::detail::WorkerSide* side_ = nullptr;
  int threadId_ = -1;
  worker_threads::ResourceLimits limits_;
  String name_;
  stream::Readable outputs_[2];
  stream::Writable input_;
};

}  // namespace nodecpp
