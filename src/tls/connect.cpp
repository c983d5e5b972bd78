// tls::connect in all its forms: makes a TLSSocket and starts the handshake of a client.
#include <utility>

#include "tls/handshake.h"

namespace nodecpp::tls {

namespace {

net::ConnectOptions netOptions(const ConnectOptions& options) {
  return {.port = options.port,
          .host = options.host,
          .path = options.path,
          .localAddress = options.localAddress,
          .localPort = options.localPort,
          .family = options.family,
          .hints = options.hints,
          .lookup = options.lookup,
          .autoSelectFamily = options.autoSelectFamily,
          .autoSelectFamilyAttemptTimeout = options.autoSelectFamilyAttemptTimeout,
          .blockList = options.blockList};
}

net::SocketOptions socketOptions(const ConnectOptions& options) {
  return {.allowHalfOpen = options.socket ? options.socket->allowHalfOpen : options.allowHalfOpen,
          .blockList = options.blockList,
          .keepAlive = options.keepAlive,
          .keepAliveInitialDelay = options.keepAliveInitialDelay,
          .noDelay = options.noDelay,
          .onread = options.socket ? net::OnReadOptions() : options.onread,
          .signal = options.signal};
}

TLSSocketOptions tlsOptions(const ConnectOptions& options, bool rejects) {
  // Invalid options must throw here, before the socket is made.
  detail::checkProtocols(options.ALPNProtocols);
  TLSSocketOptions to;
  to.requestCert = true;
  to.rejectUnauthorized = rejects;
  to.ALPNProtocols = options.ALPNProtocols;
  to.session = options.session;
  to.requestOCSP = options.requestOCSP;
  to.enableTrace = options.enableTrace;
  to.servername = options.servername;
  to.highWaterMark = options.highWaterMark;
  to.secureContext = options.secureContext ? options.secureContext : detail::clientContext(contextOptions(options));
  return to;
}

// Warns once, as Node does, when the server name to be sent (SNI) is an IP address: RFC 6066 section 3 allows only host
// names.
void warnOfAddress(const String& servername) {
  static constinit nodecpp::detail::LoopLocal<bool> warned;
  if (servername.empty() || !net::isIP(servername) || std::exchange(*warned, true)) return;
  process::emitWarning("Setting the TLS ServerName to an IP address is not permitted by RFC 6066. This will be ignored in "
                       "a future version.",
                       "DeprecationWarning", "DEP0123");
}

}  // namespace

TLSSocket connect(ConnectOptions options, Function<void()> listener) {
  if (!(options.minDHSize >= 1))
    throw nodecpp::detail::outOfRange("options.minDHSize", ">= 1", nodecpp::detail::rangeNumber(options.minDHSize));
  bool rejects = options.rejectUnauthorized.given ? options.rejectUnauthorized.value != 0 : !detail::allowsUnauthorized();
  const TLSSocket socket = [&] {
    nodecpp::detail::Making making;
    return TLSSocket(new (making) TLSSocketObject(socketOptions(options), tlsOptions(options, rejects)));
  }();
  IdentityFunction identity = options.checkServerIdentity;
  if (!identity) identity = [](String hostname, var certificate) { return checkServerIdentity(hostname, certificate); };
  socket->handshake_->checkAs({.identity = identity,
                               .minDHSize = options.minDHSize,
                               .rejects = rejects,
                               .host = options.host,
                               .path = options.path,
                               .localAddress = options.localAddress,
                               .port = options.port});
  if (listener) socket->once(event::secureConnect, std::move(listener));
  warnOfAddress(options.servername);
  detail::Handshake* handshake = socket->handshake_;
  if (socket->destroyed()) {
    // The signal was aborted before: nothing is connected.
    if (options.socket) options.socket->destroy();
    return socket;
  }
  if (stream::Duplex below = options.socket) {
    // A stream that is no net::Socket is listened to by its carrier.
    if (auto parent = below.as<net::Socket>())
      parent->on(event::error, [socket, handshake](Error error) { handshake->tell(error); });
    socket->takeOver(below);
    return socket;
  }
  if (options.timeout > 0) socket->setTimeout(options.timeout);
  // The socket owns this listener, so the listener must not hold a reference to the socket.
  socket->connect(netOptions(options), [handshake] { handshake->start(); });
  return socket;
}

TLSSocket connect(const net::ListenTarget& target, ConnectOptions options, Function<void()> listener) {
  if (target.isPath())
    options.path = target.value().toString();
  else if (options.port.isUndefined())
    options.port = target.value();
  return connect(std::move(options), std::move(listener));
}

TLSSocket connect(const net::ListenTarget& target, Function<void()> listener) {
  return connect(target, ConnectOptions(), std::move(listener));
}

TLSSocket connect(const net::ListenTarget& target, StringArg host, ConnectOptions options, Function<void()> listener) {
  // As in Node, a host in the options is preferred to the argument `host`.
  if (options.host.empty()) options.host = host.toString();
  return connect(target, std::move(options), std::move(listener));
}

TLSSocket connect(const net::ListenTarget& target, StringArg host, Function<void()> listener) {
  return connect(target, host, ConnectOptions(), std::move(listener));
}

}  // namespace nodecpp::tls
