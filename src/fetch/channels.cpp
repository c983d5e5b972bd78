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

// Names and values by turns, as the bytes that have come.
template <class Fields>
var latin1(const Fields& fields) {
  var list = var::array({});
  for (std::ptrdiff_t i = 0; i < fields.length(); ++i)
    list.push(var(Buffer::from(fields[std::size_t(i)].toString(), "latin1")));
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
  tell("undici:client:sendHeaders",
       {{"request", request_}, {"headers", head_}, {"socket", var(Handle<Object>(socket))}});
  hasSent_ = true;
  for (const Buffer& chunk : std::exchange(early_, {})) tellChunk(chunk);
}

void ToldRequest::sentChunk(const Buffer& chunk) {
  if (!hasSent_) return early_.push_back(chunk);
  tellChunk(chunk);
}

void ToldRequest::tellChunk(const Buffer& chunk) {
  tell("undici:request:bodyChunkSent", {{"request", request_}, {"chunk", chunk}});
}

void ToldRequest::bodySent() { tell("undici:request:bodySent", {{"request", request_}}); }

void ToldRequest::answered(const http::IncomingMessage& message) {
  tell("undici:request:headers", {{"request", request_},
                                  {"response", var::object({{"statusCode", message->statusCode},
                                                            {"statusText", message->statusMessage},
                                                            {"headers", latin1(message->rawHeaders)}})}});
}

void ToldRequest::receivedChunk(const stream::Chunk& chunk) {
  if (!isOver_) tell("undici:request:bodyChunkReceived", {{"request", request_}, {"chunk", chunk.toBuffer()}});
}

void ToldRequest::ended(const http::IncomingMessage& message) {
  if (std::exchange(isOver_, true)) return;
  request_.set("completed", true);
  tell("undici:request:trailers", {{"request", request_}, {"trailers", latin1(message->rawTrailers)}});
}

void ToldRequest::failed(const Error& error) {
  if (std::exchange(isOver_, true)) return;
  if (std::exchange(isConnecting_, false))
    tell("undici:client:connectError", {{"connectParams", connectParams_}, {"error", var(error)}});
  tell("undici:request:error", {{"request", request_}, {"error", var(error)}});
  request_.set("aborted", true);
}

}  // namespace nodecpp::detail
