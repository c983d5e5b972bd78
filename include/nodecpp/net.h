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

// What a `lookup` function answers by: callback(err), callback(nullptr, "127.0.0.1", 4), or with all its addresses.
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

// A buffer of the program's own that received bytes are put into, instead of `data` events.
struct OnReadOptions {
  Buffer buffer{};
  // `bytes` of `buffer` are filled; false pauses the socket.
  Function<bool(double bytes, Buffer buffer)> callback{};
};

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

// Of createConnection and socket->connect.
struct ConnectOptions {
  Lookup port{};
  String host{};
  String path{};  // of a unix-domain socket, instead of port and host
  String localAddress{};
  double localPort = 0;
  int family = 0;
  int hints = 0;
  LookupFunction lookup{};
  // Undefined: the default of getDefaultAutoSelectFamily.
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

// What address() gives: an object, or of a unix-domain socket its path.
struct AddressInfo {
  String address{};
  String family{};  // "IPv4", "IPv6"; "" for a path or for none
  int port = 0;
  // False where Node gives {} or null.
  explicit operator bool() const { return !address.empty(); }
};

// What the `drop` event tells of a connection beyond maxConnections.
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
// What a handle tells its socket.
void socketReceived(SocketObject& socket, nodecpp::detail::Block* block, char* data, std::size_t size);
void socketEnded(SocketObject& socket);
void socketTimedOut(SocketObject& socket);
SocketHandle* handleOf(SocketObject& socket);
void forgetHandle(SocketObject& socket, const SocketHandle* handle);
void forgetUnopened(SocketObject& socket);
void dropWatchers(SocketObject& socket);
struct ServerInCluster;
void acceptInto(ServerObject& server, os::Connection* connection);
// A socket over a connection that is open already: a pipe to a child, one that came over a channel.
Socket socketOver(os::Connection* connection, SocketOptions options);
// The socket forgets its connection, which is somebody else's now, and open.
void letGo(SocketObject& socket);
// Null of one that does not listen.
os::Listener* listenerOf(ServerObject& server);
// A server of a listener that has come over a channel; `listener` is called when it listens.
void listenOn(ServerObject& server, os::Listener* received, Function<void()> listener);
// Takes the bytes of a socket in place of its stream, as Node's HTTP parser consumes a handle. Bytes are valid during the
// call.
class RawReader {
 public:
  virtual void onRawRead(nodecpp::detail::Block* block, char* data, std::size_t size) = 0;
  // The peer has ended, or reading has failed. True when the stream is not to be told.
  virtual bool onRawEnd() { return false; }
  // Whether the bytes go through the stream from the moment that the program listens to the socket's `data` or `readable`:
  // the reader then gets them as one listener of several.
  virtual bool yieldsToListeners() const { return false; }
  // The program ends while the socket is open: what refers to it in a circle is let go. Nothing is told to anybody.
  virtual void onProgramEnd() {}

 protected:
  ~RawReader() = default;
};
// Is told when a socket has closed, after the listeners of `close` have run. What the runtime must do then hangs on this and
// not on a listener, since a program can remove any listener. The socket holds its watchers until then.
class SocketWatcher : public Object {
 public:
  virtual void onSocketClosed() = 0;
  // As RawReader's: the program ends first.
  virtual void onProgramEnd() {}

 private:
  friend class net::SocketObject;
  Handle<SocketWatcher> nextWatcher_;
};
// What is set as a socket's `user`.
class SocketUser {
 public:
  // As RawReader's.
  virtual void onProgramEnd() = 0;
  // Of a socket that has closed: nothing is told by its listeners any more.
  virtual bool over() const = 0;

 protected:
  ~SocketUser() = default;
};
}  // namespace detail

// A connection: a Duplex stream. It lives while it is open, or a handle refers to it.
class SocketObject final : public stream::DuplexObject {
 public:
  using Options = SocketOptions;
  explicit SocketObject(SocketOptions options = {});
  ~SocketObject() override;

  using DuplexObject::eventArgs;
  // Whether there was an error.
  static Args<bool> eventArgs(event::close_t);
  static Args<> eventArgs(event::connect_t);
  // Address, port, family (4 or 6).
  static Args<String, int, int> eventArgs(event::connectionAttempt_t);
  static Args<String, int, int, Error> eventArgs(event::connectionAttemptFailed_t);
  static Args<String, int, int> eventArgs(event::connectionAttemptTimeout_t);
  // Error, address, family, host.
  static Args<Error, String, int, String> eventArgs(event::lookup_t);
  static Args<> eventArgs(event::ready_t);
  static Args<> eventArgs(event::timeout_t);

  // Connects. Failures are the `error` event: ECONNREFUSED and the like, ENOTFOUND; AggregateError where several
  // addresses were tried. Throws ERR_MISSING_ARGS, ERR_SOCKET_BAD_PORT, ERR_INVALID_IP_ADDRESS, ERR_INVALID_ARG_VALUE.
  Socket connect(ConnectOptions options, Function<void()> connectListener = nullptr);
  Socket connect(const Lookup& port, StringArg host, Function<void()> connectListener = nullptr);
  Socket connect(const Lookup& port, Function<void()> connectListener = nullptr);

  // Calls `timeout` after so many milliseconds without traffic; 0 turns it off. The socket stays open. Returns this.
  // ERR_OUT_OF_RANGE when negative or infinite.
  Socket setTimeout(double milliseconds, Function<void()> callback = nullptr);
  // Milliseconds given to setTimeout; undefined (-1) before.
  double timeout = -1;
  Socket setNoDelay(bool noDelay = true);
  // `initialDelay` in milliseconds; 0 leaves the system's.
  Socket setKeepAlive(bool enable = false, double initialDelay = 0);
  Socket setKeepAlive(SetKeepAliveOptions options) { return setKeepAlive(options.enable, options.initialDelay); }
  // Whether the program waits for this socket.
  Socket ref();
  Socket unref();
  // Ends the socket after what is written.
  void destroySoon();
  // Closes with a reset (RST). Throws ERR_INVALID_HANDLE_TYPE for a unix-domain socket; ERR_SOCKET_CLOSED is the error
  // of one that is closed.
  Socket resetAndDestroy();

  AddressInfo address();
  // Undefined when not connected. Those of the peer are kept after the end.
  Lookup localAddress();
  Lookup localPort();
  Lookup localFamily();
  Lookup remoteAddress();
  Lookup remotePort();
  Lookup remoteFamily();
  double bytesRead() const;
  double bytesWritten() const;
  // Bytes that wait to be written.
  std::size_t bufferSize() const { return writableLength(); }
  bool connecting() const { return connecting_; }
  // Not connected yet: connecting, or connect was not called.
  bool pending() const { return !handle_ || connecting_; }
  // "opening", "open", "readOnly", "writeOnly", "closed".
  const char* readyState() const;
  // "address:port" of each address that family auto-selection has tried.
  const Array<String>& autoSelectFamilyAttemptedAddresses() const [[clang::lifetimebound]] { return attempted_; }
  // The server that accepted it; undefined for a client.
  const Server& server() const [[clang::lifetimebound]] { return server_; }

  const char* className() const override { return "Socket"; }

  // For http: the request that is on it, or was last; Node's _httpMessage. A SocketUser, or undefined.
  Handle<Object> user;
  // For the runtime: see SocketWatcher. A watcher watches one socket at a time.
  void watch(const Handle<detail::SocketWatcher>& watcher);
  void unwatch(detail::SocketWatcher* watcher);
  // For http: whose bytes these are from now on; null gives them back to the stream.
  void setRawReader(detail::RawReader* reader);
  // For http: writes at once, as a write that completes synchronously, when nothing else waits; false when it cannot.
  bool writeDirectly(const detail::OutputPiece* pieces, std::size_t count);
  // For http: traffic, for the time-out.
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

 private:
  friend class ServerObject;
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
  unsigned uses_ = 0;  // how often it was connected
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

struct ServerOptions {
  bool allowHalfOpen = false;
  stream::OptionalNumber highWaterMark{};
  bool keepAlive = false;
  double keepAliveInitialDelay = 0;
  bool noDelay = false;
  bool pauseOnConnect = false;
  BlockList blockList{};
};

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

// The host of listen as a value whose type is known at run time only (a var, a look-up's result).
template <class T>
concept HostValue = !nodecpp::detail::StringLike<const T&> && requires(const T& value) {
  { value.isString() } -> std::same_as<bool>;
  { value.toString() } -> std::convertible_to<String>;
  { value.toNumber() } -> std::same_as<double>;
};

// A port, or a path, as the first argument of listen and createConnection: a number, a string of digits, or a path.
class ListenTarget {
 public:
  template <class T>
    requires std::constructible_from<Lookup, const T&>
  ListenTarget(const T& value) : value_(value) {}
  ListenTarget(std::nullptr_t) {}
  bool isPath() const;
  const Lookup& value() const [[clang::lifetimebound]] { return value_; }

 private:
  Lookup value_{};
};

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

  // Starts to listen; `listening`, or `error` (EADDRINUSE, EACCES, ENOTFOUND, …), comes in a later tick. Throws
  // ERR_SERVER_ALREADY_LISTEN, ERR_SOCKET_BAD_PORT, ERR_INVALID_ARG_VALUE. Returns this server.
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
  // Of a string the host, else a number, the backlog, as Node tells them apart.
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

  // Accepts no more; `close` is emitted when all connections have ended. `callback` gets ERR_SERVER_NOT_RUNNING when it
  // was not open. Returns this server.
  template <class Self>
  Handle<Self> close(this Self& self, Function<void(Error)> callback = nullptr) {
    static_cast<ServerObject&>(self).closeAndTell(std::move(callback));
    return Handle<Self>(&self);
  }
  // Where it listens; of a unix-domain socket the path is `address`. False when it does not listen.
  AddressInfo address() const;
  // callback(err, count), in a later tick.
  void getConnections(Function<void(Error, int)> callback);
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

  // Connections beyond it are closed at once, and told by `drop`; negative (the default) is no limit.
  double maxConnections = -1;
  bool allowHalfOpen = false;
  bool pauseOnConnect = false;
  bool noDelay = false;
  bool keepAlive = false;
  double keepAliveInitialDelay = 0;  // milliseconds
  std::size_t highWaterMark = 0;

  const char* className() const override { return "Server"; }

 protected:
  virtual void closeAndTell(Function<void(Error)> callback);
  // The same when another process goes on in its place: connections may be asked once more.
  virtual void leave(Function<void(Error)> callback) { closeAndTell(std::move(callback)); }
  // A connection was accepted; the base emits `connection`.
  virtual void emitConnection(const Socket& socket);
  // It listens; the base emits `listening`.
  virtual void emitListening();
  // It does not listen any more, and its last connection has ended. `close` is emitted after this.
  virtual void lastConnectionGone() {}
  // What a recording says of its connections.
  virtual const char* protocolName() const { return ""; }
  // A connection whose listener was rejected is destroyed.
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
// A server; `connectionListener` listens to `connection`.
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

// A connected socket, as socket->connect: ({.port = 80, .host = "…"}), (port), (port, host), (path), each with an optional
// listener of `connect`.
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
// Milliseconds; 250. At least 10.
double getDefaultAutoSelectFamilyAttemptTimeout();
void setDefaultAutoSelectFamilyAttemptTimeout(double value);

}  // namespace nodecpp::net
