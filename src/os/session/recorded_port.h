// A port that records the operations of another port, or that replays a recording without another port. One class does
// both: each operation is written here once, as its arguments and its results, so that recording and replay cannot
// differ.
#pragma once

#include <functional>
#include <list>
#include <memory>
#include <shared_mutex>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "os/port/threads_role.h"
#include "os/record/log_writer.h"
#include "os/replay/replayer.h"
#include "os/session/key_mask_state.h"
#include "os/session/recorded_datagrams.h"
#include "os/session/recorded_machine.h"
#include "os/session/recorded_tls.h"
#include "os/session/recorded_variables.h"
#include "os/trace/chacha.h"

namespace nodecpp::os {

class RecordedConnection;
class RecordedListener;
class RecordedResolver;
class RecordedWatch;
class RecordedJob;
class RecordedQuery;
class RecordedMailbox;
class RecordedThread;
class RecordedChild;
class RecordedPort;
struct RecordedLookup;

// The role Files, called from any thread. A call on the loop's thread is recorded where it is made. The calls of a job
// are collected and recorded with the job's end.
class RecordedFiles final : public Files {
 public:
  explicit RecordedFiles(RecordedPort& port) : port_(port) {}

  int open(Path path, int flags, unsigned mode) override;
  Status close(int fd) override;
  std::int64_t read(int fd, const Space* spaces, std::size_t count, std::int64_t offset) override;
  std::int64_t readReady(int fd, const Space* spaces, std::size_t count, std::int64_t offset) override;
  std::int64_t write(int fd, const Slice* slices, std::size_t count, std::int64_t offset) override;
  Status sync(int fd, bool dataOnly) override;
  Status truncate(int fd, std::int64_t size) override;
  Status stat(Path path, FileStat& stat) override;
  Status lstat(Path path, FileStat& stat) override;
  Status fstat(int fd, FileStat& stat) override;
  Status statfs(Path path, FileSystemStat& stat) override;
  Status access(Path path, int mode) override;
  Status chmod(Path path, unsigned mode) override;
  Status fchmod(int fd, unsigned mode) override;
  Status chown(Path path, std::uint32_t uid, std::uint32_t gid) override;
  Status lchown(Path path, std::uint32_t uid, std::uint32_t gid) override;
  Status fchown(int fd, std::uint32_t uid, std::uint32_t gid) override;
  Status utimes(Path path, FileTime atime, FileTime mtime) override;
  Status lutimes(Path path, FileTime atime, FileTime mtime) override;
  Status futimes(int fd, FileTime atime, FileTime mtime) override;
  Status entries(int fd, std::vector<DirectoryEntry>& entries) override;
  Status mkdir(Path path, unsigned mode) override;
  Status mkdtemp(Path prefix, std::string& made) override;
  Status rmdir(Path path) override;
  Status unlink(Path path) override;
  Status rename(Path from, Path to) override;
  Status link(Path existing, Path path) override;
  Status symlink(Path target, Path path) override;
  Status readlink(Path path, std::string& target) override;
  Status realpath(Path path, std::string& resolved) override;
  Status copyFile(Path from, Path to, int flags) override;
  bool stopped(const std::atomic<bool>& flag) override;

 private:
  // Records or replays one operation on files, as RecordedPort::operate does, on the loop's thread or inside a job.
  template <class Perform, class... Call, class... Results>
  void operate(record::Kind kind, std::tuple<Call...> call, Perform&& perform, Results&... results);
  template <class Perform, class... Call>
  Status simple(record::Kind kind, std::tuple<Call...> call, Perform&& perform);
  std::int64_t read(record::Kind kind, int fd, const Space* spaces, std::size_t count, std::int64_t offset);
  Files& inner();

  // Does what must be done for the masks of private keys after a read and for a write; see key_mask.h.
  std::string_view shown(int fd, std::int64_t offset, std::string_view bytes, std::string& room);
  bool keySeen() const;

  RecordedPort& port_;
  record::FileMasks masks_;
};

class RecordedPort final : public Port,
                           public Turns,
                           public Clock,
                           public Net,
                           public Paths,
                           public Names,
                           public Process,
                           public Children,
                           public Threads,
                           public Computation,
                           public Trace,
                           public EnvironmentLog {
 public:
  // Records all operations of `inner` in `log`. Both must outlive the port. `main` says whether this is the first loop
  // of the process.
  RecordedPort(Port& inner, record::LogWriter& log, const replay::Start& start, bool main = true);
  // Makes a port that replays the log of `replayer`, which must outlive the port.
  explicit RecordedPort(replay::Replayer& replayer);
  ~RecordedPort();

  // Called when the program has ended by itself. Returns the exit code of the process.
  int ended(int code);
  // `betweenTurns` is called between the turns of a recorded run. `beforeExit` is called when the program ends the
  // process, and told whether an error ends it.
  std::function<void()> betweenTurns;
  std::function<void(bool failed)> beforeExit;
  // The rules for which values of variables the log may have. Set before the program begins.
  record::VariableRules variableRules;
  // Called when the program has stopped watching a signal, which then has its default action again.
  std::function<void()> signalReleased;
  // If set, a lock that each thread holds as a reader while it runs a job, so that a snapshot can wait until no job
  // runs.
  std::shared_timed_mutex* jobGate = nullptr;
  // Begins the log of a thread with a loop, on that thread. Gives a null log and sets `error` on failure. Unset when
  // threads are not recorded.
  struct ThreadLog {
    std::unique_ptr<record::FileLog> log;
    replay::Start start;
  };
  std::function<ThreadLog(const std::string& name, Port& port, std::string& error)> threadLog;
  // Turns a recording port into a replaying one: from here on the process goes through a log and does not act on the
  // outside any more.
  void replayFrom(replay::Replayer& replayer);

  void wait(int timeout) override;
  void wake() override;
  std::uint64_t hrtime() override;
  double wallClock() override;
  void random(char* to, std::size_t size) override { random_.fill(to, size); }

  ErrorCode listen(const ListenSpec& spec, ListenerSink* sink, Listener** listener) override;
  Address address(Listener* listener) override;
  int descriptorOf(Listener* listener) override;
  ErrorCode adopt(int fd, Connection** connection) override;
  ErrorCode setTypeOfService(Connection* connection, int value) override;
  ErrorCode typeOfService(Connection* connection, int& value) override;
  void close(Listener* listener) override;
  ErrorCode connect(const ConnectSpec& spec, ConnectionSink* sink, Connection** connection) override;
  void setSink(Connection* connection, ConnectionSink* sink) override;
  void startReading(Connection* connection) override;
  void stopReading(Connection* connection) override;
  WriteResult write(Connection* connection, const Slice* slices, std::size_t count) override;
  void send(Connection* connection, std::vector<Buffer>&& slices, PassedHandle handle) override;
  WriteResult writeFile(Connection* connection, const FilePart& part) override;
  void sendFile(Connection* connection, const FilePart& part) override;
  std::size_t unsent(Connection* connection) override;
  ErrorCode shutdown(Connection* connection) override;
  void close(Connection* connection) override;
  ErrorCode reset(Connection* connection) override;
  ErrorCode setNoDelay(Connection* connection, bool on) override;
  ErrorCode setKeepAlive(Connection* connection, bool on, int seconds) override;
  Address localAddress(Connection* connection) override;
  Address remoteAddress(Connection* connection) override;

  ErrorCode watchPath(const std::string& path, PathSink* sink, PathWatch** watch) override;
  void unwatch(PathWatch* watch) override;
  void submit(Job* job) override;
  ErrorCode compute(Job* job, int priority) override;
  void forget(Job* job) override;
  bool busy() override { return underWay_ != 0 || refed_ != 0; }
  void lookup(const LookupSpec& spec, LookupDone done, void* context) override;
  void lookupService(const Address& address, ServiceDone done, void* context) override;
  Resolver* openResolver(const ResolverSpec& spec) override;
  void close(Resolver* resolver) override;
  std::vector<Address> nameServers(Resolver* resolver) override;
  bool setNameServers(Resolver* resolver, const std::vector<Address>& servers) override;
  void setLocalAddresses(Resolver* resolver, const Address& ipv4, const Address& ipv6) override;
  void ask(Resolver* resolver, const Question& question, Query* query) override;
  void forget(Resolver* resolver, Query* query) override;
  void cancelAll(Resolver* resolver) override;
  Mailbox* openMailbox(MailAddress queue, MailboxSink* sink) override;
  void receive(Mailbox* mailbox, bool on) override;
  void keepAlive(Mailbox* mailbox, bool on) override;
  bool take(Mailbox* mailbox, Message& message) override;
  void close(Mailbox* mailbox) override;
  MailAddress detach(Mailbox* mailbox) override;
  bool post(const MailAddress& to, Message&& message) override;
  void post(MailHub& to, const Message& message, const MailQueue* except) override;
  bool sharesMemory() override { return false; }
  ErrorCode startThread(ThreadSpec&& spec, ThreadSink* sink, Thread** thread) override;
  void keepAlive(Thread* thread, bool on) override;
  bool join(Thread* thread, int milliseconds) override;
  bool threadsLeft() override { return inner_ && inner_->threads.threadsLeft(); }
  ErrorCode watchSignal(int number, SignalPush push, void* context) override;
  ErrorCode kill(int pid, int number) override;
  ErrorCode spawn(SpawnSpec& spec, ChildSink* sink, Child** child, int* pid) override;
  void close(Child* child) override;
  void run(const RunSpec& spec, RunResult& result) override;
  ErrorCode openChannel(int fd, Connection** channel) override;
  WriteResult writeHandle(Connection* channel, const Slice& bytes, PassedHandle handle) override;

  std::vector<std::pair<String, String>> environment() override;
  void setEnvironment(StringArg name, const String* value) override;
  void inherited(Variables& all) override;
  void variableRead(StringArg name, String& value) override;
  String currentDirectory() override;
  ErrorCode changeDirectory(StringArg path) override;
  int pid() override;
  int parentPid() override;
  String executable() override;
  MemoryUsage memoryUsage() override;
  void cpuUsage(double& user, double& system) override;
  ResourceUsage resourceUsage() override;
  int userId() override;
  int groupId() override;
  int effectiveUserId() override;
  int effectiveGroupId() override;
  int umask(int mask) override;
  ErrorCode writeStandard(int fd, StringArg bytes) override;
  StandardKind standardKind(int fd) override;
  bool isTerminal(int fd) override;
  void readStandardInput(InputSink* sink) override;
  bool windowSize(int fd, int& columns, int& rows) override;
  ErrorCode setTerminalMode(int fd, TerminalMode mode) override;
  void fails() override;
  [[noreturn]] void exit(int code) override;
  [[noreturn]] void abort() override;

  // The functions from here to `private` are for the objects of recorded_objects.h and for RecordedFiles.
  bool replaying() const { return replayer_ != nullptr; }
  // The program does an operation of `kind` with the arguments `call`. When recording, `perform` does it and sets
  // `results`, and both are appended to the log. When replaying, the arguments are compared with the log, and the
  // results are taken from the log.
  template <class Perform, class... Call, class... Results>
  void operate(record::Kind kind, std::tuple<Call...> call, Perform&& perform, Results&... results) {
    if (replaying()) [[unlikely]] {
      scratch_.clear();
      std::apply([&](const auto&... field) { record::append(scratch_, field...); }, call);
      record::Fields in = replayer_->expect(kind, scratch_);
      (in.take(results), ...);
      if (!in.isValid() || !in.empty()) replayer_->failMismatch(kind, "its fields are malformed");
      return;
    }
    perform();
    std::apply([&](const auto&... field) { log_->append(kind, field..., results...); }, call);
  }
  // The same for an interface whose operations are all records of one kind: `key` says which operation it is, and the
  // record has the results as one text.
  template <class Perform, class... Key, class... Results>
  void operateByKey(record::Kind kind, std::tuple<Key...> key, Perform&& perform, Results&... results) {
    std::string bytes;
    operate(
        kind, std::move(key),
        [&] {
          perform();
          record::append(bytes, results...);
        },
        bytes);
    if (!replaying()) return;
    record::Fields in(bytes);
    (in.take(results), ...);
    require(in.isValid() && in.empty(), kind, "its results are malformed");
  }
  // The same for operations on the object with this id. The record has the arguments as one text, too.
  template <class Operation, class Perform, class... Call, class... Results>
  void operateOn(record::Kind kind, Operation operation, std::uint64_t id, const std::tuple<Call...>& call,
                 Perform&& perform, Results&... results) {
    std::string asked;
    std::apply([&](const auto&... field) { record::append(asked, field...); }, call);
    operateByKey(kind, std::tuple(operation, id, asked), perform, results...);
  }
  // In a replay, checks that results from the log are permitted by the port's contract.
  void require(bool fits, record::Kind kind, const char* why) {
    if (!fits) [[unlikely]]
      if (replaying()) replayer_->failMismatch(kind, why);
  }
  // Records an input from outside. Does nothing in a replay.
  template <class... F>
  void recordInput(record::Kind kind, const F&... fields) {
    if (!replaying()) log_->append(kind, fields...);
  }
  // The same for an event of the object with this id, for an interface whose events are all records of one kind.
  template <class Event, class... F>
  void recordEvent(record::Kind kind, std::uint64_t id, Event event, const F&... fields) {
    if (replaying()) return;
    std::string written;
    record::append(written, fields...);
    recordInput(kind, id, event, written);
  }
  // Private keys. A log that leaves the process's memory has marks in their place (key_mask.h).
  bool masksKeys() const { return !variableRules.all && !variableRules.keys; }
  // Whether the program has been given a key from outside. Until then nothing that it writes is searched for one.
  bool keySeen() const { return keySeen_; }
  void noteKey(bool seen) { keySeen_ = keySeen_ || seen; }
  // Returns bytes from outside as the log may have them: `bytes` itself, or a masked copy in `room`.
  std::string_view shown(record::KeyMask& mask, std::string_view bytes, std::string& room);
  std::string_view shown(std::string_view text, std::string& room) {
    record::KeyMask mask(record::KeyMask::From::middle);
    return shown(mask, text, room);
  }
  String shown(const String& text);
  // Returns the digest of bytes that the program writes at once, or passes on.
  record::Digest digestOf(const Slice* slices, std::size_t count) const {
    return keySeen_ ? record::maskedDigestOf(slices, count) : record::digestOf(slices, count);
  }
  record::Digest digestOf(std::string_view bytes) const {
    Slice slice{bytes.data(), bytes.size()};
    return digestOf(&slice, 1);
  }
  Files& innerFiles() { return inner_->files; }
  Tls& innerTls() { return inner_->tls; }
  Machine& innerMachine() { return inner_->machine; }
  Datagrams& innerDatagrams() { return inner_->datagrams; }
  replay::Replayer& replayer() { return *replayer_; }
  // Returns the number of a new object.
  std::uint64_t newId() { return ++lastId_; }
  // Operations of Net that are records of one kind, with their fields as bytes. The numbers stand in recordings.
  enum class NetOperation : unsigned char { descriptorOf, adopt, setTypeOfService, typeOfService };
  // What is passed over a channel. The numbers stand in recordings.
  enum class Passed : unsigned char { connection, listener, datagrams };
  // Return the object that the program gets in place of the inner port's.
  RecordedConnection* accept(Connection* inner, std::uint64_t id);
  PassedHandle receive(PassedHandle inner, Passed kind, std::uint64_t id);
  // Returns what is passed. At most one member of the handle is set; for an empty handle the number is 0.
  static Passed kindOf(const PassedHandle& handle);
  static std::uint64_t numberOf(const PassedHandle& handle);
  // Returns the inner port's handle for one of the program's.
  static PassedHandle innerOf(const PassedHandle& handle);
  // An object calls `enter` when the port is to find it by its number, and `leave` when its last event has come.
  // Between the two, queries, look-ups, jobs and threads keep the loop alive.
  void enter(RecordedConnection* connection);
  void enter(RecordedQuery* query);
  void leave(RecordedQuery* query);
  void enter(RecordedLookup* lookup);
  void leave(RecordedLookup* lookup);
  void enter(RecordedJob* job);
  void leave(RecordedJob* job);
  void enter(RecordedThread* thread);
  void leave(RecordedThread* thread);
  void leave(RecordedChild* child);
  // Changes the number of mailboxes and threads that keep the loop alive.
  void keepAlive(int by) { refed_ += std::size_t(std::ptrdiff_t(by)); }

 private:
  class Input;

  void onWakeUp();
  void push(const record::Entry& entry);
  void enterEnvironment(Variables& all);
  void noteKeysIn(const replay::Start& start);
  record::Digest environmentOf(const SpawnSpec& spec) const;
  auto fieldsOf(const SpawnSpec& spec);
  record::Digest digestFor(RecordedConnection& to, const Slice* slices, std::size_t count);
  void accepted(RecordedConnection& by, const Slice* slices, std::size_t count, std::uint64_t size, std::uint64_t all);
  record::Digest digestOf(const Message& message) const;
  int processId(int which, int (Process::*get)());
  void pushConnection(const record::Entry& entry);
  void pushDatagram(const record::Entry& entry, std::uint64_t id);
  void pushFromThread(const record::Entry& entry, std::uint64_t id);
  void endThreads();
  template <class T>
  T* find(const std::unordered_map<std::uint64_t, T*>& all, std::uint64_t id, const char* what);
  void onReplayedSignal(int number);
  void stopBeforeMark() override;
  [[noreturn]] void malformed(const record::Entry& entry);

  Port* inner_ = nullptr;
  record::LogWriter* log_ = nullptr;
  replay::Replayer* replayer_ = nullptr;
  record::ChaChaRandom random_;
  RecordedFiles files_{*this};
  RecordedTls tls_{*this};
  RecordedMachine machine_{*this};
  RecordedDatagrams datagrams_{*this};
  std::uint64_t time_;  // The last reading of the monotonic clock.
  std::int64_t wall_;   // The last reading of the wall clock.
  bool failed_ = false;
  bool turnTime_ = false;  // Nobody has asked yet for the reading of the clock made as the turn began.
  bool main_ = true;
  bool keySeen_ = false;
  record::WriteMask standard_[2] = {record::WriteMask(record::KeyMask::From::middle),
                                    record::WriteMask(record::KeyMask::From::middle)};
  std::string scratch_;
  std::unordered_set<std::string> hidden_;  // Names of variables whose values are not in the log yet.
  // The last number given to an object; connections, listeners, jobs and all others share one sequence.
  std::uint64_t lastId_ = 0;
  std::size_t underWay_ = 0;  // The number of jobs, look-ups and queries that have not ended.
  std::unordered_map<std::uint64_t, RecordedConnection*> connections_;
  std::unordered_map<std::uint64_t, RecordedListener*> listeners_;
  std::unordered_map<std::uint64_t, RecordedResolver*> resolvers_;
  std::unordered_map<std::uint64_t, RecordedWatch*> watches_;
  std::unordered_map<std::uint64_t, RecordedChild*> children_;
  std::unordered_map<std::uint64_t, RecordedJob*> jobs_;
  std::unordered_map<std::uint64_t, RecordedLookup*> lookups_;
  std::list<RecordedQuery*> queries_;
  std::unordered_map<std::uint64_t, RecordedMailbox*> mailboxes_;
  std::unordered_map<std::uint64_t, RecordedThread*> threads_;
  // Closed mailboxes, which pushes of this turn may still use.
  std::vector<std::unique_ptr<RecordedMailbox>> closedMailboxes_;
  std::size_t refed_ = 0;           // The number of receiving mailboxes and of threads that keep the loop alive.
  detail::Block* block_ = nullptr;  // The block from which a replay pushes bytes.
  struct SignalWatch {
    SignalPush push = nullptr;
    void* context = nullptr;
  };
  SignalWatch signals_[65];
  std::unique_ptr<Input> input_;
};

}  // namespace nodecpp::os
