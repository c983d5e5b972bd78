// A simulated port that computes a digest of what its program does, draws the faults that concern one program, and
// detects behaviour that is wrong in any program.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "os/sim/sim_port.h"
#include "os/sim/watched_files.h"

namespace nodecpp::os {

class WatchedPort final : public SimPort {
 public:
  WatchedPort(Network& network, SimProgram program, SimThread* thread = nullptr);

  Digest& digest() { return digest_; }
  std::uint64_t turnsTaken() const { return turns_; }
  // The program has made progress (answered a request), so earlier failures are not counted any more.
  void progressed() { failures_.clear(); }
  void ended(int code) { note(Operation::finished).add(std::uint64_t(code)); }
  // Begins an operation in the digest. When there were too many in one turn, the program is ended if `mayThrow`.
  Digest& note(Operation operation, bool mayThrow = false);
  // Notes the outcome of an operation on a named thing, so that endless failures are found.
  void outcome(const char* what, const std::string& name, int error);

  void wait(int timeout) override;
  void random(char* to, std::size_t size) override;
  ErrorCode listen(const ListenSpec& spec, ListenerSink* sink, Listener** listener) override;
  void close(Listener* listener) override;
  ErrorCode connect(const ConnectSpec& spec, ConnectionSink* sink, Connection** connection) override;
  void startReading(Connection* connection) override;
  void stopReading(Connection* connection) override;
  WriteResult write(Connection* connection, const Slice* slices, std::size_t count) override;
  void send(Connection* connection, std::vector<Buffer>&& slices, PassedHandle handle) override;
  WriteResult writeFile(Connection* connection, const FilePart& part) override;
  void sendFile(Connection* connection, const FilePart& part) override;
  ErrorCode shutdown(Connection* connection) override;
  void close(Connection* connection) override;
  ErrorCode reset(Connection* connection) override;
  ErrorCode setNoDelay(Connection* connection, bool on) override;
  ErrorCode setKeepAlive(Connection* connection, bool on, int seconds) override;
  ErrorCode watchPath(const std::string& path, PathSink* sink, PathWatch** watch) override;
  void unwatch(PathWatch* watch) override;
  void submit(Job* job) override;
  ErrorCode compute(Job* job, int priority) override;
  void forget(Job* job) override;
  void lookup(const LookupSpec& spec, LookupDone done, void* context) override;
  void lookupService(const Address& address, ServiceDone done, void* context) override;
  Resolver* openResolver(const ResolverSpec& spec) override;
  void close(Resolver* resolver) override;
  bool setNameServers(Resolver* resolver, const std::vector<Address>& servers) override;
  void ask(Resolver* resolver, const Question& question, Query* query) override;
  void forget(Resolver* resolver, Query* query) override;
  void cancelAll(Resolver* resolver) override;
  Mailbox* openMailbox(MailAddress queue, MailboxSink* sink) override;
  bool post(const MailAddress& to, Message&& message) override;
  void post(MailHub& to, const Message& message, const MailQueue* except) override;
  ErrorCode startThread(ThreadSpec&& spec, ThreadSink* sink, Thread** thread) override;
  std::unique_ptr<SimPort> portFor(SimThread& thread) override;
  void threadEnded(SimPort* port, int code) override;
  ErrorCode watchSignal(int number, SignalPush push, void* context) override;
  ErrorCode kill(int pid, int number) override;
  ErrorCode spawn(SpawnSpec& spec, ChildSink* sink, Child** child, int* pid) override;
  void run(const RunSpec& spec, RunResult& result) override;
  void datagramSent(const Address& to, std::string_view bytes, ErrorCode error) override;
  WriteResult writeHandle(Connection* channel, const Slice& bytes, PassedHandle handle) override;
  void setEnvironment(StringArg name, const String* value) override;
  ErrorCode changeDirectory(StringArg path) override;
  ErrorCode writeStandard(int fd, StringArg bytes) override;
  void readStandardInput(InputSink* sink) override;
  [[noreturn]] void exit(int code) override;

 private:
  void connected(const SimSocket& socket) override;
  void asked(const Question& question, QueryError error) override;
  std::uint64_t computationTime() override;
  Digest& note(Operation operation, Connection* connection, const char* name = nullptr);
  void posts(const Message& message);
  void shuffle();
  void measure();

  Digest digest_;
  Failures failures_;
  std::uint64_t turns_ = 0;
  std::uint64_t idleTurns_ = 0;
  std::uint64_t turnTime_ = 0;        // The time of the program's last turn.
  std::uint64_t turnOperations_ = 0;  // How many operations the program had done before this turn.
  std::uint64_t heapBefore_ = 0;
  std::uint64_t threads_[4] = {};  // The times at which the simulated threads of the pool are free again.
  std::uint64_t slowName_ = 0;     // Additional time for the next job, which is a slow look-up.
  WatchedFiles watchedFiles_;
};

}  // namespace nodecpp::os
