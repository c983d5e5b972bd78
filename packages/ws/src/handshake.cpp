#include "handshake.h"

#include <nodecpp/crypto.h>

#include "accept.h"
#include "connection.h"

namespace nodecpp::ws {

namespace detail {

namespace {

constexpr const char* closedTooEarly = "WebSocket was closed before the connection was established";

net::Socket connectPlainly(const http::RequestOptions& options, const http::SocketCallback&) {
  return net::connect(http::connectOptions(options));
}
net::Socket connectSecurely(const http::RequestOptions& options, const http::SocketCallback&) {
  return tls::connect(https::connectOptions(options));
}

http::RequestOptions plain(const https::RequestOptions& from) {
  http::RequestOptions to;
#define NODECPP_WS_COPY(type, name, ...) to.name = from.name;
  NODECPP_HTTPS_REQUEST_OPTIONS(NODECPP_WS_COPY)
#undef NODECPP_WS_COPY
  return to;
}

https::RequestOptions requestOptions(const ClientOptions& from) {
  https::RequestOptions to;
#define NODECPP_WS_COPY(type, name, ...) to.name = from.name;
  NODECPP_HTTPS_REQUEST_OPTIONS(NODECPP_WS_COPY)
  NODECPP_TLS_CLIENT_OPTIONS(NODECPP_WS_COPY)
  NODECPP_TLS_CONTEXT_OPTIONS(NODECPP_WS_COPY)
#undef NODECPP_WS_COPY
  return to;
}

}  // namespace

HandshakeObject::HandshakeObject(const WebSocket& owner, const Protocols& protocols, ClientOptions options)
    : owner_(owner), protocols_(protocols.names()), options_(std::move(options)) {}

void HandshakeObject::begin(const Address& address) {
  if (options_.protocolVersion != 13 && options_.protocolVersion != 8)
    throw RangeError("Unsupported protocol version: " + str(options_.protocolVersion) + " (supported versions: 8, 13)");
  url::URL url = address.url();
  if (!url) url = url::URL::parse(address.text());
  if (!url) throw SyntaxError("Invalid URL: " + address.text());
  ask(url);
}

void HandshakeObject::forget() {
  owner_ = nullptr;
  if (request_) std::exchange(request_, nullptr)->destroy();
}

// Returns why a URL is not one of a WebSocket, or an empty text.
StringArg HandshakeObject::fault(const url::URL& url) const {
  const String protocol = url->protocol();
  const bool isUnix = protocol == "ws+unix:";
  if (protocol != "ws:" && protocol != "wss:" && !isUnix)
    return R"(The URL's protocol must be one of "ws:", "wss:", "http:", "https:", or "ws+unix:")";
  if (isUnix && url->pathname().empty()) return "The URL's pathname is empty";
  if (!url->hash().empty()) return "The URL contains a fragment identifier";
  return "";
}

void HandshakeObject::ask(const url::URL& url) {
  if (url->protocol() == "http:") url->setProtocol("ws:");
  if (url->protocol() == "https:") url->setProtocol("wss:");
  owner_->url_ = url->href();
  if (const StringArg wrong = fault(url); !wrong.empty()) {
    const SyntaxError error(wrong.toString());
    if (redirects_ == 0) throw error;
    return owner_->emitErrorAndClose(error);
  }
  String path = url->pathname() + url->search(), socketPath;
  if (url->protocol() == "ws+unix:") {
    const Array<String> parts = path.split(":");
    socketPath = parts[0];
    path = parts.length() > 1 ? parts[1] : String();
  }
  const http::ClientRequest request = this->request(url, path, socketPath);
  request_ = request;
  if (options_.followRedirects && redirects_ > 0) owner_->emit(event::redirect, owner_->url_, request);
  listen(request, url);
}

// Makes the request for the URL, which is sent by end().
http::ClientRequest HandshakeObject::request(const url::URL& url, String path, String socketPath) {
  const bool isSecure = url->protocol() == "wss:";
  https::RequestOptions request = requestOptions(options_);
  request.hostname = request.protocol = "";
  request.method = "GET";
  request.path = path;
  request.socketPath = socketPath;
  const double defaultPort = isSecure ? 443 : 80;
  if (request.defaultPort == 0) request.defaultPort = defaultPort;
  request.port = url->port().empty() ? Lookup(defaultPort) : Lookup(url->port());
  const String host = url->hostname();
  request.host = host.startsWith("[") ? host.slice(1, -1) : host;
  request.timeout = options_.handshakeTimeout;
  if (!request.createConnection) request.createConnection = isSecure ? http::CreateConnection(connectSecurely) : http::CreateConnection(connectPlainly);
  setHeaders(request);
  if (!url->username().empty() || !url->password().empty()) request.auth = url->username() + ":" + url->password();
  if (options_.followRedirects) keepCredentials(request, url, isSecure, socketPath);
  return isSecure ? https::request(request) : http::request(plain(request));
}

void HandshakeObject::setHeaders(https::RequestOptions& request) {
  key_ = crypto::randomBytes(16).toString("base64");
  request.headers.set("Sec-WebSocket-Version", options_.protocolVersion);
  request.headers.set("Sec-WebSocket-Key", key_);
  request.headers.set("Connection", "Upgrade");
  request.headers.set("Upgrade", "websocket");
  if (options_.perMessageDeflate) {
    deflate_ = make<PerMessageDeflate>(options_.perMessageDeflate.options(), false, options_.maxPayload);
    request.headers.set("Sec-WebSocket-Extensions", deflate_->offer().format());
  }
  Set<String> seen;
  for (const String protocol : protocols_) {
    if (!isToken(protocol) || seen.has(protocol))
      throw SyntaxError("An invalid or duplicated subprotocol was specified");
    seen.add(protocol);
  }
  if (seen.size() > 0) request.headers.set("Sec-WebSocket-Protocol", protocols_.join(","));
  if (!options_.origin.empty())
    request.headers.set(options_.protocolVersion < 13 ? "Sec-WebSocket-Origin" : "Origin", options_.origin);
}

// What proves who the client is goes to the host that the program has named, and to no other one, as with curl. A
// program that listens to `redirect` decides itself.
void HandshakeObject::keepCredentials(https::RequestOptions& request, const url::URL& url, bool isSecure,
                                      StringArg socketPath) {
  const bool isUnix = !socketPath.empty();
  const String host = isUnix ? socketPath.toString() : url->host();
  if (redirects_ == 0) {
    firstIsUnix_ = isUnix;
    firstIsSecure_ = isSecure;
    firstHost_ = host;
    http::Headers lower;
    for (const auto& [name, value] : options_.headers.entries()) lower.set(name.toLowerCase(), value);
    options_.headers = lower;
  } else if (owner_->listenerCount(event::redirect) == 0) {
    const bool isSame = isUnix == firstIsUnix_ && host == firstHost_;
    if (!isSame || (firstIsSecure_ && !isSecure)) {
      http::Headers kept;
      for (const auto& [name, value] : request.headers.entries())
        if (name != "authorization" && name != "cookie" && (isSame || name != "host")) kept.set(name, value);
      request.headers = kept;
      request.auth = "";
    }
  }
  if (!request.auth.empty() && !options_.headers["authorization"])
    options_.headers.set("authorization", "Basic " + Buffer::from(request.auth).toString("base64"));
}

void HandshakeObject::listen(const http::ClientRequest& request, const url::URL& url) {
  if (options_.handshakeTimeout.given && options_.handshakeTimeout.value > 0)
    request->on(event::timeout, [self = self(), request] { self->abortRequest(request, "Opening handshake has timed out"); });
  request->on(event::error, [self = self(), request](Error error) {
    if (self->request_ != request) return;
    self->request_ = nullptr;
    self->owner_->emitErrorAndClose(error);
  });
  request->on(event::response, [self = self(), request, url](http::IncomingMessage response) {
    self->onResponse(request, response, url);
  });
  request->on(event::upgrade, [self = self()](http::IncomingMessage response, net::Socket socket, Buffer head) {
    self->onUpgrade(response, socket, head);
  });
  if (options_.finishRequest)
    options_.finishRequest(request, owner_);
  else
    request->end();
}

void HandshakeObject::onResponse(const http::ClientRequest& request, const http::IncomingMessage& response,
                                 const url::URL& url) {
  const Lookup location = response->headers["location"];
  if (location && options_.followRedirects && response->statusCode >= 300 && response->statusCode < 400)
    return redirect(request, location.toString(), url);
  if (!owner_->emit(event::unexpectedResponse, request, response))
    abortRequest(request, "Unexpected server response: " + str(response->statusCode));
}

void HandshakeObject::redirect(const http::ClientRequest& request, StringArg location, const url::URL& from) {
  if (++redirects_ > options_.maxRedirects) return abortRequest(request, "Maximum redirects exceeded");
  request_ = nullptr;
  request->abort();
  const url::URL url = url::URL::parse(location.toString(), from);
  if (!url) return owner_->emitErrorAndClose(SyntaxError("Invalid URL: " + location.toString()));
  ask(url);
}

void HandshakeObject::onUpgrade(const http::IncomingMessage& response, const net::Socket& socket, const Buffer& head) {
  owner_->emit(event::upgrade, response);
  if (owner_->readyState() != WebSocket::CONNECTING) return;  // a listener has closed it
  request_ = nullptr;
  if (const String wrong = answerFault(response); !wrong.empty()) return abortSocket(socket, wrong);
  const Receiver::Options receiver{.isServer = false,
                                   .allowsSynchronousEvents = options_.allowSynchronousEvents,
                                   .skipsUtf8Validation = options_.skipUTF8Validation,
                                   .inflates = agreesDeflate_,
                                   .maxPayload = options_.maxPayload};
  owner_->open(make<Connection>(owner_, socket,
                                ConnectionOptions{receiver, options_.generateMask,
                                                  agreesDeflate_ ? deflate_ : PerMessageDeflate()}),
               head);
}

// Returns what is wrong with the server's answer, or an empty text.
String HandshakeObject::answerFault(const http::IncomingMessage& response) {
  const Lookup upgrade = response->headers["upgrade"];
  if (upgrade.isUndefined() || upgrade.toString().toLowerCase() != "websocket") return "Invalid Upgrade header";
  if (response->headers["sec-websocket-accept"] != acceptOf(key_)) return "Invalid Sec-WebSocket-Accept header";
  if (const String wrong = protocolFault(response->headers["sec-websocket-protocol"]); !wrong.empty()) return wrong;
  return extensionFault(response->headers["sec-websocket-extensions"]);
}

String HandshakeObject::protocolFault(const Lookup& protocol) {
  if (protocol.isUndefined()) return protocols_.length() > 0 ? "Server sent no subprotocol" : "";
  if (protocols_.length() == 0) return "Server sent a subprotocol but none was requested";
  if (!protocols_.includes(protocol.toString())) return "Server sent an invalid subprotocol";
  owner_->protocol_ = protocol.toString();
  return "";
}

String HandshakeObject::extensionFault(const Lookup& field) {
  if (field.isUndefined()) return "";
  if (!deflate_) return "Server sent a Sec-WebSocket-Extensions header but no extension was requested";
  nodecpp::detail::List<Extension> extensions;
  if (!parseExtensions(field.toString(), extensions)) return "Invalid Sec-WebSocket-Extensions header";
  for (const Extension& each : extensions)
    if (each.name != PerMessageDeflateObject::extensionName)
      return "Server indicated an extension that was not requested";
  try {
    deflate_->accept(extensions);
  } catch (const Error&) {
    return "Invalid Sec-WebSocket-Extensions header";
  }
  agreesDeflate_ = true;
  return "";
}

void HandshakeObject::abort() {
  owner_->readyState_ = WebSocket::CLOSING;
  if (request_) abortRequest(request_, closedTooEarly);
}

void HandshakeObject::abortRequest(http::ClientRequest request, StringArg message) {
  owner_->readyState_ = WebSocket::CLOSING;
  request_ = nullptr;
  request->abort();
  if (request->socket && !request->socket->destroyed()) request->socket->destroy();
  process::nextTick([owner = owner_, error = Error(message.toString())] { owner->emitErrorAndClose(error); });
}

void HandshakeObject::abortSocket(const net::Socket& socket, StringArg message) {
  owner_->readyState_ = WebSocket::CLOSING;
  socket->destroy(Error(message.toString()));
  socket->once(event::error, [owner = owner_](Error error) { owner->emit(event::error, error); });
  socket->once(event::close, [owner = owner_] { owner->emitClose(); });
}

}  // namespace detail

WebSocketObject::WebSocketObject(const Address& address, const Protocols& protocols, ClientOptions options)
    : autoPong_(options.autoPong) {
  const auto handshake = make<detail::HandshakeObject>(WebSocket(self()), protocols, std::move(options));
  handshake_ = handshake;
  try {
    handshake->begin(address);
  } catch (...) {
    handshake->forget();  // an object whose constructor throws may not be held
    handshake_ = nullptr;
    throw;
  }
}

void WebSocketObject::close(stream::OptionalNumber code, const Data& reason) {
  if (readyState_ == CLOSED) return;
  if (connection_)
    connection_->close(code, reason);
  else if (readyState_ == CONNECTING)
    handshake_->abort();
}

void WebSocketObject::terminate() {
  if (readyState_ == CLOSED) return;
  if (!connection_) {
    if (readyState_ == CONNECTING) handshake_->abort();
    return;
  }
  readyState_ = CLOSING;
  connection_->terminate();
}

}  // namespace nodecpp::ws
