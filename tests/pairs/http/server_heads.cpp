#include <vector>

#include "server_scenes.h"

namespace {
using Respond = Function<void(http::ServerResponse, http::IncomingMessage)>;
void respond(String name, Respond f, String input = get) {
  scene(name, [=] { return http::createServer([=](auto request, auto response) { f(response, request); }); }, {input});
}
void wide(String name, Function<void(http::ServerResponse)> f) {
  respond("wide " + name, [=](auto response) { response->setHeader("X", "é"); f(response); });
}
}  // namespace

int main(int argc, char** argv) { return run(argc, argv, [] {
  String get10 = "GET / HTTP/1.0\r\n\r\n";
  String kept10 = "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n";
  String head = "HEAD / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
  String kept = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
  respond("end", [](auto response) { response->end(); });
  respond("end text", [](auto response) { response->end("body"); });
  respond("end bytes", [](auto response) { response->end(Buffer::from("body")); });
  respond("write and end", [](auto response) { response->write("a"); response->end("b"); });
  respond("kept", [](auto response) { response->end("body"); }, kept);
  respond("1.0", [](auto response) { response->end("body"); }, get10);
  respond("1.0 write", [](auto response) { response->write("a"); response->end("b"); }, get10);
  respond("1.0 kept", [](auto response) { response->end("body"); }, kept10);
  respond("1.0 kept with a length", [](auto response) {
    response->setHeader("Content-Length", 4);
    response->end("body");
  }, kept10);
  respond("1.0 te chunked", [](auto response) { response->end("body"); },
    "GET / HTTP/1.0\r\nTE: chunked\r\nConnection: keep-alive\r\n\r\n");
  respond("1.0 te chunked write", [](auto response) { response->write("a"); response->end("b"); },
    "GET / HTTP/1.0\r\nTE: chunked\r\n\r\n");
  respond("head", [](auto response) { response->end("body"); }, head);
  respond("head write", [](auto response) { response->write("a"); response->end("b"); }, head);
  respond("204", [](auto response) { response->writeHead(204); response->end("body"); });
  respond("304", [](auto response) { response->writeHead(304, {{"X-A", 1}}); response->write("no"); response->end(); });
  respond("204 chunked", [](auto response) {
    response->writeHead(204, {{"Transfer-Encoding", "chunked"}});
    response->end();
  }, kept);
  respond("205", [](auto response) { response->statusCode = 205; response->end(); });
  respond("unknown code", [](auto response) { response->writeHead(299); response->end(); });
  respond("own message", [](auto response) { response->statusMessage = "Fine"; response->statusCode = 201; response->end(); });
  respond("message as an argument", [](auto response) { response->writeHead(200, "Very well", {{"X-A", "b"}}); response->end(); });
  respond("empty message", [](auto response) { response->writeHead(200, ""); response->end(); });
  respond("wrapped code", [](auto response) { response->writeHead(4294967496); response->end(); });
  respond("fractional code", [](auto response) { response->writeHead(201.7); response->end(); });
  respond("length removed", [](auto response) { response->removeHeader("Content-Length"); response->end("body"); });
  respond("coding removed", [](auto response) { response->removeHeader("transfer-encoding"); response->end("body"); });
  respond("both removed", [](auto response) {
    response->removeHeader("transfer-encoding");
    response->removeHeader("content-length");
    response->write("a");
    response->end("b");
  }, kept);
  respond("connection removed", [](auto response) { response->removeHeader("Connection"); response->end("body"); }, kept);
  respond("connection removed, closing", [](auto response) { response->removeHeader("Connection"); response->end("body"); });
  respond("date removed", [](auto response) { response->removeHeader("Date"); response->end("body"); });
  respond("no date", [](auto response) { response->sendDate = false; response->end("body"); });
  respond("own date", [](auto response) { response->setHeader("Date", "today"); response->end("body"); });
  respond("connection close", [](auto response) { response->setHeader("Connection", "close"); response->end("body"); }, kept);
  respond("connection kept in vain", [](auto response) { response->setHeader("Connection", "keep-alive"); response->end("body"); });
  respond("own keep-alive", [](auto response) { response->setHeader("Keep-Alive", "timeout=9"); response->end("body"); }, kept);
  respond("not kept", [](auto response) { response->shouldKeepAlive = false; response->end("body"); }, kept);
  respond("own chunked", [](auto response) { response->setHeader("Transfer-Encoding", "chunked"); response->end("body"); });
  respond("own coding", [](auto response) { response->setHeader("Transfer-Encoding", "gzip"); response->end("body"); });
  respond("too long", [](auto response) { response->setHeader("Content-Length", 2); response->end("body"); });
  respond("no chunks", [](auto response) {
    response->useChunkedEncodingByDefault = false;
    response->write("a");
    response->end("b");
  }, kept);
  respond("trailer header", [](auto response) {
    response->setHeader("Trailer", "X-After");
    response->addTrailers({{"X-After", "yes"}, {"X-Many", {"a", "b"}}, {"X-One", Array<String>{"c"}}, {"X-None", Array<String>{}}, {"X-Latin", "é"}});
    response->end("body");
  });
  respond("trailers", [](auto response) {
    response->write("a");
    response->addTrailers({{"X-After", "yes"}, {"X-After", "no"}});
    response->end("b");
  });
  respond("trailers in vain", [](auto response) { response->addTrailers({{"X-After", "yes"}}); response->end("body"); });
  respond("trailer without chunks", [](auto response) {
    attempt("end", [=] { response->writeHead(200, {{"Trailer", "X"}, {"Content-Length", 4}}); });
    response->end("body");
  });
  respond("flat", [](auto response) { response->writeHead(200, {"X-A", "1", "x-a", "2", "X-B", "3"}); response->end(); });
  respond("flat over set", [](auto response) {
    response->setHeader("X-A", "0");
    response->setHeader("X-C", "0");
    response->writeHead(200, {"X-A", "1", "x-a", "2", "X-B", "3"});
    say(response->getHeader("x-a"), response->getHeaderNames());
    response->end();
  });
  respond("flat and odd", [](auto response) {
    attempt("odd", [=] { response->writeHead(200, {"X-A", "1", "X-B"}); });
    response->setHeader("X-C", "0");
    attempt("odd over set", [=] { response->writeHead(200, Array<String>{"X-A"}); });
    attempt("odd information", [=] { response->writeInformation(103, Array<String>{"X-A"}); });
    response->end();
  });
  respond("object over set", [](auto response) {
    response->setHeader("X-A", "0");
    response->setHeader("X-C", "0");
    response->writeHead(200, {{"x-a", 1}, {"X-B", {"2", "3"}}});
    say(response->getHeaders(), response->getRawHeaderNames());
    response->end();
  });
  respond("the request's own", [](auto response, auto request) { response->writeHead(200, request->rawHeaders); response->end("echo"); },
    "GET / HTTP/1.1\r\nHost: x\r\nX-Twice: 1\r\nx-twice: 2\r\nConnection: close\r\n\r\n");
  respond("the request's joined", [](auto response, auto request) { response->writeHead(200, request->headers); response->end("echo"); },
    "GET / HTTP/1.1\r\nHost: x\r\nX-Twice: 1\r\nx-twice: 2\r\nSet-Cookie: a\r\nset-cookie: b\r\nConnection: close\r\n\r\n");
  respond("cookies", [](auto response) {
    response->setHeader("Cookie", {"a=1", "b=2"});
    response->setHeader("Set-Cookie", {"a=1", "b=2"});
    response->end();
  });
  respond("disposition", [](auto response) {
    response->setHeader("Content-Disposition", "attachment; filename=\"Ã©.txt\"");
    response->end("body");
  });
  respond("disposition without a length", [](auto response) {
    response->setHeader("Content-Disposition", "attachment; filename=\"Ã©.txt\"");
    response->write("body");
    response->end();
  });
  // A head with wide characters is encoded like the body text that follows it.
  wide("end text", [](auto response) { response->end("bödy"); });
  wide("end latin1", [](auto response) { response->end("bödy", "latin1"); });
  wide("end bytes", [](auto response) { response->end(Buffer::from("body")); });
  wide("end hex", [](auto response) { response->end("abcd", "hex"); });
  wide("end", [](auto response) { response->end(); });
  wide("write", [](auto response) { response->write("ö"); response->end("ä"); });
  wide("write with a length", [](auto response) { response->setHeader("Content-Length", 4); response->write("ö"); response->end("ä"); });
  wide("flush", [](auto response) { response->flushHeaders(); response->end("ä"); });
  wide("message", [](auto response) { response->writeHead(200, "Schön"); response->end("x"); });
  wide("head", [](auto response) { response->writeHead(200, {{"Y", "ü"}}); response->end("x"); });
  play();
}); }
