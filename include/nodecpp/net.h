// TCP and unix-domain servers and sockets. https://nodejs.org/docs/latest-v24.x/api/net.html
#pragma once

#include <nodecpp/abort_controller.h>
#include <nodecpp/block_list.h>
#include <nodecpp/console.h>
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

// The options of a new socket. `keepAliveInitialDelay` is in milliseconds.
struct SocketOptions {
  bool allowHalfOpen = false;
  BlockList blockList{};
  bool keepAlive = false;
  double keepAliveInitialDelay = 0;
  bool noDelay = false;
  OnReadOptions onread{};
  bool readable = true;
  AbortSignal signal{};
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
  bool keepAlive = false;
  double keepAliveInitialDelay = 0;
  bool noDelay = false;
  OnReadOptions onread{};
  AbortSignal signal{};
};

// The result of address(). For a unix-domain socket, Node returns the path as a string; here the path is in `address`.
struct AddressInfo {
  String address{};
  // "IPv4" or "IPv6"; empty for a unix-domain socket and when there is no address.
  String family{};
  int port = 0;
  // False where Node returns {} or null, because the socket or server has no address.
  explicit operator bool() const { return !address.empty(); }
};

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

struct SetKeepAliveOptions {
  bool enable = false;
  double initialDelay = 0;
};

namespace detail {
class SocketHandle;
class ServerHandle;
class IdleTimer;
struct ConnectAttempts;
struct OutputPiece {
  const char* data;
  std::size_t size;
};
// A SocketHandle calls the following functions to report received bytes, the peer's end and a time-out to its socket.
void socketReceived(SocketObject& socket, nodecpp::detail::Block* block, char* data, std::size_t size);
void socketEnded(SocketObject& socket);
void socketTimedOut(SocketObject& socket);
SocketHandle* handleOf(SocketObject& socket);
void forgetHandle(SocketObject& socket, const SocketHandle* handle);
void forgetUnopened(SocketObject& socket);
void dropWatchers(SocketObject& socket);
struct ServerInCluster;
void acceptInto(ServerObject& server, os::Connection* connection);
// Returns a socket for a connection that is already open, for example a pipe to a child process or a connection that
// was received over an IPC channel. The socket owns the connection.
Socket socketOver(os::Connection* connection, SocketOptions options);
// Detaches the socket from its connection, which stays open and has another owner from now on.
void letGo(SocketObject& socket);
// Gives the open connection of `from` to `to`, which has none, together with its place among the server's connections
// and its addresses. `from` gets no event of the connection any more.
void moveConnection(SocketObject& from, SocketObject& to);
// Makes the socket wait for a connection that moveConnection() will give to it.
void awaitConnection(SocketObject& socket);
// Returns the port's listener, or null when the server does not listen. The pointer is valid until the server closes.
os::Listener* listenerOf(ServerObject& server);
// Makes `server` listen on a listener that was received over an IPC channel; `listener` is called on `listening`.
void listenOn(ServerObject& server, os::Listener* received, Function<void()> listener);
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
  // The following are undefined when the socket is not connected. The remote address, port and family can still be read
  // after the end if they were read before it.
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
  std::size_t bufferSize() const { return writableLength(); }
  bool connecting() const { return connecting_; }
  // Whether the socket is not connected yet: it is connecting, or connect has not been called.
  bool pending() const { return !handle_ || connecting_; }
  // Returns "opening", "open", "readOnly", "writeOnly" or "closed".
  const char* readyState() const;
  // "address:port" for each address that the automatic selection of an address family has tried. The reference is valid
  // while the socket lives.
  const Array<String>& autoSelectFamilyAttemptedAddresses() const [[clang::lifetimebound]] { return attempted_; }
  // The server that accepted this connection; undefined for a client. The reference is valid while the socket lives.
  const Server& server() const [[clang::lifetimebound]] { return server_; }

  const char* className() const override { return "Socket"; }

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
  bool writeChunk(const stream::ChunkArg& chunk, const stream::EncodingParam& encoding, stream::Callback callback) override;
  void pauseSource() override;
  void resumeSource() override;
  void listenerAdded(EventName name) override;
  void furtherListenerAdded(EventName name) override;
  stream::Chunk readChunk(double size) override;
  void closeEmitted() override;
  // Returns true when the stream must learn of the peer's end although a RawReader gets the bytes. Asked only then.
  virtual bool seesEnd() const { return false; }
  // Called when the program ends while the socket is open, as RawReader::onProgramEnd.
  virtual void programEnds() {}

 private:
  friend class ServerObject;
  friend class detail::SocketHandle;
  friend void detail::moveConnection(SocketObject&, SocketObject&);
  friend void detail::awaitConnection(SocketObject&);
  friend struct detail::ConnectAttempts;
  friend void detail::socketReceived(SocketObject&, nodecpp::detail::Block*, char*, std::size_t);
  friend void detail::socketEnded(SocketObject&);
  friend void detail::socketTimedOut(SocketObject&);
  friend detail::SocketHandle* detail::handleOf(SocketObject&);
  friend void detail::forgetHandle(SocketObject&, const detail::SocketHandle*);
  friend void detail::forgetUnopened(SocketObject&);
  friend void detail::dropWatchers(SocketObject&);
  friend Socket detail::socketOver(os::Connection*, SocketOptions);
  friend void detail::letGo(SocketObject&);

  SocketObject(detail::SocketHandle* accepted, ServerObject& server);
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
  OnReadOptions onread_{};
  AbortSignal signal_{};
  Function<void()> onAbort_{};
};

// The options of createServer. `keepAliveInitialDelay` is in milliseconds.
struct ServerOptions {
  bool allowHalfOpen = false;
  stream::OptionalNumber highWaterMark{};
  bool keepAlive = false;
  double keepAliveInitialDelay = 0;
  bool noDelay = false;
  bool pauseOnConnect = false;
  BlockList blockList{};
};

// The options of listen: `port` and `host`, or the `path` of a unix-domain socket, or an open listening descriptor
// `fd`. A `backlog` of 0 means 511.
struct ListenOptions {
  double backlog = 0;
  bool exclusive = false;
  String host{};
  bool ipv6Only = false;
  bool reusePort = false;
  String path{};
  Lookup port{};
  bool readableAll = false;
  AbortSignal signal{};
  bool writableAll = false;
  int fd = -1;
};

// The host argument of listen as a value of a type that is known only at run time, for example a var or a Lookup.
template <class T>
concept HostValue = !nodecpp::detail::StringLike<const T&> && requires(const T& value) {
  { value.isString() } -> std::same_as<bool>;
  { value.toString() } -> std::convertible_to<String>;
  { value.toNumber() } -> std::same_as<double>;
};

// The first argument of listen and createConnection: a port as a number or a string of digits, or else the path of a
// unix-domain socket.
class ListenTarget {
 public:
  template <class T>
    requires std::constructible_from<Lookup, const T&>
  ListenTarget(const T& value) : value_(value) {}
  ListenTarget(std::nullptr_t) {}
  bool isPath() const;
  // Returns the port or path. The reference is valid while this object lives.
  const Lookup& value() const [[clang::lifetimebound]] { return value_; }

 private:
  Lookup value_{};
};

// A server of TCP or of a unix-domain socket. The object lives while it listens, a connection is open, or a handle
// refers to the object. https://nodejs.org/docs/latest-v24.x/api/net.html#class-netserver
class ServerObject : public EventEmitterObject {
 public:
  using Options = ServerOptions;
  explicit ServerObject(ServerOptions options = {});
  ~ServerObject() override;

  using EventEmitterObject::eventArgs;
  static Args<> eventArgs(event::close_t);
  static Args<Socket> eventArgs(event::connection_t);
  static Args<> eventArgs(event::listening_t);
  static Args<DropArgument> eventArgs(event::drop_t);

  // Starts to listen and returns this server. `listening`, or `error` (EADDRINUSE, EACCES, ENOTFOUND, …), is emitted in
  // a later tick; `listener` is called once on `listening`. Throws ERR_SERVER_ALREADY_LISTEN, ERR_SOCKET_BAD_PORT or
  // ERR_INVALID_ARG_VALUE. https://nodejs.org/docs/latest-v24.x/api/net.html#serverlisten
  template <class Self>
  Handle<Self> listen(this Self& self, ListenOptions options, Function<void()> listener = nullptr) {
    static_cast<ServerObject&>(self).startListening(std::move(options), std::move(listener));
    return Handle<Self>(&self);
  }
  template <class Self>
  Handle<Self> listen(this Self& self) {
    return self.ServerObject::listen(ListenOptions{.port = 0});
  }
  template <class Self, class F>
    requires std::is_invocable_v<F&>
  Handle<Self> listen(this Self& self, F listener) {
    return self.ServerObject::listen(ListenOptions{.port = 0}, Function<void()>(std::move(listener)));
  }
  template <class Self>
  Handle<Self> listen(this Self& self, const ListenTarget& target, Function<void()> listener = nullptr) {
    return self.ServerObject::listen(optionsFor(target, "", 0), std::move(listener));
  }
  template <class Self, class Host>
    requires nodecpp::detail::StringLike<const Host&>
  Handle<Self> listen(this Self& self, const ListenTarget& target, const Host& host, Function<void()> listener = nullptr) {
    return self.ServerObject::listen(optionsFor(target, host, 0), std::move(listener));
  }
  template <class Self, class Host>
    requires nodecpp::detail::StringLike<const Host&>
  Handle<Self> listen(this Self& self, const ListenTarget& target, const Host& host, int backlog,
                      Function<void()> listener = nullptr) {
    return self.ServerObject::listen(optionsFor(target, host, backlog), std::move(listener));
  }
  // As in Node, a string is the host, and any other value is the backlog.
  template <class Self, HostValue Host>
  Handle<Self> listen(this Self& self, const ListenTarget& target, const Host& host, Function<void()> listener = nullptr) {
    if (host.isString()) return self.ServerObject::listen(optionsFor(target, String(host.toString()), 0), std::move(listener));
    double backlog = host.toNumber();
    return self.ServerObject::listen(optionsFor(target, "", backlog >= 1 && backlog < 1e9 ? int(backlog) : 0), std::move(listener));
  }
  template <class Self, class Backlog>
    requires std::integral<Backlog>
  Handle<Self> listen(this Self& self, const ListenTarget& target, Backlog backlog, Function<void()> listener = nullptr) {
    return self.ServerObject::listen(optionsFor(target, "", int(backlog)), std::move(listener));
  }

  // Stops accepting connections and returns this server. `close` is emitted when all connections have ended, and
  // `callback` is called then, with ERR_SERVER_NOT_RUNNING when the server was not listening.
  template <class Self>
  Handle<Self> close(this Self& self, Function<void(Error)> callback = nullptr) {
    static_cast<ServerObject&>(self).closeAndTell(std::move(callback));
    return Handle<Self>(&self);
  }
  // Returns the address at which the server listens; for a unix-domain socket, `address` contains the path. The result
  // converts to false when the server does not listen.
  AddressInfo address() const;
  // Calls callback(err, count) with the number of open connections in a later tick.
  void getConnections(Function<void(Error, int)> callback);
  // Set whether the listening server keeps the event loop running. Both functions return this server.
  template <class Self>
  Handle<Self> ref(this Self& self) {
    static_cast<ServerObject&>(self).changeRef(true);
    return Handle<Self>(&self);
  }
  template <class Self>
  Handle<Self> unref(this Self& self) {
    static_cast<ServerObject&>(self).changeRef(false);
    return Handle<Self>(&self);
  }
  bool listening() const { return handle_ != nullptr; }

  // Connections beyond this number are closed at once and reported by `drop`. A negative number (the default) means no
  // limit.
  double maxConnections = -1;
  bool allowHalfOpen = false;
  bool pauseOnConnect = false;
  bool noDelay = false;
  bool keepAlive = false;
  double keepAliveInitialDelay = 0;  // In milliseconds.
  std::size_t highWaterMark = 0;

  const char* className() const override { return "Server"; }

 protected:
  virtual void closeAndTell(Function<void(Error)> callback);
  // As closeAndTell, when another process serves the same address in place of this one: a class can first let its idle
  // connections have one more request.
  virtual void leave(Function<void(Error)> callback) { closeAndTell(std::move(callback)); }
  // Called when a connection was accepted; the base class emits `connection`.
  virtual void emitConnection(const Socket& socket);
  // Called when the server listens; the base class emits `listening`.
  virtual void emitListening();
  // Called when the server has stopped listening and its last connection has ended. `close` is emitted after this.
  virtual void lastConnectionGone() {}
  // The name of the protocol that a recording notes for this server's connections; empty when the protocol is unknown.
  virtual const char* protocolName() const { return ""; }
  // Destroys a connection for which a `connection` listener returned a rejected promise.
  void onRejection(const Error& error, const String& event, const Array<Handle<Object>>& objects) override;
  int connections() const { return connections_; }

 private:
  friend class SocketObject;
  friend class detail::ServerHandle;
  friend struct detail::ServerInCluster;
  friend void detail::acceptInto(ServerObject&, os::Connection*);
  friend void detail::letGo(SocketObject&);
  friend os::Listener* detail::listenerOf(ServerObject&);
  friend void detail::listenOn(ServerObject&, os::Listener*, Function<void()>);
  static ListenOptions optionsFor(const ListenTarget& target, StringArg host, int backlog);
  void startListening(ListenOptions options, Function<void()> listener);
  void listenOn(StringArg address, int port, int family, const ListenOptions& options);
  void failListening(int error, const String& host, int port);
  void tellListening();
  void changeRef(bool on);
  void accepted(os::Connection* connection, bool hasNoDelay);
  void connectionClosed();
  void emitCloseIfDrained();
  void forgetSignal();

  detail::ServerHandle* handle_ = nullptr;
  String path_{};
  BlockList blockList_{};
  AbortSignal signal_{};
  Function<void()> onAbort_{};
  int connections_ = 0;
  int listeningId_ = 1;
  bool unref_ = false;
};

#define NODECPP_CONNECTS(F)                                            \
  NODECPP_DIAGNOSE((!nodecpp::detail::TakesSomeOf<F, Socket&>),        \
                   "a listener of this server takes (net::Socket socket), or fewer from the front")
// Returns a new server that does not listen yet; `connectionListener` is added as a listener of `connection`.
// https://nodejs.org/docs/latest-v24.x/api/net.html#netcreateserver
template <class F>
Server createServer(ServerOptions options, F&& connectionListener) NODECPP_CONNECTS(F) {
  auto server = make<Server>(std::move(options));
  server->on(event::connection, std::forward<F>(connectionListener));
  return server;
}
template <class F>
  requires(!std::convertible_to<F, ServerOptions>)
Server createServer(F&& connectionListener) NODECPP_CONNECTS(F) {
  return createServer(ServerOptions{}, std::forward<F>(connectionListener));
}
inline Server createServer(ServerOptions options = {}) { return make<Server>(std::move(options)); }
#undef NODECPP_CONNECTS

// Returns a new socket that connects with the same arguments and errors as socket->connect: ({.port = 80, .host =
// "…"}), (port), (port, host) or (path), each with an optional listener of `connect`.
Socket createConnection(ConnectOptions options, Function<void()> connectListener = nullptr);
Socket createConnection(const ListenTarget& target, Function<void()> connectListener = nullptr);
template <class Host>
  requires nodecpp::detail::StringLike<const Host&>
Socket createConnection(const ListenTarget& target, const Host& host, Function<void()> connectListener = nullptr) {
  return createConnection(ConnectOptions{.port = target.value(), .host = host}, std::move(connectListener));
}
template <class... A>
Socket connect(A&&... args) {
  return createConnection(std::forward<A>(args)...);
}
inline Socket connect(ConnectOptions options, Function<void()> connectListener = nullptr) {
  return createConnection(std::move(options), std::move(connectListener));
}

bool getDefaultAutoSelectFamily();
void setDefaultAutoSelectFamily(bool value);
// In milliseconds, 250 by default. A value below 10 is raised to 10, as in Node. Throws ERR_OUT_OF_RANGE for a value
// that is no integer from 1 to 2147483647.
double getDefaultAutoSelectFamilyAttemptTimeout();
void setDefaultAutoSelectFamilyAttemptTimeout(double value);

}  // namespace nodecpp::net
