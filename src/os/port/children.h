// Children: processes that the program starts, and channels of messages between processes.
//
// The contract, for the author of a back end:
// - The end of a child is pushed once, when nothing is left of it: it is no zombie. What it wrote to its pipes may still
//   be on its way. A child whose handle was closed is still waited for by the back end.
// - A pipe or channel to a child is a Connection (net.h), made by `spawn` without a sink. It belongs to the caller.
// - A handle that goes over a channel is with the system when its first byte is; the sender has it, too, until it closes
//   it. What has come is pushed with `onHandle`, before the bytes that it came with.
#pragma once

#include <utility>
#include <vector>

#include "os/port/net.h"

namespace nodecpp::os {

class Child {
 public:
  Child(const Child&) = delete;

 protected:
  Child() = default;
  ~Child() = default;
};

// What a child has as one of its descriptors.
struct ChildStdio {
  // Nothing (of the first three: /dev/null); a descriptor of this process; a pipe or a channel, whose other end `spawn`
  // makes; a connection of this process, which both have then.
  enum class Kind : unsigned char { ignore, descriptor, pipe, channel, connection };
  Kind kind = Kind::ignore;
  int fd = -1;
  Connection* connection = nullptr;
};

struct SpawnSpec {
  String file{};                      // without a slash: looked for along the PATH of `environment`
  std::vector<String> arguments{};    // from argv[0] on
  std::vector<String> environment{};  // NAME=value
  String directory{};                 // "": this process's
  std::vector<ChildStdio> stdio{};
  int uid = -1;  // -1: this process's
  int gid = -1;
  bool detached = false;  // the first of a session of its own
};

class ChildSink {
 public:
  // Its exit code, or the signal that ended it, else 0.
  virtual void onExit(int code, int signal) = 0;

 protected:
  ~ChildSink() = default;
};

// A child that is waited for.
struct RunSpec {
  SpawnSpec child{};
  std::vector<std::pair<int, String>> inputs{};  // what is written to the pipe of that number
  double timeout = 0;                            // milliseconds; 0 is for ever
  double maxBuffer = 0;                          // bytes of all pipes together; 0 is no bound
  int killSignal = 15;                           // for a child that takes longer or says more
};
struct RunResult {
  ErrorCode error = 0;  // of starting it; UV_ETIMEDOUT, UV_ENOBUFS; of writing to it
  int pid = 0;          // 0: it did not start
  int code = 0;
  int signal = 0;
  std::vector<String> outputs{};  // for each of its descriptors; "" where there is no pipe
};

class Children {
 public:
  // Starts a process; 0, `child` and its `pid`, or an error. Where the program could not be executed, the pipes are
  // there all the same, and ended.
  virtual ErrorCode spawn(SpawnSpec& spec, ChildSink* sink, Child** child, int* pid) = 0;
  // Its end is not pushed any more.
  virtual void close(Child* child) = 0;
  // Starts a process and waits for its end, doing nothing else.
  virtual void run(const RunSpec& spec, RunResult& result) = 0;
  // The channel that this process was started with, at descriptor `fd`.
  virtual ErrorCode openChannel(int fd, Connection** channel) = 0;
  // As Net::write over a channel, where the handle goes with the first byte. Where nothing was sent, the handle was not
  // either.
  virtual WriteResult writeHandle(Connection* channel, const Slice& bytes, PassedHandle handle) = 0;

 protected:
  ~Children() = default;
};

}  // namespace nodecpp::os
