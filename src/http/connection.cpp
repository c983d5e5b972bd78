#include "http/connection.h"

#include <algorithm>
#include <cmath>

#include "net/handle.h"

namespace nodecpp::http::detail {

using nodecpp::detail::codedError;

ServerConnection::ServerConnection(ServerObject& server, net::SocketObject& socket)
    : server_(&server), socket_(&socket), held_(&socket), parser_(Parser::Type::request, std::uint64_t(server.maxHeaderSize)) {
  next_ = server.first_;
  if (next_) next_->previous_ = this;
  server.first_ = this;
  double fields = server.maxHeadersCount;
  parser_.limitFields(fields > 0 ? std::size_t(fields) : fields == 0 ? SIZE_MAX : 1000);
  // A connection that says nothing is timed as one whose message has begun.
  messageStart_ = Loop::current().now();
}

ServerConnection::~ServerConnection() {
  abandon();
  delete outgoing_;
}

void ServerConnection::abandon() {
  if (next_) next_->previous_ = previous_;
  if (previous_)
    previous_->next_ = next_;
  else if (server_ && server_->first_ == this)
    server_->first_ = next_;
  next_ = previous_ = nullptr;
}

void ServerConnection::start() {
  Handle<ServerConnection> self(this);
  if (server_->timeout > 0) socket_->setTimeout(server_->timeout);
  auto listen = [&](std::size_t index, auto name, auto f) {
    socket_->on(name, f);
    listeners_[index] = socket_->listeners(name).back();
  };
  listen(0, event::timeout, [self] { self->onSocketTimeout(); });
  // Bytes come this way once the program listens to the socket, too; until then onRawRead() gets them. In front of the
  // program's own, which a listener to `connection` may have added already.
  socket_->prependListener(event::data, [self](const stream::Chunk& chunk) {
    Buffer bytes = chunk.toBuffer();
    self->execute(bytes.block(), bytes.bytes(), bytes.size());
  });
  listeners_[1] = socket_->listeners(event::data).front();
  listen(2, event::error, [self](const Error& error) {
    // The first counts; what comes after it has nobody to tell.
    if (!self->errorSeen_) self->onSocketError(error);
  });
  listen(3, event::end, [self] { self->onSocketEnd(); });
  listen(4, event::close, [self](bool) { self->onSocketClose(); });
  listen(5, event::drain, [self] { self->onSocketDrain(); });
  socket_->watch(self);
  socket_->setRawReader(this);
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

void ServerConnection::onRawRead(nodecpp::detail::Block* block, char* data, std::size_t size) { execute(block, data, size); }

void ServerConnection::onProgramEnd() { release(); }

void ServerConnection::onSocketClosed() {
  ended_ = true;
  abandon();
  release();
}

// Responses under way and this connection hold each other.
void ServerConnection::release() {
  Handle<ServerConnection> alive(this);
  for (Listener& listener : listeners_) listener = Listener();
  auto drop = [](ServerResponse response) {
    response->connection_ = nullptr;
    response->dropListeners();
  };
  if (current_) drop(std::exchange(current_, ServerResponse()));
  if (outgoing_) {
    for (const ServerResponse& response : *outgoing_) drop(response);
    outgoing_->clear();
  }
  for (const IncomingMessage& request : incoming_)
    if (request) request->dropListeners();
  for (const IncomingMessage& request : std::exchange(unread_, {})) request->dropListeners();
  incoming_.clear();
  answered_ = 0;
  receiving_ = nullptr;
}

void ServerConnection::execute(nodecpp::detail::Block* block, const char* data, std::size_t size) {
  if (ended_) return;
  Handle<ServerConnection> alive(this);
  block_ = block;
  const char* p = data;
  if (kept_.empty()) {
    parse(p, data + size, data, 0);
    if (!ended_ && p < data + size) kept_.assign(p, data + size);
    return;
  }
  std::size_t carried = kept_.size();
  kept_.insert(kept_.end(), data, data + size);
  block_ = nullptr;  // the bytes are in a list of ours from here on
  std::vector<char> bytes = std::move(kept_);
  kept_.clear();
  p = bytes.data();
  const char* end = p + bytes.size();
  parse(p, end, p, carried);
  if (ended_ || p == end) return;
  // Nothing was whole yet: a head that comes byte by byte is not copied each time.
  if (p == bytes.data())
    kept_ = std::move(bytes);
  else
    kept_.assign(p, end);
}

void ServerConnection::parse(const char*& p, const char* end, const char* begin, std::size_t carried) {
  while (!ended_) {
    if (messageStart_ < 0 && p < end) {
      messageStart_ = Loop::current().now();
      headDone_ = false;
    }
    switch (parser_.next(p, end)) {
      case Event::needMore:
        if (!parser_.inMessage() && p == end && headDone_) messageStart_ = -1;
        return;
      case Event::head: onHead(); break;
      case Event::body: onBody(parser_.body()); break;
      case Event::complete: onMessageComplete(); break;
      case Event::upgrade: onUpgrade(p, end); return void(p = end);
      case Event::error:
        if (parser_.errorCode() != ErrorCode::closedConnection) {
          std::size_t begun = headDone_ ? parser_.trailers().size() : parser_.fields().size();
          if (begun >= 32) flushTicks(begun);
        }
        // Node's counts from the first byte of what was read last.
        onParseError(std::size_t(p - begin) - std::min(carried, std::size_t(p - begin)), begin + carried,
                     std::size_t(end - begin) - carried);
        return void(p = end);
    }
  }
}

// Node's parser hands trailers and the 32nd field over by a callback of its own, and once it has done so, the rest of
// each head: ticks run there, in front of the request. Programs see it in the order of events.
void ServerConnection::flushTicks(std::size_t fields) {
  if (fields >= 32) flushed_ = true;
  if (flushed_) Loop::current().runTicks();
}

void ServerConnection::onHead() {
  headDone_ = true;
  upgradeIgnored_ = false;
  flushTicks(parser_.fields().size());
  Loop::current().port().trace.mark();
  const Head& head = parser_.head();
  auto request = server_->makeMessage_ ? server_->makeMessage_(net::Socket(socket_)) : make<IncomingMessage>(net::Socket(socket_));
  IncomingMessageObject& message = *request;
  takeHead(message, parser_);
  message.headers.joinDuplicates = message.trailers.joinDuplicates = server_->joinDuplicateHeaders;
  receiving_ = request;

  if (keepAliveTimer_) {
    keepAliveTimer_ = false;
    socket_->setTimeout(server_->timeout);
  }
  if (message.upgrade) {
    message.upgrade = head.method == Method::connect ||
                      (server_->shouldUpgrade_ ? server_->shouldUpgrade_(request) : server_->listenerCount(event::upgrade) > 0);
    if (message.upgrade) return parser_.acceptUpgrade();
  }
  incoming_.push_back(request);
  pauseForOutput();

  bool keepAlive = head.keepAlive;
  auto response = server_->makeResponse_ ? server_->makeResponse_(request) : make<ServerResponse>(request);
  ServerResponseObject& answer = *response;
  answer.connection_ = Handle<ServerConnection>(this);
  answer.keepAliveTimeout_ = server_->keepAliveTimeout;
  answer.maxRequestsPerSocket_ = server_->maxRequestsPerSocket;
  answer.rejectsBody_ = server_->rejectNonStandardBodyWrites;
  answer.shouldKeepAlive = keepAlive && !server_->leaving_;
  if (server_->optimizesEmpty_ && !head.hasContentLength && !head.chunked) request->closeUnread();
  if (current_) {
    if (!outgoing_) outgoing_ = new std::deque<ServerResponse>;
    outgoing_->push_back(response);
  } else {
    assign(response);
  }
  dispatch(request, response);
}

// RFC 9110, 7.2: uri-host [ ":" port ], by its characters. It may be empty.
static bool namesHost(std::string_view value) {
  return std::ranges::all_of(value, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("-._~!$&'()*+,;=%:[]").contains(c);
  });
}

int ServerConnection::dispatch(const IncomingMessage& request, const ServerResponse& response) {
  bool hasHost = false, hasExpect = false, badHost = false;
  for (const Field& field : parser_.fields()) {
    if (field.known == KnownField::host) {
      badHost |= hasHost || (server_->strictHostHeader && !namesHost(parser_.head().text(field.value)));
      hasHost = true;
    }
    hasExpect |= field.known == KnownField::expect;
  }
  struct Dispatching {
    ServerConnection& connection;
    ServerResponseObject* before;
    ~Dispatching() { connection.dispatching_ = before; }
  } guard{*this, std::exchange(dispatching_, response.get())};

  bool modern = request->httpVersionMajor == 1 && request->httpVersionMinor == 1;
  if ((modern && server_->requireHostHeader && !hasHost) || (badHost && server_->strictHostHeader)) {
    response->writeHead(400, {{"Connection", "close"}});
    response->end();
    return 0;
  }
  if (modern) {
    bool limited = server_->maxRequestsPerSocket > 0;
    if (limited) response->lastRequest_ = server_->maxRequestsPerSocket <= ++requests_;
    if (limited && server_->maxRequestsPerSocket < requests_) {
      server_->emit(event::dropRequest, request, net::Socket(socket_));
      respond(response, 503);
      return 0;
    }
    if (hasExpect) {
      String expect = request->headers["expect"].toString();
      if (containsWord({expect.data(), expect.size()}, "100-continue")) {
        response->expectContinue_ = true;
        if (server_->listenerCount(event::checkContinue)) {
          server_->emit(event::checkContinue, request, response);
        } else {
          response->writeContinue();
          server_->emit(event::request, request, response);
        }
      } else if (server_->listenerCount(event::checkExpectation)) {
        server_->emit(event::checkExpectation, request, response);
      } else {
        respond(response, 417);
      }
      return 0;
    }
  }
  server_->emit(event::request, request, response);
  return 0;
}

void ServerConnection::respond(const ServerResponse& response, int code) {
  response->writeHead(code);
  response->end();
}

void ServerConnection::onBody(std::string_view bytes) {
  if (!receiving_ || receiving_->dumped_) return Loop::current().runTicks();
  if (!receiving_->push(net::detail::keepBytes(block_, bytes.data(), bytes.size()))) {
    socket_->pause();
    socket_->stopReading();
  }
  Loop::current().runTicks();
}

void ServerConnection::onMessageComplete() {
  if (!parser_.trailers().empty()) {
    flushed_ = true;
    flushTicks(0);
  }
  IncomingMessage message = std::move(receiving_);
  if (message) {
    message->complete = true;
    takeTrailers(*message, parser_);
    message->push(nullptr);
  }
  if (parser_.upgrading()) {
    // onUpgrade, which comes next, needs it.
    receiving_ = std::move(message);
    return;
  }
  messageStart_ = -1;
  if (!paused_ && socket_->readable()) {
    socket_->resume();
    if (socket_->readingPaused()) socket_->startReading();
  }
}

void ServerConnection::onUpgrade(const char* p, const char* end) {
  IncomingMessage request = std::move(receiving_);
  if (!request || !request->upgrade) {
    // Nobody takes it: Node drops what came with it and reads on, silent about errors up to the next whole head.
    messageStart_ = -1;
    upgradeIgnored_ = true;
    return;
  }
  ended_ = true;
  Handle<ServerConnection> alive(this);
  net::Socket socket(socket_);
  socket->setRawReader(nullptr);
  removeFrom(*socket);
  abandon();
  // Requests in front of this one may not be answered yet, and are not told any more when the connection closes: then this
  // goes on watching the socket, to let go of them.
  if (!current_) socket->unwatch(this);
  bool connect = request->method == "CONNECT";
  bool heard = connect ? server_->listenerCount(event::connect) > 0 : server_->listenerCount(event::upgrade) > 0;
  if (!heard) {
    socket->destroy();
    return;
  }
  Buffer head = Buffer::copyOf(p, std::size_t(end - p));
  socket->setReadableFlowing(nullptr);
  if (connect)
    server_->emit(event::connect, request, socket, head);
  else
    server_->emit(event::upgrade, request, socket, head);
}

void ServerConnection::onParseError(std::size_t parsed, const char* data, std::size_t size) {
  if (parser_.upgrading() || upgradeIgnored_) return;
  // Told each time that bytes come, as long as the program leaves the socket open.
  onSocketError(parseError(parser_, parsed, data, size));
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
    // Node dresses up only what it finds while it reads: this one has neither the reason in its message nor bytes.
    Error error = parseError(parser_, 0, "", 0);
    error->message = "Parse Error";
    error->stack = error.toString();
    std::erase_if(error->properties, [](const auto& property) { return property.first == "rawPacket"; });
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
  Handle<ServerConnection> alive(this);
  // They hold this connection.
  for (Listener& listener : listeners_) listener = Listener();
  IncomingMessage receiving = std::move(receiving_);
  std::vector<IncomingMessage> incoming = std::move(incoming_);
  incoming_.clear();
  // One whose response has finished already is told nothing any more, as in Node; its listeners may hold it.
  if (receiving && std::ranges::find(incoming, receiving) == incoming.end()) receiving->dropListeners();
  // The same of one that nobody reads on, as one piped into what has failed. Somebody may still.
  if (!unread_.empty()) {
    net::detail::dropLater([unread = std::exchange(unread_, {})] {
      for (const IncomingMessage& request : unread) request->dropListeners();
    });
  }
  answered_ = 0;
  for (const IncomingMessage& request : incoming)
    if (request) request->destroy(resetError("aborted"));
  if (outgoing_) {
    std::deque<ServerResponse> outgoing = std::move(*outgoing_);
    outgoing_->clear();
    for (const ServerResponse& response : outgoing) {
      response->connection_ = nullptr;
      if (response->closeEmitted_) response->dropListenersLater();
      response->destroy(resetError("aborted"));
    }
  }
  if (ServerResponse response = std::move(current_)) {
    response->connection_ = nullptr;
    response->emitCloseOnce();
  }
}

void ServerConnection::pauseForOutput() {
  // Who does not read its answers is not read from either.
  if (!paused_ &&
      (socket_->writableNeedDrain() || pendingBytes_ >= std::ptrdiff_t(socket_->writableHighWaterMark()))) {
    paused_ = true;
    socket_->pause();
    socket_->stopReading();
  }
  // Nor for a program that asks for more of the body.
  if (receiving_) receiving_->held_ = paused_;
}

void ServerConnection::pendingChanged(std::ptrdiff_t bytes) {
  pendingBytes_ += bytes;
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
    current_->emit(event::drain);
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
  double passed = now - messageStart_;
  return (headersTimeout > 0 && !headDone_ && passed > headersTimeout) || (requestTimeout > 0 && passed > requestTimeout);
}

void ServerConnection::timeOut() {
  messageStart_ = -1;
  onSocketError(codedError<Error>("ERR_HTTP_REQUEST_TIMEOUT", "Request timeout"));
}

void ServerConnection::destroySocket() { socket_->destroy(); }

void ServerConnection::assign(const ServerResponse& response) {
  current_ = response;
  response->socket = net::Socket(socket_);
  if (response->listenerCount(event::socket)) response->emit(event::socket, response->socket);
  response->flush();
}

void ServerConnection::detach(ServerResponseObject& response) {
  response.socket = nullptr;
  current_ = nullptr;
}

void ServerConnection::responseFinished(ServerResponseObject& response) {
  ServerResponse alive(&response);
  IncomingMessage request = response.req;
  request->detachSignal();
  if (!incoming_.empty()) {
    incoming_[answered_] = nullptr;
    // Many requests that wait are moved up in groups, not each time that one of them goes.
    if (++answered_ * 2 >= incoming_.size()) {
      incoming_.erase(incoming_.begin(), incoming_.begin() + std::ptrdiff_t(answered_));
      answered_ = 0;
    }
  }
  // A body that nobody asked for is taken off the wire.
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
  bool last = response.last_;
  Loop::current().nextTick<&ServerResponseObject::emitCloseOnce>(response);
  response.connection_ = nullptr;
  if (last) {
    socket_->destroySoon();
  } else if (!outgoing_ || outgoing_->empty()) {
    double timeout = server_->keepAliveTimeout, buffer = server_->keepAliveTimeoutBuffer;
    if (timeout > 0 && std::isfinite(timeout)) {
      socket_->setTimeout(timeout + (buffer >= 0 && std::isfinite(buffer) ? buffer : 1000));
      keepAliveTimer_ = true;
    }
  } else {
    ServerResponse following = std::move(outgoing_->front());
    outgoing_->pop_front();
    assign(following);
  }
}

}  // namespace nodecpp::http::detail
