#include "http/client_connection.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "base/assertion.h"
#include "diagnostics_channel/built_in.h"
#include "net/socket_handle.h"

namespace nodecpp::http::detail {

namespace {
// Returns whether `status` is that of an interim (1xx) response, after which the final response follows. 101 (Switching
// Protocols) is a final response.
bool isInformational(int status) { return status >= 100 && status < 200 && status != 101; }
}  // namespace

ClientConnection::ClientConnection(ClientRequestObject& request, net::SocketObject& socket)
    : request_(&request),
      socket_(&socket),
      parser_(Parser::Type::response, std::uint64_t(request.options_.maxHeaderSize.value)) {
  double fields = request.maxHeadersCount;
  maxFields_ = fields > 0 ? std::size_t(fields) : fields == 0 ? SIZE_MAX : 1000;
  // As in Node, a response with too many fields is no error. takeHead() leaves out the fields after the limit.
  parser_.limitFields(SIZE_MAX);
}

void ClientConnection::start() {
  NODECPP_ASSERT(!data_ && !close_ && !freed_);
  Handle<ClientConnection> self(this);
  data_ = [self](const stream::Chunk& chunk) { self->onData(chunk); };
  end_ = [self] { self->onEnd(); };
  close_ = [self](bool) { self->onClose(); };
  drain_ = [self] { self->onDrain(); };
  socket_->on(event::data, data_);
  socket_->on(event::end, end_);
  socket_->on(event::close, close_);
  socket_->on(event::drain, drain_);
  socket_->watch(self);
}

void ClientConnection::free() {
  if (std::exchange(freed_, true)) return;
  if (request_ && request_->connection_.get() == this) request_->connection_ = nullptr;
}

void ClientConnection::finishParser() {
  if (freed_) return;
  // A response that gives no length of its body ends when the connection ends.
  if (parser_.finish() == Event::complete) onMessageComplete();
  free();
  NODECPP_ASSERT(freed_ && request_->connection_.get() != this);
}

void ClientConnection::removeListeners() {
  socket_->off(event::data, data_);
  socket_->off(event::end, end_);
}

void ClientConnection::leaveSocket() {
  socket_->off(event::close, close_);
  socket_->unwatch(this);
}

void ClientConnection::onSocketClosed() {
  if (closeSeen_) return;
  NODECPP_ASSERT(request_.get() != nullptr);
  // The program has removed the listener of `close`, so the request gets no event, as in Node. The request and its
  // connection hold each other. They are released after a minute, since the received part of the response may still be
  // read.
  net::detail::dropLater(request_, [](const ClientRequest& request) {
    request->letGo();
    request->dropListeners();
  });
}

void ClientConnection::onData(const stream::Chunk& chunk) {
  if (freed_) return;
  Handle<ClientConnection> alive(this);
  Buffer bytes = chunk.toBuffer();
  if (!execute(bytes) || freed_) return;
  // The final response is complete, so further bytes do not belong to this request.
  if (incoming_ && incoming_->complete && !isInformational(incoming_->statusCode)) {
    removeListeners();
    socket_->off(event::drain, drain_);
    free();
  }
}

// Returns false when the remaining bytes no longer belong to this request.
bool ClientConnection::execute(const Buffer& chunk) {
  std::vector<char> joined;
  const char* begin = chunk.bytes();
  std::size_t size = chunk.size();
  std::size_t carried = kept_.size();
  const net::detail::ParsedBlock noted(block_, carried ? nullptr : chunk.block());
  if (carried) {
    joined = std::move(kept_);
    kept_.clear();
    joined.insert(joined.end(), begin, begin + size);
    begin = joined.data();
    size = joined.size();
  }
  NODECPP_DEBUG_ASSERT(size == carried + chunk.size(), size, carried, chunk.size());
  const char* p = begin;
  const char* end = begin + size;
  // Bytes carried over from an earlier chunk are not counted, as in Node.
  auto parsed = [&] { return std::size_t(p - begin) - std::min(carried, std::size_t(p - begin)); };
  for (;;) {
    switch (parser_.next(p, end)) {
      case Event::needMore:
        // Only the bytes of an unfinished head or trailer section are left over.
        NODECPP_DEBUG_ASSERT(p == end || parser_.inMessage(), end - p);
        if (carried && p == begin)
          // A head that arrives byte by byte is not copied each time.
          kept_ = std::move(joined);
        else
          kept_.assign(p, end);
        return true;
      case Event::head:
        switch (onHead()) {
          case Body::follows: break;
          case Body::skipped: parser_.skipBody(); break;
          case Body::foreign: parser_.acceptUpgrade(); break;
        }
        break;
      case Event::body: onBody(parser_.body()); break;
      case Event::complete: onMessageComplete(); break;
      case Event::upgrade:
        NODECPP_ASSERT(incoming_.get() != nullptr && p <= end);
        if (incoming_->upgrade) {
          std::size_t at = parsed();
          onUpgrade(chunk.subarray(double(at)));
          return false;
        }
        // Bytes that follow an unrequested status 101 are dropped.
        return true;
      case Event::error: onParseError(parsed(), chunk); return false;
    }
  }
}

ClientConnection::Body ClientConnection::onHead() {
  NODECPP_ASSERT(parser_.inMessage() && !parser_.inHead());
  auto response = make<IncomingMessage>(socket_);
  incoming_ = response;
  takeHead(*response, parser_, maxFields_);
  response->headers.joinDuplicates = response->trailers.joinDuplicates = request_->options_.joinDuplicateHeaders;

  if (request_->res) {
    // The server has sent a second response, which nobody requested.
    socket_->destroy();
    incoming_ = request_->res;
    skipsPending_ = true;
    return Body::follows;
  }
  ClientRequest request = request_;
  request->res = response;
  if (response->upgrade) return Body::foreign;
  if (request->method == "CONNECT") {
    response->upgrade = true;
    return Body::foreign;
  }
  if (isInformational(response->statusCode)) {
    request->res = nullptr;
    onInformation(*response);
    return Body::skipped;
  }
  if (request->shouldKeepAlive && !parser_.head().keepAlive && !request->upgradeOrConnect)
    request->shouldKeepAlive = false;
  response->req = request;

  Handle<ClientConnection> self(this);
  response->on(event::end, [self] { self->onResponseEnd(); });
  request->on(event::finish, [self] {
    // When the response has ended before the request was sent, the socket goes back to the agent here, and otherwise in
    // onResponseEnd(). The socket of a request that counts as destroyed may already serve another request.
    ClientRequest request = self->request_;
    if (request->shouldKeepAlive && request->ended_ && !request->destroyed()) keepAlive(*request);
  });
  responseTimeout_ = [self] {
    if (self->request_->res) self->request_->res->emit(event::timeout, self->socket_);
  };
  socket_->on(event::timeout, responseTimeout_);

  if (request->begun_) [[unlikely]]
    request->endMeasuring(response);
  using diagnostics_channel::detail::BuiltIn;
  if (diagnostics_channel::detail::isWanted(BuiltIn::httpClientResponseFinish)) [[unlikely]]
    diagnostics_channel::detail::publish(BuiltIn::httpClientResponseFinish,
                                         {{"request", request}, {"response", response}});
  bool head = request->method == "HEAD";
  if (request->aborted || !request->emit(event::response, response)) response->dump();
  if (head) return Body::skipped;
  if (response->statusCode == 304) {
    response->complete = true;
    return Body::skipped;
  }
  return Body::follows;
}

void ClientConnection::onInformation(const IncomingMessageObject& response) {
  ClientRequest request = request_;
  if (response.statusCode == 100) request->emit(event::continue_);
  request->emit(event::information, InformationEvent{response.statusCode, response.statusMessage, response.httpVersion,
                                                     response.httpVersionMajor, response.httpVersionMinor,
                                                     response.headers, response.rawHeaders});
}

void ClientConnection::onBody(std::string_view bytes) {
  NODECPP_DEBUG_ASSERT(!bytes.empty());
  // keepBytes() makes a slice of `block_`, so the bytes must lie in that block.
  NODECPP_DEBUG_ASSERT(net::detail::holds(block_, bytes.data(), bytes.size()), bytes.size());
  if (!incoming_ || skipsPending_ || incoming_->dumped_) return;
  const Buffer part = net::detail::keepBytes(block_, bytes.data(), bytes.size());
  if (received_) [[unlikely]]
    received_(part);
  if (!incoming_->push(part)) {
    // Back-pressure: the socket is not read until the program has read the body that came so far.
    socket_->pause();
    socket_->stopReading();
  }
}

void ClientConnection::onMessageComplete() {
  if (incoming_ && !skipsPending_) {
    incoming_->complete = true;
    request_->whole_ = true;
    takeTrailers(*incoming_, parser_, maxFields_);
    if (auto received = std::exchange(received_, nullptr)) [[unlikely]]
      received(nullptr);
    incoming_->push(nullptr);
  }
  // Back-pressure may have stopped the reading. The socket must be read for the next response, and to notice when the
  // server closes it.
  if (socket_->readable()) {
    socket_->resume();
    if (socket_->readingPaused()) socket_->startReading();
  }
}

void ClientConnection::onParseError(std::size_t parsed, const Buffer& chunk) {
  NODECPP_ASSERT(parsed <= chunk.size(), parsed, chunk.size());
  Error error = parseError(parser_, parsed, chunk.bytes(), chunk.size());
  ClientRequest request = request_;
  free();
  NODECPP_ASSERT(freed_);
  removeListeners();
  socket_->destroy();
  // The flag socketFailed_ keeps onClose() from reporting a second error.
  request->socketFailed_ = true;
  request->emitError(error);
}

void ClientConnection::onUpgrade(const Buffer& head) {
  ClientRequest request = request_;
  IncomingMessage response = incoming_;
  net::Socket socket = socket_;
  request->res = response;
  removeListeners();
  socket->off(event::drain, drain_);
  socket->off(event::timeout, request->socketTimeout_);
  socket->off(event::timeout, responseTimeout_);
  free();
  auto tell = [&](auto name) {
    if (request->listenerCount(name) == 0) {
      socket->destroy();
      return;
    }
    request->upgradeOrConnect = true;
    // From now on the socket belongs to the program.
    socket->emit("agentRemove");
    leaveSocket();
    socket->off(event::error, request->socketError_);
    socket->user = nullptr;
    socket->setReadableFlowing(nullptr);
    request->emit(name, response, socket, head);
    request->emitClosed();
  };
  if (request->method == "CONNECT")
    tell(event::connect);
  else
    tell(event::upgrade);
}

void ClientConnection::onResponseEnd() {
  ClientRequest request = request_;
  socket_->off(event::timeout, request->socketTimeout_);
  socket_->off(event::timeout, responseTimeout_);
  request->ended_ = true;
  if (!request->shouldKeepAlive) {
    if (socket_->writable()) socket_->destroySoon();
  } else if (request->writableFinished() && !incoming_->aborted) {
    keepAlive(*request);
  }
}

void ClientConnection::keepAlive(ClientRequestObject& object) {
  ClientRequest request(&object);
  net::Socket socket = request->socket;
  if (request->socketTimeout_) {
    socket->setTimeout(0);
    socket->off(event::timeout, request->socketTimeout_);
    request->socketTimeout_ = {};
  }
  if (auto& connection = request->lastConnection_) {
    connection->leaveSocket();
    connection->removeListeners();
  }
  socket->off(event::error, request->socketError_);
  // The program's listeners of `end` run before another request can get the socket.
  Loop::current().nextTick([request] {
    net::Socket socket = request->socket;
    request->emitClosed();
    if (socket) socket->emit("free");
  });
  request->flags_ |= ClientRequestObject::destroyedFlag;
  // A response that is destroyed later must not destroy the socket, which is in use again.
  if (request->res) request->res->socket = nullptr;
}

void ClientConnection::onEnd() {
  Handle<ClientConnection> alive(this);
  ClientRequest request = request_;
  // The peer's end may make the socket fail, for example during a TLS handshake. Then the socket emits its own error,
  // and this one is not added.
  if (!request->res && !request->socketFailed_ && !socket_->hadError()) {
    request->socketFailed_ = true;
    request->emitError(resetError("socket hang up"));
  }
  finishParser();
  socket_->destroy();
}

void ClientConnection::onClose() {
  closeSeen_ = true;
  Handle<ClientConnection> alive(this);
  ClientRequest request = request_;
  IncomingMessage response = request->res;
  bool parsing = !freed_;
  request->flags_ |= ClientRequestObject::destroyedFlag;
  if (response) {
    if (!response->complete) response->destroy(resetError("aborted"));
    request->emitClosed();
    if (!response->aborted && response->readable()) response->push(nullptr);
  } else {
    if (!request->socketFailed_) {
      request->socketFailed_ = true;
      request->emitError(resetError("socket hang up"));
    }
    request->emitClosed();
  }
  if (parsing) finishParser();
}

void ClientConnection::onDrain() {
  if (!request_->finished() && request_->needDrain_) {
    request_->needDrain_ = false;
    request_->emit(event::drain);
  }
}

}  // namespace nodecpp::http::detail
