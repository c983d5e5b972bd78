#include <nodecpp/loop_local.h>
#include <nodecpp/util.h>
#include <nodecpp/weak.h>
#include <nodecpp/ws.h>

#include "accept.h"
#include "connection.h"

namespace nodecpp::ws {

namespace detail {

// A request for a WebSocket that is being answered.
class ServerHandshakeObject final : public Object {
 public:
  using Upgraded = WebSocketServerObject::Upgraded;
  ServerHandshakeObject(const WebSocketServer& of, const http::IncomingMessage& message, const net::Socket& connection,
                        const Buffer& first, Upgraded done)
      : server(of), request(message), socket(connection), head(first), callback(std::move(done)) {}

  WebSocketServer server;
  http::IncomingMessage request;
  net::Socket socket;
  Buffer head;
  Upgraded callback;
  Function<void(Error)> onError;
  Set<String> protocols;
  PerMessageDeflate deflate;
  NODECPP_TRACE(server, request, socket, callback, onError, deflate)
};

}  // namespace detail

using detail::ServerHandshakeObject;

namespace {

// The sockets that have become WebSockets.
LoopLocal<WeakSet<net::Socket>> upgraded;

constexpr const char* mode = R"(One and only one of the "port", "server", or "noServer" options must be specified)";

bool isKey(const Lookup& field) {
  if (field.isUndefined()) return false;
  const String key = field.toString();
  if (key.size() != 24 || key.data()[22] != '=' || key.data()[23] != '=') return false;
  for (std::size_t i = 0; i < 22; ++i) {
    const char c = key.data()[i];
    const bool isBase64 = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '+' || c == '/';
    if (!isBase64) return false;
  }
  return true;
}

// Answers a request that becomes no WebSocket, and closes the connection.
void abortHandshake(const net::Socket& socket, int code, String message = "", const http::Headers& more = {}) {
  const String reason = http::STATUS_CODES[code];
  if (message.empty()) message = reason;
  http::Headers headers{{"Connection", "close"}, {"Content-Type", "text/html"}, {"Content-Length", str(Buffer::byteLength(message))}};
  for (const auto& [name, value] : more.entries()) headers.set(name, value);
  String head = "HTTP/1.1 " + str(code) + " " + reason + "\r\n";
  for (const auto& [name, value] : headers.entries()) head += name + ": " + value.toString() + "\r\n";
  socket->once(event::finish, [socket] { socket->destroy(); });
  socket->end(head + "\r\n" + message);
}

void refuse(WebSocketServerObject& server, const http::IncomingMessage& request, const net::Socket& socket, int code,
            const char* message, const http::Headers& headers = {}) {
  if (server.listenerCount(event::wsClientError) > 0)
    server.emit(event::wsClientError, Error(message), socket, request);
  else
    abortHandshake(socket, code, message, headers);
}

}  // namespace

WebSocketServerObject::WebSocketServerObject(ServerOptions given, Function<void()> callback) : options(std::move(given)) {
  const bool hasPort = options.port.kind() > Lookup::Kind::null;
  if (int(hasPort) + int(bool(options.server)) + int(options.noServer) != 1) throw TypeError(mode);
  if (options.slowReceivers != "drop" && options.slowReceivers != "close")
    throw nodecpp::detail::invalidArgValue("options.slowReceivers", util::inspect(options.slowReceivers),
                                           "must be \"drop\" or \"close\"");
  rooms_ = make<detail::RoomsObject>(options.maxBackpressure, options.slowReceivers == "drop");
  if (hasPort) {
    const auto server = http::createServer([](auto, auto response) {
      const String body = http::STATUS_CODES[426];
      response->writeHead(426, {{"Content-Length", body.length()}, {"Content-Type", "text/plain"}});
      response->end(body);
    });
    listenOn(server);
    server->listen(net::ListenOptions{.backlog = options.backlog, .host = options.host, .port = options.port},
                   std::move(callback));
  } else if (options.server) {
    listenOn(options.server);
  }
}

WebSocketServerObject::~WebSocketServerObject() = default;

void WebSocketServerObject::traceMembers(nodecpp::detail::Tracer& tracer) {
  tracer(options.handleProtocols, options.server, options.WebSocket, clients, server_, onListening_, onError_, onUpgrade_,
         rooms_);
}

void WebSocketServerObject::listenOn(const http::Server& server) {
  server_ = server;
  onListening_ = [self = self()] { self->emit(event::listening); };
  onError_ = [self = self()](Error error) { self->emit(event::error, error); };
  onUpgrade_ = [self = self()](http::IncomingMessage request, net::Socket socket, Buffer head) {
    self->handleUpgrade(request, socket, head,
                        [self](WebSocket made, http::IncomingMessage of) { self->emit(event::connection, made, of); });
  };
  server->on(event::listening, onListening_);
  server->on(event::error, onError_);
  server->on(event::upgrade, onUpgrade_);
}

void WebSocketServerObject::leaveServer() {
  if (!server_) return;
  server_->removeListener(event::listening, onListening_);
  server_->removeListener(event::error, onError_);
  server_->removeListener(event::upgrade, onUpgrade_);
  onListening_ = nullptr;
  onError_ = nullptr;
  onUpgrade_ = nullptr;
  server_ = nullptr;
}

net::AddressInfo WebSocketServerObject::address() const {
  if (options.noServer) throw Error("The server is operating in \"noServer\" mode");
  return server_ ? server_->address() : net::AddressInfo();
}

void WebSocketServerObject::emitCloseLater() {
  process::nextTick([self = self()] { self->emitClosed(); });
}

void WebSocketServerObject::emitClosed() {
  state_ = State::closed;
  this->emit(event::close);
}

void WebSocketServerObject::close(Function<void(Error)> callback) {
  if (state_ == State::closed) {
    if (callback) this->once(event::close, [callback] { callback(Error("The server is not running")); });
    return emitCloseLater();
  }
  if (callback) this->once(event::close, [callback] { callback(nullptr); });
  if (state_ == State::closing) return;
  state_ = State::closing;
  if (options.noServer || options.server) {
    leaveServer();
    if (clients.size() == 0)
      emitCloseLater();
    else
      emitsClose_ = true;
    return;
  }
  const http::Server server = server_;
  leaveServer();
  server->close([self = self()] { self->emitClosed(); });
}

void WebSocketServerObject::forget(const WebSocket& socket) {
  clients.delete_(socket);
  if (emitsClose_ && clients.size() == 0) emitCloseLater();
}

bool WebSocketServerObject::shouldHandle(http::IncomingMessage request) {
  if (options.path.empty()) return true;
  const String url = request->url;
  const auto query = url.indexOf("?");
  return (query < 0 ? url : url.slice(0, query)) == options.path;
}

void WebSocketServerObject::handleUpgrade(const http::IncomingMessage& request, const net::Socket& socket,
                                          const Buffer& head, Upgraded callback) {
  const auto handshake =
      make<ServerHandshakeObject>(WebSocketServer(self()), request, socket, head, std::move(callback));
  handshake->onError = [socket] { socket->destroy(); };
  socket->on(event::error, handshake->onError);

  const Lookup key = request->headers["sec-websocket-key"], upgrade = request->headers["upgrade"];
  const double version = request->headers["sec-websocket-version"].toNumber();
  if (request->method != "GET") return refuse(*this, request, socket, 405, "Invalid HTTP method");
  if (upgrade.isUndefined() || upgrade.toString().toLowerCase() != "websocket")
    return refuse(*this, request, socket, 400, "Invalid Upgrade header");
  if (!isKey(key)) return refuse(*this, request, socket, 400, "Missing or invalid Sec-WebSocket-Key header");
  if (version != 13 && version != 8)
    return refuse(*this, request, socket, 400, "Missing or invalid Sec-WebSocket-Version header",
                  {{"Sec-WebSocket-Version", "13, 8"}});
  if (!shouldHandle(request)) return abortHandshake(socket, 400);
  if (const Lookup field = request->headers["sec-websocket-protocol"]; !field.isUndefined())
    if (!detail::parseProtocols(field.toString(), handshake->protocols))
      return refuse(*this, request, socket, 400, "Invalid Sec-WebSocket-Protocol header");
  if (!negotiate(*handshake))
    return refuse(*this, request, socket, 400, "Invalid or unacceptable Sec-WebSocket-Extensions header");
  verify(handshake, version == 8 ? "sec-websocket-origin" : "origin");
}

// Agrees on the compression that the client offers. Returns false for a bad field.
bool WebSocketServerObject::negotiate(ServerHandshakeObject& handshake) {
  const Lookup field = handshake.request->headers["sec-websocket-extensions"];
  if (!options.perMessageDeflate || field.isUndefined()) return true;
  nodecpp::detail::List<detail::Extension> offers;
  if (!detail::parseExtensions(field.toString(), offers)) return false;
  bool isOffered = false;
  for (const detail::Extension& each : offers) isOffered = isOffered || each.name == detail::PerMessageDeflateObject::extensionName;
  if (!isOffered) return true;
  const auto deflate = make<detail::PerMessageDeflate>(options.perMessageDeflate.options(), true, options.maxPayload);
  try {
    deflate->accept(offers);
  } catch (const Error&) {
    return false;
  }
  handshake.deflate = deflate;
  return true;
}

// Asks the program whether the client is welcome.
void WebSocketServerObject::verify(const Handle<ServerHandshakeObject>& handshake, const char* originField) {
  const auto& request = handshake->request;
  const ClientInfo info{request->headers[originField], bool(request->socket.as<tls::TLSSocket>()), request};
  if (const auto later = options.verifyClient.later())
    return later(info, ClientVerdict([self = self(), handshake](bool verified, int code, String message, http::Headers headers) {
                   if (!verified) return abortHandshake(handshake->socket, code, message, headers);
                   self->completeUpgrade(handshake);
                 }));
  if (const auto now = options.verifyClient.now(); now && !now(info)) return abortHandshake(handshake->socket, 401);
  completeUpgrade(handshake);
}

void WebSocketServerObject::completeUpgrade(const Handle<ServerHandshakeObject>& handshake) {
  const net::Socket socket = handshake->socket;
  // The client has ended the connection already.
  if (!socket->readable() || !socket->writable()) {
    socket->destroy();
    return;
  }
  if (upgraded->has(socket))
    throw Error("server.handleUpgrade() was called more than once with the same socket, possibly due to a misconfiguration");
  if (state_ != State::running) return abortHandshake(socket, 503);

  Array<String> lines{"HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade",
                      "Sec-WebSocket-Accept: " + detail::acceptOf(handshake->request->headers["sec-websocket-key"].toString())};
  const WebSocket made = options.WebSocket ? options.WebSocket() : make<WebSocket>(nullptr);
  made->autoPong_ = options.autoPong;
  if (handshake->protocols.size() > 0) {
    const String protocol = options.handleProtocols ? options.handleProtocols(handshake->protocols, handshake->request)
                                                    : handshake->protocols.values().next().value;
    if (!protocol.empty()) {
      lines.push("Sec-WebSocket-Protocol: " + protocol);
      made->protocol_ = protocol;
    }
  }
  if (handshake->deflate) lines.push("Sec-WebSocket-Extensions: " + handshake->deflate->accepted().format());
  this->emit(event::headers, lines, handshake->request);
  socket->write(lines.join("\r\n") + "\r\n\r\n");
  socket->removeListener(event::error, handshake->onError);

  upgraded->add(socket);
  const detail::Receiver::Options receiver{.isServer = true,
                                           .allowsSynchronousEvents = options.allowSynchronousEvents,
                                           .skipsUtf8Validation = options.skipUTF8Validation,
                                           .inflates = bool(handshake->deflate),
                                           .maxPayload = options.maxPayload};
  const auto connection = make<detail::Connection>(made, socket, detail::ConnectionOptions{receiver, nullptr, handshake->deflate});
  connection->server = rooms_;
  made->open(connection, handshake->head);
  if (options.clientTracking) {
    clients.add(made);
    made->on(event::close, [self = self(), made] { self->forget(made); });
  }
  handshake->callback(made, handshake->request);
}

double WebSocketServerObject::publish(StringArg topic, const Data& data, const SendOptions& options) {
  return rooms_->publish(topic.toString(), nullptr, data, options);
}

double WebSocketServerObject::numSubscribers(StringArg topic) const { return rooms_->size(topic.toString()); }

}  // namespace nodecpp::ws
