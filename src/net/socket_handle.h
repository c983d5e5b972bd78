// SocketHandle connects a socket object to its connection in the port, as Node's TCP and Pipe handles do. The handle
// starts and stops reading, gathers the output that one callback writes, and decides whether the connection keeps the
// event loop running. IdleTimer is the socket's time-out.
#pragma once

#include <nodecpp/external_block.h>
#include <nodecpp/net.h>
#include <nodecpp/weak.h>

#include <utility>
#include <vector>

#include "loop/loop.h"

namespace nodecpp::net::detail {

using nodecpp::detail::Block;
using nodecpp::detail::Loop;

// Returns whether the bytes lie in `block`, for assertions. Returns true for null and for a foreign block, whose bounds
// are not known.
inline bool holds(Block* block, const char* data, std::size_t size) {
  return !block || nodecpp::detail::isExternal(block) ||
         (data >= block->bytes() && data + size <= block->bytes() + block->capacity);
}

// Notes the block of the bytes that are being parsed. A listener that emits `data` itself has its own bytes parsed in
// between; the bytes of the outer call are then still in the outer call's block.
class ParsedBlock {
 public:
  ParsedBlock(Block*& noted, Block* block) : noted_(noted), before_(std::exchange(noted, block)) {}
  ~ParsedBlock() { noted_ = before_; }
  ParsedBlock(const ParsedBlock&) = delete;

 private:
  Block*& noted_;
  Block* const before_;
};

// Returns a Buffer with the received bytes for longer use. A large piece is a slice of the block that it was received
// in. A small piece is copied, so that it does not keep a block of many times its size alive.
inline Buffer keepBytes(Block* block, const char* data, std::size_t size) {
  constexpr std::size_t small = 8192;
  return block && size > small ? Buffer::sliceOf(block, const_cast<char*>(data), size) : Buffer::copyOf(data, size);
}

// A socket's time-out. Traffic only stores the time. The timer compares the times when it fires and arms itself again
// if there was traffic meanwhile, so that a time-out that never expires costs one store for each read or write. While
// the timer is armed it holds a reference to its socket, as Node's timers do.
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
  // Notes traffic. A timer that has already fired is armed again.
  void touch() {
    last_ = loop_.now();
    if (!armed() && duration_ > 0) [[unlikely]]
      arm(duration_);
  }
  void stop() noexcept {
    duration_ = 0;
    loop_.timers().disarm(*this);
    alive_ = nullptr;
    context_ = nullptr;
  }

 private:
  void onTimer() override;
  void onLoopEnd() override { alive_ = nullptr; }
  void arm(double milliseconds);
  Loop& loop_;
  SocketObject& socket_;
  Socket alive_;
  Handle<Object> context_;  // That of the last set().
  double duration_ = 0;
  double last_ = 0;
  double armedMilliseconds_ = 0;
};

// The base of SocketHandle and ServerHandle. An open handle is not owned by anybody else: it lives until it is closed.
// A handle that is still open when its event loop ends is ended and deleted by the list of open handles.
class OpenHandle {
 public:
  OpenHandle(const OpenHandle&) = delete;
  virtual ~OpenHandle();
  // Returns Node's name of the handle, for process.getActiveResourcesInfo; null while the handle does not keep the loop
  // running.
  virtual const char* resourceName() const { return nullptr; }
  // The same for the operation of the handle that is under way.
  virtual const char* requestName() const { return nullptr; }

 protected:
  explicit OpenHandle(Loop& loop) : loop_(loop) {}
  void enlist();
  // The context in which the handle was made or last given to a user, and in which its events are emitted.
  Handle<Object> context_ = Loop::currentContext();
  // Called when the event loop has ended. The handle closes its connection and releases its references; no listener is
  // called any more.
  virtual void end() = 0;

  Loop& loop_;

 private:
  friend struct OpenHandles;
  OpenHandle* next_ = nullptr;
  OpenHandle** link_ = nullptr;
  std::uint64_t number_ = 0;  // its place among all that were opened
};

class SocketHandle final : public OpenHandle, public os::ConnectionSink, public nodecpp::detail::Flushable {
 public:
  explicit SocketHandle(Loop& loop) : OpenHandle(loop), streams_(&loop.port().net) {}
  ~SocketHandle() override;

  static void* operator new(std::size_t bytes) { return nodecpp::detail::allocate(bytes); }
  static void operator delete(void* memory, std::size_t bytes) noexcept { nodecpp::detail::release(memory, bytes); }

  // Takes over a connection that was accepted or received, which is open already.
  void adopt(os::Connection* connection, bool isUnix);
  // Starts to connect and calls `done` with the result. Returns 0, or a negative error number when connecting fails at
  // once; then `done` is not called.
  int connect(const os::ConnectSpec& spec, Function<void(int)> done);

  // Puts TLS on the open connection. From then on the handle reads and writes plaintext. Returns a failure, after which
  // the connection is as it was.
  os::TlsFailure startTls(const os::TlsSpec& spec, os::TlsSink* events);
  // Makes the connection of a handle that has none: one of TLS whose ciphertext `carrier` carries. Returns a failure,
  // after which the handle has no connection.
  os::TlsFailure startTlsOver(const os::TlsSpec& spec, os::TlsSink* events, os::TlsCarrier* carrier);
  // Called when the handshake of TLS has succeeded. Until then each write waits for the port, so that a handshake that
  // fails is the error of the write.
  void handshakeDone() { heldBack_ = false; }
  // Whether a write waits for the port.
  bool writing() const { return bool(written_); }
  // Ends the write that waits with `error`, which destroys the socket.
  void failWrite(const Error& error);
  // Makes a write that still waits when the handle is closed fail with EBADF in place of ECANCELED.
  void cancelAsClosed() { cancelsAsClosed_ = true; }
  // Makes `to` the owner of this open handle.
  void moveTo(SocketObject& to);

  bool isUnix() const { return isUnix_; }
  bool open() const { return connection_ != nullptr; }
  os::Connection* connection() const { return connection_; }
  // The role of the port that operates the connection: Net, or Tls once TLS was started.
  os::Streams& streams() const { return *streams_; }
  bool reading() const { return reading_; }
  // Returns whether the port still has bytes to send.
  bool sending() const { return sends_ > 0; }
  void startReading();
  void stopReading();
  void setReferenced(bool on);
  const Handle<Object>& context() const noexcept { return context_; }
  // Makes the current context that of the handle's events.
  void keepContext() noexcept { loop_.keepContext(context_); }

  // Takes over `chunks`. `callback` is called before this function returns when the system has taken all bytes, or when
  // they were gathered for the single write at the end of this wake-up. Otherwise `callback` is called when all bytes
  // were sent.
  void write(const Array<stream::WriteRequest>& chunks, stream::Callback callback);
  void write(const stream::Chunk& chunk, const String& encoding, stream::Callback callback);
  // Copies the pieces to the output that is gathered for the end of this wake-up. Returns false, and copies nothing,
  // when earlier output still waits for the system or the pieces are too large to gather.
  bool writeDirectly(const OutputPiece* pieces, std::size_t count);
  // Sends the gathered output and then a part of an open file, whose bytes do not pass through the program. Returns
  // false, and has sent nothing of the file, when the connection cannot do this: it speaks TLS, or other output is
  // under way. Otherwise `callback` is called when the bytes were sent, at the earliest before this function returns,
  // or with an error (EOF for a file that has ended early). The caller keeps the file open until then.
  bool sendFile(os::FilePart part, stream::Callback callback);
  void shutdown(stream::Callback callback);
  // Closes the connection; `closed` is called in the loop's close phase, and the handle is deleted there. The handle
  // holds a reference to its socket until then.
  void close(bool reset, Function<void()> closed);

  // As close(), but the connection itself stays open, since it has another owner from now on. No event of the
  // connection reaches this socket any more. `gone` is called in the loop's close phase.
  void letGo(Function<void()> gone);

  void flush() override;

  // The number of bytes that the system has not taken yet.
  std::size_t queued() const { return sends_ ? streams_->unsent(connection_) : 0; }

  SocketObject* owner = nullptr;
  RawReader* reader = nullptr;
  // Equal to `reader` while the reader gets the received bytes in place of the stream, and null otherwise.
  RawReader* consumer = nullptr;
  double bytesRead = 0;
  double bytesWritten = 0;
  double inFlight = 0;         // The bytes of the write under way, already counted in bytesWritten.
  std::size_t lastQueued = 0;  // The value of queued() when the time-out last looked.
  // The largest piece of received bytes that the socket gets in one callback, for the `onread` option. 0 means no
  // limit.
  std::size_t pieceSize = 0;

 private:
  void onConnect(os::ErrorCode error) override;
  // Must not be inlined into the port's function: `make count` counts the instructions of the two functions apart.
  [[gnu::noinline]] void onRead(Block* block, char* data, std::size_t size) override;
  void onEnd() override;
  void onReadError(os::ErrorCode error) override;
  void onSent(os::ErrorCode error) override;

  void end() override;
  const char* resourceName() const override;
  const char* requestName() const override;
  void reportShutdown();
  void finishClose();
  void give(Block* block, char* data, std::size_t size);
  void pushUnread();
  // Sends `buffers`, of `total` bytes, which were not gathered.
  void sendNow(std::vector<Buffer> buffers, std::size_t total, stream::Callback callback);
  // Sends the gathered output and then `more`. The port keeps and sends later what the system does not take at once.
  // Returns 0 or a negative error number.
  int send(std::vector<Buffer> more);
  // Hands `rest` to the port, which sends it when the system can take it.
  void sendOn(std::vector<Buffer>&& rest);
  void writeFailed(int error);
  void allSent();
  void updateReference();
  void dropGathered() noexcept;

  static constexpr std::size_t gatherBytes = 16 * 1024;
  // The most connections that gather output at the same time. A callback that writes to more of them, such as one that
  // sends a message to all clients, sends at once from then on, with a block that is still in the processor's cache.
  static constexpr std::size_t mostGathering = 64;

  os::Streams* streams_;
  os::Connection* connection_ = nullptr;
  Block* gathered_ = nullptr;
  std::size_t gatheredBytes_ = 0;
  std::size_t sends_ = 0;  // The number of sends that the port has under way.
  // Bytes that were read but not yet given to the socket when it stopped reading.
  Buffer rest_;
  bool unreadQueued_ = false;
  bool shutdownReportQueued_ = false;  // The result of shutdown() is queued to be reported.
  // Whether the close phase has run and onClosed_ was called.
  bool closed_ = false;
  int shutdownError_ = 0;
  Function<void()> onClosed_;
  // The callback of the write that is under way, which waits for the last of the sends.
  stream::Callback written_;
  // The callback of shutdown(), which waits for all sends.
  stream::Callback shutDown_;
  Function<void(int)> connected_;
  // Keeps the socket alive while the handle is open.
  Socket self_;
  bool isUnix_ = false;
  bool reading_ = false;
  bool connecting_ = false;
  bool shuttingDown_ = false;
  bool referenced_ = true;
  bool counted_ = false;
  bool heldBack_ = false;  // No output is gathered, since the handle connects or a handshake of TLS is under way.
  bool cancelsAsClosed_ = false;
};

// Frees the block that this thread keeps for the next output that is gathered.
void dropSpareBlock() noexcept;

// The number of Socket objects on this thread, for tests.
std::size_t liveSockets() noexcept;

// Runs `f` after a minute, or when the program ends. `f` drops listeners, to break a circle of references between
// listeners and the objects that they capture.
void dropLater(Function<void()> f);
// Calls f(object) then, if the object still exists. An object that only its own listeners hold does not wait for that:
// the cycle collector frees it before.
template <class T, class F>
void dropLater(const Handle<T>& object, F f) {
  dropLater(Function<void()>([weak = WeakRef<Handle<T>>(object), f] {
    if (const Handle<T> there = weak.deref()) f(there);
  }));
}

// The part of dns.lookup that net needs. A numeric address is reported in the next tick without a look-up; a name is
// looked up by the port. Reports every address that was found, whatever `options.all` is.
void lookup(StringArg hostname, LookupOptions options, Function<void(Error, Array<LookupAddress>)> done);
// Looks up a name as the function above, but sorts the addresses by `order` ("verbatim", "ipv4first" or "ipv6first")
// and not by the default order.
void lookup(StringArg hostname, LookupOptions options, StringArg order,
            Function<void(Error, Array<LookupAddress>)> done);
// The default order of look-up results in the current loop, which dns.setDefaultResultOrder changes. The reference is
// valid while the loop exists.
String& defaultResultOrder();
// Returns a host name in the ASCII form that name servers use (IDNA), or an empty string when it is no valid host name.
String asciiName(StringArg name);

// Checks a port as Node does: a number or a string of digits from 0 to 65535. Throws ERR_SOCKET_BAD_PORT.
int validatePort(const Lookup& port, StringArg name);

// Whether `error`, with which listening on "::" failed, says that IPv6 cannot be used. A server without a host then
// tries "0.0.0.0" next.
bool withoutIpv6(int error);
AddressInfo toInfo(const os::Address& address);
os::Address toAddress(StringArg host, int port, int family);

}  // namespace nodecpp::net::detail
