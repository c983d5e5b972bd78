#include <string>

#include "server_scenes.h"

namespace {
String request(String more = "", String target = "/") { return "GET " + target + " HTTP/1.1\r\nHost: x\r\n" + more + "\r\n"; }
perThread<String> close = "Connection: close\r\n";
using Setup = Function<void(http::Server)>;
Function<http::Server()> serve(http::ServerOptions options, Setup f = nullptr) {
  return [=] {
    auto server = http::createServer(options, [](auto req, auto res) { res->end(req->url + " " + str(req->rawHeaders.length())); });
    if (f) f(server);
    return server;
  };
}
Lookup property(Error error, String name) {
  for (const auto& [key, value] : error->properties)
    if (key == name) return value;
  return {};
}
void hear(http::Server server) {
  server->on(event::clientError, [](Error error, net::Socket socket) {
    say(error->name, error->code, error->message, property(error, "bytesParsed"), property(error, "reason"), socket->writable(), socket->destroyed());
    say(property(error, "rawPacket").isUndefined() ? "no packet" : http::rawPacket(error).toString("latin1").slice(0, 40));
    socket->end("HTTP/1.1 400 Mine\r\n\r\n");
  });
}
String fields(int count) {
  String all;
  for (int i = 0; i < count; ++i) all += "a" + str(i) + ": b\r\n";
  return all;
}
String repeat(int count) { return String(std::string(std::size_t(count), 'a')); }
Setup with(double count) { return [=](auto server) { server->maxHeadersCount = count; }; }
}  // namespace

int main(int argc, char** argv) { return run(argc, argv, [] {
  scene("999 fields", serve({}), {request(*close + fields(997))});
  scene("1000 fields", serve({}), {request(*close + fields(998))});
  scene("1001 fields", serve({}), {request(*close + fields(999))});
  scene("1200 fields", serve({}), {request(*close + fields(1198))});
  scene("maxHeadersCount 4", serve({}, with(4)), {request(*close + fields(10))});
  scene("maxHeadersCount 0", serve({}, with(0)), {request(*close + fields(1500))});
  scene("maxHeadersCount hides", serve({}, with(1)), {"GET / HTTP/1.1\r\nX-A: 1\r\nHost: x\r\nConnection: close\r\n\r\n"});
  scene("maxHeaderSize", serve({.maxHeaderSize = 100}), {request(*close + "X-A: " + repeat(100) + "\r\n")});
  scene("maxHeaderSize below", serve({.maxHeaderSize = 200}), {request(*close + "X-A: " + repeat(100) + "\r\n")});
  scene("16 KiB", serve({}), {request(*close + "X-A: " + repeat(17000) + "\r\n")});
  scene("no host", serve({}), {"GET / HTTP/1.1\r\n\r\n"});
  scene("no host, allowed", serve({.requireHostHeader = false}), {"GET / HTTP/1.1\r\nConnection: close\r\n\r\n"});
  scene("no host, 1.0", serve({}), {"GET / HTTP/1.0\r\n\r\n"});
  scene("maxRequestsPerSocket", serve({}, [](auto server) {
    server->maxRequestsPerSocket = 2;
    server->on(event::dropRequest, [](auto req, auto socket) { say("dropped", req->url, socket == req->socket); });
  }), {request("", "/1"), 20, request("", "/2"), 20, request("", "/3"), 20, request("", "/4")});
  scene("maxRequestsPerSocket 1, pipelined", serve({}, [](auto server) {
    server->maxRequestsPerSocket = 1;
    server->on(event::dropRequest, [](auto req) { say("dropped", req->url); });
  }), {request("", "/1") + request("", "/2")});
  scene("maxRequestsPerSocket 5", serve({}, [](auto server) { server->maxRequestsPerSocket = 5; }), {request(), 20});
  scene("bad method", serve({}, hear), {"GEX / HTTP/1.1\r\n\r\n"});
  scene("bad version", serve({}, hear), {"GET / HTTP/9.1\r\n\r\n"});
  scene("bad field", serve({}, hear), {request("a b: c\r\n")});
  scene("bad length", serve({}, hear), {request("Content-Length: x\r\n")});
  scene("both lengths", serve({}, hear), {request("Content-Length: 1\r\nTransfer-Encoding: chunked\r\n")});
  scene("bad chunk", serve({}, hear), {"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n"});
  scene("bad second request", serve({}, hear), {request() + "bad\r\n\r\n"});
  scene("cut before the error", serve({}, hear), {request("X-A: b\r\n").slice(0, -2), 20, "bad field: x\r\n\r\n"});
  scene("too much", serve({.maxHeaderSize = 100}, hear), {request("X-A: " + repeat(200) + "\r\n")});
  scene("TLS", serve({}, hear), {String("\x16\x03\x01\x02\x00\x01")});
  scene("nobody hears: bad", serve({}), {"GEX / HTTP/1.1\r\n\r\n"});
  scene("nobody hears: extensions", serve({}), {"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1;" + repeat(17000) + "\r\n"});
  scene("nobody hears: in a body that is answered", serve({}), {"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n", 20, "xyz\r\n"});
  scene("nobody hears: an answer under way", [] { return http::createServer([](auto, auto res) { res->write("part"); }); },
    {"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n", 20, "xyz\r\n"});
  scene("nobody hears: an answer to come", [] { return http::createServer([](auto req, auto res) {
    req->on(event::error, [](Error error) { say(error->code, error->message); });
    res->on(event::close, [=] { say("close", res->headersSent()); });
  }); }, {"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n", 20, "xyz\r\n"});
  scene("heard and left", serve({}, [](auto server) { server->on(event::clientError, [](Error error) { say(error->code); }); }), {"bad\r\n\r\n", 20, "more"});
  scene("heard and destroyed", serve({}, [](auto server) { server->on(event::clientError, [](Error error, auto socket) { socket->destroy(error); }); }), {"bad\r\n\r\n"});
  scene("joined", [] { return http::createServer({.joinDuplicateHeaders = true}, [](auto req, auto res) {
    say(req->headers, req->headersDistinct["host"]);
    res->end();
  }); }, {request("Host: y\r\nAge: 1\r\nAge: 2\r\nCookie: a\r\nCookie: b\r\nSet-Cookie: a\r\nX: 1\r\nx: 2\r\n" + *close)});
  scene("not joined", [] { return http::createServer([](auto req, auto res) {
    say(req->headers, req->headersDistinct["host"]);
    res->end();
  }); }, {request("Host: y\r\nAge: 1\r\nAge: 2\r\nCookie: a\r\nCookie: b\r\nSet-Cookie: a\r\nX: 1\r\nx: 2\r\n" + *close)});
  scene("unique", [] { return http::createServer({.uniqueHeaders = {"X-One", "x-after"}}, [](auto, auto res) {
    res->writeHead(200, {{"X-One", {"a", "b"}}, {"X-Two", {"a", "b"}}, {"Trailer", "X-After"}});
    res->addTrailers({{"X-After", {"a", "b"}}, {"X-More", {"a", "b"}}});
    res->end("x");
  }); }, {request(*close)});
  play();
}); }
