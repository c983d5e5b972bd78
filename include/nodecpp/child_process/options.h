// The types of child_process's parameters and options, except for plain strings and numbers. A reference that one of
// these objects returns is valid while the object lives.
#pragma once

#include <nodecpp/list.h>
#include <nodecpp/net.h>

namespace nodecpp::child_process {

// A number or null, as an exit code, or undefined, as the pid of a child that did not start. Null and undefined convert
// to the int 0.
class Code : public Lookup {
 public:
  using Lookup::Lookup;
  operator int() const { return *this == nullptr ? 0 : int(toNumber()); }
};

// A signal as a parameter: its name, for example "SIGTERM", or its number.
class Signal {
 public:
  Signal() = default;
  template <class T>
    requires std::constructible_from<Lookup, const T&>
  Signal(const T& value) : value_(value) {}
  const Lookup& value() const [[clang::lifetimebound]] { return value_; }

 private:
  Lookup value_{};
};

// An integer option that may be left out.
class OptionalId {
 public:
  OptionalId() = default;
  OptionalId(int value) : value_(value), given_(true) {}
  bool given() const { return given_; }
  int value() const { return value_; }

 private:
  int value_ = -1;
  bool given_ = false;
};

// The `shell` option: false, true for /bin/sh, or the path of a shell.
class Shell {
 public:
  Shell() = default;
  Shell(bool on) : on_(on) {}
  template <class S>
    requires nodecpp::detail::StringLike<const S&>
  Shell(const S& path) : path_(path), on_(!path_.empty()) {}
  explicit operator bool() const { return on_; }
  // The path of the shell; empty for the default shell.
  const String& path() const [[clang::lifetimebound]] { return path_; }

 private:
  String path_{};
  bool on_ = false;
};

// A child's environment: {{"NAME", "value"}, …}; by default that of process::env. Undefined values are left out.
// JavaScript's {...process.env, NAME: 'value'} is {process::env, {{"NAME", "value"}}}.
class Environment {
 public:
  using Variables = Array<std::pair<String, Lookup>>;
  Environment() = default;
  Environment(std::initializer_list<std::pair<String, Lookup>> all) : variables_(all), given_(true) {}
  Environment(const Variables& all) : variables_(all), given_(true) {}
  Environment(process::Environment base, const Variables& more = {});
  bool given() const { return given_; }
  const nodecpp::detail::List<std::pair<String, Lookup>>& variables() const [[clang::lifetimebound]] { return variables_; }
  void set(StringArg name, Lookup value);

 private:
  nodecpp::detail::List<std::pair<String, Lookup>> variables_{};
  bool given_ = false;
};

// The `stdio` option for one of the child's descriptors: "pipe", "overlapped", "ignore", "inherit", "ipc", a
// descriptor, a stream that has one, a connected socket, or nullptr for the default.
class StdioItem {
 public:
  StdioItem() = default;
  StdioItem(std::nullptr_t) {}
  template <class S>
    requires nodecpp::detail::StringLike<const S&>
  StdioItem(const S& word) : word_(word), given_(true) {}
  StdioItem(int fd) : fd_(fd), given_(true) {}
  StdioItem(const net::Socket& socket) : socket_(socket), given_(true) {}
  template <class T>
    requires requires(const T& stream) { int(stream->fd); }
  StdioItem(const T& stream) : fd_(stream->fd), given_(true) {}
  template <class T>
    requires requires(const T& stream) { int(stream->fd()); }
  StdioItem(const T& stream) : fd_(stream->fd()), given_(true) {}

  bool given() const { return given_; }
  const String& word() const [[clang::lifetimebound]] { return word_; }
  int fd() const { return fd_; }
  const net::Socket& socket() const [[clang::lifetimebound]] { return socket_; }

 private:
  String word_{};
  net::Socket socket_{};
  int fd_ = -1;
  bool given_ = false;
};

// The `stdio` option: one item for each of the child's descriptors, or one word for the first three.
class Stdio {
 public:
  Stdio() = default;
  template <class S>
    requires nodecpp::detail::StringLike<const S&>
  Stdio(const S& word) : word_(word), given_(true) {}
  Stdio(std::initializer_list<StdioItem> items) : items_(items), given_(true) {}
  Stdio(Array<StdioItem> items) : items_(std::move(items)), given_(true) {}
  bool given() const { return given_; }
  const String& word() const [[clang::lifetimebound]] { return word_; }
  const Array<StdioItem>& items() const [[clang::lifetimebound]] { return items_; }

 private:
  String word_{};
  Array<StdioItem> items_{};
  bool given_ = false;
};

// The first member of the options, which makes a list of strings in braces a list of arguments and not options. All
// other members must be given by name.
class ByName {
 public:
  constexpr ByName() = default;
};

inline constexpr double defaultMaxBuffer = 1024 * 1024;

// The options of spawn. In all options of child_process, `timeout` is in milliseconds and 0 means no limit, `maxBuffer`
// is in bytes, and `killSignal` is SIGTERM by default.
struct SpawnOptions {
  ByName byName{};
  String cwd{};
  Environment env{};
  String argv0{};
  Stdio stdio{};
  bool detached = false;
  OptionalId uid{};
  OptionalId gid{};
  String serialization{};  // "json" or "advanced": how messages are written
  Shell shell{};
  AbortSignal signal{};
  double timeout = 0;
  Signal killSignal{};
};

// The options of exec.
struct ExecOptions {
  ByName byName{};
  String cwd{};
  Environment env{};
  String encoding = "utf8";  // with "buffer", stdout and stderr are Buffers
  Shell shell{};
  AbortSignal signal{};
  double timeout = 0;
  double maxBuffer = defaultMaxBuffer;
  Signal killSignal{};
  OptionalId uid{};
  OptionalId gid{};
  // When the promise is retracted: the milliseconds between SIGTERM and SIGKILL.
  double killAfter = 5000;
};

// The options of execFile.
struct ExecFileOptions {
  ByName byName{};
  String cwd{};
  Environment env{};
  String encoding = "utf8";
  double timeout = 0;
  double maxBuffer = defaultMaxBuffer;
  Signal killSignal{};
  OptionalId uid{};
  OptionalId gid{};
  Shell shell{};
  AbortSignal signal{};
  String argv0{};
  double killAfter = 5000;
};

// The options of fork.
struct ForkOptions {
  ByName byName{};
  String cwd{};
  bool detached = false;
  Environment env{};
  String execPath{};  // the program that runs modulePath; empty: modulePath itself runs
  Array<String> execArgv{};
  OptionalId gid{};
  String serialization{};
  AbortSignal signal{};
  Signal killSignal{};
  bool silent = false;
  Stdio stdio{};
  OptionalId uid{};
  double timeout = 0;
};

// The options of spawnSync. `input` is written to the child's standard input.
struct SpawnSyncOptions {
  ByName byName{};
  String cwd{};
  stream::ChunkArg input = nullptr;
  String argv0{};
  Stdio stdio{};
  Environment env{};
  OptionalId uid{};
  OptionalId gid{};
  double timeout = 0;
  Signal killSignal{};
  double maxBuffer = defaultMaxBuffer;
  String encoding = "buffer";
  Shell shell{};
};

// The options of execSync.
struct ExecSyncOptions {
  ByName byName{};
  String cwd{};
  stream::ChunkArg input = nullptr;
  Stdio stdio{};
  Environment env{};
  Shell shell{};
  OptionalId uid{};
  OptionalId gid{};
  double timeout = 0;
  Signal killSignal{};
  double maxBuffer = defaultMaxBuffer;
  String encoding = "buffer";
};

// The options of execFileSync.
struct ExecFileSyncOptions {
  ByName byName{};
  String cwd{};
  stream::ChunkArg input = nullptr;
  Stdio stdio{};
  Environment env{};
  OptionalId uid{};
  OptionalId gid{};
  double timeout = 0;
  Signal killSignal{};
  double maxBuffer = defaultMaxBuffer;
  String encoding = "buffer";
  Shell shell{};
};

}  // namespace nodecpp::child_process
