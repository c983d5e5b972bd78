// A simulated network in one process: a virtual clock, hosts' addresses and names, and stream sockets with the manners
// of Linux's. Everything that happens is an event with a time and a sequence number, so that a run repeats itself.
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
#include "os/sim/files.h"
#include "os/sim/watch.h"

namespace nodecpp::os {

class Network;
class SimPort;
class SimThread;
class SimProcess;
class SocketOwner;
class SimSocket;
struct SimListenSocket;

// A program that can be started as a child: it is given its process, and sets up what that does.
using SimExecutable = std::function<void(SimProcess& process)>;

// A socket that goes over a channel, until somebody has taken it.
struct SimPassed final : Passed {
  SimPassed(Network& n, SimSocket* s, SimListenSocket* l) : network(n), socket(s), listener(l) {}
  ~SimPassed();
  SimPassed(const SimPassed&) = delete;
  Network& network;
  SimSocket* socket;
  SimListenSocket* listener;
};

// What the name servers of a simulated network say to one question.
struct SimAnswer {
  QueryError error = QueryError::none;
  int rcode = 0;  // 3: there is no such name
  std::vector<RawRecord> records = {};
  std::uint64_t time = 0;    // nanoseconds
  std::string message = {};  // instead of all that: the whole message, right or wrong
};

struct NetworkOptions {
  std::uint64_t seed = 1;
  // Milliseconds since 1970 at which the virtual clock starts: Thu, 01 Jan 2026 00:00:00 GMT.
  double wallClock = 1767225600000.0;
  std::size_t sendBuffer = 208 * 1024;
  std::size_t receiveBuffer = 128 * 1024;
  int firstEphemeralPort = 49152;
  // May programs listen on ports below 1024, and be user 0?
  bool privileged = false;
  // The addresses that this machine has beside 127.0.0.0/8 and ::1.
  std::vector<Address> addresses;
  // What look-ups find beside localhost.
  std::map<std::string, std::vector<Address>> names;
  // What queries find: name, in small letters, and type. What is not there does not exist.
  std::map<std::pair<std::string, std::uint16_t>, SimAnswer> zone;
  // How many bytes, at least one, the next read push of a connection may carry: of `available`, where `offset` bytes
  // have been read before. Unset: all, up to 64 KiB.
  std::function<std::size_t(std::uint64_t connection, std::uint64_t offset, std::size_t available)> cut;
  // The manners of a back end that completes operations in place of trying them: a write takes nothing at once, what is
  // sent is looked at only when it goes, and the memory of what was sent or read is poisoned when the back end or the
  // program has let go of it.
  bool completion = completionByDefault;
  // Set for a run of tests in which all networks are such: see tests/support/test_main.cpp.
  static inline constinit bool completionByDefault = false;
  // Nanoseconds that a job of the pool takes.
  std::uint64_t jobTime = 0;
  // Nanoseconds of a computation, how many run at a time, and how many more may wait.
  std::uint64_t computationTime = 0;
  std::size_t processors = 2;
  std::size_t computationsWaiting = 4096;
  // What can be spawned, by name or path.
  std::map<std::string, SimExecutable> executables;
  Faults faults;
  // Whether programs are watched (watched_port.h), which every one with faults is.
  bool watched = false;
  Bounds bounds;
};

// Whoever holds a socket. It is told that something about it changed, and asks the socket what.
class SocketOwner {
 public:
  virtual void socketChanged() = 0;

 protected:
  ~SocketOwner() = default;
};

// One end of a connection, as a kernel has it: it may outlive its owner's close.
class SimSocket {
 public:
  std::uint64_t id = 0;
  SocketOwner* owner = nullptr;
  Address local, remote;
  bool isUnix = false;

  bool connected() const { return state_ == State::open; }
  // Valid once the attempt is over: connected, or the error that it met.
  bool attempted() const { return state_ != State::connecting; }
  ErrorCode connectError() const { return connectError_; }

  // Something to read: bytes, the end, or an error.
  bool readable() const { return state_ == State::open && (receivedBytes_ > 0 || hangup()); }
  bool hangup() const { return endReceived_ || error_ != 0 || resetReceived_; }
  bool writable() const;
  std::size_t available() const { return receivedBytes_; }
  std::uint64_t bytesRead() const { return bytesRead_; }
  // Bytes to `to`, at most `size`: their number, 0 at the end, UV_EAGAIN, or an error. Stops where a piece ends that
  // was to be delivered apart.
  std::ptrdiff_t read(char* to, std::size_t size);
  // The first of what has been received: what is left of one write, as far as it has come.
  std::size_t firstPiece() const { return received_.empty() ? SIZE_MAX : received_.front().size(); }
  // Whether the last read took the end of a write.
  bool pieceEnded() const { return pieceEnded_; }
  // How many were taken, or an error when none could.
  WriteResult write(const Slice* slices, std::size_t count, bool apart = false,
                    std::shared_ptr<SimPassed> passed = nullptr);
  // What came with the bytes that were read last.
  std::shared_ptr<SimPassed> takePassed() { return std::move(passed_); }
  // Each call of `write` that was given bytes.
  std::uint64_t writes() const { return writes_; }
  ErrorCode shutdown();
  // By one of those that hold it, as processes hold a socket: the last one closes it.
  void close(SocketOwner* by);
  void close() { close(owner); }
  void reset();
  // By one of several that hold it, this is a close.
  void reset(SocketOwner* by);
  void hold() { ++holders_; }
  // By one that is told of changes, too.
  void hold(SocketOwner* by);
  // It holds on, and is not told any more.
  void tellNoMore(SocketOwner* by) { std::erase(others_, by); }

  SimSocket(Network& network, std::uint64_t number);

 private:
  friend class Network;
  enum class State : unsigned char { connecting, open, failed };
  struct Piece {
    std::string bytes;
    std::size_t begin = 0;
    bool apart = false;  // nothing that follows is read together with it
    bool last = true;    // the end of a write
    std::shared_ptr<SimPassed> passed = {};
    std::size_t size() const { return bytes.size() - begin; }
  };

  void changed() {
    if (owner) owner->socketChanged();
    if (!others_.empty()) [[unlikely]] tellOthers();
  }
  void tellOthers();
  SimSocket* peer() const;
  // How long what is sent now is under way: on one connection nothing overtakes.
  std::uint64_t way();
  void breaks();
  void transmit();
  void arrive(Piece piece);
  void endArrives(bool both);
  void resetArrives();
  void windowOpened();
  bool finished() const;

  Network& network_;
  std::uint64_t peer_ = 0;
  int holders_ = 1;
  std::vector<SocketOwner*> others_;  // beside the owner: of these processes it is, too
  std::shared_ptr<SimPassed> passed_;
  State state_ = State::connecting;
  ErrorCode connectError_ = 0;
  std::deque<Piece> toSend_;
  std::size_t toSendBytes_ = 0;
  std::size_t underWay_ = 0;  // sent, and not read by the peer yet
  std::deque<Piece> received_;
  std::size_t receivedBytes_ = 0;
  std::uint64_t bytesRead_ = 0;
  std::uint64_t writes_ = 0;
  bool pieceEnded_ = true;
  bool endAsked_ = false;  // our side ends after what waits in toSend_
  bool endSent_ = false;
  bool broken_ = false;            // what is sent is lost
  std::uint64_t lastArrival_ = 0;  // when the last that was sent comes, or came, to the peer
  bool endReceived_ = false;
  bool resetReceived_ = false;
  bool closed_ = false;  // the owner has gone
  bool full_ = false;    // a write did not go whole: the owner will want to know of room
  ErrorCode error_ = 0;
};

// A listening socket with those who wait to be accepted.
struct SimListenSocket {
  std::uint64_t id = 0;
  std::vector<SocketOwner*> owners;  // who accepts: one of them is told of a connection
  int holders = 1;
  Address address;
  bool ipv6Only = false;
  bool reusePort = false;
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

  // Nanoseconds since the start. `read` is a program's own reading: one that does nothing but look at the clock sees it
  // move in the end.
  std::uint64_t now() const { return now_; }
  std::uint64_t read();
  double wallClock() { return options.wallClock + clockJump_ + double(read() / 1'000'000); }
  std::uint64_t nextSequence() { return ++sequence_; }

  // Runs `event` after `delay` nanoseconds, in a later step than this one.
  void post(std::uint64_t delay, std::function<void()> event);
  // Runs what is due by now, and what that posts for now. False when there was nothing.
  bool deliver();
  // The time of the next event; UINT64_MAX for none.
  std::uint64_t nextEvent() const { return events_.empty() ? UINT64_MAX : events_.begin()->first.first; }
  // Never back.
  void advanceTo(std::uint64_t time);
  // For each step that a program takes: a thousand in one instant, and the clock moves a little.
  void stepped();

  ErrorCode listen(const ListenSpec& spec, SocketOwner* owner, SimListenSocket** made);
  // Each end of a connection that somebody holds, in words.
  std::vector<std::string> openEnds() const;
  // The ports that are listened on, in order.
  std::vector<int> listening() const;
  // The next that waits, with no owner yet; null for none.
  SimSocket* accept(SimListenSocket* listener);
  void close(SimListenSocket* listener, SocketOwner* by = nullptr);
  ErrorCode connect(const ConnectSpec& spec, SocketOwner* owner, SimSocket** made);
  SimSocket* find(std::uint64_t id) const;
  // Two ends of a connection that nobody has made: a pipe.
  std::pair<SimSocket*, SimSocket*> pair();
  std::shared_ptr<SimPassed> pass(SimSocket* socket);
  std::shared_ptr<SimPassed> pass(SimListenSocket* listener);
  // Names as getaddrinfo finds them.
  ErrorCode lookup(const LookupSpec& spec, std::vector<Address>& found);
  const SimAnswer& answer(const Question& question) const;

  bool faulty() const { return faulty_; }
  // The faults draw apart from the numbers that programs are given.
  SeededRandom& chance(Fault fault) { return chances_.of(fault); }
  // Whether a fault that is a chance happens now.
  bool strikes(Fault fault) { return faulty_ && chance(fault).chance(options.faults.of(fault)); }
  // Nanoseconds up to what the fault has, or up to `most` milliseconds; seldom long.
  std::uint64_t drawTime(Fault fault) { return faulty_ ? drawTime(fault, options.faults.of(fault)) : 0; }
  std::uint64_t drawTime(Fault fault, double most);
  // The same of what is sent.
  std::uint64_t drawLatency() { return drawTime(Fault::latency); }
  // The clocks at a turn's begin.
  void drawClocks();
  // What name servers say after all.
  SimAnswer spoilt(SimAnswer answer);
  void garble(std::string& message);

  // The first thing that was found wrong stays.
  void report(Finding::Kind kind, std::string text) {
    if (!finding_) finding_ = {kind, std::move(text)};
  }
  const Finding& finding() const { return finding_; }

  // Threads of programs. One at a time runs, while whoever called this waits. False when none had anything to do.
  bool runThreads();
  // When one of them wants to go on, whatever happens; UINT64_MAX for never.
  std::uint64_t nextThread() const;
  int nextThreadNumber() { return ++lastThread_; }
  void add(SimThread* thread) { threads_.push_back(thread); }
  void remove(SimThread* thread) { std::erase(threads_, thread); }

  // Programs, for signals between them.
  void add(SimPort* port) { ports_.push_back(port); }
  void remove(SimPort* port) { std::erase(ports_, port); }
  SimPort* portOf(int pid) const;
  // Children.
  int nextPid() { return nextPid_++; }
  void add(std::shared_ptr<SimProcess> process);
  void forget(SimProcess& process);
  SimProcess* processOf(int pid) const;
  ErrorCode drawSpawnFailure();
  bool drawChildDies() { return strikes(Fault::children); }
  // Whether the port is there still; what was posted for one that has gone is dropped.
  bool has(SimPort* port) const;

 private:
  friend class SimSocket;

  void beginFaults();
  bool drawRefusal(const SimSocket& client, ErrorCode& error, std::uint64_t& after);
  SimSocket* make();
  void wake(SimListenSocket& listener);
  void forget(std::uint64_t id);
  void synArrives(std::uint64_t client, Address to, int tries);
  bool isLocal(const Address& address) const;
  int ephemeralPort();
  SimListenSocket* listenerFor(const Address& to);

  std::uint64_t now_ = 0;
  std::uint64_t sequence_ = 0;
  std::uint64_t stepsNow_ = 0;
  std::uint64_t readingsNow_ = 0;
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::function<void()>> events_;
  std::map<std::uint64_t, std::unique_ptr<SimSocket>> sockets_;
  std::vector<std::unique_ptr<SimSocket>> dead_;  // until the next delivery
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
