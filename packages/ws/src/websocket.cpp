#include <nodecpp/ws.h>

#include "connection.h"
#include "handshake.h"

namespace nodecpp::ws {

namespace {

constexpr const char* readyStates[] = {"CONNECTING", "OPEN", "CLOSING", "CLOSED"};

void checkConnecting(int readyState) {
  if (readyState == WebSocket::CONNECTING) throw Error("WebSocket is not open: readyState 0 (CONNECTING)");
}

}  // namespace

WebSocketObject::WebSocketObject(std::nullptr_t) : isServer_(true) {}
WebSocketObject::~WebSocketObject() = default;

void WebSocketObject::traceMembers(nodecpp::detail::Tracer& tracer) {
  tracer(connection_, handshake_, onopen.set_, onmessage.set_, onclose.set_, onerror.set_);
}

double WebSocketObject::bufferedAmount() const { return connection_ ? connection_->bufferedAmount() : unsent_; }

String WebSocketObject::extensions() const {
  return connection_ && connection_->isCompressing() ? detail::PerMessageDeflateObject::extensionName : "";
}

void WebSocketObject::open(Handle<detail::ConnectionObject> connection, const Buffer& head) {
  connection_ = std::move(connection);
  handshake_ = nullptr;
  enroll();  // the connection refers back to this object, which may have no listener yet
  connection_->begin(head);
  readyState_ = OPEN;
  this->emit(event::open);
}

void WebSocketObject::emitClose() {
  readyState_ = CLOSED;
  this->emit(event::close, closeCode_, closeMessage_);
  // No event comes any more, and listeners often hold this object.
  process::nextTick([self = self()] { self->dropListeners(); });
}

void WebSocketObject::emitErrorAndClose(const Error& error) {
  readyState_ = CLOSING;
  errorEmitted_ = true;
  this->emit(event::error, error);
  emitClose();
}

// Deals with data that cannot be sent, because the connection is not open. Returns false when it is open.
bool WebSocketObject::cannotSend(double size, const stream::Callback& callback) {
  checkConnecting(readyState_);
  if (readyState_ == OPEN) return false;
  if (connection_)
    connection_->addUnsent(size);
  else
    unsent_ += size;
  if (callback)
    process::nextTick([callback, error = Error("WebSocket is not open: readyState " + str(readyState_) + " (" +
                                               readyStates[readyState_] + ")")] { callback(error); });
  return true;
}

void WebSocketObject::send(const Data& data, const SendOptions& options, stream::Callback callback) {
  if (!cannotSend(double(data.size()), callback)) connection_->send(data, options, std::move(callback));
}

void WebSocketObject::sendBlob(const Blob& blob, const SendOptions& options, stream::Callback callback) {
  if (!cannotSend(blob->size(), callback)) connection_->send(blob, options, std::move(callback));
}

void WebSocketObject::ping(const Data& data, stream::OptionalNumber mask, stream::Callback callback) {
  if (!cannotSend(double(data.size()), callback))
    connection_->sendControl(detail::Opcode::ping, data, mask.given ? mask.value != 0 : !isServer_,
                             std::move(callback));
}

void WebSocketObject::pong(const Data& data, stream::OptionalNumber mask, stream::Callback callback) {
  if (!cannotSend(double(data.size()), callback))
    connection_->sendControl(detail::Opcode::pong, data, mask.given ? mask.value != 0 : !isServer_,
                             std::move(callback));
}

void WebSocketObject::pause() {
  if (readyState_ == CONNECTING || readyState_ == CLOSED) return;
  isPaused_ = true;
  connection_->pause();
}

void WebSocketObject::resume() {
  if (readyState_ == CONNECTING || readyState_ == CLOSED) return;
  isPaused_ = false;
  connection_->resume();
}

Function<void()> WebSocketObject::wrap(const Function<void(Event)>& handler) {
  return [handler, self = self()] { handler({"open", WebSocket(self)}); };
}

Function<void(Buffer, bool)> WebSocketObject::wrap(const Function<void(MessageEvent)>& handler) {
  return [handler, self = self()](Buffer data, bool isBinary) {
    MessageEvent event{{"message", WebSocket(self)}, data};
    if (!isBinary) event.data = data.toString();
    handler(event);
  };
}

Function<void(int, Buffer)> WebSocketObject::wrap(const Function<void(CloseEvent)>& handler) {
  return [handler, self = self()](int code, Buffer reason) {
    handler({{"close", WebSocket(self)}, code, reason.toString(), self->connection_ && self->connection_->wasClean()});
  };
}

Function<void(Error)> WebSocketObject::wrap(const Function<void(ErrorEvent)>& handler) {
  return [handler, self = self()](Error error) { handler({{"error", WebSocket(self)}, error, error->message}); };
}

void WebSocketObject::subscribe(StringArg topic) {
  if (!connection_ || !connection_->server || readyState_ == CLOSED || isSubscribed(topic)) return;
  const detail::Room room = connection_->server->room(topic.toString());
  room->members.add(WebSocket(self()));
  if (!connection_->rooms) connection_->rooms = Map<String, detail::Room>();
  connection_->rooms.set(room->topic, room);
}

void WebSocketObject::unsubscribe(StringArg topic) {
  if (!isSubscribed(topic)) return;
  const detail::Room room = connection_->rooms.get(topic.toString());
  connection_->rooms.delete_(room->topic);
  connection_->server->leave(room, WebSocket(self()));
}

bool WebSocketObject::isSubscribed(StringArg topic) const {
  return connection_ && connection_->rooms && connection_->rooms.has(topic.toString());
}

double WebSocketObject::publish(StringArg topic, const Data& data, const SendOptions& options) {
  if (!connection_ || !connection_->server) return 0;
  return connection_->server->publish(topic.toString(), WebSocket(self()), data, options);
}

}  // namespace nodecpp::ws
