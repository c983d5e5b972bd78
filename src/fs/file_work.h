// The base of all functions of fs. A Work is one operation on files: `run` is plain code that may run on any thread and
// touches no counted objects except its own, and `take` makes the result out of the raw data on the event loop's
// thread. Each operation is written once and run in three ways: runSynchronously() for …Sync, submit() for callbacks,
// promised() for promises.
#pragma once

#include <nodecpp/fs/fs_types.h>
#include <nodecpp/promise.h>

#include <memory>
#include <string>

#include "loop/active_resources.h"
#include "loop/loop.h"
#include "os/port/port.h"

namespace nodecpp::fs::detail {

using nodecpp::detail::Loop;
using os::Files;

// The error of an operation; false when there was none.
struct Failure {
  int error = 0;
  const char* syscall = "";
  std::string path{}, dest{};
  bool hasPath = false, hasDest = false;
  // For an error of fs itself, its code. With a title, the error is Node's SystemError, which names the call, the error
  // and the reason. Without a title, `reason` is the message.
  const char* code = nullptr;
  const char* title = nullptr;
  std::string reason{};

  explicit operator bool() const noexcept { return error != 0; }
};
// Returns an empty Failure when `error` is 0.
inline Failure failure(int error, const char* syscall) { return {error, syscall}; }
inline Failure failure(int error, const char* syscall, const std::string& path) {
  if (!error) return {};
  return {error, syscall, path, {}, true, false};
}
inline Failure failure(int error, const char* syscall, const std::string& path, const std::string& dest) {
  if (!error) return {};
  return {error, syscall, path, dest, true, true};
}
// Makes the Failure of a SystemError, for example ERR_FS_CP_EINVAL, "Invalid src or dest", EINVAL, "src and dest cannot
// be the same".
inline Failure systemFailure(const char* code, const char* title, int error, const char* syscall, std::string path,
                             std::string reason) {
  return {error, syscall, std::move(path), {}, true, false, code, title, std::move(reason)};
}
Error toError(const Failure& failure);
// Makes the error for a callback. Its stack has no lines of the program's, since Node makes it where no JavaScript
// runs.
inline Error toLaterError(const Failure& failure) {
  Error error = toError(failure);
  error->stack.removeRuntimeLines();
  return error;
}

// Makes an error as Node's native part does: its stack begins without the code.
template <class E>
E nativeError(StringArg code, StringArg message) {
  E error(message);
  error->code = code.toString();
  return error;
}

// Returns a name or path as a string; bytes that are no UTF-8 become U+FFFD.
String text(const std::string& bytes);
inline std::string plain(StringArg text) { return std::string(text.data(), text.size()); }
// Returns the bytes of a path. Throws ERR_INVALID_ARG_VALUE or ERR_INVALID_ARG_TYPE.
std::string checked(const PathArg& path, StringArg name = "path");
// Returns a descriptor as an integer. Throws ERR_OUT_OF_RANGE.
int checkedFd(double fd, StringArg name = "fd");
void validateEncoding(StringArg encoding);
// Throws ERR_INVALID_ARG_TYPE for an undefined callback.
template <class... A>
void validateCallback(const Function<void(A...)>& callback) {
  if (!callback) throw nodecpp::detail::invalidArgType("cb", "of type function", "undefined");
}
Error abortedBy(const AbortSignal& signal);
// `S` is Stats or BigIntStats.
template <class S>
S toStats(const os::FileStat& stat);

struct Nothing {};

template <class R, class Run, class Take>
struct Work {
  using Raw = R;
  using Value = std::invoke_result_t<Take&, Raw&>;
  Run run;    // Failure(Files&, Raw&)
  Take take;  // Value(Raw&)
};
template <class Raw, class Run, class Take>
Work<Raw, Run, Take> work(Run run, Take take) {
  return {std::move(run), std::move(take)};
}
// Makes a Work without a result; `run` is Failure(Files&).
template <class Run>
auto work(Run run) {
  return work<Nothing>([run = std::move(run)](Files& files, Nothing&) { return run(files); }, [](Nothing&) {});
}

// An operation, as process.getActiveResourcesInfo names it.
struct Active : nodecpp::detail::ActiveResource {
  explicit Active(const char* name) : ActiveResource(Loop::current(), Kind::request, name) {}
};

// Runs a Work on the pool. The job stores the port's Files, since it could not find the port on another thread.
template <class W, class Finish>
class FileJob final : public os::Job {
 public:
  FileJob(W work, Finish finish, const char* name)
      : work_(std::move(work)), finish_(std::move(finish)), files_(Loop::current().port().files), active_(name) {}
  void run() override { failure_ = work_.run(files_, raw_); }
  void done() override {
    Loop::current().makeCallback(std::exchange(context_, nullptr), [this] {
      Finish finish = std::move(finish_);
      finish(work_, failure_, raw_);
    });
  }

 private:
  W work_;
  Finish finish_;
  Handle<Object> context_ = Loop::currentContext();
  Files& files_;
  Active active_;
  Failure failure_;
  typename W::Raw raw_{};
};

// Runs `work` on the pool, and then calls `finish(work, failure, raw)` as a callback of the event loop.
template <class W, class Finish>
void start(W work, Finish finish, const char* name = "FSReqCallback") {
  Loop::current().port().computation.submit(new FileJob<W, Finish>(std::move(work), std::move(finish), name));
}

template <class W>
auto runSynchronously(W work) -> typename W::Value {
  typename W::Raw raw{};
  if (Failure failed = work.run(Loop::current().port().files, raw)) throw toError(failed);
  return work.take(raw);
}

// Runs `work` on the pool, and then calls callback(error) or callback(null, value).
template <class W, class Callback>
void submit(W work, Callback callback, const char* name = "FSReqCallback") {
  auto finish = [callback = std::move(callback)](W& done, const Failure& failed, auto& raw) {
    using Value = typename W::Value;
    Error error = nullptr;
    if (failed) error = toLaterError(failed);
    if constexpr (std::is_void_v<Value>) {
      if (!error) done.take(raw);
      callback(error);
    } else {
      if (error) return callback(error, Value{});
      Value value{};
      try {
        value = done.take(raw);
      } catch (const Error& thrown) {
        error = thrown;
      }
      callback(error, std::move(value));
    }
  };
  start(std::move(work), std::move(finish), name);
}

// An object that lives until an operation has ended, even when its promise was retracted.
using Keep = std::shared_ptr<void>;

// `make` checks the arguments and returns the Work. An exception of `make` rejects the promise.
template <class Make>
auto promised(Make make, Keep keep = nullptr) {
  using W = std::invoke_result_t<Make&>;
  using Value = typename W::Value;
  return Promise<Value>([&](Resolver<Value> resolve, Rejector reject) {
    if constexpr (std::is_void_v<Value>)
      submit(
          make(), [=, keep = std::move(keep)](const Error& error) { error ? reject.withStack(error) : resolve(); },
          "FSReqPromise");
    else
      submit(
          make(),
          [=, keep = std::move(keep)](const Error& error, Value value) {
            error ? reject.withStack(error) : resolve(std::move(value));
          },
          "FSReqPromise");
  });
}

// A descriptor that is closed at the end of a scope, used inside of a Work.
class Descriptor {
 public:
  Descriptor(Files& files, int fd) : files_(files), fd_(fd) {}
  Descriptor(const Descriptor&) = delete;
  ~Descriptor() {
    if (fd_ >= 0) files_.close(fd_);
  }
  int get() const noexcept { return fd_; }
  // Closes the descriptor and returns the result. The object must not be used afterwards.
  int close() { return files_.close(std::exchange(fd_, -1)); }

 private:
  Files& files_;
  int fd_;
};

}  // namespace nodecpp::fs::detail
