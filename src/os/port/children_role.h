// Children: processes that the program starts, and channels of messages between processes.
//
// The contract, for the author of a back end:
// - The end of a child is pushed once, when the system has forgotten the child: it is no longer a zombie. Bytes that
//   the child wrote to its pipes may arrive after that. The back end still waits for a child whose handle was closed.
// - A pipe or channel to a child is a Connection (net_role.h) that `spawn` makes without a sink. It belongs to the caller.
// - A handle that is sent over a channel is with the system when its first byte is. The sender keeps the handle, too,
//   until it closes it. A handle that arrives is pushed with `onHandle`, before the bytes that it came with.
#pragma once

#include <utility>
#include <vector>

#include "os/port/net_role.h"

namespace nodecpp::os {

class Child {
 public:
  Child(const Child&) = delete;

 protected:
  Child() = default;
  ~Child() = default;
};

// One file descriptor of a child: where the child gets it from.
struct ChildStdio {
  // A child's descriptor is `ignore` (no descriptor; /dev/null for the first three), `descriptor` (one of this
  // process's descriptors), `pipe` or `channel` (a new one, for which `spawn` makes this process's end), or
  // `connection` (one of this process's connections, which both processes then have).
  enum class Kind : unsigned char { ignore, descriptor, pipe, channel, connection };
  Kind kind = Kind::ignore;
  // Whether the parent gets a connection to the child.
  bool isPipe() const { return kind == Kind::pipe || kind == Kind::channel; }
  int fd = -1;
  Connection* connection = nullptr;
};

struct SpawnSpec {
  String file{};                      // A file name without a slash is looked for along the PATH of `environment`.
  std::vector<String> arguments{};    // The arguments of the child, beginning with argv[0].
  std::vector<String> environment{};  // Each variable of the environment as NAME=value.
  String directory{};                 // The child's directory; empty for the directory of this process.
  std::vector<ChildStdio> stdio{};
  int uid = -1;  // The user id of the child; -1 for the user of this process.
  int gid = -1;
  bool detached = false;  // Whether the child leads a session of its own.
};

class ChildSink {
 public:
  // Called once when the child has ended, with its exit code, or with the signal that ended it (0 when no signal did).
  virtual void onExit(int code, int signal) = 0;

 protected:
  ~ChildSink() = default;
};

// A child whose end the caller waits for (Children::run).
struct RunSpec {
  SpawnSpec child{};
  std::vector<std::pair<int, String>> inputs{};  // The bytes to write to the pipe at each descriptor number.
  double timeout = 0;                            // The time-out of the child in milliseconds; 0 for none.
  double maxBuffer = 0;  // How many bytes the child may write to all pipes together; 0 for no limit.
  int killSignal = 15;   // The signal sent to a child that exceeds `timeout` or `maxBuffer`.
};
struct RunResult {
  ErrorCode error = 0;  // Why the child did not start, UV_ETIMEDOUT, UV_ENOBUFS, or why writing to it failed.
  int pid = 0;          // The child's process id; 0 when the child did not start.
  int code = 0;
  int signal = 0;
  std::vector<String> outputs{};  // The output at each of the child's descriptors; empty where there is no pipe.
};

class Children {
 public:
  // Starts a process. Returns 0 and sets `child` and `pid`, or returns an error. When the program could not be
  // executed, the pipes exist all the same, and have ended.
  virtual ErrorCode spawn(SpawnSpec& spec, ChildSink* sink, Child** child, int* pid) = 0;
  // Ends the handle: the child's end is not pushed any more.
  virtual void close(Child* child) = 0;
  // Starts a process and blocks until it has ended.
  virtual void run(const RunSpec& spec, RunResult& result) = 0;
  // Opens the channel that this process inherited from its parent at descriptor `fd`.
  virtual ErrorCode openChannel(int fd, Connection** channel) = 0;
  // Works as Net::write over a channel; `handle` goes with the first byte. When no byte was sent, the handle was not
  // sent either.
  virtual WriteResult writeHandle(Connection* channel, const Slice& bytes, PassedHandle handle) = 0;

 protected:
  ~Children() = default;
};

}  // namespace nodecpp::os
