// How a socket connects: it looks up names, tries one address or several in turn (RFC 8305, Node's autoSelectFamily),
// and emits the events of each attempt.
#include <algorithm>
#include <cmath>
#include <vector>

#include "base/assertion.h"
#include "diagnostics_channel/built_in.h"
#include "net/socket_handle.h"
#include "perf_hooks/node_entries.h"

namespace nodecpp::net {

using detail::Loop;
using detail::SocketHandle;

namespace {

// The defaults that a program has set for all its sockets.
struct Defaults {
  bool autoSelectFamily = true;
  double attemptTimeout = 250;
};
constinit nodecpp::detail::LoopLocal<Defaults> defaults;
Defaults defaultsNow() noexcept {
  const Defaults* set = defaults.find();
  return set ? *set : Defaults{};
}

Error connectError(int error, const String& address, int port, const String& localAddress, int localPort) {
  String details = !localAddress.empty() && localPort ? localAddress + ":" + str(localPort) : String();
  return nodecpp::detail::exceptionWithHostPort(error, "connect", address, port, details);
}

// Whether connecting failed because the local address could not be bound.
bool isBindError(int error, const os::ConnectSpec& spec) {
  return spec.local.family != os::Address::Family::none &&
         (error == UV_EADDRINUSE || error == UV_EADDRNOTAVAIL || error == UV_EACCES);
}

// Returns the local address and port as Node's message prints them for a connection that failed at once.
String localDetails(const os::ConnectSpec& spec) {
  if (spec.local.family != os::Address::Family::none) return spec.local.host + ":" + str(spec.local.port);
  if (spec.address.family == os::Address::Family::unix) return "undefined:undefined";
  return spec.address.family == os::Address::Family::ipv4 ? "0.0.0.0:0" : ":::0";
}

double checkedTimeout(double value, const char* name) {
  bool whole = value == std::trunc(value);
  if (!whole || !(value >= 1 && value <= 2147483647))
    throw nodecpp::detail::outOfRange(name, whole ? ">= 1 && <= 2147483647" : "an integer",
                                      nodecpp::detail::rangeNumber(value));
  // As in Node, a shorter time-out counts as 10 milliseconds.
  return std::max(10.0, value);
}

void requireListenerType(const Lookup& port) {
  if (port.kind() == Lookup::Kind::list)
    throw nodecpp::detail::invalidArgType("options.port", "one of type number or string", "an instance of Array");
}

}  // namespace

bool getDefaultAutoSelectFamily() { return defaultsNow().autoSelectFamily; }
void setDefaultAutoSelectFamily(bool value) { defaults->autoSelectFamily = value; }
double getDefaultAutoSelectFamilyAttemptTimeout() { return defaultsNow().attemptTimeout; }
void setDefaultAutoSelectFamilyAttemptTimeout(double value) {
  defaults->attemptTimeout = checkedTimeout(value, "value");
}

using detail::toAddress;

namespace {

using perf_hooks::detail::Measured;

// Returns what an observer of connections is told later; undefined when there is none.
Handle<Object> beginOf(const String& host, int port) {
  if (!perf_hooks::detail::isMeasured(Measured::net)) [[likely]]
    return nullptr;
  return perf_hooks::detail::begin("connect", var::object({{"host", host}, {"port", port}}));
}

}  // namespace

// Connects to the addresses of one name, which are tried one after the other.
struct SocketObject::ConnectAttempts final : public Object {
  Socket socket;
  unsigned use = 0;
  std::vector<LookupAddress> addresses;
  ConnectOptions options;
  int port = 0;
  double timeout = 0;
  std::size_t current = 0;
  Array<Error> errors;
  Timeout timer;

  // Whether the socket still waits for these attempts. The program may have destroyed it, and connected it again.
  bool wanted() const { return socket->connecting_ && socket->uses_ == use; }

  void next(bool canceled = false) {
    Handle<ConnectAttempts> alive(this);
    NODECPP_ASSERT(current <= addresses.size(), current, addresses.size());
    clearTimeout(timer);
    if (socket->aborted_) return;
    if (canceled || current == addresses.size()) {
      if (errors.empty())
        socket->destroy(
            nodecpp::detail::codedError<Error>("ERR_SOCKET_CONNECTION_TIMEOUT", "Socket connection timeout"));
      else
        socket->destroy(aggregate());
      return;
    }
    std::size_t mine = current++;
    if (mine > 0) {
      // A handle can connect only once, so each further attempt gets a new handle.
      if (SocketHandle* before = std::exchange(socket->handle_, nullptr)) before->close(false, nullptr);
      socket->newHandle();
    }
    LookupAddress target = addresses[mine];
    os::ConnectSpec spec{.address = toAddress(target.address, port, target.family), .local = {}};
    if (options.localPort > 0)
      spec.local = toAddress(target.family == 4 ? "0.0.0.0" : "::", int(options.localPort), target.family);
    auto failed = [&](const Error& error) {
      errors.push(error);
      socket->emit(event::connectionAttemptFailed, target.address, port, target.family, error);
      next();
    };
    if (socket->blockList_ && socket->blockList_->check(target.address, target.family == 4 ? "ipv4" : "ipv6"))
      return failed(nodecpp::detail::codedError<Error>("ERR_IP_BLOCKED",
                                                       "IP(" + target.address + ") is blocked by net.BlockList"));
    spec.bound = socket->takeBound();
    int error = socket->handle_->connect(spec, [self = Handle<ConnectAttempts>(this), mine, target](int status) {
      self->finished(mine, target, status);
    });
    if (isBindError(error, spec)) {
      errors.push(nodecpp::detail::exceptionWithHostPort(error, "bind", spec.local.host, spec.local.port));
      return next();
    }
    socket->emit(event::connectionAttempt, target.address, port, target.family);
    // The listener that was just called may have destroyed the socket.
    if (!wanted()) return;
    socket->attempted_.push(target.address + ":" + str(port));
    if (error)
      return failed(nodecpp::detail::exceptionWithHostPort(error, "connect", target.address, port, localDetails(spec)));
    if (mine + 1 < addresses.size())
      timer = nodecpp::setTimeout([self = Handle<ConnectAttempts>(this), target] { self->timedOut(target); }, timeout);
  }

  void finished(std::size_t mine, const LookupAddress& target, int status) {
    NODECPP_ASSERT(mine < current && status <= 0, mine, current, status);
    clearTimeout(timer);
    // This attempt was given up, for the next one, before its result came.
    if (mine + 1 != current) return;
    if (status == 0) {
      // As in Node, one of several attempts begins for observers when it has succeeded.
      const Handle<Object> begun = beginOf(target.address, port);
      socket->onConnected();
      if (begun) [[unlikely]]
        perf_hooks::detail::end(Measured::net, begun, var::object());
      return;
    }
    Error error = connectError(status, target.address, port, "", 0);
    errors.push(error);
    socket->emit(event::connectionAttemptFailed, target.address, port, target.family, error);
    // The status -125 (UV_ECANCELED) means that the attempt was cancelled. Then no further address is tried.
    if (wanted()) next(status == -125);
  }

  void timedOut(const LookupAddress& target) {
    NODECPP_ASSERT(current > 0 && current < addresses.size(), current, addresses.size());
    socket->emit(event::connectionAttemptTimeout, target.address, port, target.family);
    errors.push(connectError(UV_ETIMEDOUT, target.address, port, "", 0));
    if (wanted()) next();
  }

  Error aggregate() const {
    NODECPP_ASSERT(!errors.empty());
    AggregateError all(errors);
    all->code = errors[0]->code;
    all->stack.setHeader("AggregateError [" + all->code + "]: ");
    return all;
  }
};

Socket SocketObject::connect(const Lookup& port, StringArg host, Function<void()> connectListener) {
  return connect(ConnectOptions{.port = port, .host = host.toString()}, std::move(connectListener));
}
Socket SocketObject::connect(const Lookup& port, Function<void()> connectListener) {
  return connect(ConnectOptions{.port = port}, std::move(connectListener));
}

Socket SocketObject::connect(ConnectOptions options, Function<void()> connectListener) {
  Socket self(this);
  if (connectListener) once(event::connect, std::move(connectListener));
  if (options.port.isUndefined() && options.path.empty())
    throw nodecpp::detail::codedError<TypeError>("ERR_MISSING_ARGS",
                                                 "The \"options\" or \"port\" or \"path\" argument must be specified");
  if (destroyed()) {
    handle_ = nullptr;
    remote_ = local_ = {};
  }
  if (options.blockList) blockList_ = options.blockList;
  if (!handle_) {
    newHandle();
    reopen();
  }
  touch();
  connecting_ = true;
  try {
    if (!options.path.empty())
      connectTo(options.path, 0, 0, options);
    else
      lookupAndConnect(std::move(options));
  } catch (...) {
    // Invalid options are reported by an exception to the caller. The handle has not been opened, so nobody else frees
    // it.
    connecting_ = false;
    if (!handle_->open()) delete std::exchange(handle_, nullptr);
    throw;
  }
  return self;
}

void SocketObject::reopen() {
  NODECPP_ASSERT(handle_ && !handle_->open());
  ++uses_;
  flags_ &= ~(destroyedFlag | closedFlag | closeEmittedFlag | erroredFlag | errorEmittedFlag | destroyCalledFlag);
  readFlags_ &= ~(endedFlag | endEmittedFlag | readingFlag | endScheduledFlag);
  writeFlags_ &= ~(endingFlag | endedWritingFlag | finishedFlag | finalCalledFlag | prefinishedFlag);
}

void SocketObject::lookupAndConnect(ConnectOptions options) {
  String host = options.host.empty() ? String("localhost") : options.host;
  if (host.includes(StringArg("\0")))
    throw nodecpp::detail::invalidArgValue("options.host", "'" + host + "'", "must be a string without null bytes");
  if (!options.localAddress.empty() && !isIP(options.localAddress))
    throw nodecpp::detail::codedError<TypeError>("ERR_INVALID_IP_ADDRESS",
                                                 "Invalid IP address: " + options.localAddress);
  requireListenerType(options.port);
  int port = detail::validatePort(options.port, "Port");
  bool selectFamily = options.autoSelectFamily.isUndefined() ? defaultsNow().autoSelectFamily
                                                             : options.autoSelectFamily.toNumber() != 0;
  double timeout = options.autoSelectFamilyAttemptTimeout.isUndefined()
                       ? defaultsNow().attemptTimeout
                       : options.autoSelectFamilyAttemptTimeout.toNumber();
  timeout = checkedTimeout(timeout, "options.autoSelectFamilyAttemptTimeout");

  Socket self(this);
  if (int family = isIP(host)) {
    Loop::current().nextTick([self, host, port, family, options, use = uses_] {
      if (self->connecting_ && use == self->uses_) self->connectTo(host, port, family, options);
    });
    return;
  }
  LookupOptions lookupOptions{.family = options.family, .hints = options.hints};
  if (lookupOptions.family != 4 && lookupOptions.family != 6 && lookupOptions.hints == 0)
    // 0x20 is AI_ADDRCONFIG: only addresses of the families that this machine itself has are found.
    lookupOptions.hints = 0x20;
  bool all = lookupOptions.family != 4 && lookupOptions.family != 6 && options.localAddress.empty() && selectFamily;
  lookupOptions.all = all;
  LookupCallback::Answer answer = [self, host, port, options, all, timeout, use = uses_](Error error,
                                                                                         Array<LookupAddress> found) {
    // The result of the look-up comes too late for a socket that was destroyed, and perhaps connected again to another
    // host.
    bool wanted = self->connecting_ && use == self->uses_;
    // As in Node, a look-up of a single address emits `lookup` even when the socket is already destroyed.
    if (!wanted && (all || use != self->uses_)) return;
    if (error) {
      self->emit(event::lookup, error, String(), 0, host);
      if (wanted) Loop::current().nextTick([self, error] { self->destroy(error); });
      return;
    }
    if (!all && found.size() > 1) found = found.slice(0, 1);
    for (const LookupAddress& address : found) {
      self->emit(event::lookup, Error(), address.address, address.family, host);
      if (!self->connecting_ || use != self->uses_) return;
    }
    self->connectToAll(std::move(found), port, timeout, options);
  };
  if (options.lookup)
    options.lookup(host, lookupOptions, LookupCallback(answer));
  else
    detail::lookup(host, lookupOptions, answer);
}

void SocketObject::connectToAll(Array<LookupAddress> found, int port, double timeout, const ConnectOptions& options) {
  Socket self(this);
  auto failLater = [&](const Error& error) { Loop::current().nextTick([self, error] { self->destroy(error); }); };
  // The two families alternate, beginning with the family of the first address. Each address is tried once.
  std::vector<LookupAddress> groups[2];
  for (const LookupAddress& address : found) {
    if (!isIP(address.address) || (address.family != 4 && address.family != 6)) continue;
    auto& group = groups[!groups[0].empty() && groups[0].front().family != address.family];
    if (std::ranges::find(group, address.address, &LookupAddress::address) == group.end()) group.push_back(address);
  }
  std::vector<LookupAddress> order;
  for (std::size_t i = 0; i < std::max(groups[0].size(), groups[1].size()); ++i)
    for (const auto& group : groups)
      if (i < group.size()) order.push_back(group[i]);
  if (order.empty()) {
    LookupAddress first = found.empty() ? LookupAddress{} : LookupAddress(found[0]);
    if (!isIP(first.address))
      return failLater(nodecpp::detail::codedError<TypeError>(
          "ERR_INVALID_IP_ADDRESS",
          "Invalid IP address: " + (first.address.empty() ? String("undefined") : first.address)));
    return failLater(nodecpp::detail::codedError<RangeError>(
        "ERR_INVALID_ADDRESS_FAMILY",
        "Invalid address family: " + str(first.family) + " " + options.host + ":" + str(port)));
  }
  NODECPP_ASSERT(order.size() == groups[0].size() + groups[1].size(), order.size());
  touch();
  if (order.size() == 1) return connectTo(order[0].address, port, order[0].family, options);
  auto attempts = make<Handle<ConnectAttempts>>();
  attempts->socket = self;
  attempts->use = uses_;
  attempts->addresses = std::move(order);
  attempts->options = options;
  attempts->port = port;
  attempts->timeout = timeout;
  attempts->next();
}

void SocketObject::connectTo(StringArg address, int port, int family, const ConnectOptions& options) {
  Socket self(this);
  String host = address.toString();
  os::ConnectSpec spec{.address = detail::toAddress(host, port, family), .local = {}};
  String localAddress = options.localAddress;
  int localPort = int(options.localPort);
  if (family != 0 && (!localAddress.empty() || localPort)) {
    if (localAddress.empty()) localAddress = family == 4 ? "0.0.0.0" : "::";
    spec.local = detail::toAddress(localAddress, localPort, family);
  }
  if (family != 0 && blockList_ && blockList_->check(host, family == 4 ? "ipv4" : "ipv6")) {
    emit(event::connectionAttempt, host, port, family);
    destroy(nodecpp::detail::codedError<Error>("ERR_IP_BLOCKED", "IP(" + host + ") is blocked by net.BlockList"));
    return;
  }
  spec.bound = takeBound();
  const Handle<Object> begun = family == 0 ? Handle<Object>() : beginOf(host, port);
  int error = handle_->connect(spec, [self, host, port, family, localAddress, localPort, begun](int status) {
    if (self->destroyed()) return;
    if (status == 0) {
      self->onConnected();
      if (begun) [[unlikely]]
        perf_hooks::detail::end(Measured::net, begun, var::object());
      return;
    }
    self->connecting_ = false;
    // The local port is in use. The port reports a failed bind as the result of connecting.
    if (status == UV_EADDRINUSE && localPort > 0) {
      self->destroy(nodecpp::detail::exceptionWithHostPort(status, "bind", localAddress, localPort));
      return;
    }
    Error failure = connectError(status, host, port, localAddress, localPort);
    self->emit(event::connectionAttemptFailed, host, port, family, failure);
    self->destroy(failure);
  });
  if (isBindError(error, spec)) {
    destroy(nodecpp::detail::exceptionWithHostPort(error, "bind", localAddress, localPort));
    return;
  }
  // `connectionAttempt` is emitted after the attempt has begun. Binding is part of the attempt here, and a failed bind
  // must be reported without `connectionAttempt`, as in Node.
  emit(event::connectionAttempt, host, port, family);
  if (error) destroy(nodecpp::detail::exceptionWithHostPort(error, "connect", host, port, localDetails(spec)));
}

void SocketObject::onConnected() {
  Socket self(this);
  if (destroyed()) return;
  NODECPP_ASSERT(handle_ && handle_->open());
  connecting_ = false;
  local_ = {};
  touch();
  if (noDelay_) handle_->streams().setNoDelay(handle_->connection(), true);
  if (keepAlive_) handle_->streams().setKeepAlive(handle_->connection(), true, keepAliveSeconds_);
  if (typeOfService_ >= 0 && hasTypeOfService())
    Loop::current().port().net.setTypeOfService(handle_->connection(), typeOfService_);
  emit(event::connect);
  emit(event::ready);
  if (handle_ && !isPaused()) read(0);
}

Socket createConnection(ConnectOptions options, Function<void()> connectListener) {
  auto socket = make<Socket>(SocketOptions{.allowHalfOpen = options.allowHalfOpen,
                                           .blockList = options.blockList,
                                           .handle = options.handle,
                                           .keepAlive = options.keepAlive,
                                           .keepAliveInitialDelay = options.keepAliveInitialDelay,
                                           .noDelay = options.noDelay,
                                           .onread = options.onread,
                                           .signal = options.signal,
                                           .typeOfService = options.typeOfService});
  if (diagnostics_channel::detail::isWanted(diagnostics_channel::detail::BuiltIn::netClientSocket)) [[unlikely]]
    diagnostics_channel::detail::publish(diagnostics_channel::detail::BuiltIn::netClientSocket, {{"socket", socket}});
  if (options.timeout > 0) socket->setTimeout(options.timeout);
  return socket->connect(std::move(options), std::move(connectListener));
}

Socket createConnection(const ListenTarget& target, Function<void()> connectListener) {
  if (target.isPath())
    return createConnection(ConnectOptions{.path = target.value().toString()}, std::move(connectListener));
  return createConnection(ConnectOptions{.port = target.value()}, std::move(connectListener));
}

}  // namespace nodecpp::net
