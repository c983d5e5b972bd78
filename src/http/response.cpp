#include <cmath>

#include "http/connection.h"

namespace nodecpp::http {

using detail::Loop;
using nodecpp::detail::codedError;

ServerResponseObject::ServerResponseObject(IncomingMessage request) : req(std::move(request)) {
  sendDate = true;
  if (req->method == "HEAD") hasBody_ = false;
  if (req->httpVersionMajor < 1 || req->httpVersionMinor < 1) {
    String te = req->headers["te"].toString();
    useChunkedEncodingByDefault = detail::containsWord({te.data(), te.size()}, "chunked");
    shouldKeepAlive = false;
  }
}

ServerResponse ServerResponseObject::writeHead(double code, const HeadersArg& headers) {
  if (hasHead_) throw codedError<Error>("ERR_HTTP_HEADERS_SENT", "Cannot write headers after they are sent to the client");
  if (statusMessage.empty() && code >= 100 && code <= 999) {
    std::string_view text = detail::statusText(int(code));
    statusMessage = text.empty() ? String("unknown") : String::fromStatic(text.data(), text.size());
  }
  return makeHead(code, headers);
}

ServerResponse ServerResponseObject::writeHead(double code, StringArg message, const HeadersArg& headers) {
  if (hasHead_) throw codedError<Error>("ERR_HTTP_HEADERS_SENT", "Cannot write headers after they are sent to the client");
  if (code >= 100 && code < 1000) statusMessage = message.toString();
  return makeHead(code, headers);
}

ServerResponse ServerResponseObject::makeHead(double code, const HeadersArg& headers) {
  int status = code >= -2147483648.0 && code <= 2147483647.0 ? int(code) : 0;
  if (status < 100 || status > 999)
    throw codedError<RangeError>("ERR_HTTP_INVALID_STATUS_CODE", "Invalid status code: " + str(code));
  statusCode = status;
  bool stored = fields_ != nullptr;
  if (stored)
    for (const HeaderField& field : headers)
      if (!field.name.empty()) storeHeaderField(field.name, field.value);
  if (detail::hasInvalidHeaderChar({statusMessage.data(), statusMessage.size()}))
    throw codedError<TypeError>("ERR_INVALID_CHAR", "Invalid character in statusMessage");
  if (status == 204 || status == 304 || status < 200) hasBody_ = false;
  // A client that waits for "100 Continue" and was not given it may send its body, or not.
  if (expectContinue_ && !sentContinue_) shouldKeepAlive = false;

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
    storeHead(std::string_view(line, std::size_t(end - line)), headers, stored);
  } else {
    std::vector<char> latin1(statusMessage.size());
    char* end = detail::putLatin1(latin1.data(), {statusMessage.data(), statusMessage.size()});
    String text = "HTTP/1.1 " + str(status) + " " + std::string_view(latin1.data(), std::size_t(end - latin1.data())) + "\r\n";
    storeHead(text, headers, stored);
  }
  return ServerResponse(this);
}

void ServerResponseObject::writeInformation(int code, const HeadersArg& headers, stream::Callback callback) {
  if (hasHead_) throw codedError<Error>("ERR_HTTP_HEADERS_SENT", "Cannot write headers after they are sent to the client");
  if (code < 100 || code > 199) throw nodecpp::detail::outOfRange("statusCode", ">= 100 && <= 199", str(code));
  if (code == 101) throw codedError<RangeError>("ERR_HTTP_INVALID_STATUS_CODE", "Invalid status code: 101");
  std::string_view text = detail::statusText(code);
  String head = "HTTP/1.1 " + str(code) + " " + (text.empty() ? std::string_view("unknown") : text) + "\r\n";
  for (const HeaderField& field : headers) {
    validateHeaderName(field.name);
    validateHeaderValue(field.name, field.value);
    bool first = true;
    head += field.name.toString() + ": ";
    field.value.each([&](StringArg value) {
      if (!first) head += ",";
      first = false;
      head += value;
    });
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
void ServerResponseObject::writeProcessing(stream::Callback callback) { writeInformation(102, {}, std::move(callback)); }

void ServerResponseObject::writeEarlyHints(const HeadersArg& hints, stream::Callback callback) {
  // The links are joined and come first, as in Node.
  String link;
  std::vector<HeaderField> fields;
  for (const HeaderField& field : hints) {
    if (String(field.name).toLowerCase() == "link")
      field.value.each([&](StringArg value) { link = link.empty() ? value.toString() : link + ", " + value; });
    else
      fields.push_back(field);
  }
  if (link.empty()) return;
  fields.insert(fields.begin(), HeaderField{"Link", link});
  writeInformation(103, HeadersArg(fields), std::move(callback));
}

void ServerResponseObject::assignSocket(const net::Socket& assigned) {
  if (socket) throw codedError<Error>("ERR_HTTP_SOCKET_ASSIGNED", "ServerResponse has an already assigned socket");
  socket = assigned;
  attachedAlone_ = true;
  emit(event::socket, assigned);
  flush();
}
void ServerResponseObject::detachSocket(const net::Socket&) {
  socket = nullptr;
  attachedAlone_ = false;
}

bool ServerResponseObject::attached() const noexcept {
  return attachedAlone_ || (connection_ && connection_->current_.get() == this);
}

void ServerResponseObject::pendingChanged(std::ptrdiff_t bytes) {
  if (connection_) connection_->pendingChanged(bytes);
}

void ServerResponseObject::afterFinish() {
  if (connection_) connection_->responseFinished(*this);
}

bool ServerResponseObject::finishDirectly() { return false; }

const std::vector<String>* ServerResponseObject::uniqueHeaders() const {
  return connection_ && !connection_->server().uniqueHeaders_.empty() ? &connection_->server().uniqueHeaders_ : nullptr;
}

StringArg ServerResponseObject::dateValue() {
  if (connection_) return connection_->server().date();
  ownDate_ = detail::httpDate(Loop::current().port().wallClock());
  return ownDate_;
}

}  // namespace nodecpp::http
