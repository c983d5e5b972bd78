// What stands between a socket and its connection in the port, as Node's TCP and Pipe handles do: reading on and off,
// output gathered while a callback runs, the time-out, and what keeps the loop alive.
#pragma once

#include <nodecpp/net.h>

#include <vector>

#include "loop/loop.h"

namespace nodecpp::net::detail {

using nodecpp::detail::Block;
using nodecpp::detail::Loop;

// Bytes that were read, to be kept: a large piece is a slice of the block that it came in; a small one is copied, so that
// it does not keep a block of many times its size.
inline Buffer keepBytes(Block* block, const char* data, std::size_t size) {
  constexpr std::size_t small = 8192;
  return block && size > small ? Buffer::sliceOf(block, const_cast<char*>(data), size) : Buffer::copyOf(data, size);
}

// A socket's time-out. Traffic only notes the time; the timer looks at it when it fires, so that a time-out that never
// comes costs one store. While it is armed it holds its socket, as Node's timers do.
class IdleTimer final : public nodecpp::detail::Timer {
 public:
  IdleTimer(Loop& loop, SocketObject& socket) : loop_(loop), socket_(socket) {}
  ~IdleTimer() {
    if (armed()) loop_.timers().disarm(*this);
  }
  IdleTimer(const IdleTimer&) = delete;

  static void* operator new(std::size_t bytes) { return nodecpp::detail::allocate(bytes); }
  static void operator delete(void* memory, std::size_t bytes) noexcept { nodecpp::detail::release(memory, bytes); }

  void set(double milliseconds);
  // Traffic. One that has fired starts again.
  void touch() {
    last_ = loop_.now();
    if (!armed() && duration_ > 0) [[unlikely]]
      arm(duration_);
  }
  void stop() noexcept {
    duration_ = 0;
    loop_.timers().disarm(*this);
    alive_ = nullptr;
  }

 private:
  void onTimer() override;
  void onLoopEnd() override { alive_ = nullptr; }
  void arm(double milliseconds);
  Loop& loop_;
  SocketObject& socket_;
  Socket alive_;
  double duration_ = 0;
  double last_ = 0;
  double armedFor_ = 0;
};

// What is open keeps itself alive. Where the loop ends before it is closed, this lets it go.
class OpenHandle {
 public:
  OpenHandle(const OpenHandle&) = delete;
  virtual ~OpenHandle();

 protected:
  explicit OpenHandle(Loop& loop) : loop_(loop) {}
  void enlist();
  // The loop is no more: nothing is told to anybody.
  virtual void end() = 0;

  Loop& loop_;

 private:
  friend struct OpenHandles;
  OpenHandle* next_ = nullptr;
  OpenHandle** link_ = nullptr;
};

class SocketHandle final : public OpenHandle, public os::ConnectionSink, public nodecpp::detail::Flushable {
 public:
  explicit SocketHandle(Loop& loop) : OpenHandle(loop) {}
  ~SocketHandle() override;

  static void* operator new(std::size_t bytes) { return nodecpp::detail::allocate(bytes); }
  static void operator delete(void* memory, std::size_t bytes) noexcept { nodecpp::detail::release(memory, bytes); }

  // An accepted connection.
  void adopt(os::Connection* connection, bool isUnix);
  // Starts to connect; a negative error at once, or 0.
  int connect(const os::ConnectSpec& spec, Function<void(int)> done);

  bool isUnix() const { return isUnix_; }
  bool open() const { return connection_ != nullptr; }
  os::Connection* connection() const { return connection_; }
  bool reading() const { return reading_; }
  void startReading();
  void stopReading();
  void setReferenced(bool on);

  // Takes `chunks` on; `callback` is called before this returns when all of it went to the system or will with the
  // output of this wake-up, else when it has gone.
  void write(const Array<stream::WriteRequest>& chunks, stream::Callback callback);
  // Adds to the output of this wake-up; false when something waits already or it is too much.
  bool writeDirectly(const OutputPiece* pieces, std::size_t count);
  void shutdown(stream::Callback callback);
  // `closed` is called in the close phase; the handle is gone after that. It holds its socket until then.
  void close(bool reset, Function<void()> closed);

  // As close, but the connection stays open: it is somebody else's, and nothing of it is told any more.
  // `gone` is called in the close phase.
  void letGo(Function<void()> gone);

  void flush() override;

  // Bytes that the system did not take yet.
  std::size_t queued() const { return sends_ ? loop_.port().net.unsent(connection_) : 0; }

  SocketObject* owner = nullptr;
  RawReader* reader = nullptr;
  RawReader* consumer = nullptr;  // the reader, while it gets the bytes in place of the stream
  double bytesRead = 0;
  double bytesWritten = 0;
  double inFlight = 0;         // of the write that is under way, which is counted in bytesWritten
  std::size_t lastQueued = 0;  // at the last look of the time-out
  // Bytes are given to the socket in pieces of at most so many, each as a callback of its own; 0 is as they come.
  std::size_t pieceSize = 0;

 private:
  void onConnect(os::ErrorCode error) override;
  // Never part of the port's own function: `make count` tells the two apart by it.
  [[gnu::noinline]] void onRead(Block* block, char* data, std::size_t size) override;
  void onEnd() override;
  void onReadError(os::ErrorCode error) override;
  void onSent(os::ErrorCode error) override;

  void end() override;
  void told();
  void finishClose();
  void give(Block* block, char* data, std::size_t size);
  void giveRest();
  // Sends what is gathered and then `more`; what the system does not take is kept. A negative error, or 0.
  int send(std::vector<Buffer> more);
  // Gives the port what it is to send on.
  void sendOn(std::vector<Buffer>&& rest);
  void writeFailed(int error);
  void allSent();
  void updateReference();
  void dropGathered() noexcept;

  static constexpr std::size_t gatherBytes = 16 * 1024;

  os::Connection* connection_ = nullptr;
  Block* gathered_ = nullptr;
  std::size_t gatheredBytes_ = 0;
  std::size_t sends_ = 0;  // those that the port has under way
  Buffer rest_;  // what was read and not given on when reading stopped
  bool restQueued_ = false;
  bool toldQueued_ = false;  // the outcome of shutdown
  bool closed_ = false;      // and told so
  int shutdownError_ = 0;
  Function<void()> onClosed_;
  stream::Callback written_;   // of the write that is under way: the last of the sends
  stream::Callback shutDown_;  // waits for the sends
  Function<void(int)> connected_;
  Socket self_;  // while it is open
  bool isUnix_ = false;
  bool reading_ = false;
  bool connecting_ = false;
  bool shuttingDown_ = false;
  bool referenced_ = true;
  bool counted_ = false;
};

// How many Socket objects there are on this thread, for tests.
std::size_t liveSockets() noexcept;

// Runs `f`, which breaks a circle of listeners and what they hold, after a minute, or when the program ends.
void dropLater(Function<void()> f);

// dns.lookup, as far as net needs it: numbers at once in a tick, names on the pool. `all` gives every address.
void lookup(StringArg hostname, LookupOptions options, Function<void(Error, Array<LookupAddress>)> done);
// In an order of its own, not in the default one: "verbatim", "ipv4first", "ipv6first".
void lookup(StringArg hostname, LookupOptions options, StringArg order,
            Function<void(Error, Array<LookupAddress>)> done);
// Of this thread; for dns.
String& defaultResultOrder();
// A host's name as name servers know it; "" for one that is none.
String asciiName(StringArg name);

// Node's port validation: 0 to 65535, as a number or digits. Throws ERR_SOCKET_BAD_PORT.
int validatePort(const Lookup& port, StringArg name);

// Errors for which a server without a host tries IPv4.
bool withoutIpv6(int error);
// What cluster does with the servers of a worker.
struct ServerInCluster {
  // Whether the listen() that is under way now is still wanted.
  static Function<bool()> attempt(ServerObject& server);
  static void fail(ServerObject& server, int error, const String& address, int port);
  // It listens: on `received`, or, without it, by what acceptInto hands it. `bound` is its address; `closed` is called
  // when it is closed.
  static void open(ServerObject& server, os::Listener* received, const os::Address& bound, Function<void()> closed);
  // Closes it, and its connections with their next answers; then `gone` is called.
  static void leave(ServerObject& server, Function<void(Error)> gone) { server.leave(std::move(gone)); }
  static bool full(const ServerObject& server) {
    return server.maxConnections >= 0 && server.connections_ >= server.maxConnections;
  }
  static bool speaksHttp(const ServerObject& server) { return *server.protocolName() != 0; }
  // What the listener of `server` is asked for, but for where it listens.
  static os::ListenSpec listenSpec(const ServerObject& server);
};
AddressInfo toInfo(const os::Address& address);
os::Address toAddress(StringArg host, int port, int family);

}  // namespace nodecpp::net::detail
