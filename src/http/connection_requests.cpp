// How a server's connection turns the bytes that it receives into requests, bodies, upgrades and errors.
#include <algorithm>
#include <string_view>
#include <vector>

#include "base/assertion.h"
#include "diagnostics_channel/built_in.h"
#include "http/connection.h"
#include "http/measuring.h"
#include "net/internals.h"
#include "net/socket_handle.h"

namespace nodecpp::http::detail {

void ServerConnection::execute(nodecpp::detail::Block* block, const char* data, std::size_t size) {
  NODECPP_DEBUG_ASSERT(data || size == 0, size);
  if (ended_) return;
  Handle<ServerConnection> alive(this);
  const net::detail::ParsedBlock noted(block_, block);
  const char* p = data;
  if (kept_.empty()) {
    parse(p, data + size, data, 0);
    NODECPP_DEBUG_ASSERT(p >= data && p <= data + size, p - data, size);
    if (!ended_ && p < data + size) kept_.assign(p, data + size);
    return;
  }
  std::size_t carried = kept_.size();
  kept_.insert(kept_.end(), data, data + size);
  // The bytes that are parsed now are in a vector of this function and not in a block.
  block_ = nullptr;
  std::vector<char> bytes = std::move(kept_);
  kept_.clear();
  NODECPP_DEBUG_ASSERT(bytes.size() == carried + size, bytes.size(), carried, size);
  p = bytes.data();
  const char* end = p + bytes.size();
  parse(p, end, p, carried);
  NODECPP_DEBUG_ASSERT(p >= bytes.data() && p <= end, p - bytes.data(), bytes.size());
  if (ended_ || p == end) return;
  // The bytes contain no complete head yet, so the vector is kept as it is. Otherwise a head that arrives byte by byte
  // would be copied each time.
  if (p == bytes.data())
    kept_ = std::move(bytes);
  else
    kept_.assign(p, end);
}

void ServerConnection::parse(const char*& p, const char* end, const char* begin, std::size_t carried) {
  NODECPP_DEBUG_ASSERT(p == begin && begin <= end);
  NODECPP_DEBUG_ASSERT(carried <= std::size_t(end - begin), carried, end - begin);
  while (!ended_) {
    if (messageStart_ < 0 && p < end) {
      messageStart_ = Loop::current().now();
      headDone_ = false;
    }
    switch (parser_.next(p, end)) {
      case Event::needMore:
        // Only the bytes of an unfinished head or trailer section are left over.
        NODECPP_DEBUG_ASSERT(p == end || parser_.inMessage(), end - p);
        NODECPP_DEBUG_ASSERT(p >= begin && p <= end);
        if (!parser_.inMessage() && p == end && headDone_) messageStart_ = -1;
        return;
      case Event::head: onHead(); break;
      case Event::body: onBody(parser_.body()); break;
      case Event::complete:
        onMessageComplete();
        // Most requests come alone. The parser has nothing to say about no bytes.
        if (p == end && parser_.betweenMessages()) return;
        break;
      case Event::upgrade: onUpgrade(p, end); return void(p = end);
      case Event::error:
        NODECPP_ASSERT(parser_.errorCode() != ErrorCode::ok);
        NODECPP_ASSERT(p >= begin && p <= end, p - begin, end - begin);
        if (parser_.errorCode() != ErrorCode::closedConnection) {
          std::size_t begun = headDone_ ? parser_.trailers().size() : parser_.fields().size();
          if (begun >= 32) flushTicks(begun);
        }
        // Node's bytesParsed counts from the first byte of the last read, without the bytes that were carried over from
        // earlier reads.
        onParseError(std::size_t(p - begin) - std::min(carried, std::size_t(p - begin)), begin + carried,
                     std::size_t(end - begin) - carried);
        return void(p = end);
    }
  }
}

// Node's parser hands over trailers, and a head's first 32 fields, by a callback of its own, and after the first such
// callback it does so for the rest of each head. Ticks run after a callback, so they run before the request is emitted.
// Programs see that in the order of their events.
void ServerConnection::flushTicks(std::size_t fields) {
  if (fields >= 32) flushed_ = true;
  if (flushed_) Loop::current().runTicks();
}

void ServerConnection::onHead() {
  NODECPP_DEBUG_ASSERT(parser_.inMessage() && !parser_.inHead());
  // The message before this one was complete, since the parser reports its end first.
  NODECPP_DEBUG_ASSERT(!receiving_);
  headDone_ = true;
  upgradeIgnored_ = false;
  flushTicks(parser_.fields().size());
  Loop::current().port().trace.mark();
  const Head& head = parser_.head();
  ServerObject& server = *server_;
  auto request =
      server.makeMessage_ ? server.makeMessage_(net::Socket(socket_)) : make<IncomingMessage>(net::Socket(socket_));
  IncomingMessageObject& message = *request;
  takeHead(message, parser_);
  message.headers.joinDuplicates = message.trailers.joinDuplicates = server.joinDuplicateHeaders;
  receiving_ = request;

  if (keepAliveTimer_) {
    keepAliveTimer_ = false;
    net::detail::SocketInternals::setTimeout(*socket_, server.timeout);
  }
  if (message.upgrade) {
    message.upgrade =
        head.method == Method::connect ||
        (server.shouldUpgrade_ ? server.shouldUpgrade_(request) : server.listenerCount(event::upgrade) > 0);
    if (message.upgrade) return parser_.acceptUpgrade();
  }
  pauseForOutput();

  bool keepAlive = head.keepAlive;
  auto response = server.makeResponse_ ? server.makeResponse_(request) : make<ServerResponse>(request);
  ServerResponseObject& answer = *response;
  answer.connection_ = Handle<ServerConnection>(this);
  // The program's own class may have written already, before the response knew its connection.
  pendingBytes_ += std::ptrdiff_t(answer.pendingBytes_);
  answer.keepAliveTimeout_ = server.keepAliveTimeout;
  answer.maxRequestsPerSocket_ = server.maxRequestsPerSocket;
  answer.rejectsBody_ = server.rejectNonStandardBodyWrites;
  answer.shouldKeepAlive = keepAlive && !server.leaving_;
  if (server.optimizesEmpty_ && !head.hasContentLength && !head.chunked) request->discardUnread();
  NODECPP_DEBUG_ASSERT(pendingBytes_ >= 0, pendingBytes_);
  if (current_) {
    if (!outgoing_) outgoing_ = new std::deque<ServerResponse>;
    outgoing_->push_back(response);
  } else {
    assign(response);
  }
  dispatch(std::move(request), std::move(response));
}

// Whether the characters are those of RFC 9110, 7.2: uri-host [ ":" port ]. The value may be empty.
static bool namesHost(std::string_view value) {
  return std::ranges::all_of(value, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("-._~!$&'()*+,;=%:[]").contains(c);
  });
}

// Publishes on the channels of diagnostics_channel.
void ServerConnection::tellOfRequest(const IncomingMessage& request, const ServerResponse& response) {
  using diagnostics_channel::detail::BuiltIn;
  if (diagnostics_channel::detail::isWanted(BuiltIn::httpServerResponseCreated))
    diagnostics_channel::detail::publish(BuiltIn::httpServerResponseCreated,
                                         {{"request", request}, {"response", response}});
  if (diagnostics_channel::detail::isWanted(BuiltIn::httpServerRequestStart))
    diagnostics_channel::detail::publish(
        BuiltIn::httpServerRequestStart,
        {{"request", request}, {"response", response}, {"socket", net::Socket(socket_)}, {"server", Server(server_)}});
}

int ServerConnection::dispatch(IncomingMessage request, ServerResponse response) {
  if (nodecpp::detail::Loop::current().channels) [[unlikely]]
    tellOfRequest(request, response);
  if (isMeasured(Measured::http)) [[unlikely]]
    response->beginMeasuring(request);
  ServerObject& server = *server_;
  bool hasHost = false, hasExpect = false, badHost = false;
  for (const Field& field : parser_.fields()) {
    if (field.known == KnownField::host) {
      badHost |= hasHost || (server.strictHostHeader && !namesHost(parser_.head().text(field.value)));
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
  if ((modern && server.requireHostHeader && !hasHost) || (badHost && server.strictHostHeader)) {
    response->writeHead(400, {{"Connection", "close"}});
    response->end();
    return 0;
  }
  if (modern) {
    bool limited = server.maxRequestsPerSocket > 0;
    if (limited) response->lastRequest_ = server.maxRequestsPerSocket <= ++requests_;
    if (limited && server.maxRequestsPerSocket < requests_) {
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
  server.emit(event::request, std::move(request), std::move(response));
  return 0;
}

void ServerConnection::respond(const ServerResponse& response, int code) {
  response->writeHead(code);
  response->end();
}

void ServerConnection::onBody(std::string_view bytes) {
  NODECPP_DEBUG_ASSERT(!bytes.empty() && headDone_);
  // The block that keepBytes() makes a slice of is the one that holds the bytes.
  NODECPP_DEBUG_ASSERT(net::detail::holds(block_, bytes.data(), bytes.size()), bytes.size());
  if (!receiving_ || receiving_->dumped_) return Loop::current().runTicks();
  if (!receiving_->push(net::detail::keepBytes(block_, bytes.data(), bytes.size()))) {
    socket_->pause();
    socket_->stopReading();
  }
  Loop::current().runTicks();
}

void ServerConnection::onMessageComplete() {
  NODECPP_DEBUG_ASSERT(headDone_);
  if (!parser_.trailers().empty()) {
    flushed_ = true;
    flushTicks(0);
  }
  IncomingMessage message = std::move(receiving_);
  if (message) {
    message->complete = true;
    takeTrailers(*message, parser_);
    message->endOfBody();
  }
  if (parser_.upgrading()) {
    // The message is stored for onUpgrade, which is called next.
    receiving_ = std::move(message);
    return;
  }
  messageStart_ = -1;
  if (!paused_ && !socket_->reads() && socket_->readable()) {
    socket_->resume();
    if (socket_->readingPaused()) socket_->startReading();
  }
}

void ServerConnection::onUpgrade(const char* p, const char* end) {
  NODECPP_ASSERT(p <= end, end - p);
  NODECPP_ASSERT(!ended_ && headDone_);
  IncomingMessage request = std::move(receiving_);
  if (!request || !request->upgrade) {
    // The program has no listener for the upgrade. As Node does, this drops the bytes that came with the request, reads
    // on, and reports no error until the next head is complete.
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
  // The responses to earlier requests may still be unsent, and nothing reports the end of the connection to them any
  // more. In this case this object goes on watching the socket, to release them.
  if (!current_) socket->unwatch(this);
  NODECPP_ASSERT(!next_ && !previous_ && !listeners_[0]);
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
  NODECPP_ASSERT(parsed <= size, parsed, size);
  // As long as the program leaves the socket open, the error is reported each time that bytes arrive.
  onSocketError(parseError(parser_, parsed, data, size));
}

}  // namespace nodecpp::http::detail
