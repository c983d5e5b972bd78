#include <nodecpp/https/server.h>

#include "http/connection.h"
#include "https/options.h"

namespace nodecpp::https {

namespace {

template <class Options>
constexpr bool serverHasMore = requires { Options{NODECPP_HTTPS_SERVER_OPTIONS(NODECPP_HTTPS_VALUE){}}; };
static_assert(!serverHasMore<http::ServerOptions>);

http::ServerOptions httpOptions(const ServerOptions& from) {
  http::ServerOptions to;
  NODECPP_HTTPS_SERVER_OPTIONS(NODECPP_TLS_COPY)
  return to;
}

net::ServerOptions connectionOptions(const ServerOptions& from) {
  return {.allowHalfOpen = from.allowHalfOpen,
          .highWaterMark = from.highWaterMark,
          .keepAlive = from.keepAlive,
          .keepAliveInitialDelay = from.keepAliveInitialDelay,
          .noDelay = from.noDelay,
          .pauseOnConnect = from.pauseOnConnect,
          .blockList = from.blockList};
}

tls::detail::ServingOptions servingOptions(const ServerOptions& from) {
  tls::detail::ServingOptions to = tls::detail::servingOptions(from);
  // ALPNProtocols and ALPNCallback exclude each other, so the default list is set only without a callback.
  if (to.ALPNProtocols.empty() && !to.ALPNCallback) to.ALPNProtocols = {"http/1.1"};
  return to;
}

}  // namespace

ServerObject::ServerObject(const ServerOptions& options)
    : http::ServerObject(httpOptions(options), connectionOptions(options)), tls::SecureServing(*this, servingOptions(options)) {
  on(event::tlsClientError, [this](const Error& error, const tls::TLSSocket& socket) {
    if (!emit(event::clientError, error, net::Socket(socket))) socket->destroy(error);
  });
}

ServerObject::~ServerObject() = default;

// The program may look at the plain connection, and destroy it, before TLS is put on it.
void ServerObject::emitConnection(const net::Socket& socket) {
  net::ServerObject::emitConnection(socket);
  protect(socket);
}

// The encrypted connection is served as http serves a plain one.
void ServerObject::secured(const tls::TLSSocket& socket) {
  auto connection = make<Handle<http::detail::ServerConnection>>(*this, *socket);
  emit(event::secureConnection, socket);
  connection->start();
}

void ServerObject::onRejection(const Error& error, const String& event, const Array<Handle<Object>>& objects) {
  if (event == "secureConnection" && !objects.empty())
    objects[0].as<net::Socket>()->destroy(error);
  else
    net::ServerObject::onRejection(error, event, objects);
}

}  // namespace nodecpp::https
