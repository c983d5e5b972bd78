// The process: its arguments, environment, events and ends. https://nodejs.org/docs/latest-v24.x/api/process.html
// Part of <nodecpp/process.h>, which has run() too.
#pragma once

#include <nodecpp/events.h>
#include <nodecpp/let.h>
#include <nodecpp/process/census.h>
#include <nodecpp/process/stdio.h>
#include <nodecpp/promise.h>
#include <nodecpp/timers.h>

namespace nodecpp {

namespace detail {
using ProgramMain = Function<void()>;
// What run() was given. Where it has no captures, `again` is the same once more, for other threads; else null.
struct ProgramEntry {
  ProgramMain main;
  void (*again)() = nullptr;
};
// Told by the promise that a top-level coroutine returned: when the loop ends before, the exit code is 13, as in Node.
void topLevelPending();
void topLevelSettled();
}  // namespace detail

class ProcessObject;
class var;  // of messages, which are for who includes <nodecpp/child_process.h>

// What comes with a message, or goes with one: a net::Server, a net::Socket, or nothing.
class SendHandle {
 public:
  SendHandle() = default;
  SendHandle(std::nullptr_t) {}
  template <class T>
  SendHandle(const Handle<T>& handle) : object_(handle) {}
  // Undefined when it is something else.
  template <class T>
  operator Handle<T>() const {
    return as<T>();
  }
  template <class T>
  Handle<T> as() const {
    return Handle<T>(dynamic_cast<T*>(object_.get()));
  }
  explicit operator bool() const { return bool(object_); }

 private:
  Handle<Object> object_{};
};

// The process as the emitter that it is; process::on and the like are the same.
class ProcessObject : public EventEmitterObject {
 public:
  using EventEmitterObject::eventArgs;
  static Args<int> eventArgs(event::exit_t);
  static Args<int> eventArgs(event::beforeExit_t);
  // The error, and "uncaughtException" or "unhandledRejection".
  static Args<Error, String> eventArgs(event::uncaughtException_t);
  static Args<Error, String> eventArgs(event::uncaughtExceptionMonitor_t);
  static Args<Error, Promise<>> eventArgs(event::unhandledRejection_t);
  static Args<Promise<>> eventArgs(event::rejectionHandled_t);
  static Args<Error> eventArgs(event::warning_t);
  // Of a child with a channel to its parent, with <nodecpp/child_process.h>. While somebody listens to one of them the
  // channel keeps the program alive.
  static Args<var, SendHandle> eventArgs(event::message_t);
  static Args<> eventArgs(event::disconnect_t);
  // Signals are named by strings: on("SIGTERM", [](String name, int number) {…}).

  const char* className() const override { return "process"; }

 protected:
  // A signal is caught while somebody listens to it.
  void listenerAdded(EventName name) override;
  void listenerRemoved(EventName name) override;
};

namespace process {

Handle<ProcessObject> emitter();

template <class Name, class F>
Handle<ProcessObject> on(const Name& name, F&& f) {
  return emitter()->on(name, std::forward<F>(f));
}
template <class Name, class F>
Handle<ProcessObject> once(const Name& name, F&& f) {
  return emitter()->once(name, std::forward<F>(f));
}
template <class F>
Handle<ProcessObject> off(EventName name, const F& f) {
  return emitter()->off(name, f);
}
template <class F>
Handle<ProcessObject> removeListener(EventName name, const F& f) {
  return emitter()->off(name, f);
}
inline Handle<ProcessObject> removeAllListeners(EventName name) { return emitter()->removeAllListeners(name); }
inline std::size_t listenerCount(EventName name) { return emitter()->listenerCount(name); }
template <class Name, class... V>
bool emit(const Name& name, V&&... values) {
  return emitter()->emit(name, std::forward<V>(values)...);
}

// A variable of the environment. Reads as undefined when missing; assigning sets it (numbers are printed, as in Node).
class EnvironmentVariable : public Lookup {
 public:
  EnvironmentVariable(String name, Lookup value) : Lookup(std::move(value)), name_(std::move(name)) {}
  const EnvironmentVariable& operator=(const Lookup& value) const;

 private:
  String name_;
};

struct Environment {
  EnvironmentVariable operator[](StringArg name) const;
  bool has(StringArg name) const;  // `name in process.env`
  // `delete process.env.NAME`
  void remove(StringArg name) const;
  Array<std::pair<String, String>> entries() const;
  Array<String> keys() const;
};
inline constexpr Environment env{};

// argv[0] is the executable, argv[1] the program, argv[2] the first argument: the indices of Node. In a program of C++
// the first two are the same file.
struct Arguments {
  // Undefined beyond the end.
  Lookup operator[](std::size_t index) const;
  std::ptrdiff_t length() const;
  Array<String> slice(std::ptrdiff_t from = 0, std::ptrdiff_t to = PTRDIFF_MAX) const;
  Array<String> values() const { return slice(); }
};
inline constexpr Arguments argv{};
String argv0();
// The runtime's own options, which are not in argv.
Array<String> execArgv();
String execPath();

namespace detail {
[[noreturn]] void throwBooleanCode(bool code);
// A number, a string that is one, or undefined.
void setExitCode(const Lookup& code);
template <class T>
void setExitCodeFrom(const T& code) {
  if constexpr (std::same_as<T, bool>)
    throwBooleanCode(code);
  else
    setExitCode(Lookup(code));
}
}  // namespace detail

// What the program will end with when nothing else is said; undefined (0) at first. Takes integers and strings that are
// such; nullptr makes it undefined again. Throws ERR_INVALID_ARG_TYPE and ERR_OUT_OF_RANGE.
struct ExitCode {
  template <class T>
  const ExitCode& operator=(const T& code) const {
    detail::setExitCodeFrom(code);
    return *this;
  }
  Lookup value() const;  // undefined until it is set
  operator int() const;
  template <class I>
  void inspectTo(I& out) const {
    out.value(value());
  }
};
inline constexpr ExitCode exitCode{};
inline String str(ExitCode code) { return code.value().toString(); }

// Ends the program at once: `exit` is emitted, what waits in the loop is dropped.
[[noreturn]] void exit();
// With this exitCode, which is checked as above.
template <class T>
[[noreturn]] void exit(const T& code) {
  detail::setExitCodeFrom(code);
  exit();
}
// Ends it with SIGABRT and a core.
[[noreturn]] void abort();

struct Number {
  int (*read)();
  operator int() const { return read(); }
};
namespace detail {
int pid();
int ppid();
}  // namespace detail
inline constexpr Number pid{detail::pid};
inline constexpr Number ppid{detail::ppid};
inline String str(Number n) { return nodecpp::str(int(n)); }

inline constexpr const char* platform = "linux";
#if defined(__x86_64__)
inline constexpr const char* arch = "x64";
#elif defined(__aarch64__)
inline constexpr const char* arch = "arm64";
#else
inline constexpr const char* arch = "unknown";
#endif
// The version of Node.cpp, and of the Node.js whose behaviour it has.
inline constexpr const char* version = "v0.1.0";
inline constexpr const char* nodeVersion = "v24.21.0";
// Without the "v"; of Node.cpp, the Node.js that it follows, and the compiler.
struct Versions {
  const char* nodecpp = "0.1.0";
  const char* node = "24.21.0";
  const char* clang = __clang_version__;
  template <class I>
  void inspectTo(I& out) const {
    out.property("nodecpp", nodecpp).property("node", node).property("clang", clang);
  }
};
inline constexpr Versions versions{};
struct Release {
  const char* name = "nodecpp";
  template <class I>
  void inspectTo(I& out) const {
    out.property("name", name);
  }
};
inline constexpr Release release{};

// A text that may be assigned, kept for this program: what `ps` shows does not change.
struct Title {
  const Title& operator=(StringArg title) const;
  operator String() const;
  template <class S>
    requires nodecpp::detail::StringLike<const S&>
  friend String operator+(Title a, const S& b) {
    return String(a) + b;
  }
  template <class S>
    requires nodecpp::detail::StringLike<const S&>
  friend String operator+(const S& a, Title b) {
    return a + String(b);
  }
  template <class I>
  void inspectTo(I& out) const {
    out.value(String(*this));
  }
};
inline constexpr Title title{};
inline String str(Title t) { return String(t); }

String cwd();
// Throws Node's ENOENT and the like.
void chdir(StringArg directory);
// Seconds since the program began.
double uptime();

struct HighResolutionTime {
  // Seconds and nanoseconds of a monotonic clock; with an earlier reading, what has passed since.
  std::pair<double, double> operator()() const;
  std::pair<double, double> operator()(std::pair<double, double> since) const;
  // Nanoseconds.
  std::uint64_t bigint() const;
};
inline constexpr HighResolutionTime hrtime{};

struct Memory {
  double rss, heapTotal, heapUsed, external, arrayBuffers;
};
struct MemoryUsage {
  // Bytes.
  Memory operator()() const;
  double rss() const;
};
inline constexpr MemoryUsage memoryUsage{};

struct Cpu {
  double user, system;
};
// Microseconds of CPU time, since `since` when that is given. ERR_INVALID_ARG_VALUE for an impossible one.
Cpu cpuUsage(Cpu since = {0, 0});

// As getrusage() has them; what Linux does not count is 0. Times in microseconds, maxRSS in kilobytes.
struct Resources {
  double userCPUTime, systemCPUTime, maxRSS;
  double sharedMemorySize = 0, unsharedDataSize = 0, unsharedStackSize = 0;
  double minorPageFault, majorPageFault;
  double swappedOut = 0;
  double fsRead, fsWrite;
  double ipcSent = 0, ipcReceived = 0, signalsCount = 0;
  double voluntaryContextSwitches, involuntaryContextSwitches;
};
Resources resourceUsage();

// Sends a signal: a number, or a name such as "SIGTERM". 0 tests for the process. Throws ESRCH and the like, and
// ERR_UNKNOWN_SIGNAL.
bool kill(int pid, int signal);
bool kill(int pid, StringArg signal = "SIGTERM");
int getuid();
int geteuid();
int getgid();
int getegid();
int umask();
int umask(int mask);

// Emits `warning` in the next tick and prints it to standard error: "(node:PID) type: message".
void emitWarning(const Error& warning);
void emitWarning(StringArg message, StringArg type = "Warning", StringArg code = "");
struct WarningOptions {
  String type = "Warning";
  String code{};
  String detail{};  // printed on a line of its own
};
void emitWarning(StringArg message, const WarningOptions& options);

// Whether DeprecationWarnings are dropped, or thrown in a tick; and whether they, or all warnings, are printed with the
// lines of their stacks.
struct WarningFlag {
  bool (*access)(const bool* set);
  const WarningFlag& operator=(bool on) const {
    access(&on);
    return *this;
  }
  operator bool() const { return access(nullptr); }
};
namespace detail {
bool noDeprecation(const bool* set);
bool throwDeprecation(const bool* set);
bool traceDeprecation(const bool* set);
bool traceProcessWarnings(const bool* set);
}  // namespace detail
inline constexpr WarningFlag noDeprecation{detail::noDeprecation};
inline constexpr WarningFlag throwDeprecation{detail::throwDeprecation};
inline constexpr WarningFlag traceDeprecation{detail::traceDeprecation};
inline constexpr WarningFlag traceProcessWarnings{detail::traceProcessWarnings};

// Is called with each uncaught exception in place of the event; nullptr takes it off.
// ERR_UNCAUGHT_EXCEPTION_CAPTURE_ALREADY_SET when there is one already.
void setUncaughtExceptionCaptureCallback(Function<void(Error)> callback);
bool hasUncaughtExceptionCaptureCallback();

namespace detail {
void nextTick(Function<void()> callback);
}
// Calls `callback(args…)` when the running callback is over, before anything else.
template <class F, class... A>
void nextTick(F&& callback, A&&... args)
    NODECPP_DIAGNOSE((!nodecpp::detail::Callback<F, A...>),
                     "the callback takes other parameters than the arguments that follow it") {
  detail::nextTick(nodecpp::detail::bound(std::forward<F>(callback), std::forward<A>(args)...));
}

}  // namespace process
}  // namespace nodecpp
