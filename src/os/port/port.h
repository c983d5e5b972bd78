// Port: the one door to the operating system. Everything a program can learn from outside it comes through here, as
// results of operations and as pushes to sinks, so that the world can be recorded, replayed and simulated.
// All calls are made on the loop's thread, but for `wake`.
#pragma once

#include <nodecpp/buffer.h>

#include <memory>
#include <vector>

#include "base/uv_errors.h"
#include "os/port/files.h"
#include "os/port/names.h"

namespace nodecpp::detail {

// Thrown to leave the program from inside it, by ports that cannot end the process; passes through every handler of ours.
struct ProgramExit {
  int code;
};

}  // namespace nodecpp::detail

namespace nodecpp::os {

// An error is libuv's: 0 for none, else a negative errno (UV_ECONNRESET) or a UV_ code (UV_EOF).
using ErrorCode = int;

struct Address {
  enum class Family : unsigned char { none, ipv4, ipv6, unix };
  Family family = Family::none;
  String host;  // numeric, with %zone where IPv6 has one; of a unix socket its path
  int port = 0;
};

struct Slice {
  const char* data;
  std::size_t size;
};

// Each port derives its own.
class Connection {
 public:
  Connection(const Connection&) = delete;

 protected:
  Connection() = default;
  ~Connection() = default;
};
class Listener {
 public:
  Listener(const Listener&) = delete;

 protected:
  Listener() = default;
  ~Listener() = default;
};

class Child {
 public:
  Child(const Child&) = delete;

 protected:
  Child() = default;
  ~Child() = default;
};

// What goes over a channel with a message: one of the two. What has come belongs to whom it is pushed to.
struct PassedHandle {
  Listener* listener = nullptr;
  Connection* connection = nullptr;
  explicit operator bool() const { return listener || connection; }
};

// Where a connection's events go. A push may close the connection; nothing is pushed after `Port::close`.
class ConnectionSink {
 public:
  // Once, after `connect`.
  virtual void onConnect(ErrorCode error) = 0;
  // `size` bytes at `data` inside `block`, valid during the push; to keep them, retain the block or copy.
  virtual void onRead(detail::Block* block, char* data, std::size_t size) = 0;
  // The peer has ended its side; or an error, after which nothing more is read.
  virtual void onEnd() = 0;
  virtual void onReadError(ErrorCode error) = 0;
  // Once for each `wantWritable`.
  virtual void onWritable() = 0;
  // Of a channel: came with the bytes that are pushed next. A listener accepts nothing before it is listened on.
  virtual void onHandle(PassedHandle) {}

 protected:
  ~ConnectionSink() = default;
};

class ListenerSink {
 public:
  // The connection is the sink's from here on: it sets a sink of its own and closes it some day.
  virtual void onConnection(Connection* connection) = 0;
  virtual void onAcceptError(ErrorCode error) = 0;

 protected:
  ~ListenerSink() = default;
};

struct ListenSpec {
  Address address;  // unix: host is the path
  int backlog = 511;
  bool ipv6Only = false;
  bool reusePort = false;
  bool readableAll = false;  // unix: others may connect and read, or write
  bool writableAll = false;
  int fd = -1;  // an inherited descriptor instead of an address
  bool http = false;  // what its connections speak, for who reads a recording
  Listener* received = nullptr;  // one that has come over a channel, instead of an address; it is used up
};

struct ConnectSpec {
  Address address;
  Address local;  // family none: any
};

struct WriteResult {
  std::size_t sent;
  ErrorCode error;  // 0 also when not all was sent
};

// What a child has as one of its descriptors.
struct ChildStdio {
  // Nothing (of the first three: /dev/null); a descriptor of this process; a pipe or a channel, whose other end `spawn`
  // makes; a connection of this process, which both have then.
  enum class Kind : unsigned char { ignore, descriptor, pipe, channel, connection };
  Kind kind = Kind::ignore;
  int fd = -1;
  Connection* connection = nullptr;  // without a sink where it was made
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
  // Once: its exit code, or the signal that ended it, else 0. Nothing is left of it then.
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
  int killSignal = 15;                           // for one that takes longer, or says more
};
struct RunResult {
  ErrorCode error = 0;  // of starting it; ETIMEDOUT, ENOBUFS; of writing to it
  int pid = 0;          // 0: it did not start
  int code = 0;
  int signal = 0;
  std::vector<String> outputs{};  // for each of its descriptors; "" where there is no pipe
};

// A piece of work for the pool. `run` is called on another thread (inline, by a simulated port), `done` in a turn of the
// loop. The port holds the job until `done` has returned, then destroys it.
class Job {
 public:
  virtual ~Job() = default;
  virtual void run() = 0;
  virtual void done() = 0;
  // The port's own: where it holds the job.
  void* place = nullptr;
};

struct LookupSpec {
  String host;
  int family = 0;  // 0, 4, 6
  int flags = 0;   // AI_* as Node's dns.ADDRCONFIG, V4MAPPED, ALL
};
// The result of getaddrinfo, in its order.
using LookupDone = void (*)(void* context, ErrorCode error, std::vector<Address> addresses);
// Of getnameinfo: the names of an address and of its port.
using ServiceDone = void (*)(void* context, ErrorCode error, String host, String service);

using SignalPush = void (*)(void* context, int number);

struct MemoryUsage {
  std::size_t rss, heapTotal, heapUsed;
};

// As getrusage's; times in microseconds, sizes in kilobytes.
struct ResourceUsage {
  double userTime, systemTime, maxResident, minorFaults, majorFaults, fsReads, fsWrites, voluntarySwitches,
      involuntarySwitches;
};

// What a standard stream is connected to.
enum class StandardKind : unsigned char { none, file, pipe, terminal };

// Where standard input goes.
class InputSink {
 public:
  // Valid during the push.
  virtual void onInput(const char* data, std::size_t size) = 0;
  // Its end (0) or an error. Nothing is pushed after it.
  virtual void onInputEnd(ErrorCode error) = 0;

 protected:
  ~InputSink() = default;
};

// Between threads, see threads.h.
class MailQueue;
class MailHub;
class Mailbox;
class MailboxSink;
class Thread;
class ThreadSink;
struct Message;
struct ThreadSpec;
using MailAddress = std::shared_ptr<MailQueue>;

class Port {
 public:
  virtual ~Port() = default;

  // Called when a wait is over, before the turn's first push: the loop looks at the clock then.
  void onWake(void (*call)(void* context), void* context) {
    wakeCall_ = call;
    wakeContext_ = context;
  }

  // Runs one turn's worth of pushes, in order. Waits for the first until `timeout` milliseconds have passed; -1 is for
  // ever, 0 does not wait.
  virtual void wait(int timeout) = 0;
  // From any thread: ends a `wait`.
  virtual void wake() = 0;

  // Nanoseconds, monotonic; a reading each call. And milliseconds since 1970.
  virtual std::uint64_t hrtime() = 0;
  virtual double wallClock() = 0;
  virtual void random(char* to, std::size_t size) = 0;

  // Starts accepting; 0 and `listener`, or an error. Without a sink nothing is accepted: it is for others to.
  virtual ErrorCode listen(const ListenSpec& spec, ListenerSink* sink, Listener** listener) = 0;
  virtual Address address(Listener* listener) = 0;
  virtual void close(Listener* listener) = 0;

  // Starts to connect; the outcome is pushed. An error at once leaves `connection` null.
  virtual ErrorCode connect(const ConnectSpec& spec, ConnectionSink* sink, Connection** connection) = 0;
  virtual void setSink(Connection* connection, ConnectionSink* sink) = 0;
  // After stopReading nothing more is pushed; what has come is kept.
  virtual void startReading(Connection* connection) = 0;
  virtual void stopReading(Connection* connection) = 0;
  // Tries at once and says how much went.
  virtual WriteResult write(Connection* connection, const Slice* slices, std::size_t count) = 0;
  virtual void wantWritable(Connection* connection) = 0;
  // Ends our side after what was written.
  virtual ErrorCode shutdown(Connection* connection) = 0;
  virtual void close(Connection* connection) = 0;
  // Closes with a reset.
  virtual ErrorCode reset(Connection* connection) = 0;
  virtual ErrorCode setNoDelay(Connection* connection, bool on) = 0;
  virtual ErrorCode setKeepAlive(Connection* connection, bool on, int seconds) = 0;
  virtual Address localAddress(Connection* connection) = 0;
  virtual Address remoteAddress(Connection* connection) = 0;

  // From any thread.
  virtual Files& files() = 0;
  // Pushes changes of the file or directory at `path` until `unwatch`.
  virtual ErrorCode watchPath(const std::string& path, PathSink* sink, PathWatch** watch) = 0;
  virtual void unwatch(PathWatch* watch) = 0;

  virtual void submit(Job* job) = 0;
  // As submit, for what needs the processor: it runs on threads of its own, so that files and names never wait for it, and
  // only when no other thread wants the processor. The higher `priority` first. UV_ENOBUFS when as many
  // wait as may, UV_EAGAIN when there is no thread to be had: the job is the caller's still.
  virtual ErrorCode compute(Job* job, int priority) = 0;
  // Of a job that computes, before its `done`, which will not be called: it does not run if it has not begun.
  virtual void forget(Job* job) = 0;
  // Work under way: jobs, look-ups, connects; the loop does not end before it is done.
  virtual bool busy() = 0;
  virtual void lookup(const LookupSpec& spec, LookupDone done, void* context) = 0;
  virtual void lookupService(const Address& address, ServiceDone done, void* context) = 0;

  // A resolver with the system's name servers; null without memory. `close` forgets its queries.
  virtual Resolver* openResolver(const ResolverSpec& spec) = 0;
  virtual void close(Resolver* resolver) = 0;
  virtual std::vector<Address> nameServers(Resolver* resolver) = 0;
  // While nothing is asked. No server twice; port 0 is 53.
  virtual bool setNameServers(Resolver* resolver, const std::vector<Address>& servers) = 0;
  // What it asks from, of family none: any.
  virtual void setLocalAddresses(Resolver* resolver, const Address& ipv4, const Address& ipv6) = 0;
  virtual void ask(Resolver* resolver, const Question& question, Query* query) = 0;
  // Not called from `answered`.
  virtual void forget(Resolver* resolver, Query* query) = 0;
  // Answers all that is asked with QueryError::cancelled, in a turn.
  virtual void cancelAll(Resolver* resolver) = 0;

  // Opens `queue` as a mailbox of this loop, which receives nothing yet. The sink stays until it is closed.
  virtual Mailbox* openMailbox(MailAddress queue, MailboxSink* sink) = 0;
  // Messages are pushed, or wait; while they are pushed, the mailbox keeps the loop alive unless told otherwise.
  virtual void receive(Mailbox* mailbox, bool on) = 0;
  virtual void keepAlive(Mailbox* mailbox, bool on) = 0;
  // The next message at once, if there is one.
  virtual bool take(Mailbox* mailbox, Message& message) = 0;
  // Closes the queue with it; `detach` leaves the queue as it is, for another mailbox, and gives it.
  virtual void close(Mailbox* mailbox) = 0;
  virtual MailAddress detach(Mailbox* mailbox) = 0;
  // What this loop posts, to whomever. False when nobody can receive it any more.
  virtual bool post(const MailAddress& to, Message&& message) = 0;
  // To all of the hub's but one.
  virtual void post(MailHub& to, const Message& message, const MailQueue* except) = 0;
  // Whether this loop may look at memory that other threads write.
  virtual bool sharesMemory() { return true; }
  // Starts a thread. Its end is pushed, and keeps the loop alive until then unless told otherwise. An error at once
  // leaves `thread` null.
  virtual ErrorCode startThread(ThreadSpec&& spec, ThreadSink* sink, Thread** thread) = 0;
  virtual void keepAlive(Thread* thread, bool on) = 0;
  // Waits for its end, which is not pushed any more, for at most so long. False when it still runs: it is left alone, and
  // the process must end without it.
  virtual bool join(Thread* thread, int milliseconds) = 0;
  // Some thread was left alone.
  virtual bool threadsLeft() { return false; }

  // One push a signal. `watchSignal` with a null push gives the signal back its default.
  virtual ErrorCode watchSignal(int number, SignalPush push, void* context) = 0;
  virtual ErrorCode kill(int pid, int number) = 0;

  // Starts a process; 0, `child` and its `pid`, or an error. Where the program could not be executed, the pipes are there
  // all the same, and ended.
  virtual ErrorCode spawn(SpawnSpec& spec, ChildSink* sink, Child** child, int* pid) = 0;
  // Its end is not pushed any more.
  virtual void close(Child* child) = 0;
  // The same, waited for.
  virtual void run(const RunSpec& spec, RunResult& result) = 0;
  // The channel that this process was started with, at descriptor `fd`.
  virtual ErrorCode openChannel(int fd, Connection** channel) = 0;
  // As `write`, over a channel; the handle goes with the first byte. Whoever gives it still has it, too.
  virtual WriteResult writeHandle(Connection* channel, const Slice& bytes, PassedHandle handle) = 0;

  virtual std::vector<std::pair<String, String>> environment() = 0;
  virtual void setEnvironment(StringArg name, const String* value) = 0;
  virtual String currentDirectory() = 0;
  virtual ErrorCode changeDirectory(StringArg path) = 0;
  virtual int pid() = 0;
  virtual int parentPid() = 0;
  virtual String executable() = 0;
  virtual MemoryUsage memoryUsage() = 0;
  // Microseconds of CPU.
  virtual void cpuUsage(double& user, double& system) = 0;
  virtual ResourceUsage resourceUsage() = 0;
  // Process-wide limits and ids, as Node's process has them.
  virtual int userId() = 0;
  virtual int groupId() = 0;
  virtual int effectiveUserId() = 0;
  virtual int effectiveGroupId() = 0;
  virtual int umask(int mask) = 0;  // -1 reads

  // Standard output (1) and error (2); blocks until written.
  virtual ErrorCode writeStandard(int fd, StringArg bytes) = 0;
  virtual StandardKind standardKind(int fd) = 0;
  virtual bool isTerminal(int fd) = 0;
  // Pushes what comes on standard input, until it ends or is given a null sink.
  virtual void readStandardInput(InputSink* sink) = 0;
  // Columns and rows of the terminal at `fd`; false when it is none.
  virtual bool windowSize(int fd, int& columns, int& rows) = 0;
  // An error that nobody handled is about to end the program.
  virtual void fails() {}
  // Ends the program. `abort` leaves a core.
  [[noreturn]] virtual void exit(int code) = 0;
  [[noreturn]] virtual void abort() = 0;

  // An HTTP server of the program's, whichever, has the head of its next request: a replay may be to stop there.
  void requestBegins() {
    if (++requests_ == stopBefore_) [[unlikely]]
      stopBeforeRequest();
  }

 protected:
  void woken() {
    if (wakeCall_) wakeCall_(wakeContext_);
  }
  // Called before request `stopBefore_`, counted from 1.
  virtual void stopBeforeRequest() {}
  std::uint64_t stopBefore_ = 0;
  std::uint64_t requests_ = 0;

 private:
  void (*wakeCall_)(void*) = nullptr;
  void* wakeContext_ = nullptr;
};

// The port that a program gets when nothing else is set up: Linux, epoll.
Port& linuxPort();

// How many threads may compute, and how many jobs may wait for them, in this process; zero leaves it. Before the first.
void setComputation(std::size_t threads, std::size_t waiting);

// The process's environment, for what has to be known before there is a port.
std::vector<std::pair<String, String>> processEnvironment();

}  // namespace nodecpp::os
