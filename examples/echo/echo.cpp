#include <nodecpp/http.h>
using namespace nodecpp;

// Responds to each request with its contents: {"method", "url", "httpVersion", "rawHeaders", "body", "rawTrailers"}.

// Returns a byte as it is written in a JSON string.
String show(int byte) {
  if (byte == 34 || byte == 92) return "\\" + String::fromCharCode(byte);
  if (byte >= 32 && byte < 127) return String::fromCharCode(byte);
  return format("\\u00{:02x}", byte);
}

String showAll(Buffer bytes) {
  String text = "";
  for (int byte : bytes) text += show(byte);
  return text;
}

String quote(String text) {
  return "\"" + showAll(Buffer::from(text, "latin1")) + "\"";
}

String list(http::RawHeaders texts) {
  String text = "";
  for (int i = 0; i < texts.length(); i++) text += (i ? "," : "") + quote(texts[i]);
  return "[" + text + "]";
}

String head(http::IncomingMessage request) {
  return "{\"method\":" + quote(request->method)
    + ",\"url\":" + quote(request->url)
    + ",\"httpVersion\":" + quote(request->httpVersion)
    + ",\"rawHeaders\":" + list(request->rawHeaders)
    + ",\"body\":\"";
}

void echo(http::IncomingMessage request, http::ServerResponse response) {
  response->writeHead(200, {{"Content-Type", "application/json"}});
  response->write(head(request));
  // Each byte is written separately, so that the chunks of the response do not show how TCP divided the request.
  request->on(event::data, [=](Buffer chunk) {
    for (int byte : chunk) response->write(show(byte));
  });
  request->on(event::end, [=] {
    response->end("\",\"rawTrailers\":" + list(request->rawTrailers) + "}\n");
  });
}

// Serves CONNECT and Upgrade: all bytes after the head are the body, until the client ends.
void tunnel(String status, http::IncomingMessage request, net::Socket socket, Buffer start) {
  socket->write("HTTP/1.1 " + status + "\r\n\r\n" + head(request) + showAll(start));
  socket->on(event::data, [=](Buffer chunk) {
    socket->write(showAll(chunk));
  });
  socket->on(event::end, [=] {
    socket->end("\"}\n");
  });
  socket->on(event::error, [] {});
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto server = http::createServer(echo);
  server->on(event::checkExpectation, echo);
  server->on(event::connect, [=](auto request, auto socket, auto start) {
    tunnel("200 Connection Established", request, socket, start);
  });
  server->on(event::upgrade, [=](auto request, auto socket, auto start) {
    tunnel("101 Switching Protocols", request, socket, start);
  });
  server->listen(process::env["PORT"] || 2001, "127.0.0.1");
}); }
