// Starts the TLS handshake on a connection, and handles its result: verifies the peer, and emits the events or the
// error.
#include "tls/handshake.h"

#include <cmath>
#include <exception>
#include <utility>

#include "base/assertion.h"

namespace nodecpp::tls::detail {

namespace {

constexpr char sessionPrefix[] = "\0nodecpp:tls:session:1";  // With the zero at its end.

// Bytes that a stream has received and the program has not read are the beginning of the peer's TLS data.
std::string takeReceived(const stream::Duplex& from) {
  std::string received;
  while (from->readableLength() > 0 && !from->readableObjectMode()) {
    stream::Chunk chunk = from->read();
    if (!chunk) break;
    received += bytesOf(chunk.toBuffer());
  }
  return received;
}

}  // namespace

Buffer wrapSession(const std::string& session, const String& identity) {
  if (session.empty()) return {};
  std::string name = bytesOf(identity).substr(0, 65535);
  std::string wrapped(sessionPrefix, sizeof sessionPrefix);
  wrapped += char(name.size() >> 8);
  wrapped += char(name.size() & 255);
  return bufferOf(wrapped + name + session);
}

std::string sessionForReuse(const Buffer& session, const String& identity, bool rejects) {
  std::string bytes = bytesOf(session), prefix(sessionPrefix, sizeof sessionPrefix);
  if (bytes.size() < prefix.size() + 2 || !bytes.starts_with(prefix)) return rejects ? std::string() : bytes;
  std::size_t from = prefix.size() + 2;
  std::size_t size =
      std::size_t(static_cast<unsigned char>(bytes[from - 2])) << 8 | static_cast<unsigned char>(bytes[from - 1]);
  if (bytes.size() < from + size || bytes.substr(from, size) != bytesOf(identity)) return {};
  return bytes.substr(from + size);
}

void checkProtocols(const ALPNList& protocols) {
  for (std::ptrdiff_t i = 0; i < protocols.names().length(); ++i) {
    String protocol = protocols.names()[std::size_t(i)];
    if (protocol.empty())
      throw nodecpp::detail::invalidArgValue("protocols[" + str(double(i)) + "]", "''", "must be a non-empty string");
    if (protocol.size() > 255)
      throw codedError<RangeError>("ERR_OUT_OF_RANGE", "The byte length of the protocol at index " + str(double(i)) +
                                                           " exceeds the maximum length. It must be <= 255. Received " +
                                                           str(double(protocol.size())));
  }
}

Handshake::Handshake(TLSSocketObject& socket, const TLSSocketOptions& options) : socket_(socket), options_(options) {
  checkProtocols(options_.ALPNProtocols);
  if (!options_.secureContext) options_.secureContext = createSecureContext(contextOptions(options_));
  if (options_.handshakeTimeout <= 0) return;
  onTimeout_ = [this] { tell(codedError<Error>("ERR_TLS_HANDSHAKE_TIMEOUT", "TLS handshake timeout")); };
  socket_.setTimeout(options_.handshakeTimeout, onTimeout_);
}

net::detail::SocketHandle* Handshake::handle() const { return net::detail::SocketInternals::handleOf(socket_); }

Handle<Object> Handshake::context() const { return handle() ? handle()->context() : Handle<Object>(); }

os::Connection* Handshake::connection() const {
  net::detail::SocketHandle* open = handle();
  return open && open->open() ? open->connection() : nullptr;
}

String Handshake::identity() const {
  if (!options_.servername.empty()) return options_.servername;
  return check_.host.empty() ? String("localhost") : check_.host;
}

void Handshake::takeOver(const net::Socket& parent) {
  TLSSocket self(&socket_);
  if (socket_.destroyed()) return;
  net::detail::SocketHandle* handle = net::detail::SocketInternals::handleOf(*parent);
  if (parent->connecting() || (!handle && !parent->destroyed())) {
    net::detail::SocketInternals::awaitConnection(socket_);
    parent->once(event::connect, [self, parent, this] {
      if (self->destroyed()) return;
      takeOver(parent);
      if (!self->destroyed() && !self->connecting()) self->emit(event::connect);
    });
    return;
  }
  if (!handle || !handle->open()) {
    socket_.destroy();
    return;
  }
  handle->flush();
  // When flush() fails, it destroys the parent, and this socket with it.
  if (socket_.destroyed() || !handle->open()) return;
  if (handle->sending() || parent->writableLength() > 0) {
    // The callback of an empty write is called when all earlier writes are finished.
    parent->write("", [self, parent, this](Error error) {
      if (error)
        self->destroy(error);
      else
        takeOver(parent);
    });
    return;
  }
  std::string received = takeReceived(parent);
  if (socket_.destroyed()) return;
  // A listener of the parent may have let another TLSSocket take the connection.
  handle = net::detail::SocketInternals::handleOf(*parent);
  if (!handle || !handle->open()) {
    socket_.destroy();
    return;
  }
  net::detail::SocketInternals::moveConnection(*parent, socket_);
  start(received);
  letGoOn();
}

void Handshake::takeOver(const Handle<DuplexCarrier>& carrier) {
  TLSSocket self(&socket_);
  if (socket_.destroyed()) return;
  const stream::Duplex below = carrier->stream();
  std::string received = takeReceived(below);
  if (socket_.destroyed()) return;
  if (below->destroyed() || !contextOf(*options_.secureContext)) {
    socket_.destroy();
    return;
  }
  net::detail::SocketHandle& handle = net::detail::SocketInternals::makeUnreferencedHandle(socket_);
  os::TlsFailure failure = handle.startTlsOver(specFor(received), this, carrier.get());
  started_ = !failure;
  if (failure) {
    socket_.destroy(errorOf(failure));
    return;
  }
  carrier->begin(handle.connection());
  letGoOn();
}

void Handshake::letGoOn() {
  if (std::exchange(corked_, false)) socket_.uncork();
  if (options_.pauseOnConnect) return socket_.setReadableFlowing(false);
  if (socket_.destroyed()) return;
  socket_.read(0);
  // The program may have asked for data before the socket had its connection. That read could start nothing, so reading
  // is started here.
  socket_.startReading();
}

bool Handshake::asks() const {
  if (!options_.isServer) return false;
  if (options_.SNICallback || options_.ALPNCallback || (serving_ && !serving_->named_.empty())) return true;
  EventEmitterObject* server = serverEvents();
  return server && (server->listenerCount(event::resumeSession) > 0 || server->listenerCount(event::OCSPRequest) > 0);
}

void Handshake::start(const std::string& received) {
  if (!connection() || !contextOf(*options_.secureContext)) return;  // The program may have ended.
  os::TlsFailure failure = handle()->startTls(specFor(received), this);
  started_ = !failure;
  if (failure) socket_.destroy(errorOf(failure));
}

os::TlsSpec Handshake::specFor(const std::string& received) {
  EventEmitterObject* server = serverEvents();
  pushesSessions_ = !options_.isServer || (server && server->listenerCount(event::newSession) > 0);
  os::TlsSpec spec{
      .isServer = options_.isServer,
      .context = contextOf(*options_.secureContext),
      .serverName = options_.isServer ? std::string() : bytesOf(options_.servername),
      .protocols = {},
      .session = {},
      .requestCertificate = options_.requestCert,
      .requireCertificate = options_.requestCert && options_.rejectUnauthorized,
      .requestOcsp = options_.requestOCSP,
      .asksHello = asks(),
      .logsKeys = socket_.listenerCount(event::keylog) > 0 || (server && server->listenerCount(event::keylog) > 0),
      .pushesSessions = pushesSessions_};
  spec.received = received;
  spec.traces = options_.enableTrace;
  lastHandshake_ = Loop::current().now();
  for (const String& protocol : options_.ALPNProtocols.names()) spec.protocols.push_back(bytesOf(protocol));
  if (!options_.isServer) spec.session = sessionForReuse(options_.session, identity(), options_.rejectUnauthorized);
  return spec;
}

EventEmitterObject* Handshake::serverEvents() const {
  // The server is taken from the options, because a program can also pass a server to a TLSSocket that it makes itself.
  return options_.server.get();
}

void Handshake::forget() {
  options_.SNICallback = nullptr;
  options_.ALPNCallback = nullptr;
  options_.server = Handle<net::ServerObject>();
  check_.identity = nullptr;
  onEnd_ = onTimeout_ = nullptr;
  chosen_ = keyCert_ = SecureContext();
  early_.clear();
  serving_ = nullptr;
}

void Handshake::onHandshake(const os::TlsOutcome& outcome) {
  Loop::current().makeCallback(context(), [&] {
    TLSSocket alive(&socket_);
    outcome_ = outcome;
    if (handle()) handle()->handshakeDone();
    if (!options_.isServer && options_.requestOCSP) {
      socket_.emit(event::OCSPResponse, bufferOf(outcome.ocsp));
      if (socket_.destroyed()) return;
    }
    EventEmitterObject* server = serverEvents();
    if (established_ || !options_.isServer || !pushesSessions_ || !server ||
        server->listenerCount(event::newSession) == 0)
      return finish();
    // The events for new sessions are emitted before the next setImmediate callback. The program gets the connection
    // only after it has stored them.
    waitsForSessions_ = true;
    nodecpp::setImmediate([alive, this] {
      waitsForSessions_ = false;
      finishWhenStored();
    });
  });
}

void Handshake::finishWhenStored() {
  if (storing_ == 0 && !waitsForSessions_ && !established_ && connection()) finish();
}

// Called for each handshake that has succeeded, a renegotiation too.
void Handshake::finish() {
  TLSSocket alive(&socket_);
  socket_.alpnProtocol = textOf(outcome_.protocol);
  socket_.servername = textOf(outcome_.serverName);
  established_ = true;
  if (onTimeout_) socket_.setTimeout(0, std::exchange(onTimeout_, nullptr));
  // As in Node, a listener that is added while the peer is checked is not told of this handshake.
  const bool heard = socket_.listenerCount(event::secure) > 0;
  if (serving_)
    checkClient();
  else if (check_.identity)
    checkServer();
  if (heard) socket_.emit(event::secure);
}

// Node's onServerSocketSecure: after a successful handshake, checks the client's certificate and gives the connection
// to the server.
void Handshake::checkClient() {
  if (options_.requestCert) {
    // A client without a certificate is not authorized, and neither is one that resumes a session without its
    // certificate.
    std::string code = outcome_.peerCertificates.empty() ? "UNABLE_TO_GET_ISSUER_CERT" : outcome_.verifyCode;
    socket_.authorized = code.empty();
    socket_.authorizationError = textOf(code);
    if (!code.empty() && options_.rejectUnauthorized) socket_.destroy();
  }
  if (socket_.destroyed() || std::exchange(released_, true)) return;
  socket_.secureConnecting = false;
  serving_->secured(TLSSocket(&socket_));
}

// Node's onConnectSecure: whether the server is the one that the client means.
void Handshake::checkServer() {
  if (outcome_.ephemeralType == "DH" && outcome_.ephemeralBits < check_.minDHSize) {
    socket_.destroy(codedError<Error>(
        "ERR_TLS_DH_PARAM_SIZE", "DH parameter size " + str(double(outcome_.ephemeralBits)) + " is less than 2048"));
    return;
  }
  Error error;
  if (!outcome_.verifyCode.empty())
    error = errorWithCode(textOf(outcome_.verifyReason), textOf(outcome_.verifyCode));
  else if (!outcome_.resumed)
    error = check_.identity(identity(), certificateObject(outcome_.peerCertificates, true));
  socket_.authorized = !error;
  if (error) {
    socket_.authorizationError = error->code.empty() ? error->message : error->code;
    if (check_.rejects) {
      // As in Node, a write that waits finds the connection closed.
      if (handle()) handle()->cancelAsClosed();
      socket_.destroy(error);
      return;
    }
  }
  socket_.secureConnecting = false;
  socket_.emit(event::secureConnect);
  checked_ = true;
  for (const Buffer& session : std::exchange(early_, {})) socket_.emit(event::session, session);
  if (onEnd_) socket_.off(event::end, std::exchange(onEnd_, nullptr));
}

void Handshake::onTlsError(const os::TlsFailure& failure) {
  Loop::current().makeCallback(context(), [&] {
    TLSSocket alive(&socket_);
    if (std::exchange(hadError_, true)) return;
    // Reads the address now, while the connection is open: listeners may ask for it after the connection was closed.
    socket_.remoteAddress();
    bool refuses = established_ && options_.isServer && options_.rejectUnauthorized &&
                   failure.reason == "peer did not return a certificate";
    if (refuses)
      socket_.destroy();
    else if (!established_ && handle() && handle()->writing())
      // As in Node, a write that waits for the handshake fails with it, and so the socket is destroyed with its error.
      handle()->failWrite(nodecpp::detail::errnoException(UV_EPROTO, "write", textOf(failure.message)));
    else
      socket_.destroy(errorOf(failure));
  });
}

void Handshake::onSession(const std::string& id, const std::string& session) {
  Loop::current().makeCallback(context(), [&] {
    TLSSocket alive(&socket_);
    if (options_.isServer) return newSession(id, session);
    Buffer wrapped = wrapSession(session, identity());
    if (!check_.identity || checked_)
      socket_.emit(event::session, wrapped);
    else
      early_.push_back(wrapped);
  });
}

void Handshake::newSession(const std::string& id, const std::string& session) {
  EventEmitterObject* server = serverEvents();
  if (!server || server->listenerCount(event::newSession) == 0) return;
  ++storing_;
  bool done = false;
  TLSSocket self(&socket_);
  Function<void()> stored = [self, this, done]() mutable {
    if (std::exchange(done, true)) return;
    --storing_;
    finishWhenStored();
  };
  try {
    server->emit(event::newSession, bufferOf(id), bufferOf(session), stored);
  } catch (const Error& error) {
    server->emit(event::error, error);
  }
}

void Handshake::onKeyLog(const std::string& line) {
  Loop::current().makeCallback(context(), [&] {
    TLSSocket alive(&socket_);
    EventEmitterObject* server = serverEvents();
    socket_.emit(event::keylog, bufferOf(line));
    if (server) server->emit(event::keylog, bufferOf(line), alive);
  });
}

void Handshake::serve(const Handle<net::ServerObject>& server, SecureServing& serving) {
  serving_ = &serving;
  options_.server = server;
  socket_.on(event::error, [this](Error error) { tellServer(error); });
  // A connection that ends in its handshake sends nothing any more. Without this, what a `clientError` listener has
  // written would wait, and the connection would stay open.
  socket_.on(event::end, [this] {
    if (!established_ && handle() && handle()->writing())
      handle()->failWrite(nodecpp::detail::errnoException(UV_ECANCELED, "write"));
  });
  socket_.on(event::close, [this](bool hadError) {
    if (!hadError && !released_) tellServer(errorWithCode("socket hang up", "ECONNRESET"));
  });
}

void Handshake::tell(const Error& error) {
  tellServer(error);
  if (released_) socket_.emit(event::error, error);
}

void Handshake::tellServer(const Error& error) {
  EventEmitterObject* server = serverEvents();
  if (!serving_ || !server || released_ || std::exchange(serverTold_, true)) return;
  server->emit(event::tlsClientError, error, TLSSocket(&socket_));
}

void Handshake::checkAs(ClientCheck check) {
  check_ = std::move(check);
  released_ = true;
  onEnd_ = [this] { endedEarly(); };
  socket_.prependListener(event::end, onEnd_);
}

void Handshake::endedEarly() {
  if (std::exchange(hadError_, true)) return;
  Error error =
      errorWithCode("Client network socket disconnected before secure TLS connection was established", "ECONNRESET");
  error->set("path", check_.path.empty() ? Lookup() : Lookup(check_.path));
  error->set("host", check_.host.empty() ? Lookup() : Lookup(check_.host));
  error->set("port", check_.port);
  error->set("localAddress", check_.localAddress.empty() ? Lookup() : Lookup(check_.localAddress));
  socket_.destroy(error);
}

}  // namespace nodecpp::tls::detail
