// The life of a server's connection: the events of its socket, and the order of its responses.
#include "http/connection.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "base/assertion.h"
#include "net/internals.h"
#include "net/socket_handle.h"

namespace nodecpp::http::detail {

using nodecpp::detail::codedError;

ServerConnection::ServerConnection(ServerObject& server, net::SocketObject& socket)
    : server_(&server),
      socket_(&socket),
      held_(&socket),
      parser_(Parser::Type::request, std::uint64_t(server.maxHeaderSize)) {
  // The first connection of the server's list has no predecessor, also after the connection in front of it was removed.
  NODECPP_ASSERT(!server.first_ || !server.first_->previous_);
  next_ = server.first_;
  if (next_) next_->previous_ = this;
  server.first_ = this;
  double fields = server.maxHeadersCount;
  parser_.limitFields(fields > 0 ? std::size_t(fields) : fields == 0 ? SIZE_MAX : 1000);
  // The time-out for a request also runs for a connection that has sent nothing yet.
  messageStart_ = Loop::current().now();
}

ServerConnection::~ServerConnection() {
  // While a request is being dispatched, the call on the stack holds a handle to the connection.
  NODECPP_ASSERT(!dispatching_);
  abandon();
  delete outgoing_;
}

void ServerConnection::abandon() {
  NODECPP_ASSERT(!next_ || next_->previous_ == this);
  NODECPP_ASSERT(!previous_ || previous_->next_ == this);
  NODECPP_ASSERT(!previous_ || !server_ || server_->first_ != this);
  if (next_) next_->previous_ = previous_;
  if (previous_)
    previous_->next_ = next_;
  else if (server_ && server_->first_ == this)
    server_->first_ = next_;
  next_ = previous_ = nullptr;
}

void ServerConnection::start() {
  // The listeners are added once, before anything that could end the connection.
  NODECPP_ASSERT(!listeners_[0] && !listeners_[1]);
  NODECPP_ASSERT(!ended_ && !current_ && !receiving_);
  NODECPP_ASSERT(kept_.empty(), kept_.size());
  Handle<ServerConnection> self(this);
  if (server_->timeout > 0) socket_->setTimeout(server_->timeout);
  auto listen = [&](std::size_t index, auto name, auto f) {
    socket_->on(name, f);
    listeners_[index] = socket_->ownListeners(name).at(-1);
  };
  listen(0, event::timeout, [self] { self->onSocketTimeout(); });
  // This listener gets the bytes as soon as the program itself listens to the socket; until then onRawRead() gets them.
  // It stands in front of the program's listeners, which a `connection` listener may already have added.
  socket_->prependListener(event::data, [self](const stream::Chunk& chunk) {
    Buffer bytes = chunk.toBuffer();
    self->execute(bytes.block(), bytes.bytes(), bytes.size());
  });
  listeners_[1] = socket_->ownListeners(event::data).at(0);
  listen(2, event::error, [self](const Error& error) {
    // Only the socket's first error is reported, since a program cannot act on the later ones.
    if (!self->errorSeen_) self->onSocketError(error);
  });
  listen(3, event::end, [self] { self->onSocketEnd(); });
  listen(4, event::close, [self](bool) { self->onSocketClose(); });
  listen(5, event::drain, [self] { self->onSocketDrain(); });
  socket_->watch(self);
  socket_->setRawReader(this);
  // Requests come in the context of the `connection` event, which is that of listen().
  if (auto* handle = net::detail::SocketInternals::handleOf(*socket_)) handle->keepContext();
}

void ServerConnection::removeFrom(net::SocketObject& socket) {
  socket.off(event::timeout, listeners_[0]);
  socket.off(event::data, listeners_[1]);
  socket.off(event::error, listeners_[2]);
  socket.off(event::end, listeners_[3]);
  socket.off(event::close, listeners_[4]);
  socket.off(event::drain, listeners_[5]);
  for (Listener& listener : listeners_) listener = Listener();
}

void ServerConnection::onRawRead(nodecpp::detail::Block* block, char* data, std::size_t size) {
  execute(block, data, size);
}

void ServerConnection::onProgramEnd() { release(); }

void ServerConnection::onSocketClosed() {
  ended_ = true;
  abandon();
  NODECPP_ASSERT(!next_ && !previous_ && server_->first_ != this);
  release();
}

// Releases the responses under way, which hold this connection while it holds them.
void ServerConnection::release() {
  Handle<ServerConnection> alive(this);
  for (Listener& listener : listeners_) listener = Listener();
  const std::vector<IncomingMessage> incoming = unanswered();
  auto drop = [](ServerResponse response) {
    response->connection_ = nullptr;
    response->dropListeners();
  };
  if (current_) drop(std::exchange(current_, ServerResponse()));
  if (outgoing_) {
    for (const ServerResponse& response : *outgoing_) drop(response);
    outgoing_->clear();
  }
  for (const IncomingMessage& request : incoming) request->dropListeners();
  for (const IncomingMessage& request : std::exchange(unread_, {})) request->dropListeners();
  NODECPP_ASSERT(!current_ && (!outgoing_ || outgoing_->empty()));
  receiving_ = nullptr;
}

void ServerConnection::onSocketError(const Error& error) {
  errorSeen_ = true;
  net::Socket socket(socket_);
  if (server_->emit(event::clientError, error, socket)) return;
  if (socket->writable() && (!current_ || !current_->headSent_)) {
    if (error->code == "HPE_HEADER_OVERFLOW")
      socket->write("HTTP/1.1 431 Request Header Fields Too Large\r\nConnection: close\r\n\r\n");
    else if (error->code == "HPE_CHUNK_EXTENSIONS_OVERFLOW")
      socket->write("HTTP/1.1 413 Payload Too Large\r\nConnection: close\r\n\r\n");
    else if (error->code == "ERR_HTTP_REQUEST_TIMEOUT")
      socket->write("HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n");
    else
      socket->write("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n");
  }
  socket->destroy(error);
}

void ServerConnection::onSocketEnd() {
  if (!ended_ && parser_.finish() == Event::error) {
    if (parser_.upgrading() || upgradeIgnored_) return;
    // Node adds the reason and the bytes only to an error that it finds while reading, so this error has neither.
    Error error = parseError(parser_, 0, "", 0);
    error->message = "Parse Error";
    error->stack.setHeader(error.toString());
    erase_if(error->properties, [](const auto& property) { return property.first == "rawPacket"; });
    return onSocketError(error);
  }
  if (!server_->httpAllowHalfOpen) {
    socket_->end();
  } else if (outgoing_ && !outgoing_->empty()) {
    outgoing_->back()->last_ = true;
  } else if (current_) {
    current_->last_ = true;
  } else {
    socket_->end();
  }
}

void ServerConnection::onSocketClose() {
  ended_ = true;
  abandon();
  NODECPP_ASSERT(server_->first_ != this);
  Handle<ServerConnection> alive(this);
  // The listeners hold this connection, so they are released here.
  for (Listener& listener : listeners_) listener = Listener();
  IncomingMessage receiving = std::move(receiving_);
  const std::vector<IncomingMessage> incoming = unanswered();
  // As in Node, a request with a finished response gets no more events. Its listeners may hold it, so they are dropped.
  if (receiving && std::ranges::find(incoming, receiving) == incoming.end()) receiving->dropListeners();
  // A request may still be read later on, so its listeners are kept for a minute. Nobody reads a request that is piped
  // into a destroyed stream, and its listeners may hold it.
  if (!unread_.empty()) {
    net::detail::dropLater([unread = std::exchange(unread_, {})] {
      for (const IncomingMessage& request : unread) request->dropListeners();
    });
  }
  for (const IncomingMessage& request : incoming) request->destroy(resetError("aborted"));
  NODECPP_ASSERT(!receiving_ && unread_.empty());
  if (outgoing_) {
    std::deque<ServerResponse> outgoing = std::move(*outgoing_);
    outgoing_->clear();
    for (const ServerResponse& response : outgoing) {
      response->connection_ = nullptr;
      if (response->closeEmitted_) response->dropListenersLater();
      response->destroy(resetError("aborted"));
    }
  }
  // A closed connection begins no further response, whatever the listeners above have done.
  NODECPP_ASSERT(!outgoing_ || outgoing_->empty());
  if (ServerResponse response = std::move(current_)) {
    response->connection_ = nullptr;
    response->emitCloseOnce();
  }
}

std::vector<IncomingMessage> ServerConnection::unanswered() const {
  std::vector<IncomingMessage> requests;
  if (current_) requests.push_back(current_->req);
  if (outgoing_)
    for (const ServerResponse& response : *outgoing_) requests.push_back(response->req);
  return requests;
}

void ServerConnection::pauseForOutput() {
  // Stops reading from a client that does not read its responses, so that they cannot pile up.
  if (!paused_ && (socket_->writableNeedDrain() || pendingBytes_ >= std::ptrdiff_t(socket_->writableHighWaterMark()))) {
    paused_ = true;
    socket_->pause();
    socket_->stopReading();
  }
  // The body of the current request is not read either, even when the program asks for more of it.
  if (receiving_) receiving_->held_ = paused_;
}

void ServerConnection::pendingChanged(std::ptrdiff_t bytes) {
  pendingBytes_ += bytes;
  NODECPP_ASSERT(pendingBytes_ >= 0, pendingBytes_, bytes);
  onSocketDrain();
}

void ServerConnection::onSocketDrain() {
  bool needPause = pendingBytes_ > std::ptrdiff_t(socket_->writableHighWaterMark());
  if (paused_ && !needPause) {
    paused_ = false;
    if (receiving_) receiving_->held_ = false;
    socket_->resume();
    socket_->startReading();
  }
  if (current_ && !current_->finished_ && current_->needDrain_ && current_->writableLength() == 0) {
    current_->needDrain_ = false;
    current_->emitDrain();
  }
}

void ServerConnection::onSocketTimeout() {
  net::Socket socket(socket_);
  bool heard = receiving_ && !receiving_->complete && receiving_->emit(event::timeout, socket);
  heard |= current_ && current_->emit(event::timeout, socket);
  heard |= server_->emit(event::timeout, socket);
  if (!heard) socket->destroy();
}

bool ServerConnection::expired(double now, double headersTimeout, double requestTimeout) const {
  if (messageStart_ < 0) return false;
  NODECPP_ASSERT(now >= messageStart_, now, messageStart_);
  double passed = now - messageStart_;
  return (headersTimeout > 0 && !headDone_ && passed > headersTimeout) ||
         (requestTimeout > 0 && passed > requestTimeout);
}

void ServerConnection::timeOut() {
  NODECPP_ASSERT(messageStart_ >= 0, messageStart_);
  messageStart_ = -1;
  onSocketError(codedError<Error>("ERR_HTTP_REQUEST_TIMEOUT", "Request timeout"));
}

void ServerConnection::destroySocket() { socket_->destroy(); }

void ServerConnection::assign(const ServerResponse& response) {
  // Responses are sent one after the other.
  NODECPP_DEBUG_ASSERT(!current_);
  NODECPP_DEBUG_ASSERT(response.get() != nullptr);
  current_ = response;
  response->socket = net::Socket(socket_);
  response->emit(event::socket, response->socket);
  response->sendPending();
}

void ServerConnection::detach(ServerResponseObject& response) {
  response.socket = nullptr;
  current_ = nullptr;
}

void ServerConnection::responseFinished(ServerResponseObject& response) {
  // The caller holds the response.
  IncomingMessage request = response.req;
  request->detachSignal();
  // The rest of a body that nobody reads is received and discarded, so that the next request can be read.
  if (!request->consuming_ && !(request->readFlags_ & IncomingMessageObject::resumeScheduledFlag)) {
    if (request->complete && !request->hasAnyListener())
      request->dumped_ = true;
    else
      request->dump();
  } else if ((request->flags_ & IncomingMessageObject::closedFlag) && request->hasAnyListener()) {
    request->dropListenersLater();
  } else if (!request->readableEnded() && !request->destroyed()) {
    std::erase_if(unread_, [](const IncomingMessage& one) { return one->readableEnded() || one->destroyed(); });
    unread_.push_back(request);
  }
  detach(response);
  NODECPP_DEBUG_ASSERT(request.get() != nullptr);
  bool last = response.last_;
  Loop::current().nextTick<&ServerResponseObject::emitCloseOnce>(response);
  response.connection_ = nullptr;
  if (last) {
    socket_->destroySoon();
  } else if (!outgoing_ || outgoing_->empty()) {
    // Finite numbers are recognised by a comparison with the largest number, since the compiler makes slower code of
    // std::isfinite.
    constexpr double most = std::numeric_limits<double>::max();
    double timeout = server_->keepAliveTimeout, buffer = server_->keepAliveTimeoutBuffer;
    if (timeout > 0 && timeout <= most) {
      net::detail::SocketInternals::setTimeout(*socket_,
                                               timeout + (buffer >= 0 && buffer <= most ? buffer : 1000));
      keepAliveTimer_ = true;
    }
  } else {
    ServerResponse following = std::move(outgoing_->front());
    outgoing_->pop_front();
    assign(following);
  }
}

}  // namespace nodecpp::http::detail
