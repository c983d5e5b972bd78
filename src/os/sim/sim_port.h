// A port to a simulated network, one for each program. Time passes only when the network's clock is moved.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "os/sim/sim_datagrams.h"
#include "os/sim/sim_machine.h"
#include "os/sim/sim_network.h"
#include "os/sim/sim_threads.h"
#include "os/tls/streams.h"

namespace nodecpp::os {

class SimConnection;
class SimListener;
class SimResolver;
class SimChild;

// The properties of a simulated program.
struct SimProgram {
  std::string name = "program";
  std::vector<std::pair<String, String>> environment = {};
  std::string directory = "/sim";
  int pid = 1000;
  int parent = 1;
  std::string input{};                    // The bytes that the program gets on standard input.
  std::shared_ptr<SimProcess> process{};  // The process of the program, if another program has spawned it.
};

class SimPort : public Port,
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
                private TlsSources {
 public:
  // `thread` is the simulated thread that the port's loop runs on, or null when the loop runs on the world's own
  // thread. `files`, if given, replace the port's own files.
  SimPort(Network& network, SimProgram program, SimThread* thread = nullptr, SimFiles* files = nullptr);
  virtual ~SimPort();

  // Pushes the events that are due, in order. With a `timeout`, and nothing due, moves the clock to the next event, for
  // a loop that runs alone. In a world, the world moves the clock. `wait` and `write` are not inlined, since `make
  // count` stops counting instructions inside them.
  [[gnu::noinline]] void wait(int timeout) override;
  void wake() override;
  // Whether a `wait` would push something.
  bool ready() const { return !ready_.empty() || wakePending_ || tls_.waiting(); }
  Network& network() { return network_; }
  // Returns the files as their own class, whose further members tests use.
  SimFiles& disk() { return static_cast<SimFiles&>(files); }
  // Delivers a signal from outside the program. It is pushed where the program watches it; otherwise it ends the
  // program.
  void raise(int number);
  // endedBy() returns the signal that ended the program, or 0. standard() returns what the program has written to a
  // standard stream.
  int endedBy() const { return endedBy_; }
  const std::string& standard(int fd) const { return fd == 2 ? standardError_ : standardOutput_; }
  // Sets the bytes that come on standard input, followed by its end.
  void setInput(std::string bytes) { program_.input = std::move(bytes); }
  // From now on, writes of the program to standard output and error go to `port` at once and are not kept.
  void showOn(Port& port) { shown_ = &port; }
  // Makes writes to standard output fail with `error` from now on (EPIPE when nobody reads any more).
  void breakOutput(int error) { outputError_ = error; }
  // Ends the program's process, if another program has spawned it.
  void processEnds(int code);
  // Whether the process of this program, which another program has spawned, has been killed.
  bool killed() const;
  // Closes everything that the program has left open, as a kernel does, and pushes nothing any more.
  void end();
  // The objects of the port call these when they have an event to push in the next turn.
  void changed(SimConnection* connection) { ready_.push_back({.connection = connection}); }
  void changed(SimListener* listener) { ready_.push_back({.listener = listener}); }
  void changed(SimChild* child) { ready_.push_back({.child = child}); }
  void changed(SimDatagramSocket* socket) { ready_.push_back({.datagrams = socket}); }
  // Writes on a connection without noting the write. Called by the connection's queue of output.
  WriteResult writeNow(SimConnection* connection, const Slice* slices, std::size_t count,
                       std::shared_ptr<SimPassed> passed);
  // Called with each datagram that the program sends, and with what becomes of it.
  virtual void datagramSent(const Address&, std::string_view, ErrorCode) {}
  // Returns the number of writes that carried bytes.
  std::uint64_t writes() const { return writes_; }

  std::uint64_t hrtime() override { return network_.read(); }
  double wallClock() override { return network_.wallClock(); }
  void random(char* to, std::size_t size) override;
  std::int64_t wallSeconds() override { return std::int64_t(network_.wallClock() / 1000); }

  ErrorCode listen(const ListenSpec& spec, ListenerSink* sink, Listener** listener) override;
  Address address(Listener* listener) override;
  int descriptorOf(Listener*) override { return -1; }
  void close(Listener* listener) override;

  ErrorCode connect(const ConnectSpec& spec, ConnectionSink* sink, Connection** connection) override;
  void setSink(Connection* connection, ConnectionSink* sink) override;
  void startReading(Connection* connection) override;
  void stopReading(Connection* connection) override;
  [[gnu::noinline]] WriteResult write(Connection* connection, const Slice* slices, std::size_t count) override;
  void send(Connection* connection, std::vector<Buffer>&& slices, PassedHandle handle = {}) override;
  WriteResult writeFile(Connection* connection, const FilePart& part) override;
  void sendFile(Connection* connection, const FilePart& part) override;
  ErrorCode adopt(int fd, Connection** connection) override;
  ErrorCode setTypeOfService(Connection* connection, int value) override;
  ErrorCode typeOfService(Connection* connection, int& value) override;
  std::size_t unsent(Connection* connection) override;
  ErrorCode shutdown(Connection* connection) override;
  void close(Connection* connection) override;
  ErrorCode reset(Connection* connection) override;
  ErrorCode setNoDelay(Connection*, bool) override { return 0; }
  ErrorCode setKeepAlive(Connection*, bool, int) override { return 0; }
  Address localAddress(Connection* connection) override;
  Address remoteAddress(Connection* connection) override;

  ErrorCode watchPath(const std::string& path, PathSink* sink, PathWatch** watch) override;
  void unwatch(PathWatch* watch) override;
  void submit(Job* job) override;
  ErrorCode compute(Job* job, int priority) override;
  void forget(Job* job) override;
  bool busy() override;
  void lookup(const LookupSpec& spec, LookupDone done, void* context) override;
  void lookupService(const Address& address, ServiceDone done, void* context) override;
  Resolver* openResolver(const ResolverSpec& spec) override;
  void close(Resolver* resolver) override;
  std::vector<Address> nameServers(Resolver* resolver) override;
  bool setNameServers(Resolver* resolver, const std::vector<Address>& servers) override;
  void setLocalAddresses(Resolver*, const Address&, const Address&) override {}
  void ask(Resolver* resolver, const Question& question, Query* query) override;
  void forget(Resolver* resolver, Query* query) override;
  void cancelAll(Resolver* resolver) override;
  Mailbox* openMailbox(MailAddress queue, MailboxSink* sink) override { return mail_->open(std::move(queue), sink); }
  void receive(Mailbox* mailbox, bool on) override { mail_->receive(mailbox, on); }
  void keepAlive(Mailbox* mailbox, bool on) override { mail_->keepAlive(mailbox, on); }
  bool take(Mailbox* mailbox, Message& message) override { return MailRoom::address(mailbox)->take(message); }
  void close(Mailbox* mailbox) override { mail_->close(mailbox, true); }
  MailAddress detach(Mailbox* mailbox) override;
  bool post(const MailAddress& to, Message&& message) override { return to->post(std::move(message)); }
  void post(MailHub& to, const Message& message, const MailQueue* except) override { to.post(message, except); }
  ErrorCode startThread(ThreadSpec&& spec, ThreadSink* sink, Thread** thread) override;
  void keepAlive(Thread* thread, bool on) override;
  bool join(Thread* thread, int milliseconds) override;
  // Makes the port for the loop of a thread of this program.
  virtual std::unique_ptr<SimPort> portFor(SimThread& thread);
  // Called when a thread has ended, with its port or null. What the thread has done counts as done by this program.
  virtual void threadEnded(SimPort*, int) {}
  ErrorCode watchSignal(int number, SignalPush push, void* context) override;
  ErrorCode kill(int pid, int number) override;
  ErrorCode spawn(SpawnSpec& spec, ChildSink* sink, Child** child, int* pid) override;
  void close(Child* child) override;
  void run(const RunSpec& spec, RunResult& result) override;
  ErrorCode openChannel(int fd, Connection** channel) override;
  WriteResult writeHandle(Connection* channel, const Slice& bytes, PassedHandle handle) override;

  std::vector<std::pair<String, String>> environment() override { return program_.environment; }
  void setEnvironment(StringArg name, const String* value) override;
  String currentDirectory() override { return program_.directory; }
  ErrorCode changeDirectory(StringArg path) override;
  int pid() override { return program_.pid; }
  int parentPid() override { return program_.parent; }
  String executable() override { return "/sim/" + program_.name; }
  MemoryUsage memoryUsage() override { return {40 << 20, 8 << 20, 4 << 20}; }
  void cpuUsage(double& user, double& system) override;
  ResourceUsage resourceUsage() override { return {}; }
  int userId() override { return network_.options.privileged ? 0 : 1000; }
  int groupId() override { return userId(); }
  int effectiveUserId() override { return userId(); }
  int effectiveGroupId() override { return userId(); }
  int umask(int mask) override;
  ErrorCode writeStandard(int fd, StringArg bytes) override;
  StandardKind standardKind(int) override { return StandardKind::pipe; }
  bool isTerminal(int) override { return false; }
  void readStandardInput(InputSink* sink) override;
  bool windowSize(int, int&, int&) override { return false; }
  ErrorCode setTerminalMode(int, TerminalMode) override { return UV_ENOTTY; }
  // exit and abort throw ProgramExit, which ends the simulated program.
  [[noreturn]] void exit(int code) override;
  [[noreturn]] void abort() override;

 protected:
  struct SignalWatch {
    SignalPush push = nullptr;
    void* context = nullptr;
  };
  // One event to be pushed. Only the members of one kind of event are set.
  struct Ready {
    SimConnection* connection = nullptr;
    SimListener* listener = nullptr;
    std::uint64_t job = 0;
    std::uint64_t query = 0;
    int signal = 0;
    SimChild* child = nullptr;
    SimDatagramSocket* datagrams = nullptr;
    bool input = false;
    // The members below describe a change of a watched path.
    SimPathWatch* watch = nullptr;
    bool renamed = false;
    std::string name = {};
  };

  // Called with the outcome of an attempt to connect.
  virtual void connected(const SimSocket&) {}
  // Called with the outcome that a query will have.
  virtual void asked(const Question&, QueryError) {}
  SimFiles::Program filesOf();
  // Returns the nanoseconds that a computation takes.
  virtual std::uint64_t computationTime() { return network_.options.computationTime; }
  void submit(Job* job, std::uint64_t time);
  void begin(std::unique_ptr<Job> job, std::uint64_t number, std::uint64_t time, bool computes);
  void beginComputations();
  void push(const Ready& ready);
  void serve(SimConnection* connection);
  void read(SimConnection* connection);
  char* readInto();
  void sendOn(SimConnection* connection);
  std::shared_ptr<SimPassed> pass(PassedHandle handle);
  void accept(SimListener* listener);
  ErrorCode inherit(SimProcess& process);
  // Starts the process of a child. Returns null and sets `error` when the program cannot be executed.
  std::shared_ptr<SimProcess> begin(const SpawnSpec& spec, ErrorCode& error);
  void ended(SimChild* child);
  void receive(SimConnection* channel, SimPassed& passed);
  void joinProcess();
  void finish(std::uint64_t job);
  void answer(std::uint64_t query);
  void waitFor(int timeout);
  void finishThreads();
  [[noreturn]] void leave(int code, int signal);

  Network& network_;
  SimProgram program_;
  SeededRandom random_;
  std::deque<Ready> ready_, turn_;
  bool wakePending_ = false;
  bool anySocketClosed_ = false;
  std::vector<std::unique_ptr<SimConnection>> connections_;
  std::vector<std::unique_ptr<SimListener>> listeners_;
  std::vector<std::unique_ptr<SimChild>> children_;
  std::vector<std::unique_ptr<SimPathWatch>> watches_;
  SimFiles files_;
  TlsStreams tls_{*this, this};
  SimMachine machine_;
  SimDatagrams datagrams_;
  // Jobs that run. A null job is a computation that was forgotten but still occupies its processor.
  struct SimJob {
    std::unique_ptr<Job> job;
    bool computes = false;
  };
  std::map<std::uint64_t, SimJob> jobs_;
  // Computations that wait for a processor, ordered by priority and then by number. Priorities are negated, so that the
  // highest comes first.
  std::map<std::pair<std::int64_t, std::uint64_t>, std::unique_ptr<Job>> computations_;
  std::size_t computing_ = 0;  // The number of computations that run now.
  std::vector<std::unique_ptr<SimResolver>> resolvers_;
  SignalWatch signals_[65];
  detail::Block* block_ = nullptr;
  std::string standardOutput_, standardError_;
  int outputError_ = 0;
  Port* shown_ = nullptr;
  InputSink* inputSink_ = nullptr;
  bool inputQueued_ = false;
  bool inputEnded_ = true;  // No bytes will come beyond those in program_.input.
  std::uint64_t writes_ = 0;
  int umask_ = 022;
  SimThread* thread_;
  std::shared_ptr<MailRoom> mail_ = std::make_shared<MailRoom>(*this);
  std::vector<std::unique_ptr<SimThread>> started_;
  int endedBy_ = 0;
};

}  // namespace nodecpp::os
