// The process: its arguments, environment, events and end. https://nodejs.org/docs/latest-v24.x/api/process.html
// Part of <nodecpp/process.h>, which also has run().
#pragma once

#include <nodecpp/events.h>
#include <nodecpp/fields.h>
#include <nodecpp/let.h>
#include <nodecpp/process/census.h>
#include <nodecpp/process/stdio.h>
#include <nodecpp/promise.h>
#include <nodecpp/timers.h>

namespace nodecpp {

namespace detail {
using ProgramMain = Function<void()>;
// The arguments of run(). For a function without captures, `again` calls it once more, for other threads; otherwise it
// is null.
struct ProgramEntry {
  ProgramMain main;
  void (*again)() = nullptr;
};
// Called for the promise of a top-level coroutine. When the loop ends while it is pending, the exit code is 13, as in
// Node.
void topLevelPending();
void topLevelSettled();
}  // namespace detail

class ProcessObject;
class var;  // used by messages; include <nodecpp/child_process.h>

// The handle that is sent or received with a message: a net::Server, a net::Socket, or nothing.
class SendHandle {
 public:
  SendHandle() = default;
  SendHandle(std::nullptr_t) {}
  template <class T>
  SendHandle(const Handle<T>& handle) : object_(handle) {}
  // Returns undefined when the handle has another type.
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

// The process as an emitter. process::on and similar functions call its functions.
class ProcessObject : public EventEmitterObject {
 public:
  using EventEmitterObject::eventArgs;
  static Args<int> eventArgs(event::exit_t);
  static Args<int> eventArgs(event::beforeExit_t);
  // The arguments are the error and "uncaughtException" or "unhandledRejection".
  static Args<Error, String> eventArgs(event::uncaughtException_t);
  static Args<Error, String> eventArgs(event::uncaughtExceptionMonitor_t);
  static Args<Error, Promise<>> eventArgs(event::unhandledRejection_t);
  static Args<Promise<>> eventArgs(event::rejectionHandled_t);
  static Args<Error> eventArgs(event::warning_t);
  // Emitted in a child with an IPC channel to its parent, when the program includes <nodecpp/child_process.h>. The
  // channel keeps the event loop running while one of these events has a listener.
  static Args<var, SendHandle> eventArgs(event::message_t);
  static Args<> eventArgs(event::disconnect_t);
  // Signals are named by strings: on("SIGTERM", [](String name, int number) {…}).

  const char* className() const override { return "process"; }

 protected:
  // A signal is caught while it has a listener.
  void listenerAdded(EventName name) override;
  void listenerRemoved(EventName name) override;
};

namespace process {

// Returns the process as an emitter. The following functions are those of EventEmitter.
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
inline std::ptrdiff_t listenerCount(EventName name) { return emitter()->listenerCount(name); }
template <class Name, class... V>
bool emit(const Name& name, V&&... values) {
  return emitter()->emit(name, std::forward<V>(values)...);
}

// A variable of the environment. A missing one reads as undefined; assigning sets the variable (numbers are printed, as
// in Node).
class EnvironmentVariable : public Lookup {
 public:
  EnvironmentVariable(String name, Lookup value) : Lookup(std::move(value)), name_(std::move(name)) {}
  // The other value of `isTest ? process::env["PORT"] : 80`, which is no variable.
  template <class T>
    requires nodecpp::detail::Arithmetic<T> || std::is_array_v<T> || std::is_null_pointer_v<T> || std::same_as<T, Undefined>
  EnvironmentVariable(const T& value) : Lookup(value), name_(Undefined()) {}
  EnvironmentVariable(const EnvironmentVariable&) = default;
  // An assignment sets the variable of the process.
  const EnvironmentVariable& operator=(const EnvironmentVariable& value) const { return set(value); }
  template <class T>
    requires std::constructible_from<Lookup, const T&>
  const EnvironmentVariable& operator=(const T& value) const {
    return set(Lookup(value));
  }

 private:
  const EnvironmentVariable& set(const Lookup& value) const;
  String name_;
};

// The environment of the process, process.env. Values are read and set through the subscript: env["HOME"].
struct Environment {
  EnvironmentVariable operator[](StringArg name) const;
  bool has(StringArg name) const;  // `name in process.env`
  // JavaScript's `delete process.env.NAME`.
  void remove(StringArg name) const;
  Array<std::pair<String, String>> entries() const;
  Array<String> keys() const;
};
inline constexpr Environment env{};

// The arguments, with Node's indexes: argv[0] is the executable, argv[1] the program, argv[2] the first argument. In
// C++ the first two are the same file.
struct Arguments {
  // Returns undefined for an index beyond the end.
  Lookup operator[](std::size_t index) const;
  std::ptrdiff_t length() const;
  Array<String> slice(std::ptrdiff_t from = 0, std::ptrdiff_t to = PTRDIFF_MAX) const;
  Array<String> values() const { return slice(); }
};
inline constexpr Arguments argv{};
String argv0();
// The runtime's own options, which are removed from argv.
Array<String> execArgv();
String execPath();

namespace detail {
[[noreturn]] void throwBooleanCode(bool code);
// Sets the exit code from a number, a string that contains one, or undefined.
void setExitCode(const Lookup& code);
template <class T>
void setExitCodeFrom(const T& code) {
  if constexpr (std::same_as<T, bool>)
    throwBooleanCode(code);
  else
    setExitCode(Lookup(code));
}
}  // namespace detail

// The exit code of a program that ends by itself; undefined (0) at first. Takes integers and strings that contain one;
// nullptr makes it undefined again. Throws ERR_INVALID_ARG_TYPE and ERR_OUT_OF_RANGE.
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

// Ends the program at once: `exit` is emitted, and what waits in the event loop is dropped.
[[noreturn]] void exit();
// Ends the program with this exit code, which is checked like exitCode.
template <class T>
[[noreturn]] void exit(const T& code) {
  detail::setExitCodeFrom(code);
  exit();
}
// Ends the process with SIGABRT and a core file.
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
// The version of Node.cpp, and of the Node.js whose behaviour it follows.
inline constexpr const char* version = "v0.1.0";
inline constexpr const char* nodeVersion = "v24.21.0";
// The versions, without "v", of Node.cpp, of the Node.js that it follows, and of the compiler.
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

// The process's title. It can be assigned, but only this program sees it: the output of `ps` does not change.
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

// Returns the current directory.
String cwd();
// Changes the current directory. Throws Node's error, for example ENOENT.
void chdir(StringArg directory);
// Returns the seconds since the program began.
double uptime();

struct HighResolutionTime {
  // Returns the seconds and nanoseconds of a monotonic clock, or with an earlier reading the time since then.
  std::pair<double, double> operator()() const;
  std::pair<double, double> operator()(std::pair<double, double> since) const;
  // Returns the time of the monotonic clock in nanoseconds.
  std::uint64_t bigint() const;
};
inline constexpr HighResolutionTime hrtime{};

// The result of memoryUsage(). All sizes are in bytes.
struct Memory {
  double rss, heapTotal, heapUsed, external, arrayBuffers;
};
NODECPP_FIELDS_WHEN_USED(Memory, rss, heapTotal, heapUsed, external, arrayBuffers)
struct MemoryUsage {
  // Returns how much memory the process uses, in bytes.
  Memory operator()() const;
  double rss() const;
};
inline constexpr MemoryUsage memoryUsage{};

// The result of cpuUsage(), in microseconds.
struct Cpu {
  double user, system;
};
NODECPP_FIELDS_WHEN_USED(Cpu, user, system)
// Returns microseconds of CPU time, since `since` if that is given. Throws ERR_INVALID_ARG_VALUE for an impossible
// value.
Cpu cpuUsage(Cpu since = {0, 0});

// The same for the thread that calls it.
Cpu threadCpuUsage(Cpu since = {0, 0});
// Returns how many bytes of memory the process may have in all: 0 when that is not known, and 2^64 without a limit.
double constrainedMemory();
// Returns how many bytes of memory the process may still take.
double availableMemory();

// Returns the names of the operations that are under way and of the handles, timers and immediates that keep the event
// loop running, in Node's order and with Node's names, such as "FSReqCallback", "TCPServerWrap" and "Timeout".
// https://nodejs.org/docs/latest-v24.x/api/process.html#processgetactiveresourcesinfo
Array<String> getActiveResourcesInfo();

// The result of getrusage(); numbers that Linux does not count are 0. Times are in microseconds, maxRSS is in
// kilobytes.
struct Resources {
  double userCPUTime, systemCPUTime, maxRSS;
  double sharedMemorySize = 0, unsharedDataSize = 0, unsharedStackSize = 0;
  double minorPageFault, majorPageFault;
  double swappedOut = 0;
  double fsRead, fsWrite;
  double ipcSent = 0, ipcReceived = 0, signalsCount = 0;
  double voluntaryContextSwitches, involuntaryContextSwitches;
};
NODECPP_FIELDS_WHEN_USED(Resources, userCPUTime, systemCPUTime, maxRSS, sharedMemorySize, unsharedDataSize, unsharedStackSize, minorPageFault,
                         majorPageFault, swappedOut, fsRead, fsWrite, ipcSent, ipcReceived, signalsCount,
                         voluntaryContextSwitches, involuntaryContextSwitches)
Resources resourceUsage();

// Sends a signal, given as a number or as a name such as "SIGTERM". The signal 0 only tests whether the process exists.
// Throws the system's error, for example ESRCH, and ERR_UNKNOWN_SIGNAL.
bool kill(int pid, int signal);
bool kill(int pid, StringArg signal = "SIGTERM");
int getuid();
int geteuid();
int getgid();
int getegid();

// The number or the name of a user or a group.
class Credential {
 public:
  template <class T>
    requires nodecpp::detail::Arithmetic<T>
  Credential(T id) : id_(double(id)) {}
  template <class S>
    requires nodecpp::detail::StringLike<const S&>
  Credential(const S& name) : name_(nodecpp::str(StringArg(name))), isName_(true) {}

  double id() const { return id_; }
  const String& name() const [[clang::lifetimebound]] { return name_; }
  bool isName() const { return isName_; }

 private:
  double id_ = 0;
  String name_;
  bool isName_ = false;
};
// Change the user or the group in whose name the process acts, for all its threads. Throw ERR_OUT_OF_RANGE for a number
// that is no id, ERR_UNKNOWN_CREDENTIAL for a name that the system does not know, the system's error, for example
// EPERM, and on a worker thread ERR_WORKER_UNSUPPORTED_OPERATION.
void setuid(const Credential& id);
void seteuid(const Credential& id);
void setgid(const Credential& id);
void setegid(const Credential& id);
// Returns the groups of the process, its effective group among them.
Array<int> getgroups();
// Sets the further groups of the process. Throws as setgid does.
void setgroups(const Array<Credential>& groups);
// Sets them to the groups of a user and one more. A user's name need not be known.
void initgroups(const Credential& user, const Credential& extraGroup);

// Sets the variables of a file in the format of .env files, except for those that are set already. Throws the system's
// error, for example ENOENT.
void loadEnvFile(StringArg path = ".env");

// Calls `x->ref()` or `x->unref()`, if x has that function: whether x keeps the event loop running.
template <class T>
void ref(const T& x) {
  if constexpr (requires { x->ref(); }) x->ref();
}
template <class T>
void unref(const T& x) {
  if constexpr (requires { x->unref(); }) x->unref();
}

// What this build of the runtime has, as far as it is the same for Node.
struct Features {
  bool inspector = false, debug = false, uv = false, ipv6 = true, openssl_is_boringssl = false, tls_alpn = true,
       tls_sni = true, tls_ocsp = true, tls = true, cached_builtins = false, require_module = false, typescript = false;
  template <class I>
  void inspectTo(I& out) const {
    out.property("inspector", inspector).property("debug", debug).property("uv", uv).property("ipv6", ipv6);
    out.property("openssl_is_boringssl", openssl_is_boringssl)
        .property("tls_alpn", tls_alpn)
        .property("tls_sni", tls_sni);
    out.property("tls_ocsp", tls_ocsp).property("tls", tls).property("cached_builtins", cached_builtins);
    out.property("require_module", require_module).property("typescript", typescript);
  }
};
inline constexpr Features features{};
// Return the mask of permissions for new files. With an argument, they set the mask and return the earlier one.
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

// Flags that can be assigned: whether DeprecationWarnings are dropped; whether they are thrown in a later tick; whether
// they are printed with their stacks; whether all warnings are.
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

// Sets a function that is called with each uncaught exception instead of emitting the event; nullptr removes it. Throws
// ERR_UNCAUGHT_EXCEPTION_CAPTURE_ALREADY_SET when there already is one.
void setUncaughtExceptionCaptureCallback(Function<void(Error)> callback);
bool hasUncaughtExceptionCaptureCallback();

namespace detail {
void nextTick(Function<void()> callback);
}
// Calls `callback(args…)` after the running callback, before microtasks and anything else.
template <class F, class... A>
void nextTick(F&& callback, A&&... args)
    NODECPP_DIAGNOSE((!nodecpp::detail::Callback<F, A...>),
                     "the callback takes other parameters than the arguments that follow it") {
  detail::nextTick(nodecpp::detail::bound(std::forward<F>(callback), std::forward<A>(args)...));
}

}  // namespace process
}  // namespace nodecpp
