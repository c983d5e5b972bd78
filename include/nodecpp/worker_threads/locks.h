// locks: named locks that all threads of the process share, as the web's navigator.locks.
// https://nodejs.org/docs/latest-v24.x/api/worker_threads.html#worker_threadslocks and https://w3c.github.io/web-locks/
//
//   co_await worker_threads::locks.request("accounts", [=](auto lock) -> Promise<> { co_await store(); });
#pragma once

#include <nodecpp/abort_controller.h>
#include <nodecpp/array.h>
#include <nodecpp/concurrency.h>
#include <nodecpp/fields.h>
#include <nodecpp/traits.h>

namespace nodecpp {

class LockObject;

namespace worker_threads {

// A lock that is held. Undefined when the option ifAvailable was set and the lock was not free.
using Lock = Handle<LockObject>;

struct LockOptions {
  String mode = "exclusive";  // "exclusive" or "shared": any number of shared locks of a name are held together
  bool ifAvailable = false;   // calls the function at once, without a lock if the lock is not free
  bool steal = false;         // takes the lock away from those that hold it
  AbortSignal signal{};       // ends the wait for the lock
};

// A lock that is held, or a request that waits, as `query` gives it.
struct LockInfo {
  String name;
  String mode;
  String clientId;  // "node-PID-THREAD"
};
NODECPP_FIELDS(LockInfo, name, mode, clientId)
struct LockManagerSnapshot {
  Array<LockInfo> held;
  Array<LockInfo> pending;
};
NODECPP_FIELDS(LockManagerSnapshot, held, pending)

namespace detail {

// What the owner of a request does next: see LockManager::request.
struct LockCallbacks {
  Function<void(Lock)> granted;
  Function<void(Error)> failed;
};
// Asks for a lock and returns the number of the request. `granted` may be called before the function returns. Throws
// the errors of options that are not possible together.
double requestLock(StringArg name, const LockOptions& options, LockCallbacks callbacks);
// Ends a request, whatever became of it: a lock that is held is free afterwards, and a request that waits is dropped.
void releaseLock(double request);

template <class F>
concept TakesLock = std::invocable<F&, Lock>;
template <class F>
struct LockCallOf {
  using Result = nodecpp::detail::Started<F>;
};
template <TakesLock F>
struct LockCallOf<F> {
  using Result = nodecpp::detail::Started<F, Lock>;
};
// Calls `f` with the lock, if it takes one.
template <class F>
auto startWithLock(F& f, const Lock& lock) {
  auto call = [&] {
    if constexpr (TakesLock<F>)
      return f(lock);
    else
      return f();
  };
  return nodecpp::detail::start(call);
}

}  // namespace detail

class LockManager {
 public:
  // Calls `f(lock)` when the lock of that name is free, at once if it is free now, and keeps the lock until the promise
  // that `f` returns is settled, or until `f` has returned something else. Gives the outcome of `f`. Requests of one
  // name are served in their order. Retracting the result gives up the request, or retracts the promise of `f` and
  // then frees the lock.
  //
  // The promise is rejected with an AbortError when the lock was stolen, with the signal's reason when `signal` aborts
  // before the lock was granted, with ERR_INVALID_ARG_VALUE for an unknown mode, and with a NotSupportedError for a
  // name that begins with "-" and for options that exclude each other.
  template <class F>
  auto request(StringArg name, F f) const {
    return request(name, {}, std::move(f));
  }
  template <class F>
  auto request(StringArg name, const LockOptions& options, F f) const {
    using R = typename detail::LockCallOf<F>::Result;
    return operation<R>([&](auto resolve, auto reject) -> Function<void()> {
      struct State {
        double request = 0;
        Promise<R> running;
        bool ended = false;
      };
      let<State> state;
      auto end = [state] {
        if (nodecpp::detail::exchange(state.ref().ended, true)) return;
        state.ref().running = Promise<R>();
        if (state.ref().request) detail::releaseLock(state.ref().request);
      };
      auto granted = [=](Lock lock) mutable {
        Promise<R> running = detail::startWithLock(f, lock);
        state.ref().running = running;
        auto failed = [=](const std::exception_ptr& error) {
          end();
          reject(error);
        };
        if constexpr (std::is_void_v<R>)
          running.then([=] { end(), resolve(); }, failed);
        else
          running.then([=](const R& value) { end(), resolve(value); }, failed);
      };
      state.ref().request = detail::requestLock(name, options, {granted, [=](Error error) { reject(error); }});
      return [state, end] {
        if (!state.ref().running) return end();
        retract(state.ref().running).then([end] { end(); });
      };
    });
  }

  // Gives the locks that this thread holds, and its requests that wait. Like Node, it does not show those of other
  // threads.
  Promise<LockManagerSnapshot> query() const;
};
inline constexpr LockManager locks{};

}  // namespace worker_threads

class LockObject : public Object {
 public:
  // For the runtime.
  LockObject(String name, String mode) : name_(std::move(name)), mode_(std::move(mode)) {}
  // The name and the mode of the lock. The references are valid as long as the lock object.
  const String& name() const [[clang::lifetimebound]] { return name_; }
  const String& mode() const [[clang::lifetimebound]] { return mode_; }

 private:
  String name_;
  String mode_;
};

}  // namespace nodecpp
