// The Linux back end: epoll, edge-triggered, with one registration for each connection; calls that block run on a pool
// of threads.
#pragma once

#include <sys/epoll.h>

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "os/linux/linux_datagrams.h"
#include "os/linux/linux_files.h"
#include "os/port/port.h"
#include "os/port/send_queue.h"
#include "os/port/threads_role.h"
#include "os/tls/streams.h"

namespace nodecpp::os {

class Inbox;
class Inotify;
class LinuxResolver;
class Pool;
class SignalQueue;
class Waker;
class LinuxPort;
class LinuxThreads;

// An object whose file descriptor is in the epoll set. It is freed between turns only, since the events of the current
// turn may still point to it.
struct Watched {
  enum class Kind : unsigned char { listener, connection, wake, input, paths, names, child, datagrams };
  explicit Watched(Kind k, int descriptor) : kind(k), fd(descriptor) {}
  virtual ~Watched() = default;
  Kind kind;
  bool closed = false;
  int fd;
};

class LinuxListener final : public Watched, public Listener {
 public:
  LinuxListener(int descriptor, ListenerSink* s) : Watched(Kind::listener, descriptor), sink(s) {}
  ListenerSink* sink;
  String unlinkPath;  // The path of a unix socket that this listener created; removed at close.
  bool isUnix = false;
  bool boundOnly = false;  // The socket is bound and does not listen yet.
  bool shared = false;     // Other processes accept from this listener's socket, too.
};

class LinuxConnection final : public Watched, public Connection, public SendQueueTarget {
 public:
  LinuxConnection(int descriptor, ConnectionSink* s) : Watched(Kind::connection, descriptor), sink(s) {}

  // Works as Net::write; the file descriptor `passed`, unless it is -1, goes with the first byte.
  WriteResult write(const Slice* slices, std::size_t count, int passed);
  WriteResult take(const Slice* slices, std::size_t count, const std::shared_ptr<PassedDescriptor>& passed) override;
  WriteResult takeFile(const FilePart& part) override;
  void sent(ErrorCode error) override { sink->onSent(error); }

  ConnectionSink* sink;
  bool connecting = false;
  bool reading = false;
  bool over = false;  // The end of the connection or an error of it has been pushed; nothing more is read.
  // The two flags below note edge-triggered events of epoll that are not used up yet.
  bool readable = false;  // There may be bytes to read; false when a read returned fewer bytes than asked.
  bool writable = false;  // The system may take bytes; false when a write took fewer bytes than given.
  // A short read does not mean that all was read, since the peer has ended its side or sent urgent data.
  bool drain = false;
  bool queued = false;  // The connection is in `queued_`: the next turn serves it without a new event of epoll.
  bool isUnix = false;
  bool channel = false;        // File descriptors may arrive over this connection.
  ErrorCode connectError = 0;  // The outcome of connect, which is pushed in the next turn.
  SendQueue sends;
};

class LinuxChild final : public Watched, public Child {
 public:
  LinuxChild(int descriptor, ChildSink* s) : Watched(Kind::child, descriptor), sink(s) {}
  ChildSink* sink;
};

// What the system says about the computer. It has no state, because everything is read anew at each call.
class LinuxMachine final : public Machine {
 public:
  SystemNames names() override;
  std::vector<Processor> processors() override;
  int parallelism() override;
  MachineMemory memory() override;
  LoadAverages loadAverages() override;
  double uptime() override;
  ErrorCode interfaces(std::vector<InterfaceAddress>& all) override;
  ErrorCode user(UserAccount& account) override;
  ErrorCode priority(int pid, int& priority) override;
  ErrorCode setPriority(int pid, int priority) override;
  MemoryLimits memoryLimits() override;
  void threadTime(double& user, double& system) override;
  ErrorCode findId(bool isGroup, StringArg name, std::uint32_t& id) override;
  ErrorCode setCredential(Credential which, std::uint32_t id) override;
  ErrorCode groups(std::vector<std::uint32_t>& ids) override;
  ErrorCode setGroups(const std::vector<std::uint32_t>& ids) override;
  ErrorCode initGroups(StringArg user, std::uint32_t group) override;
  ErrorCode findUser(std::uint32_t id, String& name) override;
};

class LinuxPort final : public Port,
                        public Turns,
                        public Clock,
                        public Net,
                        public Paths,
                        public Names,
                        public Process,
                        public Children,
                        public Threads,
                        public Computation,
                        public Trace {
 public:
  LinuxPort();
  ~LinuxPort();
  LinuxPort(const LinuxPort&) = delete;

  // The error for which the port could not be made, a shortage of the system's resources (-EMFILE), or 0. After an
  // error no other member may be called.
  ErrorCode failure() const { return failure_; }
  // Called when the port's loop is over. Returns the descriptors of the children that still run; another port must wait
  // for their ends (adoptChild).
  std::vector<int> detachChildren();
  // Takes over a child that another port has given up, by its process descriptor. This port waits for the child's end
  // and reports it to nobody.
  void adoptChild(int pidFd);

  void wait(int timeout) override;
  void wake() override;
  std::uint64_t hrtime() override;
  double wallClock() override;
  void random(char* to, std::size_t size) override;

  ErrorCode listen(const ListenSpec& spec, ListenerSink* sink, Listener** listener) override;
  Address address(Listener* listener) override;
  int descriptorOf(Listener* listener) override { return at(listener)->fd; }
  void close(Listener* listener) override;

  ErrorCode connect(const ConnectSpec& spec, ConnectionSink* sink, Connection** connection) override;
  void setSink(Connection* connection, ConnectionSink* sink) override { at(connection)->sink = sink; }
  void startReading(Connection* connection) override;
  void stopReading(Connection* connection) override { at(connection)->reading = false; }
  WriteResult write(Connection* connection, const Slice* slices, std::size_t count) override;
  void send(Connection* connection, std::vector<Buffer>&& slices, PassedHandle handle) override;
  WriteResult writeFile(Connection* connection, const FilePart& part) override;
  void sendFile(Connection* connection, const FilePart& part) override;
  ErrorCode adopt(int fd, Connection** connection) override;
  ErrorCode setTypeOfService(Connection* connection, int value) override;
  ErrorCode typeOfService(Connection* connection, int& value) override;
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
  bool busy() override;
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
  bool threadsLeft() override;
  ErrorCode watchSignal(int number, SignalPush push, void* context) override;
  ErrorCode kill(int pid, int number) override;
  ErrorCode spawn(SpawnSpec& spec, ChildSink* sink, Child** child, int* pid) override;
  void close(Child* child) override;
  void run(const RunSpec& spec, RunResult& result) override;
  ErrorCode openChannel(int fd, Connection** channel) override;
  WriteResult writeHandle(Connection* channel, const Slice& bytes, PassedHandle handle) override;

  std::vector<std::pair<String, String>> environment() override;
  void setEnvironment(StringArg name, const String* value) override;
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
  [[noreturn]] void exit(int code) override;
  [[noreturn]] void abort() override;

 private:
  class Computing;
  friend class LinuxDatagrams;
  friend class LinuxResolver;
  friend class Pool;
  static LinuxConnection* at(Connection* connection) { return static_cast<LinuxConnection*>(connection); }
  static LinuxListener* at(Listener* listener) { return static_cast<LinuxListener*>(listener); }
  ErrorCode watch(Watched* watched, std::uint32_t events);
  // Waits for other events of an object that is watched already.
  void change(Watched* watched, std::uint32_t events);
  // Removes an object from epoll, closes its descriptor, and frees the object after the turn.
  void closeAfterTurn(Watched* watched);
  // Removes an object from epoll and frees it after the turn, as `closeAfterTurn` does, but leaves its descriptor open,
  // because another owner closes it.
  void leave(Watched* watched);
  ErrorCode listenOn(LinuxListener* listener, const ListenSpec& spec, ListenerSink* sink);
  void unlinkPathOf(LinuxConnection* connection);
  ErrorCode open(int fd, bool channel, LinuxConnection** made);
  PassedHandle wrap(int fd);
  ssize_t receive(LinuxConnection* connection, char* to, std::size_t size);
  void childEvent(LinuxChild* child);
  void accept(LinuxListener* listener);
  void accepted(LinuxListener* listener, int fd);
  void rest(LinuxListener* listener);
  int restTimeout(int timeout);
  void endReadPauses();
  void acceptWithoutDescriptors(LinuxListener* listener);
  void connectionEvent(LinuxConnection* connection, std::uint32_t events);
  void serve(LinuxConnection* connection);
  void sendOn(LinuxConnection* connection);
  static int descriptorOf(PassedHandle handle);
  void finishConnect(LinuxConnection* connection);
  void read(LinuxConnection* connection);
  void queue(LinuxConnection* connection);
  ErrorCode addChild(LinuxChild* child);
  void closeChildAfterTurn(LinuxChild* child);
  void drainWake();
  void readInput();
  int resolversTimeout(int timeout) const;
  void resolverEvent(Watched* watched, std::uint32_t events);
  void serveResolvers();

  static constexpr std::uint32_t connectionEvents = EPOLLIN | EPOLLPRI | EPOLLOUT | EPOLLRDHUP | EPOLLET;
  // Of the processes that share a listening socket, the kernel wakes only one for each connection (EPOLLEXCLUSIVE).
  static constexpr std::uint32_t sharedEvents = EPOLLIN | EPOLLEXCLUSIVE;
  static constexpr std::uint64_t restNanoseconds = 100'000'000;
  static constexpr int eventsPerTurn = 256;
  static constexpr std::size_t readBytes = 64 * 1024;

  ErrorCode failure_ = 0;
  int epoll_;
  std::shared_ptr<const Waker> waker_;
  // A descriptor held in reserve. When no descriptor is left, it is closed to accept one more connection. -1 until a
  // descriptor can be had again.
  int spareFd_;
  Watched wakeWatched_;
  Watched inputWatched_{Watched::Kind::input, 0};
  InputSink* inputSink_ = nullptr;
  bool inputIsFile_ = false;  // Standard input is a file. epoll does not take files, so it is read once in each turn.
  detail::Block* readBlock_ = nullptr;
  std::vector<LinuxConnection*> queued_;
  std::vector<LinuxConnection*> turn_;  // The connections taken from `queued_` that this turn serves.
  std::vector<Watched*> closedWatched_;
  // Listeners that failed to accept. They are removed from epoll and tried again after a pause.
  std::vector<LinuxListener*> resting_;
  std::uint64_t readPausedUntil_ = 0;
  // The paths of unix sockets from which connections were made, which are removed when those are closed.
  std::vector<std::pair<LinuxConnection*, String>> boundPaths_;
  std::vector<LinuxChild*> children_;  // The child processes that have not ended.
  std::unique_ptr<Pool> pool_;
  std::shared_ptr<Inbox> inbox_;  // Deliveries from other threads; made when the first thread needs it.
  std::size_t computing_ = 0;
  std::shared_ptr<MailRoom> mail_ = std::make_shared<MailRoom>(*this);
  std::unique_ptr<LinuxThreads> threads_;  // The threads that this loop has started; made with the first.
  std::vector<std::unique_ptr<LinuxResolver>> resolvers_;
  LinuxFiles files_;
  TlsStreams tls_{*this};
  LinuxMachine machine_;
  LinuxDatagrams datagrams_{*this};
  std::unique_ptr<Inotify> paths_;  // The inotify instance; made with the first watch of a path.
  struct SignalWatch {
    SignalPush push = nullptr;
    void* context = nullptr;
  };
  SignalWatch signals_[65];
  std::unique_ptr<SignalQueue> signalQueue_;  // The signals of this port; made with the first that is watched.
};

}  // namespace nodecpp::os
