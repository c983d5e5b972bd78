#include <nodecpp/diagnostics_channel.h>
#include <nodecpp/dom_exception.h>
#include <nodecpp/websocket.h>

#include <algorithm>
#include <cmath>

#include "extension.h"

namespace nodecpp {

namespace {

constexpr double mostPayload = 128 * 1024 * 1024;  // as Node's client
constexpr std::size_t longestReason = 123;         // bytes, RFC 6455, 5.5

Error badAddress(StringArg message) { return DOMException(message, "SyntaxError"); }

url::URL addressOf(StringArg text) {
  url::URL address;
  try {
    address = make<url::URL>(text);
  } catch (const Error&) {
    throw badAddress("TypeError: Invalid URL");
  }
  if (address->protocol() == "http:") address->setProtocol("ws:");
  if (address->protocol() == "https:") address->setProtocol("wss:");
  if (address->protocol() != "ws:" && address->protocol() != "wss:") throw badAddress("expected a ws: or wss: url");
  if (!address->hash().empty() || address->href().endsWith("#")) throw badAddress("hash");
  return address;
}

void checkProtocols(const Array<String>& names) {
  Set<String> seen;
  for (const String name : names) {
    if (!ws::detail::isToken(name) || seen.has(name.toLowerCase()))
      throw badAddress("Invalid Sec-WebSocket-Protocol value");
    seen.add(name.toLowerCase());
  }
}

// Publishes on a channel of undici; `message` makes what is published.
template <class F>
void tell(const char* name, F message) {
  if (diagnostics_channel::hasSubscribers(name)) diagnostics_channel::channel(name)->publish(message());
}

// WebIDL's conversion to an unsigned short with [Clamp].
double clamped(double code) { return std::isnan(code) ? 0 : std::nearbyint(std::clamp(code, 0.0, 65535.0)); }

}  // namespace

WebSocketObject::WebSocketObject(StringArg url, const ws::Protocols& protocols, const http::Headers& headers) {
  const url::URL address = addressOf(url);
  checkProtocols(protocols.names());
  url_ = address->href();
  origin_ = address->origin();
  socket_ = make<ws::WebSocket>(
      ws::Address(address), protocols,
      ws::ClientOptions{
          .maxPayload = mostPayload, .createConnection = https::proxiedConnection(address), .headers = headers});
  listen();
}

WebSocketObject::~WebSocketObject() = default;

void WebSocketObject::traceMembers(detail::Tracer& tracer) {
  tracer(socket_);
  onopen.trace(tracer);
  onmessage.trace(tracer);
  onclose.trace(tracer);
  onerror.trace(tracer);
}

// The listeners keep this object alive until the connection is closed.
void WebSocketObject::listen() {
  const Handle<WebSocketObject> self(this);
  socket_->on(event::open, [self] {
    if (self->isOver_) return;
    self->protocol_ = self->socket_->protocol();
    self->dispatchEvent(make<Event>("open"));
    self->tellOfOpening();
  });
  socket_->on(event::upgrade, [self](http::IncomingMessage response) {
    self->response_ = response;
    response->socket->on(event::error,
                         [](Error error) { tell("undici:websocket:socket_error", [&] { return var(error); }); });
    const Lookup extensions = response->headers["sec-websocket-extensions"];
    if (!extensions.isUndefined()) self->extensions_ = extensions.toString();
  });
  socket_->on(event::message, [self](Buffer data, bool isBinary) { self->receive(data, isBinary); });
  socket_->on(event::ping, [self](Buffer payload) { self->tellOfFrame("undici:websocket:ping", payload); });
  socket_->on(event::pong, [self](Buffer payload) { self->tellOfFrame("undici:websocket:pong", payload); });
  // After a breach of the protocol the close frame is on its way, and no answer is waited for.
  socket_->on(event::error, [self] { self->socket_->terminate(); });
  socket_->on(event::close, [self](int code, Buffer reason) { self->ended(code, reason.toString()); });
}

int WebSocketObject::readyState() const noexcept {
  if (closedEarly_) return CLOSING;
  return isOver_ ? CLOSED : socket_->readyState();
}

void WebSocketObject::receive(const Buffer& data, bool isBinary) {
  if (readyState() != OPEN) return;
  EventData message = nullptr;
  if (!isBinary)
    message = data.toString();
  else if (binaryType.isBlob())
    message = make<Blob>(BlobParts{data}, BlobOptions());
  else
    message = data.buffer().slice(double(data.byteOffset()), double(data.byteOffset()) + double(data.size()));
  dispatchEvent(make<MessageEvent>("message", {.data = message, .origin = origin_}));
}

void WebSocketObject::send(const WebSocketData& data) {
  const int state = readyState();
  if (state == CONNECTING) throw DOMException("Sent before connected.", "InvalidStateError");
  if (state != OPEN) return;
  const Queued message{data.bytes_, data.text_, data.isText_, !data.blob_};
  bufferedAmount_ += data.blob_     ? data.blob_->size()
                     : data.isText_ ? double(data.text_.size())
                                    : double(data.bytes_.size());
  if (queue_.empty() && message.isRead) return transmit(message);
  queue_.push_back(message);
  if (data.blob_) read(data.blob_, firstQueued_ + double(queue_.size()) - 1);
}

void WebSocketObject::transmit(const Queued& message) {
  const ws::Data data = message.isText ? ws::Data(message.text) : ws::Data(message.bytes);
  socket_->send(data, [self = Handle<WebSocketObject>(this), size = double(data.size())](Error) {
    self->bufferedAmount_ -= size;
  });
}

// Reads a Blob that is the message of this number, and sends it in its turn.
void WebSocketObject::read(const Blob& blob, double number) {
  const Handle<WebSocketObject> self(this);
  const auto take = [self, number](Buffer bytes) {
    if (self->isOver_) return;
    Queued& message = self->queue_[std::size_t(number - self->firstQueued_)];
    message.bytes = bytes;
    message.isRead = true;
    self->sendRead();
  };
  blob->arrayBuffer().then([take](ArrayBuffer bytes) { take(Buffer::from(bytes)); }, [self](Error) { self->close(); });
}

void WebSocketObject::sendRead() {
  while (!queue_.empty() && queue_[0].isRead) {
    const Queued message = queue_[0];
    queue_.erase(queue_.begin());
    ++firstQueued_;
    transmit(message);
  }
}

void WebSocketObject::close(stream::OptionalNumber code, StringArg reason) {
  const double number = clamped(code.value);
  if (code.given && number != 1000 && (number < 3000 || number > 4999))
    throw DOMException("invalid code", "InvalidAccessError");
  if (reason.size() > longestReason)
    throw DOMException("Reason must be less than 123 bytes; received " + str(reason.size()), "SyntaxError");
  const int state = readyState();
  if (state == OPEN) {
    if (code.given || !reason.empty())
      socket_->close(code.given ? number : 1000, reason.toString());
    else
      socket_->close();
  } else if (state == CONNECTING) {
    // As in Node, the events come within this call.
    const ws::WebSocket socket = socket_;
    ended(1006, "");
    closedEarly_ = true;
    socket->terminate();
  }
}

void WebSocketObject::ended(int code, const String& reason) {
  if (std::exchange(isOver_, true)) return;
  const Handle<WebSocketObject> self(this);
  queue_ = {};
  if (code == 1006) dispatchEvent(make<ErrorEvent>("error", {.error = TypeError("")}));
  dispatchEvent(make<CloseEvent>("close", {.wasClean = code != 1006, .code = code, .reason = reason}));
  tell("undici:websocket:close",
       [&] { return var::object({{"websocket", self}, {"code", code}, {"reason", reason}}); });
}

void WebSocketObject::tellOfFrame(const char* channel, const Buffer& payload) {
  tell(channel, [&] { return var::object({{"payload", payload}, {"websocket", Handle<WebSocketObject>(this)}}); });
}

void WebSocketObject::tellOfOpening() {
  const http::IncomingMessage response = std::exchange(response_, nullptr);
  if (!response) return;
  tell("undici:websocket:open", [&] {
    const auto address = response->socket->address();
    var headers = var::object();
    for (std::ptrdiff_t i = 0; i + 1 < response->rawHeaders.length(); i += 2)
      headers.set(response->rawHeaders[std::size_t(i)].toString().toLowerCase(),
                  response->rawHeaders[std::size_t(i) + 1].toString());
    return var::object(
        {{"address", var::object({{"address", address.address}, {"family", address.family}, {"port", address.port}})},
         {"protocol", protocol_},
         {"extensions", extensions_},
         {"websocket", Handle<WebSocketObject>(this)},
         {"handshakeResponse",
          var::object(
              {{"status", response->statusCode}, {"statusText", response->statusMessage}, {"headers", headers}})}});
  });
}

}  // namespace nodecpp
