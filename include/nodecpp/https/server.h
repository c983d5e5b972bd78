// Servers of HTTP over TLS. Part of https. https://nodejs.org/docs/latest-v24.x/api/https.html#class-httpsserver
#pragma once

#include <nodecpp/https/options.h>
#include <nodecpp/traits.h>

namespace nodecpp::https {

class ServerObject;
using Server = Handle<ServerObject>;

// An http::Server whose connections are encrypted. It emits `connection` with each connection that it has accepted, and
// `secureConnection` with the TLSSocket when the handshake has succeeded. `request->socket` is that TLSSocket.
// A failed handshake is a `tlsClientError`, and then a `clientError`; the connection is destroyed when the program does
// not listen to the latter.
class ServerObject : public http::ServerObject, public tls::SecureServing {
 public:
  using Options = ServerOptions;
  // Throws the errors of http::createServer and of tls::createSecureContext.
  explicit ServerObject(const ServerOptions& options = {});
  ~ServerObject() override;

  using http::ServerObject::eventArgs;
  NODECPP_TLS_SERVER_EVENTS

 protected:
  void emitConnection(const net::Socket& socket) override;
  void secured(const tls::TLSSocket& socket) override;
  const char* protocolName() const override { return "https"; }
  String sharedInCluster() const override { return sharedKeys(); }
  void shareInCluster(const String& keys) override { takeSharedKeys(keys); }
  // Destroys a connection whose `secureConnection` listener has returned a rejected promise. As in Node, a rejection of
  // a `request` listener is an `error` of the server.
  void onRejection(const Error& error, const String& event, const Array<Handle<Object>>& objects) override;
};

#define NODECPP_ANSWERS(F)                                                                             \
  NODECPP_DIAGNOSE((!nodecpp::detail::TakesSomeOf<F, http::IncomingMessage&, http::ServerResponse&>),  \
                   "a listener of this server takes (http::IncomingMessage request, "                  \
                   "http::ServerResponse response), or fewer from the front")
// Returns a new server that does not listen yet; `requestListener` is added as a listener of `request`. Throws the
// errors of the options. https://nodejs.org/docs/latest-v24.x/api/https.html#httpscreateserveroptions-requestlistener
template <class F>
Server createServer(const ServerOptions& options, F&& requestListener) NODECPP_ANSWERS(F) {
  auto server = make<Server>(options);
  server->on(event::request, std::forward<F>(requestListener));
  return server;
}
template <class F>
  requires(!nodecpp::detail::ConvertsTo<F, ServerOptions>)
Server createServer(F&& requestListener) NODECPP_ANSWERS(F) {
  return createServer(ServerOptions{}, std::forward<F>(requestListener));
}
inline Server createServer(const ServerOptions& options = {}) { return make<Server>(options); }
#undef NODECPP_ANSWERS

}  // namespace nodecpp::https
