#include <nodecpp/http.h>
using namespace nodecpp;

// A server whose options and limits come from the environment. Its response shows how the server has understood the
// request.
double number(String name, double otherwise) {
  return process::env[name] ? process::env[name].toNumber() : otherwise;
}

String property(Error error, String name) {
  for (auto& [key, value] : error->properties) if (key == name) return value.toString();
  return "undefined";
}

String show(http::IncomingMessage request) {
  String text = request->method + " " + request->url + " " + request->httpVersion + "\n";
  for (auto [name, value] : request->headers.entries()) text += name + ": " + value + "\n";
  for (auto [name, value] : request->headersDistinct.entries()) text += name + "= " + value + "\n";
  return text + str(request->rawHeaders.length()) + " strings\n";
}

void answer(http::IncomingMessage request, http::ServerResponse response) {
  let<int> length = 0;
  request->on(event::data, [=](Buffer chunk) { length += int(chunk.length()); });
  if (request->url == "/hang") return;
  if (request->url == "/early") response->end("early\n");
  if (request->url == "/begun") response->write("begun\n");
  if (request->url == "/list") response->setHeader("X-List", {"a", "b"})->setHeader("X-Other", {"c", "d"});
  if (request->url == "/none") response->statusCode = 204;
  request->on(event::end, [=] {
    String text = show(request) + str(length.value()) + " bytes\n";
    for (auto [name, value] : request->trailers.entries()) text += name + ": " + value + "\n";
    for (auto [name, value] : request->trailersDistinct.entries()) text += name + "= " + value + "\n";
    text += str(request->rawTrailers.length()) + " strings\n";
    try {
      if (request->url != "/early") response->end(text);
    } catch (Error& error) {
      request->socket->end("error " + error->code + "\n");
    }
  });
}

void take(http::IncomingMessage request, net::Socket socket, Buffer head) {
  socket->write("HTTP/1.1 101 Taken\r\n\r\n" + show(request) + head.toString("latin1"));
  socket->on(event::data, [=](Buffer chunk) { socket->write(chunk); });
  socket->on(event::end, [=] { socket->end(); });
  socket->on(event::error, [] {});
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto server = http::createServer({
    .connectionsCheckingInterval = number("CHECKING", 30000),
    .headersTimeout = number("HEADERS", 60000),
    .joinDuplicateHeaders = number("JOIN", 0) == 1,
    .keepAliveTimeout = number("KEEP", 5000),
    .keepAliveTimeoutBuffer = number("KEEP_BUFFER", 1000),
    .maxHeaderSize = number("SIZE", 0),
    .requestTimeout = number("REQUEST", 300000),
    .requireHostHeader = number("HOST", 1) == 1,
    .rejectNonStandardBodyWrites = number("REJECT", 0) == 1,
    .shouldUpgradeCallback = [](auto request) { return request->headers["x-take"] == "yes"; },
    .uniqueHeaders = {"X-List"},
  }, answer);
  if (process::env["COUNT"]) server->maxHeadersCount = number("COUNT", 0);
  if (process::env["REQUESTS"]) server->maxRequestsPerSocket = number("REQUESTS", 0);
  if (process::env["TIMEOUT"]) server->timeout = number("TIMEOUT", 0);
  if (process::env["TIMED"]) {
    server->on(event::timeout, [](net::Socket socket) { socket->end("timed\n"); });
  }
  if (process::env["TAKE"]) server->on(event::upgrade, take);
  if (process::env["CONTINUE"]) {
    server->on(event::checkContinue, [](http::IncomingMessage request, http::ServerResponse response) {
      if (request->url == "/refuse") return void(response->writeHead(417)->end("refused\n"));
      if (request->url == "/take") response->writeContinue();
      answer(request, response);
    });
  }
  if (process::env["CLIENT_ERROR"]) {
    server->on(event::clientError, [](Error error, net::Socket socket) {
      if (error->code == "ECONNRESET" || !socket->writable()) return;
      socket->end("HTTP/1.1 400 Mine\r\n\r\n" + error->code + " " + property(error, "reason") + " " + property(error, "bytesParsed") + "\n" + error->message + "\n");
    });
  }
  if (process::env["DROP"]) {
    server->on(event::dropRequest, [](http::IncomingMessage request, net::Socket socket) { socket->write("dropped " + request->url + "\n"); });
  }
  server->listen(process::env["PORT"] || 2003, "127.0.0.1");
}); }
