// The socket: binding, connecting, sending, closing. Options of the socket are in options.cpp.
#include <nodecpp/dgram.h>

#include <cmath>

#include "base/assertion.h"
#include "base/upward_calls.h"
#include "dgram/handle.h"
#include "diagnostics_channel/built_in.h"
#include "net/internals.h"

namespace nodecpp::dgram {

using nodecpp::detail::codedError;
using nodecpp::detail::Loop;

namespace {

void checkSize(double size, const char* name) {
  if (size >= 0 && size <= 4294967295.0 && size == std::trunc(size)) return;
  const bool isInteger = size == std::trunc(size);
  throw nodecpp::detail::outOfRange(name, isInteger ? ">= 0 && <= 4294967295" : "an integer",
                                    nodecpp::detail::rangeNumber(size));
}

// Returns a port other than 0. Throws ERR_SOCKET_BAD_PORT.
int portAbove0(const Lookup& port) {
  try {
    if (const int number = net::detail::validatePort(port, "Port")) return number;
  } catch (const Error& error) {
    throw codedError<RangeError>("ERR_SOCKET_BAD_PORT", error->message.replace(">= 0", "> 0"));
  }
  throw codedError<RangeError>("ERR_SOCKET_BAD_PORT",
                               port.kind() == Lookup::Kind::string
                                   ? "Port should be > 0 and < 65536. Received type string ('" + port.toString() + "')."
                                   : String("Port should be > 0 and < 65536. Received type number (0)."));
}

os::Address addressOf(const String& host, int port) { return net::detail::toAddress(host, port, net::isIP(host)); }

Error blocked(const String& ip) {
  return codedError<Error>("ERR_IP_BLOCKED", "IP(" + ip + ") is blocked by net.BlockList");
}
bool isBlocked(const net::BlockList& list, const String& ip) {
  return list && list->check(ip, net::isIP(ip) == 6 ? "ipv6" : "ipv4");
}

Error alreadyBound() { return codedError<Error>("ERR_SOCKET_ALREADY_BOUND", "Socket is already bound"); }
Error alreadyConnected() { return codedError<Error>("ERR_SOCKET_DGRAM_IS_CONNECTED", "Already connected"); }
Error notConnected() { return codedError<Error>("ERR_SOCKET_DGRAM_NOT_CONNECTED", "Not connected"); }

// Checks the address of the functions that do not look names up.
void checkNumeric(const String& address, const char* name, const char* function) {
  if (net::isIP(address)) return;
  throw nodecpp::detail::invalidArgValue(
      name, nodecpp::detail::inspectString(address),
      str("must be a numeric IP address; ") + function + " does not perform DNS resolution");
}

}  // namespace

Datagram Datagram::part(double offset, double length) const {
  const Buffer bytes = more_.empty() ? first_ : Buffer();
  // JavaScript's `>>> 0`.
  const auto unsign = [](double value) {
    return std::isfinite(value) ? std::fmod(std::fmod(std::trunc(value), 4294967296.0) + 4294967296.0, 4294967296.0)
                                : 0;
  };
  const double from = unsign(offset), size = unsign(length);
  const auto outside = [](const char* name) {
    return codedError<RangeError>("ERR_BUFFER_OUT_OF_BOUNDS", str("\"") + name + "\" is outside of buffer bounds");
  };
  if (from > double(bytes.size())) throw outside("offset");
  if (from + size > double(bytes.size())) throw outside("length");
  return Datagram(bytes.subarray(from, from + size));
}

SocketObject::SocketObject(SocketOptions options) : type(options.type), options_(std::move(options)) {
  if (type != "udp4" && type != "udp6")
    throw codedError<TypeError>("ERR_SOCKET_BAD_TYPE", "Bad socket type specified. Valid types are: udp4, udp6");
  checkSize(options_.recvBufferSize, "options.recvBufferSize");
  checkSize(options_.sendBufferSize, "options.sendBufferSize");
  isIpv6_ = type == "udp6";
  if (diagnostics_channel::detail::isWanted(diagnostics_channel::detail::BuiltIn::udpSocket)) [[unlikely]]
    diagnostics_channel::detail::publish(diagnostics_channel::detail::BuiltIn::udpSocket, {{"socket", Socket(this)}});
  if (!options_.signal) return;
  if (options_.signal->aborted()) {
    close();
    return;
  }
  // The signal must not keep the socket alive for longer than the socket is used.
  onAbort_ = [this] {
    if (!isClosed_) close();
  };
  options_.signal->addEventListener("abort", onAbort_, {.once = true});
}

SocketObject::~SocketObject() { forgetSignal(); }

void SocketObject::forgetSignal() {
  if (options_.signal && onAbort_) options_.signal->removeEventListener("abort", onAbort_);
  options_.signal = nullptr;
  onAbort_ = nullptr;
}

void SocketObject::checkRunning() const {
  if (isClosed_) throw codedError<Error>("ERR_SOCKET_DGRAM_NOT_RUNNING", "Not running");
}

// Finds a numeric address. `done` is called in a later tick, or in a later turn, unless the socket has been closed.
void SocketObject::resolve(StringArg asked, Resolved done) {
  const String address = asked.empty() ? loopback() : asked.toString();
  const auto answer = [self = Socket(this), done](Error error, Array<net::LookupAddress> found) {
    if (self->isClosed_) return;
    done(error, error || found.length() == 0 ? String() : found[0].address);
  };
  if (options_.lookup)
    options_.lookup(address, {.family = family()}, net::LookupCallback(answer));
  else
    net::detail::lookup(address, {.family = family()}, answer);
}

os::DatagramSpec SocketObject::specFor(const String& address, int port) const {
  return {.address = addressOf(address, port),
          .reuseAddress = options_.reuseAddr,
          .reusePort = options_.reusePort,
          .ipv6Only = options_.ipv6Only};
}

// Opens the socket in the port. Returns 0 or an error.
int SocketObject::open(const String& address, int port) {
  // As libuv, which does not accept an address of the other family. A socket that joined a group before has an address
  // already, and Linux binds no socket twice.
  if (handle_ || net::isIP(address) != family()) return UV_EINVAL;
  return openHandle(specFor(address, port));
}

// Returns true when the primary of this worker's cluster is asked for the socket.
static bool askPrimary(SocketObject& socket, const os::DatagramSpec& spec) {
  const auto inCluster = nodecpp::detail::upward().bindInCluster;
  return inCluster && inCluster(socket, spec);
}

int SocketObject::openHandle(const os::DatagramSpec& spec) {
  NODECPP_ASSERT(!handle_);
  auto* made = new DatagramHandle(Loop::current(), this);
  const int error = made->open(spec);
  if (error) {
    delete made;
    return error;
  }
  handle_ = made;
  return 0;
}

void SocketObject::startReceiving() {
  handle_->start(isReferenced_);
  bound_ = Bound::yes;
  if (options_.recvBufferSize > 0) bufferSize(options_.recvBufferSize, true);
  if (options_.sendBufferSize > 0) bufferSize(options_.sendBufferSize, false);
}

Socket SocketObject::bind(BindOptions options, Function<void()> callback) {
  checkRunning();
  if (bound_ != Bound::no) throw alreadyBound();
  bound_ = Bound::binding;
  if (callback) {
    onBound_ = callback;
    once(event::listening, onBound_);
  }
  if (options.fd > 0) {
    if (options.exclusive || !askPrimary(*this, {.fd = options.fd})) openDescriptor(options.fd);
    return Socket(this);
  }
  const String address = options.address.empty() ? String(isIpv6_ ? "::" : "0.0.0.0") : options.address;
  const double number = options.port.isUndefined() ? 0 : options.port.toNumber();
  const int port = number >= 0 && number <= 65535 ? int(number) : 0;
  resolve(address, [self = Socket(this), port, exclusive = options.exclusive](Error error, String ip) {
    if (error) return self->failBinding(error);
    self->bindTo(ip, port, exclusive);
  });
  return Socket(this);
}

// As in Node, a descriptor that is refused leaves the socket in the state of one that is being bound.
void SocketObject::openDescriptor(int fd) {
  Socket alive(this);
  const os::DescriptorKind kind = Loop::current().port().datagrams.kindOf(fd);
  if (kind != os::DescriptorKind::udp)
    throw net::detail::invalidFdType(kind);
  if (const int error = openHandle({.fd = fd})) throw nodecpp::detail::errnoException(error, "open");
  bound();
}

void SocketObject::bindTo(const String& address, int port, bool exclusive) {
  const bool isShared = !exclusive && !options_.reusePort && net::isIP(address) == family();
  if (isShared && askPrimary(*this, specFor(address, port))) return;
  if (const int error = open(address, port))
    return failBinding(nodecpp::detail::exceptionWithHostPort(error, "bind", address, port > 0 ? port : -1));
  bound();
}

void SocketObject::bound() {
  onBound_ = nullptr;
  startReceiving();
  emit(event::listening);
}

void SocketObject::failBinding(const Error& error) {
  bound_ = Bound::no;
  // As in Node, the callback of bind is not called later, and what waited for the socket is given up.
  if (onBound_) off(event::listening, std::exchange(onBound_, nullptr));
  isQueueing_ = false;
  queue_.clear();
  emit(event::error, error);
}

AddressInfo SocketObject::bindSync(const BindOptions& options) {
  checkRunning();
  if (bound_ != Bound::no) throw alreadyBound();
  const int port = net::detail::validatePort(options.port.isUndefined() ? Lookup(0) : options.port, "options.port");
  const String address = options.address.empty() ? String(isIpv6_ ? "::" : "0.0.0.0") : options.address;
  checkNumeric(address, "options.address", "bindSync");
  if (const int error = open(address, port))
    throw nodecpp::detail::exceptionWithHostPort(error, "bind", address, port > 0 ? port : -1);
  startReceiving();
  Loop::current().nextTick([self = Socket(this)] {
    if (!self->isClosed_) self->emit(event::listening);
  });
  return this->address();
}

// Keeps a call until the socket is bound.
void SocketObject::enqueue(Function<void()> call) {
  if (!isQueueing_) {
    isQueueing_ = true;
    once(event::listening, [this] { flushQueue(); });
  }
  queue_.push_back(std::move(call));
}

void SocketObject::flushQueue() {
  Socket alive(this);
  isQueueing_ = false;
  const auto calls = std::exchange(queue_, {});
  for (const auto& call : calls) call();
}

void SocketObject::connect(const PortArg& asked, StringArg host, Function<void(Error)> callback) {
  const String address = host.toString();  // binding may call the program's own lookup
  const int port = portAbove0(asked.value());
  if (connected_ != Connected::no) throw alreadyConnected();
  connected_ = Connected::connecting;
  if (bound_ == Bound::no) bind(BindOptions{.port = 0, .exclusive = true});
  if (bound_ == Bound::yes) return connectTo(port, address, std::move(callback));
  enqueue([this, port, address, callback] { connectTo(port, address, callback); });
}

void SocketObject::connectTo(int port, const String& address, Function<void(Error)> callback) {
  Function<void()> listener;
  if (callback) {
    listener = [callback] { callback(nullptr); };
    once(event::connect, listener);
  }
  resolve(address, [self = Socket(this), port, address, callback, listener](Error error, String ip) {
    if (error || !self->finishConnect(error, ip, address, port)) self->failConnecting(error, callback, listener);
  });
}

// Connects the socket. Returns false and sets `error` when that fails.
bool SocketObject::finishConnect(Error& error, const String& ip, const String& address, int port) {
  if (isBlocked(options_.sendBlockList, ip))
    error = blocked(ip);
  else if (const int number = handle_->datagrams().connect(handle_->socket(), addressOf(ip, port)))
    error = hostError(number, "connect", address, port);
  if (error) return false;
  connected_ = Connected::yes;
  Loop::current().nextTick([self = Socket(this)] { self->emit(event::connect); });
  return true;
}

void SocketObject::failConnecting(const Error& error, const Function<void(Error)>& callback,
                                  const Function<void()>& listener) {
  connected_ = Connected::no;
  Loop::current().nextTick([self = Socket(this), error, callback, listener] {
    if (!callback) return void(self->emit(event::error, error));
    self->off(event::connect, listener);
    callback(error);
  });
}

void SocketObject::connectSync(const PortArg& asked, StringArg given) {
  checkRunning();
  const int port = portAbove0(asked.value());
  if (connected_ != Connected::no) throw alreadyConnected();
  const String address = given.empty() ? loopback() : given.toString();
  checkNumeric(address, "address", "connectSync");
  if (bound_ == Bound::no)
    bindSync();
  else if (bound_ != Bound::yes)
    throw alreadyBound();
  if (isBlocked(options_.sendBlockList, address)) throw blocked(address);
  if (const int error = handle_->datagrams().connect(handle_->socket(), addressOf(address, port)))
    throw hostError(error, "connect", address, port);
  connected_ = Connected::yes;
  Loop::current().nextTick([self = Socket(this)] {
    if (!self->isClosed_) self->emit(event::connect);
  });
}

void SocketObject::disconnect() {
  if (connected_ != Connected::yes) throw notConnected();
  checkRunning();
  if (const int error = handle_->datagrams().connect(handle_->socket(), {}))
    throw nodecpp::detail::errnoException(error, "connect");
  connected_ = Connected::no;
}

void SocketObject::send(Datagram&& bytes, const Lookup& asked, StringArg host, Form form, SendCallback&& callback) {
  const bool isConnected = connected_ == Connected::yes;
  // Node reads the arguments by their places: `send(bytes, port, address, callback)` of a connected socket has the
  // callback in the place of a port, and `send(bytes, port, callback)` has no callback.
  if (isConnected && (form == Form::whole || (form == Form::brief && !host.empty() && callback)))
    throw alreadyConnected();
  if (isConnected && form == Form::brief) callback = nullptr;
  const int port = isConnected ? 0 : portAbove0(asked);
  checkRunning();
  // Binding may call the program's own lookup, so the argument is copied before.
  String address = host.toString();
  if (bound_ == Bound::no) bind(BindOptions{.port = 0, .exclusive = true});
  if (bound_ == Bound::yes) return sendBound(std::move(bytes), port, std::move(address), std::move(callback));
  enqueue([this, bytes, port, address, callback] {
    const bool isConnectedNow = connected_ == Connected::yes;
    if (isConnectedNow && port != 0 && callback) throw alreadyConnected();
    checkRunning();
    sendBound(Datagram(bytes), isConnectedNow ? 0 : port, String(address), SendCallback(callback));
  });
}

void SocketObject::sendBound(Datagram&& bytes, int port, String&& address, SendCallback&& callback) {
  if (port == 0) return sendTo(bytes, {}, address, port, callback);
  if (!options_.lookup && handle_) {
    // The short way for an address, which is also what dns.lookup answers in the next tick.
    const bool isGiven = !address.empty();
    if (!isGiven) address = loopback();
    if (const auto family = handle_->familyOf(address); family != os::Address::Family::none) {
      handle_->keep(std::unique_ptr<DatagramHandle::Kept>(new DatagramHandle::Kept{
          std::move(bytes), {family, std::move(address), port}, std::move(callback), isGiven}));
      return Loop::current().nextTick<&SocketObject::sendKept>(*this);
    }
  }
  resolve(address, [self = Socket(this), bytes = std::move(bytes), port, address, callback](Error error, String ip) {
    if (!error) return self->sendTo(bytes, addressOf(ip, port), address, port, callback);
    Loop::current().nextTick([self, error, callback] {
      if (callback)
        callback(error, 0);
      else
        self->emit(event::error, error);
    });
  });
}

// Sends the oldest datagram that waits for its tick. A socket that has been closed meanwhile sends nothing.
void SocketObject::sendKept() {
  if (!handle_) return;
  const auto next = handle_->takeKept();
  const String none;
  sendTo(next->bytes, next->to, next->isGiven ? next->to.host : none, next->to.port, next->callback);
}

// `to` has no family when the socket is connected.
void SocketObject::sendTo(const Datagram& bytes, const os::Address& to, const String& address, int port,
                          const SendCallback& callback) {
  Loop& loop = Loop::current();
  if (!handle_) return;
  if (port && isBlocked(options_.sendBlockList, to.host)) {
    if (callback) loop.nextTick([callback, ip = to.host] { callback(blocked(ip), 0); });
    return;
  }
  const int error = handle_->send(bytes, to, callback, address, port);
  if (error == UV_EAGAIN || !callback) return;
  loop.nextTick([callback, error, address, port, size = double(bytes.size())] {
    callback(error ? hostError(error, "send", address, port) : Error(nullptr), error ? 0 : size);
  });
}

Socket SocketObject::close(Function<void()> callback) {
  if (callback) on(event::close, callback);
  Socket self(this);
  if (isQueueing_) {
    queue_.push_back([this] { close(); });
    return self;
  }
  checkRunning();
  isClosed_ = true;
  if (handle_) std::exchange(handle_, nullptr)->close();
  forgetSignal();
  Loop::current().nextTick([self] {
    self->emit(event::close);
    self->dropListeners();
  });
  return self;
}

AddressInfo SocketObject::address() {
  checkRunning();
  os::Address found;
  const int error = handle_ ? handle_->datagrams().localAddress(handle_->socket(), found) : UV_EBADF;
  if (error) throw nodecpp::detail::errnoException(error, "getsockname");
  return net::detail::toInfo(found);
}

AddressInfo SocketObject::remoteAddress() {
  checkRunning();
  if (connected_ != Connected::yes) throw notConnected();
  os::Address found;
  if (const int error = handle_->datagrams().remoteAddress(handle_->socket(), found))
    throw nodecpp::detail::errnoException(error, "getpeername");
  return net::detail::toInfo(found);
}

}  // namespace nodecpp::dgram
