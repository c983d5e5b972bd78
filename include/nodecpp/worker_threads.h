// worker_threads: loops on threads of their own, and messages between them.
// https://nodejs.org/docs/latest-v24.x/api/worker_threads.html
//
//   auto worker = make<worker_threads::Worker>([] {
//     worker_threads::parentPort->on(event::message, [](var value) { worker_threads::parentPort->postMessage(value *
//     2); });
//   }, {.workerData = 5});
//
// Nothing that is counted crosses a thread: a worker's function has no captures, and what it is given, as all messages,
// is a copy. Objects belong to the thread that made them. See docs/worker_threads.md.
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

// What process::env is in a worker. Node's SHARE_ENV is missing: the environment of a process must not be changed by
// one thread while another reads it.
class WorkerEnvironment {
 public:
  // A copy of the parent's.
  WorkerEnvironment() = default;
  WorkerEnvironment(std::initializer_list<std::pair<String, String>> variables) : given(true), all(variables) {}
  WorkerEnvironment(Array<std::pair<String, String>> variables) : given(true), all(std::move(variables)) {}

  bool given = false;
  Array<std::pair<String, String>> all;
};

// In megabytes. There is no collected heap: of Node's limits the stack's means something, the others are kept.
struct ResourceLimits {
  double maxYoungGenerationSizeMb = 48;
  double maxOldGenerationSizeMb = 2096;
  double codeRangeSizeMb = 0;
  double stackSizeMb = 4;
};

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

// The program's own top level, once more: Node's new Worker(__filename). It asks isMainThread where it is.
struct ThisFile {};
inline constexpr ThisFile thisFile{};

namespace detail {
using Main = void (*)();
// The top level that run() was given, where it has no captures.
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

// Whether this is the thread that the program was started on.
struct IsMainThread {
  operator bool() const;
};
inline constexpr IsMainThread isMainThread{};
// 0 on the main thread; each worker has its own.
struct ThreadId {
  operator int() const;
};
inline constexpr ThreadId threadId{};
inline String str(ThreadId id) { return nodecpp::str(int(id)); }
// The name that the worker was given; "" on the main thread.
struct ThreadName {
  operator String() const;
};
inline constexpr ThreadName threadName{};
// The other end of what the parent has as its Worker. Undefined on the main thread.
struct ParentPort {
  operator MessagePort() const;
  MessagePort operator->() const { return *this; }
  explicit operator bool() const { return static_cast<bool>(MessagePort(*this)); }
};
inline constexpr ParentPort parentPort{};
// A copy of the option workerData; null on the main thread.
struct WorkerData {
  operator var() const;
  template <class K>
  auto operator[](K&& key) const {
    return static_cast<var>(*this)[std::forward<K>(key)];
  }
};
inline constexpr WorkerData workerData{};
// This worker's limits; all zero on the main thread.
ResourceLimits resourceLimits();

// A copy of `value` is seen by all workers that this thread starts from now on, and theirs; undefined removes it.
void setEnvironmentData(const var& key, const var& value = var());
var getEnvironmentData(const var& key);

}  // namespace worker_threads

class WorkerObject : public EventEmitterObject {
 public:
  using EventEmitterObject::eventArgs;
  static Args<> eventArgs(event::online_t);
  static Args<var> eventArgs(event::message_t);
  static Args<Error> eventArgs(event::messageerror_t);
  static Args<int> eventArgs(event::exit_t);

  // Runs `f` on a thread of its own with a loop of its own. Throws a DataCloneError for a workerData that cannot be
  // copied.
  template <class F>
  explicit WorkerObject(F f, worker_threads::WorkerOptions options = {})
      : WorkerObject(nullptr, worker_threads::detail::mainOf(f), options) {}
  ~WorkerObject() override;

  // To the worker's parentPort. Throws a DataCloneError for what cannot be in a message.
  void postMessage(const var& message, Array<worker_threads::Transfer> transfer = {});
  // Stops the worker when it next comes back to its loop; its exit code, 1 where it was stopped. Undefined (0) when it
  // had ended.
  Promise<int> terminate();
  // Its end as a wait: the exit code. An error of the worker's is thrown. Whoever retracts the wait terminates the
  // worker and waits for that.
  Promise<int> exited();
  void ref();
  void unref();
  // -1 and "" when it has ended.
  int threadId() const;
  String threadName() const;
  worker_threads::ResourceLimits resourceLimits() const;
  // Undefined without the option `stdin`.
  stream::Writable stdin() const;
  // What the worker writes; where the options are not set, it also goes to this program's own.
  stream::Readable stdout() const;
  stream::Readable stderr() const;

  const char* className() const override { return "Worker"; }

 protected:
  void listenerAdded(EventName name) override;
  void listenerRemoved(EventName name) override;

 private:
  friend struct worker_threads::detail::WorkerSide;
  WorkerObject(std::nullptr_t, worker_threads::detail::Main main, worker_threads::WorkerOptions& options);

  worker_threads::detail::WorkerSide* side_ = nullptr;  // while it runs
  int threadId_ = -1;
  worker_threads::ResourceLimits limits_;
  String name_;
  stream::Readable outputs_[2];
  stream::Writable input_;
};

}  // namespace nodecpp
