#include "fetch/channels.h"

namespace nodecpp::detail {

namespace {

void tell(const char* name, std::initializer_list<std::pair<const char*, var>> message) {
  if (!diagnostics_channel::hasSubscribers(name)) return;
  var object = var::object();
  for (const auto& [key, value] : message) object.set(key, value);
  diagnostics_channel::channel(name)->publish(object);
}

var listOf(const Array<String>& texts) {
  var list = var::array({});
  for (const String& text : texts) list.push(text);
  return list;
}

}  // namespace

ToldRequest::ToldRequest(const URL& url, const String& method, const String& path, const Array<String>& fields,
                         bool closes)
    : request_(var::object({{"origin", url->origin()},
                            {"method", method},
                            {"path", path},
                            {"headers", listOf(fields)},
                            {"completed", false},
                            {"aborted", false}})),
      connectParams_(var::object({{"host", url->host()},
                                  {"hostname", url->hostname()},
                                  {"protocol", url->protocol()},
                                  {"port", url->port()}})) {
  head_ = method + " " + path + " HTTP/1.1\r\nhost: " + url->host();
  head_ += str("\r\nconnection: ") + (closes ? "close" : "keep-alive") + "\r\n";
  for (std::size_t i = 0; i + 1 < fields.size(); i += 2)
    head_ += fields.at(std::ptrdiff_t(i)) + ": " + fields.at(std::ptrdiff_t(i) + 1) + "\r\n";
  tell("undici:request:create", {{"request", request_}});
}

void ToldRequest::connecting() {
  isConnecting_ = true;
  tell("undici:client:beforeConnect", {{"connectParams", connectParams_}});
}

void ToldRequest::connected(const net::Socket& socket) {
  isConnecting_ = false;
  tell("undici:client:connected", {{"connectParams", connectParams_}, {"socket", var(Handle<Object>(socket))}});
}

void ToldRequest::sends(const net::Socket& socket) {
  tell("undici:client:sendHeaders", {{"request", request_}, {"headers", head_}, {"socket", var(Handle<Object>(socket))}});
}

void ToldRequest::bodySent() { tell("undici:request:bodySent", {{"request", request_}}); }

void ToldRequest::answered(const http::IncomingMessage& message) {
  var headers = var::array({});
  for (std::ptrdiff_t i = 0; i < message->rawHeaders.length(); ++i)
    headers.push(var(Buffer::from(message->rawHeaders[std::size_t(i)].toString(), "latin1")));
  tell("undici:request:headers", {{"request", request_},
                                  {"response", var::object({{"statusCode", message->statusCode},
                                                            {"statusText", message->statusMessage},
                                                            {"headers", headers}})}});
  if (message->complete) return ended();
  message->once(event::end, [self = Handle<ToldRequest>(this)] { self->ended(); });
  message->once(event::close, [self = Handle<ToldRequest>(this), message = message.get()] {
    if (message->complete) self->ended();
  });
}

void ToldRequest::ended() {
  if (std::exchange(hasEnded_, true)) return;
  request_.set("completed", true);
  tell("undici:request:trailers", {{"request", request_}, {"trailers", var::array({})}});
}

void ToldRequest::failed(const Error& error) {
  if (std::exchange(isConnecting_, false))
    tell("undici:client:connectError", {{"connectParams", connectParams_}, {"error", var(error)}});
  request_.set("aborted", true);
  tell("undici:request:error", {{"request", request_}, {"error", var(error)}});
}

}  // namespace nodecpp::detail
