// What all of fs is made by. A Work is one operation on files, written once: `run` is plain code that may stand on any
// thread and touches no counted value but those that are the work's own, `take` makes the result of what it has found,
// on the loop's thread. The three faces are three ways to run it: now, submit, promised.
#pragma once

#include <nodecpp/fs/base.h>
#include <nodecpp/promise.h>

#include <memory>
#include <string>

#include "loop/loop.h"
#include "os/port/port.h"

namespace nodecpp::fs::impl {

using nodecpp::detail::Loop;
using os::Files;

// What an operation failed with; false for nothing.
struct Failure {
  int error = 0;
  const char* syscall = "";
  std::string path{}, dest{};
  bool hasPath = false, hasDest = false;
  // In place of the system's: an error of fs's own, by its code. With a title it is Node's SystemError, which names the
  // call, the error and the reason; else `reason` is its message.
  const char* code = nullptr;
  const char* title = nullptr;
  std::string reason{};

  explicit operator bool() const noexcept { return error != 0; }
};
// Nothing where `error` is none.
inline Failure failure(int error, const char* syscall) { return {error, syscall}; }
inline Failure failure(int error, const char* syscall, const std::string& path) {
  if (!error) return {};
  return {error, syscall, path, {}, true, false};
}
inline Failure failure(int error, const char* syscall, const std::string& path, const std::string& dest) {
  if (!error) return {};
  return {error, syscall, path, dest, true, true};
}
// Of a SystemError: ERR_FS_CP_EINVAL, "Invalid src or dest", EINVAL, "src and dest cannot be the same".
inline Failure systemFailure(const char* code, const char* title, int error, const char* syscall, std::string path,
                             std::string reason) {
  return {error, syscall, std::move(path), {}, true, false, code, title, std::move(reason)};
}
Error toError(const Failure& failure);
// The same for a callback: Node makes it in C++, where no JavaScript runs, so that its stack has no lines.
inline Error toLaterError(const Failure& failure) {
  Error error = toError(failure);
  error->stack.keepOnlyProgram();
  return error;
}

// An error that Node makes in its native part: its stack begins without the code.
template <class E>
E nativeError(StringArg code, StringArg message) {
  E error(message);
  error->code = code.toString();
  return error;
}

// Names and paths as strings: what is no UTF-8 in them becomes U+FFFD.
String text(const std::string& bytes);
inline std::string plain(StringArg text) { return std::string(text.data(), text.size()); }
// ERR_INVALID_ARG_VALUE, ERR_INVALID_ARG_TYPE.
std::string checked(const PathArg& path, StringArg name = "path");
// ERR_OUT_OF_RANGE.
int checkedFd(double fd, StringArg name = "fd");
void validateEncoding(StringArg encoding);
// ERR_INVALID_ARG_TYPE for an undefined one.
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
// Of an operation without a result; `run` is Failure(Files&).
template <class Run>
auto work(Run run) {
  return work<Nothing>([run = std::move(run)](Files& files, Nothing&) { return run(files); }, [](Nothing&) {});
}

// The port, for a Work that is started: the job itself knows it too late, on another thread.
template <class W, class Finish>
class FileJob final : public os::Job {
 public:
  FileJob(W work, Finish finish, Files& files) : work_(std::move(work)), finish_(std::move(finish)), files_(files) {}
  void run() override { failure_ = work_.run(files_, raw_); }
  void done() override {
    Loop::current().makeCallback([this] {
      Finish finish = std::move(finish_);
      finish(work_, failure_, raw_);
    });
  }

 private:
  W work_;
  Finish finish_;
  Files& files_;
  Failure failure_;
  typename W::Raw raw_{};
};

// Runs it on the pool, and then `finish(work, failure, raw)` as a callback.
template <class W, class Finish>
void start(W work, Finish finish) {
  os::Port& port = Loop::current().port();
  port.computation.submit(new FileJob<W, Finish>(std::move(work), std::move(finish), port.files));
}

template <class W>
auto now(W work) -> typename W::Value {
  typename W::Raw raw{};
  if (Failure failed = work.run(Loop::current().port().files, raw)) throw toError(failed);
  return work.take(raw);
}

// Calls callback(error) or callback(null, value).
template <class W, class Callback>
void submit(W work, Callback callback) {
  start(std::move(work), [callback = std::move(callback)](W& done, const Failure& failed, auto& raw) {
    using Value = typename W::Value;
    Error error;
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
  });
}

// What is to live until an operation has ended, whether anybody still waits for it or not.
using Keep = std::shared_ptr<void>;

// `make` checks the arguments and gives the Work; what it throws rejects the promise.
template <class Make>
auto promised(Make make, Keep keep = nullptr) {
  using W = std::invoke_result_t<Make&>;
  using Value = typename W::Value;
  return Promise<Value>([&](Resolver<Value> resolve, Rejector reject) {
    if constexpr (std::is_void_v<Value>)
      submit(make(), [=, keep = std::move(keep)](const Error& error) { error ? reject.withStack(error) : resolve(); });
    else
      submit(make(), [=, keep = std::move(keep)](const Error& error, Value value) {
        error ? reject.withStack(error) : resolve(std::move(value));
      });
  });
}

// A descriptor for the time of a scope, in a Work.
class Descriptor {
 public:
  Descriptor(Files& files, int fd) : files_(files), fd_(fd) {}
  Descriptor(const Descriptor&) = delete;
  ~Descriptor() {
    if (fd_ >= 0) files_.close(fd_);
  }
  int get() const noexcept { return fd_; }
  // What closing answers; the last thing that is done with it.
  int close() { return files_.close(std::exchange(fd_, -1)); }

 private:
  Files& files_;
  int fd_;
};

}  // namespace nodecpp::fs::impl
