// Servers of TCP and of unix domains, with their options. Part of nodecpp/net.h.
#pragma once

#include <nodecpp/net/socket.h>
#include <nodecpp/traits.h>

namespace nodecpp::net {

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
// `fd`, or the `handle` of another server or of a BoundSocket. A `backlog` of 0 means 511.
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
  SendHandle handle{};
};

// What a server can listen on in place of an address: another server, a BoundSocket, or what came with a message.
template <class T>
concept ListenHandle =
    nodecpp::detail::ConvertsTo<const T&, Server> || nodecpp::detail::ConvertsTo<const T&, BoundSocket> || std::same_as<T, SendHandle>;

// The host argument of listen as a value of a type that is known only at run time, for example a var or a Lookup.
template <class T>
concept HostValue = !nodecpp::detail::StringLike<const T&> && requires(const T& value) {
  { value.isString() } -> std::same_as<bool>;
  { value.toString() } -> nodecpp::detail::ConvertsTo<String>;
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

// The listener of listen(). It may have a parameter for an error, which many programs give it; as in Node, the error is
// always undefined, since a failure is the event `error`.
class ListeningListener : public Function<void()> {
 public:
  using Function<void()>::Function;
  ListeningListener(const Function<void()>& other) : Function<void()>(other) {}
  template <class F>
    requires(!std::is_invocable_v<F&>) && std::is_invocable_v<F&, Error>
  ListeningListener(F listener) : Function<void()>([listener = std::move(listener)]() mutable { listener(Error()); }) {}
  // Takes what fits no other constructor, so that the compiler names the mistake. Without it clang 19 crashes while it
  // lists the overloads of listen().
  template <class F>
    requires(!std::is_invocable_v<F&>) && (!std::is_invocable_v<F&, Error>) && requires { &F::operator(); }
  ListeningListener(const F&) NODECPP_DELETED("the listener of listen() takes no parameters");
};

// A server of TCP or of a unix-domain socket. The object lives while it listens, a connection is open, or a handle
// refers to the object. https://nodejs.org/docs/latest-v24.x/api/net.html#class-netserver
class ServerObject : public EventEmitterObject {
 public:
  using Options = ServerOptions;
  ServerObject();
  explicit ServerObject(ServerOptions options);
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
  Handle<Self> listen(this Self& self, ListenOptions options, ListeningListener listener = nullptr) {
    static_cast<ServerObject&>(self).startListening(std::move(options), std::move(listener));
    return Handle<Self>(&self);
  }
  template <class Self>
  Handle<Self> listen(this Self& self) {
    return self.ServerObject::listen(ListenOptions{.port = 0});
  }
  template <class Self, class F>
    requires std::constructible_from<ListeningListener, F>
  Handle<Self> listen(this Self& self, F listener) {
    return self.ServerObject::listen(ListenOptions{.port = 0}, ListeningListener(std::move(listener)));
  }
  template <class Self>
  Handle<Self> listen(this Self& self, const ListenTarget& target, ListeningListener listener = nullptr) {
    static_cast<ServerObject&>(self).startListening(target, "", 0, std::move(listener));
    return Handle<Self>(&self);
  }
  template <class Self, class Host>
    requires nodecpp::detail::StringLike<const Host&>
  Handle<Self> listen(this Self& self, const ListenTarget& target, const Host& host,
                      ListeningListener listener = nullptr) {
    static_cast<ServerObject&>(self).startListening(target, host, 0, std::move(listener));
    return Handle<Self>(&self);
  }
  template <class Self, class Host>
    requires nodecpp::detail::StringLike<const Host&>
  Handle<Self> listen(this Self& self, const ListenTarget& target, const Host& host, int backlog,
                      ListeningListener listener = nullptr) {
    static_cast<ServerObject&>(self).startListening(target, host, backlog, std::move(listener));
    return Handle<Self>(&self);
  }
  // Listens on the socket of another server, from which this server takes over: it gets the connections from then on,
  // and closing either of them closes the socket. Or listens at the address of a BoundSocket. Throws
  // ERR_INVALID_ARG_VALUE for another object, and ERR_SOCKET_HANDLE_ADOPTED.
  template <class Self, ListenHandle H>
  Handle<Self> listen(this Self& self, const H& handle, ListeningListener listener = nullptr) {
    return self.ServerObject::listen(ListenOptions{.handle = handle}, std::move(listener));
  }
  template <class Self, ListenHandle H>
  Handle<Self> listen(this Self& self, const H& handle, int backlog, ListeningListener listener = nullptr) {
    return self.ServerObject::listen(ListenOptions{.backlog = double(backlog), .handle = handle}, std::move(listener));
  }
  // As in Node, a string is the host, and any other value is the backlog.
  template <class Self, HostValue Host>
  Handle<Self> listen(this Self& self, const ListenTarget& target, const Host& host,
                      ListeningListener listener = nullptr) {
    if (host.isString()) return self.ServerObject::listen(target, String(host.toString()), std::move(listener));
    double backlog = host.toNumber();
    return self.ServerObject::listen(target, backlog >= 1 && backlog < 1e9 ? int(backlog) : 0, std::move(listener));
  }
  template <class Self, class Backlog>
    requires std::integral<Backlog>
  Handle<Self> listen(this Self& self, const ListenTarget& target, Backlog backlog,
                      ListeningListener listener = nullptr) {
    static_cast<ServerObject&>(self).startListening(target, "", int(backlog), std::move(listener));
    return Handle<Self>(&self);
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

  // Emits an event, as every emitter. When a program emits `connection` itself, the server serves that socket as if it
  // had accepted it: an http server reads requests from it, and a server of tls or https shakes hands on it. Returns
  // true.
  using EventEmitterObject::emit;
  template <class Self, class S>
    requires nodecpp::detail::ConvertsTo<S, Socket>
  bool emit(this Self& self, const event::connection_t&, S&& socket) {
    static_cast<ServerObject&>(self).emitConnection(socket);
    return true;
  }

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
  template <class I>
  void inspectTo(I& out) const {
    out.property("listening", listening()).property("allowHalfOpen", allowHalfOpen);
    out.property("pauseOnConnect", pauseOnConnect).property("noDelay", noDelay).property("keepAlive", keepAlive);
    out.property("keepAliveInitialDelay", keepAliveInitialDelay).property("highWaterMark", highWaterMark);
  }

 protected:
  virtual void closeAndTell(Function<void(Error)> callback);
  // Works as closeAndTell. Called when another process serves the same address in place of this one, so that a class
  // can first let its idle connections have one more request.
  virtual void leave(Function<void(Error)> callback) { closeAndTell(std::move(callback)); }
  // Called when a connection was accepted; the base class emits `connection`.
  virtual void emitConnection(const Socket& socket);
  // Called when the server listens; the base class emits `listening`.
  virtual void emitListening();
  // Called when the server has stopped listening and its last connection has ended. `close` is emitted after this.
  virtual void onLastConnectionClosed() {}
  // The name of the protocol that a recording notes for this server's connections; empty when the protocol is unknown.
  virtual const char* protocolName() const { return ""; }
  // What the servers at one address have in common in all workers of a cluster, and is empty otherwise. The worker that
  // listens first sends it, and all take it over when they begin to listen.
  virtual String sharedInCluster() const { return {}; }
  virtual void shareInCluster(const String&) {}
  // Destroys a connection for which a `connection` listener returned a rejected promise.
  void onRejection(const Error& error, const String& event, const Array<Handle<Object>>& objects) override;
  int connections() const { return connections_; }

 private:
  friend struct detail::ServerInternals;
  void startListening(ListenOptions options, Function<void()> listener);
  void startListening(const ListenTarget& target, StringArg host, int backlog, Function<void()> listener);
  void listenOn(StringArg address, int port, int family, const ListenOptions& options);
  void listenOnHandle(const ListenOptions& options);
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

}  // namespace nodecpp::net
