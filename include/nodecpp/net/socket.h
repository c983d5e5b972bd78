// Sockets of TCP and of unix domains, with their options. Part of nodecpp/net.h.
#pragma once

#include <nodecpp/abort_controller.h>
#include <nodecpp/block_list.h>
#include <nodecpp/console.h>
#include <nodecpp/fields.h>
#include <nodecpp/net/bound_socket.h>
#include <nodecpp/net/lookup_address.h>
#include <nodecpp/process.h>
#include <nodecpp/stream.h>

namespace nodecpp::os {
class Connection;
class Listener;
}  // namespace nodecpp::os

namespace nodecpp::net {

class SocketObject;
class ServerObject;
using Socket = Handle<SocketObject>;
using Server = Handle<ServerObject>;

struct LookupOptions {
  int family = 0;
  int hints = 0;
  bool all = false;
};

// Passed to a program's own `lookup` function, which calls it once with its result: callback(err) on failure,
// callback(nullptr, "127.0.0.1", 4) with one address, or callback(nullptr, addresses) when `all` was requested.
class LookupCallback {
 public:
  using Answer = Function<void(Error, Array<LookupAddress>)>;
  explicit LookupCallback(Answer answer) : answer_(std::move(answer)) {}
  void operator()(Error error) const { answer_(std::move(error), {}); }
  void operator()(Error error, StringArg address, int family) const {
    answer_(std::move(error), {{address.toString(), family}});
  }
  void operator()(Error error, Array<LookupAddress> addresses) const {
    answer_(std::move(error), std::move(addresses));
  }

 private:
  Answer answer_;
};
using LookupFunction = Function<void(String hostname, LookupOptions options, LookupCallback callback)>;

// Makes a socket put received bytes into a buffer of the program instead of emitting `data` events, as Node's `onread`.
struct OnReadOptions {
  Buffer buffer{};
  // Called when the first `bytes` bytes of `buffer` are filled. Returning false pauses the socket. The next read
  // overwrites the buffer.
  Function<bool(double bytes, Buffer buffer)> callback{};
};

// The options of a new socket. `keepAliveInitialDelay` is in milliseconds. `fd` is an open descriptor of a socket of
// TCP or of a unix domain, which belongs to the new socket from then on. `handle` is the address from which it will
// connect.
struct SocketOptions {
  bool allowHalfOpen = false;
  BlockList blockList{};
  int fd = -1;
  BoundSocket handle{};
  bool keepAlive = false;
  double keepAliveInitialDelay = 0;
  bool noDelay = false;
  OnReadOptions onread{};
  bool readable = true;
  AbortSignal signal{};
  stream::OptionalNumber typeOfService{};
  bool writable = true;
};

// The options of createConnection and socket->connect. Times are in milliseconds. When `path` is set, it names a
// unix-domain socket, and `port` and `host` are not used.
struct ConnectOptions {
  Lookup port{};
  String host{};
  String path{};
  String localAddress{};
  double localPort = 0;
  int family = 0;
  int hints = 0;
  LookupFunction lookup{};
  // An undefined value takes the default that getDefaultAutoSelectFamily and getDefaultAutoSelectFamilyAttemptTimeout
  // return.
  Lookup autoSelectFamily{};
  Lookup autoSelectFamilyAttemptTimeout{};
  double timeout = 0;
  bool allowHalfOpen = false;
  BlockList blockList{};
  BoundSocket handle{};
  bool keepAlive = false;
  double keepAliveInitialDelay = 0;
  bool noDelay = false;
  OnReadOptions onread{};
  AbortSignal signal{};
  stream::OptionalNumber typeOfService{};
};

// The result of address(). For a unix-domain socket, Node returns the path as a string; here the path is in `address`.
struct AddressInfo {
  String address{};
  // "IPv4" or "IPv6"; empty for a unix-domain socket and when there is no address.
  String family{};
  int port = 0;
  // False where Node returns {} or null, because the socket or server has no address.
  explicit operator bool() const { return !address.empty(); }

  // Prints what Node's address() returns: null, a path, or an object.
  template <class I>
  void inspectTo(I& out) const {
    if (!*this)
      out.value(nullptr);
    else if (family.empty())
      out.value(address);
    else
      out.name("").property("address", address).property("family", family).property("port", port);
  }
};
NODECPP_FIELDS_WHEN_USED(AddressInfo, address, family, port)

// The argument of a server's `drop` event, which describes a connection that was closed because of `maxConnections`.
// All members are empty for a unix-domain socket.
struct DropArgument {
  String localAddress{};
  int localPort = 0;
  String localFamily{};
  String remoteAddress{};
  int remotePort = 0;
  String remoteFamily{};
};
NODECPP_FIELDS_WHEN_USED(DropArgument, localAddress, localPort, localFamily, remoteAddress, remotePort, remoteFamily)

struct SetKeepAliveOptions {
  bool enable = false;
  double initialDelay = 0;
};

namespace detail {
class SocketHandle;
class ServerHandle;
class IdleTimer;
struct SocketInternals;
struct ServerInternals;
struct OutputPiece {
  const char* data;
  std::size_t size;
};
// Receives the bytes of a socket in place of its stream, as Node's HTTP parser consumes a socket handle. The bytes are
// valid only during the call.
class RawReader {
 public:
  virtual void onRawRead(nodecpp::detail::Block* block, char* data, std::size_t size) = 0;
  // Called when the peer has ended its side or reading has failed. Returns true when the stream must not learn of it.
  virtual bool onRawEnd() { return false; }
  // Returns true when a program that listens to the socket's `data` or `readable` must see the bytes. From then on the
  // bytes go through the stream, and the reader gets them as one of several listeners.
  virtual bool yieldsToListeners() const { return false; }
  // Called when the program ends while the socket is open. The reader must release what refers back to the socket, so
  // that no circle of references stays. No listener is called any more.
  virtual void onProgramEnd() {}

 protected:
  ~RawReader() = default;
};
// Called when a socket has closed, after the listeners of `close` have run. The runtime uses a watcher and not a
// listener for work that must happen, since a program can remove any listener. The socket holds its watchers until
// then.
class SocketWatcher : public Object {
 public:
  virtual void onSocketClosed() = 0;
  // Called by resetAndDestroy() of a socket whose connection has moved to another socket. Returns true when the watcher
  // has reset that one.
  virtual bool onReset() { return false; }
  // Called when the program ends before the socket has closed, as RawReader::onProgramEnd.
  virtual void onProgramEnd() {}

 private:
  friend class net::SocketObject;
  Handle<SocketWatcher> nextWatcher_;
};
// The base of the objects that http stores in a socket's `user`.
class SocketUser {
 public:
  // Called when the program ends, as RawReader::onProgramEnd.
  virtual void onProgramEnd() = 0;
  // Asked when the socket has closed. True means that no event of the socket is still to come, so its listeners can be
  // dropped.
  virtual bool over() const = 0;

 protected:
  ~SocketUser() = default;
};
}  // namespace detail

// A connection of TCP or of a unix-domain socket: a Duplex stream. The object lives while the connection is open or a
// handle refers to the object. https://nodejs.org/docs/latest-v24.x/api/net.html#class-netsocket
class SocketObject : public stream::DuplexObject {
 public:
  using Options = SocketOptions;
  // Throws ERR_INVALID_FD_TYPE for an `fd` of another kind, ERR_SOCKET_HANDLE_ADOPTED for a `handle` that is used up,
  // and ERR_OUT_OF_RANGE for a `typeOfService` that is not from 0 to 255.
  explicit SocketObject(SocketOptions options = {});
  ~SocketObject() override;

  using DuplexObject::eventArgs;
  // The argument tells whether the socket was closed because of an error.
  static Args<bool> eventArgs(event::close_t);
  static Args<> eventArgs(event::connect_t);
  // The arguments are the IP address, the port and the family (4 or 6) of the attempt.
  static Args<String, int, int> eventArgs(event::connectionAttempt_t);
  static Args<String, int, int, Error> eventArgs(event::connectionAttemptFailed_t);
  static Args<String, int, int> eventArgs(event::connectionAttemptTimeout_t);
  // The arguments are the error, the address, the family (4 or 6) and the host name.
  static Args<Error, String, int, String> eventArgs(event::lookup_t);
  static Args<> eventArgs(event::ready_t);
  static Args<> eventArgs(event::timeout_t);

  // Starts to connect; `connectListener` is called once on `connect`. Returns this socket. A failure is an `error`
  // event: ECONNREFUSED and other system errors, ENOTFOUND, or an AggregateError when several addresses were tried.
  // Throws ERR_MISSING_ARGS, ERR_SOCKET_BAD_PORT, ERR_INVALID_IP_ADDRESS or ERR_INVALID_ARG_VALUE.
  Socket connect(ConnectOptions options, Function<void()> connectListener = nullptr);
  Socket connect(const Lookup& port, StringArg host, Function<void()> connectListener = nullptr);
  Socket connect(const Lookup& port, Function<void()> connectListener = nullptr);

  // Emits `timeout` after this number of milliseconds without traffic, and calls `callback` once on it; 0 turns the
  // time-out off. The socket stays open. Returns this socket. Throws ERR_OUT_OF_RANGE for a negative, infinite or NaN
  // value.
  Socket setTimeout(double milliseconds, Function<void()> callback = nullptr);
  // The milliseconds that were passed to setTimeout; -1 before the first call, where Node has undefined.
  double timeout = -1;
  // Turns TCP_NODELAY on or off: whether small writes are sent without waiting for more data. Returns this socket.
  Socket setNoDelay(bool noDelay = true);
  // Turns TCP keep-alive on or off. `initialDelay` is in milliseconds; 0 keeps the system's setting. Returns this
  // socket.
  Socket setKeepAlive(bool enable = false, double initialDelay = 0);
  Socket setKeepAlive(SetKeepAliveOptions options) { return setKeepAlive(options.enable, options.initialDelay); }
  // Sets the type of service (IP_TOS) of the packets that the socket sends, from 0 to 255; before the socket is
  // connected the value is kept until then. Returns this socket. Throws ERR_INVALID_ARG_TYPE, ERR_OUT_OF_RANGE and the
  // system's error.
  Socket setTypeOfService(double tos);
  // Returns the type of service that the system has for the connection, or the one that was set. Throws the system's
  // error.
  double getTypeOfService();
  // Sets whether this open socket keeps the event loop running. Both functions return this socket.
  Socket ref();
  Socket unref();
  // Ends the writable side and destroys the socket after everything written has been sent.
  void destroySoon();
  // Closes the TCP connection with a reset (RST). Returns this socket. Throws ERR_INVALID_HANDLE_TYPE for a unix-domain
  // socket. A socket that is already closed is destroyed with the error ERR_SOCKET_CLOSED.
  Socket resetAndDestroy();

  // Returns the local address, or an empty AddressInfo when the socket is not connected or is a unix-domain socket.
  AddressInfo address();
  // The following functions return undefined when the socket is not connected. The remote address, port and family can
  // still be read after the socket's end if they were read before.
  Lookup localAddress();
  Lookup localPort();
  Lookup localFamily();
  Lookup remoteAddress();
  Lookup remotePort();
  Lookup remoteFamily();
  // The numbers of bytes received and written. Bytes that still wait to be written count as written.
  double bytesRead() const;
  double bytesWritten() const;
  // The number of bytes that wait to be written.
  std::ptrdiff_t bufferSize() const { return writableLength(); }
  bool connecting() const { return connecting_; }
  // Whether the socket is not connected yet: it is connecting, or connect has not been called.
  bool pending() const { return (!handle_ && !bound_) || connecting_; }
  // Returns "opening", "open", "readOnly", "writeOnly" or "closed".
  const char* readyState() const;
  // "address:port" for each address that the automatic selection of an address family has tried. The reference is valid
  // while the socket lives.
  const Array<String>& autoSelectFamilyAttemptedAddresses() const [[clang::lifetimebound]] { return attempted_; }
  // The server that accepted this connection; undefined for a client. The reference is valid while the socket lives.
  const Server& server() const [[clang::lifetimebound]] { return server_; }

  const char* className() const override { return "Socket"; }
  template <class I>
  void inspectTo(I& out) const {
    out.property("connecting", connecting_).property("readyState", readyState());
    DuplexObject::inspectTo(out);
  }

  // Used by http for the request that is on this socket or was the last on it, as Node's _httpMessage. Contains a
  // SocketUser or is undefined.
  Handle<Object> user;
  // Used by the runtime, see SocketWatcher. A watcher watches at most one socket at a time.
  void watch(const Handle<detail::SocketWatcher>& watcher);
  void unwatch(detail::SocketWatcher* watcher);
  // Used by http: all received bytes go to `reader` from now on; null gives them back to the stream.
  void setRawReader(detail::RawReader* reader);
  // Used by http: sends the pieces at once, as a write that completes synchronously. Returns false, and sends nothing,
  // when other output is waiting or the socket cannot be written.
  bool writeDirectly(const detail::OutputPiece* pieces, std::size_t count);
  // Used by http: restarts the socket's time-out, as traffic does.
  void touch();
  bool readingPaused() const;
  // Used by http: whether the stream flows and the socket is read, so that resume() would change nothing.
  bool reads() const;
  void startReading();
  void stopReading();
  bool hadError() const { return hadError_; }

 protected:
  void _read(double size) override;
  void _write(stream::Chunk chunk, String encoding, stream::Callback callback) override;
  void _writev(Array<stream::WriteRequest> chunks, stream::Callback callback) override;
  bool hasWritev() const override { return true; }
  void _final(stream::Callback callback) override;
  void _destroy(Error error, stream::Callback callback) override;
  void _construct(stream::Callback callback) override { callback(); }
  bool writeChunk(const stream::ChunkArg& chunk, const stream::EncodingParam& encoding,
                  stream::Callback callback) override;
  void pauseSource() override;
  void resumeSource() override;
  void listenerAdded(EventName name) override;
  void furtherListenerAdded(EventName name) override;
  stream::Chunk readChunk(double size) override;
  void closeEmitted() override;
  // Called only while a RawReader gets the bytes. Returns true when the stream must learn of the peer's end
  // nevertheless.
  virtual bool seesEnd() const { return false; }
  // Called when the program ends while the socket is open, as RawReader::onProgramEnd.
  virtual void programEnds() {}

 private:
  friend struct detail::SocketInternals;
  struct ConnectAttempts;

  SocketObject(detail::SocketHandle* accepted, ServerObject& server);
  // Sets the time-out of a socket that had one before. Returns false, and does nothing, when it had none, is destroyed or
  // cannot have this one.
  bool setIdleTimeout(double milliseconds);
  void writeGeneric(Array<stream::WriteRequest> chunks, stream::Callback callback);
  void lookupAndConnect(ConnectOptions options);
  void connectTo(StringArg address, int port, int family, const ConnectOptions& options);
  void connectToAll(Array<LookupAddress> found, int port, double timeout, const ConnectOptions& options);
  void onConnected();
  void reopen();
  void onTimeout();
  void onData(nodecpp::detail::Block* block, char* data, std::size_t size);
  void onEof();
  void closeHandle(bool hadError);
  void openDescriptor(int fd, bool reads);
  bool hasTypeOfService() const;
  os::Listener* takeBound();
  void newHandle();
  void abort(const Error& reason);
  void emitClose(bool hadError);
  void tellWatchers();

  Handle<detail::SocketWatcher> firstWatcher_;
  detail::SocketHandle* handle_ = nullptr;
  detail::IdleTimer* idle_ = nullptr;
  Server server_;
  bool connecting_ = false;
  bool noDelay_ = false;
  bool keepAlive_ = false;
  bool hadError_ = false;
  bool resetting_ = false;
  bool refed_ = true;
  bool aborted_ = false;
  short typeOfService_ = -1;  // -1 when none was set
  int keepAliveSeconds_ = 0;
  // The number of connections that this socket has had; a delayed clean-up compares it to see whether the socket was
  // used again.
  unsigned uses_ = 0;
  double bytesRead_ = 0;
  double bytesWritten_ = 0;
  double pendingBytes_ = 0;
  AddressInfo remote_;
  AddressInfo local_;
  Array<String> attempted_;
  BlockList blockList_{};
  BoundSocket bound_{};  // from which the socket will connect
  OnReadOptions onread_{};
  AbortSignal signal_{};
  Function<void()> onAbort_{};
};

}  // namespace nodecpp::net
