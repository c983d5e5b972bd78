// Servers of TLS. Part of tls. https://nodejs.org/docs/latest-v24.x/api/tls.html#class-tlsserver
#pragma once

#include <nodecpp/tls/socket.h>
#include <nodecpp/traits.h>

namespace nodecpp::tls {

class ServerObject;
using Server = Handle<ServerObject>;

// The options by which a server speaks TLS, F(type, name, default). https::ServerOptions has them, too.
#define NODECPP_TLS_SERVER_OPTIONS(F)                                                            \
  F(nodecpp::tls::ALPNList, ALPNProtocols, {})                                                   \
  F(nodecpp::tls::ALPNFunction, ALPNCallback, {})                                                \
  F(bool, enableTrace, {false}) /* describes the messages of TLS on standard error */            \
  F(double, handshakeTimeout, {120000}) /* milliseconds */                                       \
  F(bool, rejectUnauthorized, {true}) /* with requestCert: refuses clients that are not trusted */ \
  F(bool, requestCert, {false})                                                                  \
  F(nodecpp::tls::SNIFunction, SNICallback, {})                                                  \
  F(nodecpp::tls::NotYet, pskCallback, {})                                                       \
  F(nodecpp::tls::NotYet, pskIdentityHint, {})

// The options of createServer: those of the secure context, of TLS, and of net::createServer.
struct ServerOptions {
  NODECPP_TLS_CONTEXT_OPTIONS(NODECPP_TLS_FIELD)
  NODECPP_TLS_SERVER_OPTIONS(NODECPP_TLS_FIELD)
  bool allowHalfOpen = false;
  stream::OptionalNumber highWaterMark{};
  bool keepAlive = false;
  double keepAliveInitialDelay = 0;
  bool noDelay = false;
  bool pauseOnConnect = false;
  net::BlockList blockList{};
};

// The function by which a listener of `resumeSession` or `OCSPRequest` answers. It is called once: answer(nullptr,
// bytes) gives the session that the client wants to resume, or the OCSP response; answer(nullptr) says that there is
// none; an error, answer(err), ends the connection.
class BufferAnswer {
 public:
  using Function = nodecpp::Function<void(Error, Bytes)>;
  explicit BufferAnswer(Function answer) : answer_(std::move(answer)) {}
  void operator()(Error error = nullptr, Bytes bytes = {}) const { answer_(std::move(error), std::move(bytes)); }

 private:
  Function answer_;
};

namespace detail {

struct ServingOptions {
  NODECPP_TLS_CONTEXT_OPTIONS(NODECPP_TLS_FIELD)
  NODECPP_TLS_SERVER_OPTIONS(NODECPP_TLS_FIELD)
};
template <class Options>
ServingOptions servingOptions(const Options& from) {
  ServingOptions to;
  NODECPP_TLS_CONTEXT_OPTIONS(NODECPP_TLS_COPY)
  NODECPP_TLS_SERVER_OPTIONS(NODECPP_TLS_COPY)
  return to;
}

}  // namespace detail

// What tls::Server and https::Server have in common: the second base class of both. The class calls protect() with
// each connection that was accepted, and gets it back in secured(). All other events of TLS are emitted here, and the
// class declares them with NODECPP_TLS_SERVER_EVENTS.
class SecureServing {
 public:
  SecureServing(const SecureServing&) = delete;

  // Whether the server asks clients for certificates, and refuses clients without a certificate that it trusts.
  bool requestCert;
  bool rejectUnauthorized;

  // Adds certificates for clients that ask for the host name `servername`, which may contain `*`. When several names
  // match, the one that was added last counts. Throws ERR_TLS_REQUIRED_SERVER_NAME for an empty name.
  void addContext(StringArg servername, const SecureContext& context);
  void addContext(StringArg servername, const SecureContextOptions& options);
  // Replaces the certificates and settings for connections from now on.
  void setSecureContext(const SecureContextOptions& options);
  // Returns the 48 bytes by which this server seals session tickets.
  Buffer getTicketKeys() const;
  void setTicketKeys(const Bytes& keys);

 protected:
  // Throws the errors of createSecureContext, and ERR_TLS_ALPN_CALLBACK_WITH_PROTOCOLS.
  SecureServing(net::ServerObject& server, const detail::ServingOptions& options);
  ~SecureServing();

  // Puts TLS on an accepted connection. `secured` is called when the handshake has succeeded and the client is not
  // refused; else `tlsClientError` is emitted.
  void protect(const net::Socket& socket);
  // The ticket keys, by which the workers of a cluster resume each other's sessions, in hexadecimal digits; empty when the
  // program is recorded. takeSharedKeys() replaces this server's keys with those of the worker that listened first.
  String sharedKeys() const;
  void takeSharedKeys(const String& keys);
  // Called in place of emitting `secureConnection`, which the derived class does.
  virtual void secured(const TLSSocket& socket) = 0;

 private:
  friend class detail::Handshake;
  struct Named {
    String pattern;
    SecureContext context;
  };
  SecureContext contextFor(StringArg servername) const;

  net::ServerObject& server_;
  detail::ServingOptions options_;
  SecureContext context_;
  nodecpp::detail::List<Named> named_;
};

// The events of a server that speaks TLS:
// - secureConnection: a connection is encrypted, and its peer is as trusted as the server's options ask.
// - tlsClientError: an error before that; the socket is being destroyed, unless the handshake only takes too long.
// - newSession: a session was made. The listener stores the session, and calls the function in the end.
// - resumeSession: a client wants to resume a session.
// - OCSPRequest: a client asks for the status of the server's certificate. The Buffers are that certificate and its
//   issuer in DER; the latter is empty when it is not known.
// - keylog: a line of the NSS key log of one of the connections.
#define NODECPP_TLS_SERVER_EVENTS                                                                              \
  static nodecpp::Args<nodecpp::tls::TLSSocket> eventArgs(nodecpp::event::secureConnection_t);                 \
  static nodecpp::Args<nodecpp::Error, nodecpp::tls::TLSSocket> eventArgs(nodecpp::event::tlsClientError_t);   \
  static nodecpp::Args<nodecpp::Buffer, nodecpp::Buffer, nodecpp::Function<void()>> eventArgs(                 \
      nodecpp::event::newSession_t);                                                                           \
  static nodecpp::Args<nodecpp::Buffer, nodecpp::tls::BufferAnswer> eventArgs(nodecpp::event::resumeSession_t); \
  static nodecpp::Args<nodecpp::Buffer, nodecpp::Buffer, nodecpp::tls::BufferAnswer> eventArgs(                \
      nodecpp::event::OCSPRequest_t);                                                                          \
  static nodecpp::Args<nodecpp::Buffer, nodecpp::tls::TLSSocket> eventArgs(nodecpp::event::keylog_t);

// A net::Server whose connections are encrypted. It emits `connection` with each connection that it has accepted, and
// `secureConnection` with the TLSSocket.
class ServerObject : public net::ServerObject, public SecureServing {
 public:
  using Options = ServerOptions;
  explicit ServerObject(const ServerOptions& options = {});
  ~ServerObject() override;

  using net::ServerObject::eventArgs;
  NODECPP_TLS_SERVER_EVENTS

 protected:
  void emitConnection(const net::Socket& socket) override;
  void secured(const TLSSocket& socket) override;
  const char* protocolName() const override { return "tls"; }
  String sharedInCluster() const override { return sharedKeys(); }
  void shareInCluster(const String& keys) override { takeSharedKeys(keys); }
  void onRejection(const Error& error, const String& event, const Array<Handle<Object>>& objects) override;
};

#define NODECPP_SECURES(F)                                                   \
  NODECPP_DIAGNOSE((!nodecpp::detail::TakesSomeOf<F, TLSSocket&>),           \
                   "a listener of this server takes (tls::TLSSocket socket), or fewer from the front")
// Returns a new server that does not listen yet; `listener` is added as a listener of `secureConnection`. Throws the
// errors of createSecureContext.
template <class F>
Server createServer(const ServerOptions& options, F&& listener) NODECPP_SECURES(F) {
  auto server = make<Server>(options);
  server->on(event::secureConnection, std::forward<F>(listener));
  return server;
}
template <class F>
  requires(!nodecpp::detail::ConvertsTo<F, ServerOptions>)
Server createServer(F&& listener) NODECPP_SECURES(F) {
  return createServer(ServerOptions{}, std::forward<F>(listener));
}
inline Server createServer(const ServerOptions& options = {}) { return make<Server>(options); }
#undef NODECPP_SECURES

}  // namespace nodecpp::tls
