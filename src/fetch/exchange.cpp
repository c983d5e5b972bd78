// A request of fetch() to one server: its head as undici sends it, its body, its time-outs and its errors.
#include <nodecpp/concurrency/sleep.h>
#include <nodecpp/events/once.h>
#include <nodecpp/http/promises.h>
#include <nodecpp/timers/promises.h>

#include "fetch/errors.h"
#include "fetch/fetching.h"
#include "fetch/pool.h"
#include "http/client_connection.h"
#include "https/options.h"

namespace nodecpp::detail {

namespace {

// Milliseconds: until the connection stands, until the head of the response has come, and between two parts of a body.
constexpr double connectTimeout = 10'000;
constexpr double headersTimeout = 300'000;
constexpr double bodyTimeout = 300'000;

// Whether requests of this method have a length even without a body. Others with a body get a connection of their own.
bool expectsPayload(const String& method) {
  for (const char* one : {"PUT", "POST", "PATCH", "QUERY", "PROPFIND", "PROPPATCH"})
    if (method == one) return true;
  return false;
}

Error invalidArgument(const String& message) {
  return undiciError("InvalidArgumentError", "UND_ERR_INVALID_ARG", message);
}

bool isDigits(const String& text) {
  for (const char c : viewOf(text))
    if (c < '0' || c > '9') return false;
  return !text.empty();
}

bool isSendable(const String& value) {
  for (std::ptrdiff_t i = 0; i < value.length(); ++i)
    if (const int c = value.charCodeAt(i); !(c == '\t' || (c >= 0x20 && c <= 0x7e) || (c >= 0x80 && c <= 0xff)))
      return false;
  return true;
}

// Returns whether a Connection header asks to close. Throws undici's error for a value that is no list of tokens.
bool asksToClose(const String& value) {
  bool closes = false;
  for (const String& part : value.toLowerCase().split(",")) {
    const String token = part.trim();
    try {
      checkedHeaderName(token, "");
    } catch (const Error&) {
      throw invalidArgument("invalid connection header");
    }
    if (token == "close") closes = true;
  }
  return closes;
}

String pathOf(const URL& url) {
  String path = url->pathname() + url->search();
  const String href = url->href();
  const std::size_t end = href.size() - url->hash().size();
  if (url->search().empty() && end > 0 && href.data()[end - 1] == '?') path += "?";
  return path;
}

}  // namespace

// Returns the fields of the request in undici's order, names and values by turns, without those that it sends itself.
Array<String> Fetching::fields() {
  HeaderList list = headers_;
  const auto add = [&](const char* name, const String& value) {
    if (!list.has(name)) list.append(name, value);
  };
  if (referrer_.isString()) list.append("referer", referrer_.toString());
  list.set("sec-fetch-mode", mode_);
  add("user-agent", "node");
  const bool conditional = list.has("if-modified-since") || list.has("if-none-match") ||
                           list.has("if-unmodified-since") || list.has("if-match") || list.has("if-range");
  const String cache = cache_ == "default" && conditional ? "no-store" : cache_;
  if (cache == "no-cache") add("cache-control", "max-age=0");
  if (cache == "no-store" || cache == "reload") {
    add("pragma", "no-cache");
    add("cache-control", "no-cache");
  }
  if (list.has("range")) list.append("accept-encoding", "identity");
  add("accept-encoding", url_->protocol() == "https:" ? "br, gzip, deflate" : "gzip, deflate");
  Array<String> flat;
  list.each([&](const HeaderList::Field& field) {
    if (!isSendable(field.value)) throw invalidArgument("invalid " + field.name + " header");
    if (field.lower == "host" || field.lower == "content-length" || field.lower == "connection") return;
    if (field.lower == "transfer-encoding" || field.lower == "keep-alive" || field.lower == "upgrade")
      throw invalidArgument("invalid " + field.lower + " header");
    if (field.lower == "expect")
      throw undiciError("NotSupportedError", "UND_ERR_NOT_SUPPORTED", "expect header not supported");
    flat.push(field.name);
    flat.push(field.value);
  });
  return flat;
}

// `sends` says whether there are any bytes to send.
Array<String> Fetching::head(bool sends) {
  bool closes = method_ == "HEAD";
  if (const auto* connection = headers_.find("connection"); connection && asksToClose(connection->value)) closes = true;
  Lookup length;
  if (const auto* given = headers_.find("content-length")) {
    if (!isDigits(given->value)) throw invalidArgument("invalid content-length header");
    length = given->value;
  }
  const double known = body_ ? body_->length() : 0;
  if (known > 0 && length && length.toNumber() != known)
    throw undiciError("RequestContentLengthMismatchError", "UND_ERR_REQ_CONTENT_LENGTH_MISMATCH",
                      "Request body length does not match content-length header");
  Array<String> flat{"host", url_->host(), "connection", closes ? "close" : "keep-alive"};
  const Array<String> own = fields();
  for (const String& each : own) flat.push(each);
  if (diagnostics_channel::detail::isUndiciWanted()) [[unlikely]]
    told_ = make<Handle<ToldRequest>>(url_, method_, pathOf(url_), own, closes);
  if (sends && known < 0 && !length) {
    flat.push("transfer-encoding");
    flat.push("chunked");
  } else if (sends || expectsPayload(method_)) {
    flat.push("content-length");
    flat.push(!sends ? "0" : length ? length.toString() : str(known));
  }
  return flat;
}

http::ClientRequest Fetching::makeRequest(bool sends) {
  const bool secure = url_->protocol() == "https:";
  http::RequestOptions options;
  options.agent = fetchAgent(url_);
  options.headers = head(sends);
  options.protocol = url_->protocol();
  host_ = url_->hostname();
  if (host_.startsWith("[")) host_ = host_.slice(1, -1);
  options.hostname = host_;
  if (!url_->port().empty()) options.port = url_->port();
  options.path = pathOf(url_);
  options.setDefaultHeaders = false;
  if (secure) options.secure = make<Handle<https::detail::SecureRequest>>();
  auto request = make<http::ClientRequest>(std::move(options));
  request->method = method_;
  request->maxHeadersCount = 0;
  return request;
}

void Fetching::begin(const http::ClientRequest& request, bool hasBody) {
  watch(request);
  request->begin();
  // A request of a method that usually has no body is the last one on its connection when it has one.
  if (hasBody && !expectsPayload(method_)) request->shouldKeepAlive = false;
}

void Fetching::watch(const http::ClientRequest& request) {
  const Handle<Fetching> self(this);
  request->on(event::socket, [self](const net::Socket& socket) { self->onSocket(socket); });
  request->on(event::continue_, [self] {
    self->refused_ = true;
    self->fail(socketError("bad response", self->request_ ? self->request_->socket : nullptr));
  });
  request->on(event::upgrade, [self](http::IncomingMessage, net::Socket socket, Buffer) {
    self->fail(socketError("bad upgrade", socket));
    socket->destroy();
  });
  if (told_) [[unlikely]]
    tellOf(request);
  request->on(event::error, [self](const Error& error) {
    if (!self->failure_ && self->request_) self->failure_ = undiciErrorOf(error, self->request_->socket);
  });
}

// Tells the subscribers of undici's channels of the response, in the order in which its parts come.
void Fetching::tellOf(const http::ClientRequest& request) {
  request->on(event::finish, [told = told_] { told->bodySent(); });
  request->on(event::response, [self = Handle<Fetching>(this), told = told_](const http::IncomingMessage& message) {
    if (self->refused_ || !self->request_) return;
    told->answered(message);
    http::detail::ClientConnection::watchBody(*self->request_, [told, message](const stream::Chunk& part) {
      part ? told->receivedChunk(part) : told->ended(message);
    });
    message->on(event::error, [self, told](const Error& error) {
      const Error failure = self->bodyError(error);
      told->failed(failure->cause.empty() ? failure : failure->cause[0]);
    });
  });
}

void Fetching::onSocket(const net::Socket& socket) {
  if (!socket->connecting() || !request_) {
    if (told_) told_->sends(socket);
    return startTimer(headersTimeout, &Fetching::headersExpired);
  }
  if (told_) told_->connecting();
  startTimer(connectTimeout, &Fetching::connectExpired);
  const auto connected = [self = Handle<Fetching>(this), request = request_.get(), told = told_,
                          socket = socket.get()] {
    if (told) {
      told->connected(net::Socket(socket));
      told->sends(net::Socket(socket));
    }
    if (self->request_.get() == request) self->startTimer(headersTimeout, &Fetching::headersExpired);
  };
  if (url_->protocol() == "https:")
    socket->once("secureConnect", connected);
  else
    socket->once(event::connect, connected);
}

void Fetching::startTimer(double milliseconds, void (Fetching::*expired)()) {
  stopTimer();
  timer_ = setTimeout(
      [this, expired] {
        const Handle<Fetching> alive(this);
        (this->*expired)();
      },
      milliseconds);
}

void Fetching::stopTimer() {
  if (timer_) clearTimeout(std::exchange(timer_, nullptr));
}

void Fetching::connectExpired() {
  String port = url_->port();
  if (port.empty()) port = url_->protocol() == "https:" ? "443" : "80";
  fail(undiciError(
      "ConnectTimeoutError", "UND_ERR_CONNECT_TIMEOUT",
      "Connect Timeout Error (attempted address: " + host_ + ":" + port + ", timeout: " + str(connectTimeout) + "ms)"));
}

void Fetching::headersExpired() {
  fail(undiciError("HeadersTimeoutError", "UND_ERR_HEADERS_TIMEOUT", "Headers Timeout Error"));
}

// Called when the socket was idle. It is no fault of the server while the program does not read.
void Fetching::bodyExpired(net::SocketObject& socket) {
  if (socket.readingPaused() || socket.isPaused()) return void(socket.setTimeout(bodyTimeout));
  fail(undiciError("BodyTimeoutError", "UND_ERR_BODY_TIMEOUT", "Body Timeout Error"));
}

void Fetching::fail(const Error& error) {
  if (!failure_) failure_ = error;
  if (const http::ClientRequest request = request_) request->destroy();
}

Error Fetching::causeOf(const Error& error) const {
  return failure_ ? failure_ : undiciErrorOf(error, request_ ? request_->socket : net::Socket());
}

Error Fetching::bodyError(const Error& error) const {
  if (reason_) return reason_;
  if (failure_) return terminated(failure_);
  if (error->code != "ECONNRESET" || !request_) return terminated(error);
  // The connection has ended too early. undici says why by what the head has promised.
  if (promised_ == Promised::length) return terminated(lengthMismatch());
  if (promised_ == Promised::chunks) return terminated(parserError("Invalid EOF state", Buffer()));
  return terminated(socketError("other side closed", request_->socket));
}

Promise<http::IncomingMessage> Fetching::exchange() {
  const Buffer* bytes = body_ ? body_->bytes() : nullptr;
  stream::Readable source;
  Buffer first;
  if (body_ && !bytes) {
    // The head is sent together with the first part of the body, since an empty body has a head of its own.
    source = (body_->canBeSentAgain() ? body_->clone() : body_)->stream();
    while (first.empty()) {
      stream::Chunk chunk;
      try {
        chunk = co_await source->next();
      } catch (const Error& error) {
        throw reason_ ? reason_ : fetchFailed(error);
      }
      if (!chunk) break;
      first = chunk.toBuffer();
    }
  }
  if (reason_) throw Error(reason_);
  try {
    failure_ = nullptr;
    told_ = nullptr;
    const bool sends = !first.empty() || (bytes && !bytes->empty());
    request_ = makeRequest(sends);
    // A server may close an idle connection. What has arrived of that is noticed first, so that the request does not go
    // to a connection that is closed already.
    if (request_->agent->hasIdle(*request_)) co_await timers::promises::setImmediate();
    if (reason_) throw Error(reason_);
    if (timing_) timing_->requestBegins();
    begin(request_, sends);
    if (!first.empty())
      sendStream(request_, source, first);
    else if (sends)
      request_->end(*bytes);
    else
      request_->end();
    if (told_ && sends && bytes) told_->sentChunk(*bytes);
    http::IncomingMessage message = co_await http::promises::response(request_);
    stopTimer();
    if (refused_) throw Error(failure_);
    promised_ = request_->shouldKeepAlive                   ? Promised::more
                : message->headers.has("content-length")    ? Promised::length
                : message->headers.has("transfer-encoding") ? Promised::chunks
                                                            : Promised::more;
    if (!message->complete) {
      message->socket->setTimeout(bodyTimeout);
      message->on(event::timeout,
                  [self = Handle<Fetching>(this)](const net::Socket& socket) { self->bodyExpired(*socket); });
    }
    co_return message;
  } catch (const Error& error) {
    stopTimer();
    if (told_) told_->failed(reason_ ? reason_ : causeOf(error));
    if (reason_) throw Error(reason_);
    throw fetchFailed(causeOf(error));
  }
}

Promise<> Fetching::sendStream(http::ClientRequest request, stream::Readable source, Buffer first) {
  const Handle<Fetching> self(this);
  const Handle<ToldRequest> told = told_;
  request->once(event::close, [source] { source->destroy(); });
  try {
    Buffer part = first;
    for (;;) {
      const bool goesOn = part.empty() || request->write(part);
      if (told && !part.empty()) told->sentChunk(part);
      if (!goesOn && !request->destroyed()) co_await events::once(request, event::drain);
      if (request->destroyed()) co_return;
      stream::Chunk chunk = co_await source->next();
      if (request->destroyed()) co_return;
      if (!chunk) break;
      part = chunk.toBuffer();
    }
    request->end();
  } catch (const Error& error) {
    if (!request->destroyed() && !self->reason_) self->fail(error);
  }
}

}  // namespace nodecpp::detail
