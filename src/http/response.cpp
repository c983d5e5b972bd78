#include <nodecpp/date.h>
#include <nodecpp/http/interceptor.h>

#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "base/assertion.h"
#include "diagnostics_channel/built_in.h"
#include "http/connection.h"
#include "http/measuring.h"

namespace nodecpp::http {

using detail::Loop;
using nodecpp::detail::codedError;

namespace {

// Whether `text` is <…> followed by parameters, each after a semicolon: name, name=value or name="value".
bool isLinkValue(std::string_view text) {
  auto space = [](char c) { return c == ' ' || (c >= '\t' && c <= '\r'); };
  auto plain = [&](char c) { return c != ';' && c != '"' && !space(c); };
  if (text.empty() || text[0] != '<') return false;
  std::size_t at = text.find_first_of(">\r\n");
  if (at == text.npos || text[at] != '>') return false;
  for (++at; at < text.size();) {
    while (at < text.size() && space(text[at])) ++at;
    if (at == text.size() || text[at++] != ';') return false;
    while (at < text.size() && space(text[at])) ++at;
    std::size_t start = at;
    while (at < text.size() && plain(text[at])) ++at;
    if (at == start) return false;
    if (at == text.size() || text[at] != '"') continue;
    if (text[at - 1] != '=' || at - start < 2) return false;
    for (++at; at < text.size() && plain(text[at]);) ++at;
    if (at == text.size() || text[at++] != '"') return false;
  }
  return true;
}

}  // namespace

ServerResponseObject::ServerResponseObject(IncomingMessage request) : req(std::move(request)) {
  sendDate = true;
  if (req->method == "HEAD") hasBody_ = false;
  if (req->httpVersionMajor < 1 || req->httpVersionMinor < 1) {
    String te = req->headers["te"].toString();
    useChunkedEncodingByDefault = detail::containsWord({te.data(), te.size()}, "chunked");
    shouldKeepAlive = false;
  }
}

ServerResponseObject::~ServerResponseObject() = default;

namespace {
Error headIsSent() {
  return codedError<Error>("ERR_HTTP_HEADERS_SENT", "Cannot write headers after they are sent to the client");
}
}  // namespace

ServerResponse ServerResponseObject::writeHead(double code, const HeadersArg& headers) {
  if (interceptor_) [[unlikely]]
    return headWithReason(interceptHead(code, headers), {});
  return headWithReason(code, headers);
}

ServerResponse ServerResponseObject::writeHead(double code, StringArg message, const HeadersArg& headers) {
  if (interceptor_) [[unlikely]] {
    // An interceptor is a function of the program, which may assign to the variable of the message.
    const String own = message.toString();
    const double now = interceptHead(code, headers);
    return now == code ? headWithMessage(code, own, {}) : headWithReason(now, {});
  }
  return headWithMessage(code, message, headers);
}

// Makes the head with the standard reason phrase, unless the program has set one.
ServerResponse ServerResponseObject::headWithReason(double code, const HeadersArg& headers) {
  if (hasHead_) throw headIsSent();
  int status = toInt32(code);
  std::string_view line;
  if (statusMessage.empty() && status >= 100 && status <= 999) {
    line = detail::statusLine(status);
    // A status line has 15 bytes besides its reason phrase: "HTTP/1.1 200 " and the line end.
    NODECPP_DEBUG_ASSERT(line.empty() || line.size() > 15, line.size());
    std::string_view text = line.empty() ? "unknown" : line.substr(13, line.size() - 15);
    statusMessage = String::fromStatic(text.data(), text.size());
  }
  return makeHead(code, line, headers);
}

ServerResponse ServerResponseObject::headWithMessage(double code, StringArg message, const HeadersArg& headers) {
  if (hasHead_) throw headIsSent();
  int status = toInt32(code);
  if (status >= 100 && status <= 999) statusMessage = message.toString();
  return makeHead(code, "", headers);
}

// Stores the headers of writeHead, which take precedence over those of setHeader.
void ServerResponseObject::storeOver(const HeadersArg& headers) {
  headers.check();
  if (headers.flat())
    for (const HeaderFieldArg& field : headers) removeHeader(field.name);
  for (const HeaderFieldArg& field : headers) {
    if (field.name.empty()) continue;
    if (headers.flat())
      appendHeaderField(field.name, field.value);
    else
      storeHeaderField(field.name, field.value);
  }
}

// `known` is the status line if STATUS_CODES has the code, else empty.
ServerResponse ServerResponseObject::makeHead(double code, StringArg known, const HeadersArg& headers) {
  int status = toInt32(code);
  if (status < 100 || status > 999)
    throw codedError<RangeError>("ERR_HTTP_INVALID_STATUS_CODE", "Invalid status code: " + str(code));
  statusCode = status;
  NODECPP_DEBUG_ASSERT(!hasHead_);
  bool stored = fields_ != nullptr;
  if (stored) storeOver(headers);
  if (known.empty() && detail::hasInvalidHeaderChar({statusMessage.data(), statusMessage.size()}))
    throw codedError<TypeError>("ERR_INVALID_CHAR", "Invalid character in statusMessage");
  if (status == 204 || status == 304 || status < 200) hasBody_ = false;
  // A client that waits for "100 Continue" and did not get it may or may not send its body. The connection cannot be
  // used again, since the server could take the body for a request.
  if (expectContinue_ && !sentContinue_) shouldKeepAlive = false;

  if (!known.empty()) {
    storeHead(known, headers, stored);
    return ServerResponse(this);
  }
  char line[64];
  if (statusMessage.size() <= sizeof line - 16) {
    std::memcpy(line, "HTTP/1.1 ", 9);
    line[9] = char('0' + status / 100);
    line[10] = char('0' + status / 10 % 10);
    line[11] = char('0' + status % 10);
    line[12] = ' ';
    char* end = detail::putLatin1(line + 13, {statusMessage.data(), statusMessage.size()});
    *end++ = '\r';
    *end++ = '\n';
    NODECPP_DEBUG_ASSERT(end - line <= std::ptrdiff_t(sizeof line), end - line);
    storeHead(std::string_view(line, std::size_t(end - line)), headers, stored);
    if (std::size_t(end - line) != statusMessage.size() + 15) wideHead_ = true;
  } else {
    std::vector<char> latin1(statusMessage.size());
    char* end = detail::putLatin1(latin1.data(), {statusMessage.data(), statusMessage.size()});
    NODECPP_DEBUG_ASSERT(std::size_t(end - latin1.data()) <= latin1.size(), end - latin1.data(), latin1.size());
    String text =
        "HTTP/1.1 " + str(status) + " " + std::string_view(latin1.data(), std::size_t(end - latin1.data())) + "\r\n";
    storeHead(text, headers, stored);
    if (std::size_t(end - latin1.data()) != statusMessage.size()) wideHead_ = true;
  }
  return ServerResponse(this);
}

void ServerResponseObject::writeInformation(int code, const HeadersArg& headers, stream::Callback callback) {
  if (hasHead_) throw headIsSent();
  if (code < 100 || code > 199) throw nodecpp::detail::outOfRange("statusCode", ">= 100 && <= 199", str(code));
  if (code == 101) throw codedError<RangeError>("ERR_HTTP_INVALID_STATUS_CODE", "Invalid status code: 101");
  std::string_view text = detail::statusText(code);
  headers.check();
  std::string head = "HTTP/1.1 " + std::to_string(code) + " ";
  head.append(text.empty() ? std::string_view("unknown") : text).append("\r\n");
  for (const HeaderFieldArg& field : headers) {
    validateHeaderName(field.name);
    validateHeaderValue(field.name, field.value);
    String value = field.value.toLookup().toString();
    head.append(field.name.data(), field.name.size()).append(": ");
    std::size_t size = head.size();
    head.resize(size + value.size());
    head.resize(std::size_t(detail::putLatin1(head.data() + size, {value.data(), value.size()}) - head.data()));
    head += "\r\n";
  }
  head += "\r\n";
  Piece piece{head.data(), head.size(), nullptr};
  writeRaw(&piece, 1, std::move(callback), false);
}

void ServerResponseObject::writeContinue(stream::Callback callback) {
  writeInformation(100, {}, std::move(callback));
  sentContinue_ = true;
}
void ServerResponseObject::writeProcessing(stream::Callback callback) {
  writeInformation(102, {}, std::move(callback));
}

void ServerResponseObject::writeEarlyHints(const HeadersArg& hints, stream::Callback callback) {
  // As in Node, the values of `link` are joined to one header, which is sent first. Its name must be in lower case in
  // `hints`.
  String link;
  bool given = false;
  Array<HeaderField> fields;
  for (const HeaderFieldArg& field : hints) {
    if (field.name != "link") {
      fields.push(HeaderField(field.name, field.value));
      continue;
    }
    if (field.value.isUndefined()) continue;
    field.value.each([&](StringArg value) {
      if (!isLinkValue({value.data(), value.size()}))
        throw nodecpp::detail::invalidArgValue(
            "hints", nodecpp::detail::inspectString(value),
            "must be an array or string of format \"</styles.css>; rel=preload; as=style\"");
      link = given ? link + ", " + value : value.toString();
      given = true;
    });
  }
  if (!given) return;
  if (detail::hasInvalidHeaderChar({link.data(), link.size()}))
    throw codedError<TypeError>("ERR_INVALID_CHAR", "Invalid character in header content [\"Link\"]");
  fields.unshift(HeaderField("Link", link));
  writeInformation(103, HeadersArg(fields), std::move(callback));
}

void ServerResponseObject::assignSocket(const net::Socket& assigned) {
  // A response that waits for its turn gets the socket of its connection. If it ended on another socket, the
  // connection would take it for the response that is being sent, which would never end.
  const bool waits = connection_ && connection_->current().get() != this;
  if (socket || waits)
    throw codedError<Error>("ERR_HTTP_SOCKET_ASSIGNED", "ServerResponse has an already assigned socket");
  socket = assigned;
  attachedAlone_ = true;
  emit(event::socket, assigned);
  sendPending();
}
void ServerResponseObject::detachSocket(const net::Socket&) {
  socket = nullptr;
  attachedAlone_ = false;
}

bool ServerResponseObject::attached() const noexcept {
  return attachedAlone_ || (connection_ && connection_->current().get() == this);
}

void ServerResponseObject::pendingChanged(std::ptrdiff_t bytes) {
  if (connection_) connection_->pendingChanged(bytes);
}

void ServerResponseObject::beginMeasuring(const IncomingMessage& request) {
  begun_ =
      perf_hooks::detail::begin("HttpRequest", detail::requestInVar(request->method, request->url, request->headers));
}

void ServerResponseObject::finishBegins() {
  if (begun_) [[unlikely]]
    perf_hooks::detail::end(detail::Measured::http, std::exchange(begun_, nullptr),
                            detail::responseInVar(statusCode, statusMessage, getHeaders()));
  using diagnostics_channel::detail::BuiltIn;
  if (diagnostics_channel::detail::isWanted(BuiltIn::httpServerResponseFinish)) [[unlikely]]
    diagnostics_channel::detail::publish(
        BuiltIn::httpServerResponseFinish,
        {{"request", req},
         {"response", ServerResponse(this)},
         {"socket", socket},
         {"server", connection_ ? Handle<Object>(&connection_->server()) : Handle<Object>()}});
  if (connection_) connection_->responseFinished(*this);
}

const Array<String>* ServerResponseObject::uniqueHeaders() const {
  return connection_ && !connection_->server().uniqueHeaders_.empty() ? &connection_->server().uniqueHeaders_ : nullptr;
}

StringArg ServerResponseObject::dateLine() {
  if (connection_) return connection_->server().dateLine();
  ownDate_ = "Date: " + Date(Loop::current().port().clock.wallClock()).toUTCString() + "\r\n";
  return ownDate_;
}

}  // namespace nodecpp::http
