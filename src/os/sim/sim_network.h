// A simulated network in one process: a virtual clock, the addresses and names of hosts, and stream sockets that behave
// as Linux's. Everything that happens is an event with a time and a sequence number, so that a run can be repeated
// exactly.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "os/port/dns_message.h"
#include "os/port/port.h"
#include "os/port/send_queue.h"
#include "os/sim/faults.h"
#include "os/sim/program_watch.h"
#include "os/sim/sim_files.h"

namespace nodecpp::os {

class Network;
class SimPort;
class SimThread;
struct SimUdpSocket;
class SimProcess;
class SocketOwner;
class SimSocket;
struct SimListenSocket;

// A program that can be started as a child. The function gets the child's process and sets up what the process does.
using SimExecutable = std::function<void(SimProcess& process)>;

// A socket or listener on its way over a channel. The object owns it until the receiver has taken it.
struct SimPassed final : PassedDescriptor {
  SimPassed(Network& n, SimSocket* s, SimListenSocket* l) : network(n), socket(s), listener(l) {}
  SimPassed(Network& n, std::shared_ptr<SimUdpSocket> d)
      : network(n), socket(nullptr), listener(nullptr), datagrams(std::move(d)) {}
  ~SimPassed();
  SimPassed(const SimPassed&) = delete;
  Network& network;
  SimSocket* socket;
  SimListenSocket* listener;
  std::shared_ptr<SimUdpSocket> datagrams;
};

// The answer of a simulated network's name servers to one question.
struct SimAnswer {
  QueryError error = QueryError::none;
  int rcode = 0;  // The response code of the DNS answer; 3 means that the name does not exist.
  std::vector<RawRecord> records = {};
  std::uint64_t time = 0;    // The time until the answer of the name server arrives, in nanoseconds.
  std::string message = {};  // If set, the whole message in place of the other members, well-formed or not.
};

struct NetworkOptions {
  std::uint64_t seed = 1;
  // The time at which the virtual clock starts, in milliseconds since 1970: Thu, 01 Jan 2026 00:00:00 GMT.
  double wallClock = 1767225600000.0;
  std::size_t sendBuffer = 208 * 1024;
  std::size_t receiveBuffer = 128 * 1024;
  int firstEphemeralPort = 49152;
  // Whether programs may listen on ports below 1024, and have the user id 0.
  bool privileged = false;
  // The addresses of this machine in addition to 127.0.0.0/8 and ::1.
  std::vector<Address> addresses{};
  // The names that getaddrinfo finds in the simulated network in addition to localhost.
  std::map<std::string, std::vector<Address>> names{};
  // The answers to queries, by name in lower case and record type. Other names do not exist.
  std::map<std::pair<std::string, std::uint16_t>, SimAnswer> zone{};
  // Returns how many bytes the next read of a connection may deliver at most: at least one of the `available` bytes.
  // `offset` is the number of bytes that were read before. If unset, a read delivers all bytes up to 64 KiB.
  std::function<std::size_t(std::uint64_t connection, std::uint64_t offset, std::size_t available)> cut{};
  // Whether the port behaves as a back end that completes operations (io_uring): a write takes nothing at once, sent
  // slices are read only when they go out, and memory is overwritten with a pattern when the back end or the program
  // has released it, so that a later use is seen.
  bool completion = completionByDefault;
  // The default of `completion`, set for a whole run of tests; see tests/support/test_main.cpp.
  static inline constinit bool completionByDefault = false;
  // The nanoseconds that a job of the pool takes.
  std::uint64_t jobTime = 0;
  // The nanoseconds that a computation takes, how many computations run at a time, and how many more may wait.
  std::uint64_t computationTime = 0;
  std::size_t processors = 2;
  std::size_t computationsWaiting = 4096;
  // The programs that can be spawned, by name or path.
  std::map<std::string, SimExecutable> executables{};
  Faults faults{};
  // Whether programs are watched (watched_port.h). Programs with faults always are.
  bool watched = false;
  Bounds bounds{};
};

// The holder of a socket. It is told that something about the socket has changed, and then asks the socket for its
// state.
class SocketOwner {
 public:
  virtual void socketChanged() = 0;

 protected:
  ~SocketOwner() = default;
};

// One end of a connection, as a kernel keeps it. The end may exist longer than its owner needs it, because bytes may
// still have to be sent after the owner has closed the end.
class SimSocket {
 public:
  std::uint64_t id = 0;
  SocketOwner* owner = nullptr;
  Address local, remote;
  bool isUnix = false;

  bool connected() const { return state_ == State::open; }
  // Whether the attempt to connect is over. connected() and connectError() are valid then.
  bool attempted() const { return state_ != State::connecting; }
  ErrorCode connectError() const { return connectError_; }

  // Whether there is something to read: bytes, the end, or an error.
  bool readable() const { return state_ == State::open && (receivedBytes_ > 0 || hangup()); }
  bool hangup() const { return endReceived_ || error_ != 0 || resetReceived_; }
  bool writable() const;
  std::size_t available() const { return receivedBytes_; }
  std::uint64_t bytesRead() const { return bytesRead_; }
  // Reads at most `size` bytes. Returns their number, 0 at the end, UV_EAGAIN, or another error. Stops after a piece of
  // bytes that must be delivered apart from the next.
  std::ptrdiff_t read(char* to, std::size_t size);
  // Returns the size of the first received piece, the part of one write that has arrived so far.
  std::size_t firstPiece() const { return received_.empty() ? SIZE_MAX : received_.front().size(); }
  // Whether the last read ended at the end of a write.
  bool pieceEnded() const { return pieceEnded_; }
  // Returns how many bytes were taken, or an error when none could be taken.
  WriteResult write(const Slice* slices, std::size_t count, bool apart = false,
                    std::shared_ptr<SimPassed> passed = nullptr);
  // Takes the handle that arrived with the bytes that were read last.
  std::shared_ptr<SimPassed> takePassed() { return std::move(passed_); }
  // Returns the number of calls of `write` that were given bytes.
  std::uint64_t writes() const { return writes_; }
  ErrorCode shutdown();
  // Closes the socket for one of its holders. Several processes can hold a socket; the last to close it closes the
  // connection.
  void close(SocketOwner* by);
  void close() { close(owner); }
  void reset();
  // Resets the connection. While others hold the socket, only closes it for this holder.
  void reset(SocketOwner* by);
  // Adds a holder of the socket that is not told of the socket's changes.
  void hold() { ++holders_; }
  // Adds a holder of the socket that is told of the socket's changes, as the owner is.
  void hold(SocketOwner* by);
  // Stops telling `by` about changes of the socket. The number of holders stays the same, because the caller gives the
  // socket to a new holder in place of `by`.
  void removeWatcher(SocketOwner* by) { std::erase(others_, by); }

  SimSocket(Network& network, std::uint64_t number);

 private:
  friend class Network;
  enum class State : unsigned char { connecting, open, failed };
  struct Piece {
    std::string bytes;
    std::size_t begin = 0;
    bool apart = false;  // No later bytes may be returned by the read that returns this piece.
    bool last = true;    // Whether this piece contains the last bytes of a write.
    std::shared_ptr<SimPassed> passed = {};
    std::size_t size() const { return bytes.size() - begin; }
  };

  void changed() {
    if (owner) owner->socketChanged();
    if (!others_.empty()) [[unlikely]]
      notifyOthers();
  }
  void notifyOthers();
  SimSocket* peer() const;
  // Returns how long bytes sent now are under way. Bytes on one connection cannot overtake earlier ones.
  std::uint64_t drawDelay();
  void breaks();
  void transmit();
  void arrive(Piece piece);
  void receiveEnd(bool both);
  void resetArrives();
  void windowOpened();
  bool finished() const;

  Network& network_;
  std::uint64_t peer_ = 0;
  int holders_ = 1;
  std::vector<SocketOwner*> others_;  // The holders of the socket in other processes than that of `owner`.
  std::shared_ptr<SimPassed> passed_;
  State state_ = State::connecting;
  ErrorCode connectError_ = 0;
  std::deque<Piece> toSend_;
  std::size_t toSendBytes_ = 0;
  std::size_t underWay_ = 0;  // Bytes that were sent and that the peer has not read yet.
  std::deque<Piece> received_;
  std::size_t receivedBytes_ = 0;
  std::uint64_t bytesRead_ = 0;
  std::uint64_t writes_ = 0;
  bool pieceEnded_ = true;
  bool endRequested_ = false;  // Our side of the connection ends as soon as toSend_ is empty.
  bool endSent_ = false;
  bool broken_ = false;            // The connection was broken by a fault, and bytes sent are lost.
  std::uint64_t lastArrival_ = 0;  // The time at which the last bytes sent arrive at the peer.
  bool endReceived_ = false;
  bool resetReceived_ = false;
  bool closed_ = false;  // The last holder has closed the socket.
  bool full_ = false;    // A write could not take all bytes, so the owner must be told when there is room.
  ErrorCode error_ = 0;
};

// A listening socket and its queue of connections that wait to be accepted.
struct SimListenSocket {
  std::uint64_t id = 0;
  std::vector<SocketOwner*> owners;  // The holders that accept; one of them is told of each connection.
  int holders = 1;
  Address address;
  bool ipv6Only = false;
  bool reusePort = false;
  bool listens = true;  // False for a socket that is bound only: a client is refused.
  std::size_t backlog = 511;
  std::deque<std::uint64_t> waiting;
};

class Network {
 public:
  explicit Network(NetworkOptions options = {});
  ~Network();
  Network(const Network&) = delete;

  NetworkOptions options;
  SeededRandom random;
  SimDisk disk{options.wallClock, [this] { return options.wallClock + clockJump_ + double(now_ / 1'000'000); }};

  // The clock in nanoseconds since the start. `read` is used when a program reads the clock: a program that does
  // nothing but read the clock must see it move at last, so after many readings each of them moves the clock a little.
  std::uint64_t now() const { return now_; }
  std::uint64_t read();
  double wallClock() { return options.wallClock + clockJump_ + double(read() / 1'000'000); }
  std::uint64_t nextSequence() { return ++sequence_; }

  // Runs `event` after `delay` nanoseconds, and never inside the current event.
  void post(std::uint64_t delay, std::function<void()> event);
  // Runs all events that are due, and those that they post for now. Returns false when there were none.
  bool deliver();
  // Returns the time of the next event, or UINT64_MAX.
  std::uint64_t nextEvent() const { return events_.empty() ? UINT64_MAX : events_.begin()->first.first; }
  // Moves the clock forward to `time`; never moves it back.
  void advanceTo(std::uint64_t time);
  // Called for each step of a program. After a thousand steps at the same instant each step moves the clock a little,
  // so that a busy program cannot stop time.
  void stepped();

  ErrorCode listen(const ListenSpec& spec, SocketOwner* owner, SimListenSocket** made);
  // Returns a description of each end of a connection that somebody holds.
  std::vector<std::string> openEnds() const;
  // Returns the ports that are listened on, in the order in which listening began.
  std::vector<int> listening() const;
  // Takes the next connection that waits, which has no owner yet, or returns null.
  SimSocket* accept(SimListenSocket* listener);
  void close(SimListenSocket* listener, SocketOwner* by = nullptr);
  ErrorCode connect(const ConnectSpec& spec, SocketOwner* owner, SimSocket** made);
  SimSocket* find(std::uint64_t id) const;
  // Makes a pipe: two ends that are connected from the beginning.
  std::pair<SimSocket*, SimSocket*> pair();
  std::shared_ptr<SimPassed> pass(SimSocket* socket);
  std::shared_ptr<SimPassed> pass(SimListenSocket* listener);
  // Looks names up as getaddrinfo does.
  ErrorCode lookup(const LookupSpec& spec, std::vector<Address>& found);
  const SimAnswer& answer(const Question& question) const;

  bool faulty() const { return faulty_; }
  // Returns the random sequence of a fault, which is separate from the random numbers that programs get.
  SeededRandom& chance(Fault fault) { return chances_.of(fault); }
  // Whether a fault that has a probability strikes now.
  bool strikes(Fault fault) { return faulty_ && chance(fault).chance(options.faults.of(fault)); }
  // Returns nanoseconds up to the fault's time, or up to `most` milliseconds. Long times are rare.
  std::uint64_t drawTime(Fault fault) { return faulty_ ? drawTime(fault, options.faults.of(fault)) : 0; }
  std::uint64_t drawTime(Fault fault, double most);
  // Returns the latency of bytes that are sent now.
  std::uint64_t drawLatency() { return drawTime(Fault::latency); }
  // Moves the clocks at the beginning of a turn, as the faults clockJumps and pauses require.
  void drawClocks();
  // Returns the answer after the faults of name servers may have changed it.
  SimAnswer withFaults(SimAnswer answer);
  void corruptMessage(std::string& message);

  // Notes that something wrong was found. Only the first finding is kept.
  void report(Finding::Kind kind, std::string text) {
    if (!finding_) finding_ = {kind, std::move(text)};
  }
  const Finding& finding() const { return finding_; }

  // Runs the threads of programs that are due, one at a time, while the calling thread waits. Returns false when no
  // thread had anything to do.
  bool runThreads();
  // Returns the time at which a thread wants to go on even without an event, or UINT64_MAX.
  std::uint64_t nextThread() const;
  int nextThreadNumber() { return ++lastThread_; }
  void add(SimThread* thread) { threads_.push_back(thread); }
  void remove(SimThread* thread) { std::erase(threads_, thread); }

  // The ports of the simulated programs, used for signals between programs.
  void add(SimPort* port) { ports_.push_back(port); }
  void remove(SimPort* port) { std::erase(ports_, port); }
  SimPort* portOf(int pid) const;
  // Child processes: their ids, and the faults that concern them.
  int nextPid() { return nextPid_++; }
  void add(std::shared_ptr<SimProcess> process);
  void forget(SimProcess& process);
  SimProcess* processOf(int pid) const;
  ErrorCode drawSpawnFailure();
  bool drawChildDies() { return strikes(Fault::children); }
  // Whether the port still exists. Events for a port that is gone are dropped.
  bool has(SimPort* port) const;

  // The open sockets for datagrams, in the order in which they were bound.
  std::vector<SimUdpSocket*> datagramSockets;
  // Whether the address is one of this machine.
  bool isLocal(const Address& address) const;

 private:
  friend class SimSocket;

  void beginFaults();
  bool drawRefusal(const SimSocket& client, ErrorCode& error, std::uint64_t& after);
  SimSocket* make();
  void wake(SimListenSocket& listener);
  void forget(std::uint64_t id);
  void synArrives(std::uint64_t client, Address to, int tries);
  int ephemeralPort();
  SimListenSocket* listenerFor(const Address& to);

  std::uint64_t now_ = 0;
  std::uint64_t sequence_ = 0;
  std::uint64_t stepsNow_ = 0;
  std::uint64_t readingsNow_ = 0;
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::function<void()>> events_;
  std::map<std::uint64_t, std::unique_ptr<SimSocket>> sockets_;
  std::vector<std::unique_ptr<SimSocket>> closedSockets_;  // Sockets that are freed at the next delivery.
  std::map<std::uint64_t, std::unique_ptr<SimListenSocket>> listeners_;
  std::uint64_t lastSocket_ = 0;
  std::vector<SimPort*> ports_;
  std::vector<SimThread*> threads_;
  int lastThread_ = 0;
  std::vector<std::shared_ptr<SimProcess>> processes_;
  int nextPid_ = 5000;
  int nextEphemeral_;
  bool faulty_;
  FaultChances chances_;
  double clockJump_ = 0;
  Finding finding_;
};

}  // namespace nodecpp::os
