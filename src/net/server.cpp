// Servers: the listening socket, the connections that it accepts, and the functions of net.Server.
#include <algorithm>
#include <cmath>

#include "base/assertion.h"
#include "base/upward_calls.h"
#include "diagnostics_channel/built_in.h"
#include "net/internals.h"

namespace nodecpp::net {

using detail::Loop;
using detail::SocketHandle;

namespace detail {

// The server's side of a listening socket in the port. The handle holds a reference to its server while it is open.
class ServerHandle final : public OpenHandle, public os::ListenerSink {
 public:
  ServerHandle(Loop& loop, ServerObject* owner) : OpenHandle(loop), owner_(owner) {}

  int listen(const os::ListenSpec& spec, bool referenced) {
    if (int error = loop_.port().net.listen(spec, this, &listener_)) return error;
    NODECPP_ASSERT(listener_ && !counted_);
    noDelay_ = spec.noDelay;
    enlist();
    setReferenced(referenced);
    return 0;
  }
  // Used in a worker of a cluster. Listens on `received`, or, without it, gets connections that the primary process
  // accepts and hands over. `closed` tells the primary when this handle is closed.
  int listenThrough(os::Listener* received, const os::Address& bound, bool referenced, Function<void()> closed) {
    if (received) {
      os::ListenSpec spec = ServerInternals::listenSpec(*owner_);
      spec.received = received;
      if (int error = loop_.port().net.listen(spec, this, &listener_)) return error;
      noDelay_ = spec.noDelay;
    }
    NODECPP_ASSERT(!received || listener_);
    enlist();
    bound_ = bound;
    closed_ = std::move(closed);
    setReferenced(referenced);
    return 0;
  }
  os::Listener* listener() const { return listener_; }
  os::Address address() {
    if (closed_) return bound_;
    return listener_ ? loop_.port().net.address(listener_) : os::Address();
  }
  // Another server takes over the socket, and gets its connections. The servers before it keep the handle, too.
  void moveTo(ServerObject& other) {
    former_.push_back(owner_);
    owner_ = Server(&other);
  }
  void setReferenced(bool on) {
    on = on && (listener_ || closed_);
    if (on == counted_) return;
    counted_ = on;
    on ? loop_.ref() : loop_.unref();
  }
  // Called by each server that has the handle. The first of them closes the socket. After the last, the handle is
  // deleted in the loop's close phase, because a call from the port that is still under way uses it.
  void close() {
    if (listener_) loop_.port().net.close(std::exchange(listener_, nullptr));
    if (auto closed = std::exchange(closed_, nullptr)) closed();
    setReferenced(false);
    const auto has = [this](const Server& server) { return ServerInternals::has(*server, this); };
    if (has(owner_) || std::ranges::any_of(former_, has)) return;
    loop_.queueClosing({[](void* data) { delete static_cast<ServerHandle*>(data); }, this});
  }
  const char* resourceName() const override {
    return !ServerInternals::isReferenced(*owner_) ? nullptr : isUnix() ? "PipeWrap" : "TCPServerWrap";
  }

 private:
  void onConnection(os::Connection* connection) override {
    loop_.makeCallback(context_, [&] {
      NODECPP_ASSERT(connection && listener_);
      Server alive(owner_);
      ServerInternals::accept(*owner_, connection, noDelay_);
    });
  }
  void onAcceptError(os::ErrorCode error) override {
    loop_.makeCallback(context_, [&] {
      NODECPP_ASSERT(error < 0 && listener_, error);
      Server alive(owner_);
      owner_->emit(event::error, nodecpp::detail::errnoException(error, "accept"));
    });
  }

  void end() override {
    if (listener_) loop_.port().net.close(std::exchange(listener_, nullptr));
    closed_ = nullptr;
    setReferenced(false);
    ServerInternals::forgetHandle(*owner_, this);
    for (const Server& each : std::exchange(former_, {})) ServerInternals::forgetHandle(*each, this);
  }
  bool isUnix() const { return ServerInternals::isUnix(*owner_); }

  Server owner_;
  std::vector<Server> former_;  // the servers from which `owner_` has taken over
  os::Listener* listener_ = nullptr;
  os::Address bound_;
  // Tells the primary that a worker's server has closed; empty for a server outside of a cluster.
  Function<void()> closed_;
  bool counted_ = false;
  // Accepted connections inherit TCP_NODELAY from the listening socket.
  bool noDelay_ = false;
};

void ServerInternals::forgetHandle(ServerObject& server, const ServerHandle* handle) {
  if (server.handle_ == handle) server.handle_ = nullptr;
  server.forgetSignal();
  server.dropListeners();
}

os::Listener* ServerInternals::listenerOf(ServerObject& server) {
  return server.handle_ ? server.handle_->listener() : nullptr;
}

// Makes `handle` the server's handle, after it has begun to listen.
void ServerInternals::opened(ServerObject& server, ServerHandle* handle, const os::Address& at) {
  NODECPP_ASSERT(!server.handle_);
  server.handle_ = handle;
  if (at.family == os::Address::Family::unix) server.path_ = at.host;
  server.tellListening();
}

void ServerInternals::listenOn(ServerObject& server, os::Listener* received, double backlog) {
  auto* handle = new ServerHandle(Loop::current(), &server);
  os::ListenSpec spec = listenSpec(server);
  if (backlog > 0) spec.backlog = int(backlog);
  spec.received = received;
  int error = handle->listen(spec, !server.unref_);
  if (error) {
    delete handle;
    return server.failListening(error, "", -1);
  }
  opened(server, handle, handle->address());
}

os::ListenSpec ServerInternals::listenSpec(const ServerObject& server) {
  return {.noDelay = server.noDelay, .protocol = server.protocolName()};
}

// As in Node, these errors make a server without a host try IPv4: there is no IPv6, or the port cannot be used with
// IPv6.
bool withoutIpv6(int error) {
  return error == UV_EAFNOSUPPORT || error == UV_EADDRNOTAVAIL || error == UV_EINVAL || error == UV_EACCES;
}

Function<bool()> ServerInternals::attempt(ServerObject& server) {
  return [self = Server(&server), id = server.listeningId_] { return self->listeningId_ == id; };
}

void ServerInternals::fail(ServerObject& server, int error, const String& address, int port) {
  server.failListening(error, address, port);
}

void ServerInternals::open(ServerObject& server, os::Listener* received, const os::Address& bound,
                           Function<void()> closed) {
  auto* handle = new ServerHandle(Loop::current(), &server);
  int error = handle->listenThrough(received, bound, !server.unref_, closed);
  if (error) {
    delete handle;
    if (closed) closed();
    return server.failListening(error, bound.host, bound.port);
  }
  opened(server, handle, bound);
}

}  // namespace detail

bool ListenTarget::isPath() const {
  if (value_.kind() != Lookup::Kind::string) return false;
  double number = toNumber(value_.toString());
  // As Node's isPipeName: a string that is no number at or above 0 is a path.
  return !(number >= 0);
}

ServerObject::ServerObject() : ServerObject(ServerOptions{}) {}

ServerObject::ServerObject(ServerOptions options)
    : allowHalfOpen(options.allowHalfOpen),
      pauseOnConnect(options.pauseOnConnect),
      noDelay(options.noDelay),
      keepAlive(options.keepAlive),
      keepAliveInitialDelay(std::max(0.0, options.keepAliveInitialDelay)),
      blockList_(options.blockList) {
  highWaterMark = options.highWaterMark.given && options.highWaterMark.value >= 0
                      ? std::size_t(options.highWaterMark.value)
                      : std::size_t(stream::getDefaultHighWaterMark(false));
}

ServerObject::~ServerObject() = default;

void ServerObject::startListening(const ListenTarget& target, StringArg host, int backlog, Function<void()> listener) {
  ListenOptions options{.backlog = double(backlog)};
  if (target.isPath()) {
    options.path = target.value().toString();
  } else {
    options.port = target.value().isUndefined() ? Lookup(0) : target.value();
    options.host = host.toString();
  }
  startListening(std::move(options), std::move(listener));
}

void ServerObject::startListening(ListenOptions options, Function<void()> listener) {
  if (handle_)
    throw nodecpp::detail::codedError<Error>("ERR_SERVER_ALREADY_LISTEN",
                                             "Listen method has been called more than once without closing.");
  if (listener) once(event::listening, std::move(listener));
  ++listeningId_;
  if (options.signal) {
    Server self(this);
    if (options.signal->aborted())
      Loop::current().nextTick([self] { self->close(); });
    else {
      forgetSignal();
      signal_ = options.signal;
      onAbort_ = [self] { self->close(); };
      signal_->addEventListener("abort", onAbort_, {.once = true});
    }
  }
  if (options.handle) return listenOnHandle(options);
  if (options.fd >= 0) return listenOn("", 0, -1, options);
  if (!options.port.isUndefined()) {
    int port = detail::validatePort(options.port, "options.port");
    if (options.host.empty()) return listenOn("", port, 0, options);
    // `host` is a name or a numeric address. The result comes in a later tick in both cases.
    Server self(this);
    detail::lookup(
        options.host, {.all = true}, [self, port, options, id = listeningId_](Error error, Array<LookupAddress> found) {
          if (id != self->listeningId_) return;
          if (error) {
            self->emit(event::error, error);
            return;
          }
          // A link-local address needs a zone to be bound, so the first address that is not link-local is
          // used.
          NODECPP_ASSERT(!found.empty());
          LookupAddress chosen = found[0];
          for (const LookupAddress& address : found) {
            unsigned char bytes[16];
            bool linkLocal =
                detail::parseAddress(address.address, bytes) == 6 && bytes[0] == 0xfe && (bytes[1] & 0xc0) == 0x80;
            if (linkLocal) continue;
            chosen = address;
            break;
          }
          self->listenOn(chosen.address, port, chosen.family, options);
        });
    return;
  }
  if (!options.path.empty()) {
    if (options.path.startsWith(StringArg("\0")) && (options.readableAll || options.writableAll))
      throw nodecpp::detail::invalidArgValue(
          "options", "{…}", "can not set readableAll or writableAllt to true when path is abstract unix socket");
    return listenOn(options.path, 0, -1, options);
  }
  throw nodecpp::detail::invalidArgValue("options", "{}", "must have the property \"port\" or \"path\"");
}

void ServerObject::listenOnHandle(const ListenOptions& options) {
  if (const BoundSocket bound = options.handle)
    return detail::ServerInternals::listenOn(*this, bound->consume(), options.backlog);
  const Server other = options.handle;
  if (!other || !other->handle_ || !other->handle_->listener())
    throw nodecpp::detail::invalidArgValue("options", "{…}", "must have the property \"port\" or \"path\"");
  handle_ = other->handle_;
  path_ = other->path_;
  handle_->moveTo(*this);
  tellListening();
}

// A `family` of 0 means that the server listens on any address; -1 means that it listens on a path or an inherited
// descriptor.
void ServerObject::listenOn(StringArg address, int port, int family, const ListenOptions& options) {
  using detail::ServerInternals;
  using diagnostics_channel::detail::BuiltIn;
  if (diagnostics_channel::detail::isWanted(BuiltIn::netServerListenStart)) [[unlikely]]
    diagnostics_channel::detail::publish(BuiltIn::netServerListenStart,
                                         {{"server", Server(this)}, {"options", nullptr}});
  // In a worker of a cluster, the primary process opens the socket.
  auto inCluster = nodecpp::detail::upward().listenInCluster;
  if (inCluster && !options.exclusive && inCluster(*this, address, port, family, options)) return;
  Loop& loop = Loop::current();
  os::ListenSpec spec{.address = {},
                      .backlog = options.backlog > 0 ? int(options.backlog) : 511,
                      .ipv6Only = options.ipv6Only,
                      .reusePort = options.reusePort,
                      .readableAll = options.readableAll,
                      .writableAll = options.writableAll,
                      .fd = options.fd,
                      .noDelay = noDelay,
                      .protocol = protocolName()};
  auto* handle = new detail::ServerHandle(loop, this);
  int error = 0;
  String host = address.toString();
  if (family == 0) {
    host = "::";
    spec.address = detail::toAddress("::", port, 6);
    error = handle->listen(spec, !unref_);
    if (detail::withoutIpv6(error)) {
      host = "0.0.0.0";
      spec.address = detail::toAddress("0.0.0.0", port, 4);
      error = handle->listen(spec, !unref_);
    }
  } else {
    if (options.fd < 0) spec.address = detail::toAddress(host, port, family == -1 ? 0 : family);
    error = handle->listen(spec, !unref_);
  }
  // As in Node, any error of a given descriptor is reported as EINVAL.
  if (error && options.fd >= 0) error = UV_EINVAL;
  if (error) {
    delete handle;
    return failListening(error, host, family == -1 ? -1 : port);
  }
  NODECPP_ASSERT(!handle_);
  handle_ = handle;
  if (family == -1 && options.fd < 0) path_ = host;
  if (diagnostics_channel::detail::isWanted(BuiltIn::netServerListenEnd)) [[unlikely]]
    diagnostics_channel::detail::publish(BuiltIn::netServerListenEnd, {{"server", Server(this)}});
  tellListening();
}

// A `port` of -1 stands for a path, as in Node's error.
void ServerObject::failListening(int error, const String& host, int port) {
  NODECPP_ASSERT(error < 0, error);
  Error failure = nodecpp::detail::uvExceptionWithHostPort(error, "listen", host, port);
  using diagnostics_channel::detail::BuiltIn;
  if (diagnostics_channel::detail::isWanted(BuiltIn::netServerListenError)) [[unlikely]]
    diagnostics_channel::detail::publish(BuiltIn::netServerListenError, {{"server", Server(this)}}, failure);
  Loop::current().nextTick([self = Server(this), failure] { self->emit(event::error, failure); });
}

void ServerObject::tellListening() {
  Loop::current().nextTick([self = Server(this)] {
    if (self->handle_) self->emitListening();
  });
}

void ServerObject::forgetSignal() {
  if (signal_) signal_->removeEventListener("abort", onAbort_);
  signal_ = nullptr;
  onAbort_ = nullptr;
}

void ServerObject::emitListening() { emit(event::listening); }

AddressInfo ServerObject::address() const {
  if (!handle_) return {};
  if (!path_.empty()) return {path_, "", 0};
  return detail::toInfo(handle_->address());
}

void ServerObject::changeRef(bool on) {
  unref_ = !on;
  if (handle_) handle_->setReferenced(on);
}

void ServerObject::getConnections(Function<void(Error, int)> callback) {
  Loop::current().nextTick([callback, count = connections_] { callback(nullptr, count); });
}

void ServerObject::accepted(os::Connection* connection, bool hasNoDelay) {
  NODECPP_ASSERT(connection);
  Loop& loop = Loop::current();
  os::Port& port = loop.port();
  if (maxConnections >= 0 && connections_ >= maxConnections) {
    AddressInfo local = detail::toInfo(port.net.localAddress(connection)),
                remote = detail::toInfo(port.net.remoteAddress(connection));
    emit(event::drop, path_.empty() ? DropArgument{local.address, local.port, local.family, remote.address, remote.port,
                                                   remote.family}
                                    : DropArgument{});
    port.net.close(connection);
    return;
  }
  if (blockList_) {
    AddressInfo remote = detail::toInfo(port.net.remoteAddress(connection));
    if (!remote.family.empty() && blockList_->check(remote.address, remote.family.toLowerCase())) {
      port.net.close(connection);
      return;
    }
  }
  auto* handle = new SocketHandle(loop);
  const Socket socket = detail::SocketInternals::accepted(handle, *this, hasNoDelay);
  handle->owner = socket.get();
  handle->adopt(connection, !path_.empty());
  if (noDelay && !hasNoDelay) socket->setNoDelay(true);
  if (keepAlive) socket->setKeepAlive(true, keepAliveInitialDelay);
  NODECPP_ASSERT(handle->open() && handle->owner == socket.get());
  ++connections_;
  if (pauseOnConnect)
    socket->setReadableFlowing(false);
  else
    socket->read(0);
  emitConnection(socket);
  if (diagnostics_channel::detail::isWanted(diagnostics_channel::detail::BuiltIn::netServerSocket)) [[unlikely]]
    diagnostics_channel::detail::publish(diagnostics_channel::detail::BuiltIn::netServerSocket, {{"socket", socket}});
}

void ServerObject::emitConnection(const Socket& socket) { EventEmitterObject::emit(event::connection, socket); }

void ServerObject::connectionClosed() {
  --connections_;
  emitCloseIfDrained();
}

void ServerObject::closeAndTell(Function<void(Error)> callback) {
  ++listeningId_;
  if (callback) {
    bool running = handle_ != nullptr;
    once(event::close, [callback, running] {
      callback(running ? Error()
                       : nodecpp::detail::codedError<Error>("ERR_SERVER_NOT_RUNNING", "Server is not running."));
    });
  }
  if (handle_) std::exchange(handle_, nullptr)->close();
  emitCloseIfDrained();
}

void ServerObject::emitCloseIfDrained() {
  if (handle_ || connections_) return;
  Server self(this);
  Loop::current().nextTick([self] {
    self->forgetSignal();
    if (!self->handle_ && !self->connections_) self->onLastConnectionClosed();
    self->emit(event::close);
    // The program may let the server listen again, perhaps after a pause, so its listeners are kept for a minute before
    // they are dropped.
    if (self->handle_ || self->connections_) return;
    detail::dropLater([self, id = self->listeningId_] {
      if (self->listeningId_ == id && !self->handle_) self->dropListeners();
    });
  });
}

void ServerObject::onRejection(const Error& error, const String& event, const Array<Handle<Object>>& objects) {
  if (event == "connection" && !objects.empty())
    objects[0].as<Socket>()->destroy(error);
  else
    emit(event::error, error);
}

}  // namespace nodecpp::net
