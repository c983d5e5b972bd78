#include <vector>

#include "server_scenes.h"

namespace {
perThread<String> close = "Connection: close\r\n";
String get_(String more = "", String target = "/") { return "GET " + target + " HTTP/1.1\r\nHost: x\r\n" + *close + more + "\r\n"; }
String post(String body, String more = "") {
  return "POST / HTTP/1.1\r\nHost: x\r\n" + *close + more + "Content-Length: " + str(Buffer::byteLength(body, "latin1")) + "\r\n\r\n" + body;
}
String chunks(String body, String more = "") { return "POST / HTTP/1.1\r\nHost: x\r\n" + *close + more + "Transfer-Encoding: chunked\r\n\r\n" + body; }
template <class F>
void handle(String name, std::vector<Act> steps, F f) {
  scene(name, [=] { return http::createServer(f); }, steps);
}
}  // namespace

int main(int argc, char** argv) { return run(argc, argv, [] {
  handle("properties", {get_("", "/path?a=b")}, [](auto request, auto response) {
    say(request->method, request->url, request->httpVersion, request->httpVersionMajor, request->httpVersionMinor);
    say(request->complete, request->aborted, request->upgrade, request->destroyed(), request->readable(), request->readableEnded());
    say(request->statusCode ? Lookup(request->statusCode) : Lookup(nullptr), request->readableHighWaterMark(), request->readableFlowing(), request->readableLength());
    say(request->socket == request->connection(), request->socket == response->socket, response->req == request);
    say(request->trailers, request->rawTrailers, request->trailersDistinct);
    response->end();
  });
  handle("properties of 1.0", {"GET * HTTP/1.0\r\n\r\n"}, [](auto request, auto response) {
    say(request->method, request->url, request->httpVersion, request->headers, request->rawHeaders, request->headersDistinct);
    response->end();
  });
  handle("headers", {get_(String("X-A: 1\r\nx-a: 2\r\nX-Empty:\r\nX-Space:   a b \t\r\nX-Latin: é\r\nAge: 1\r\nage: 2\r\nCookie: a=1\r\nCOOKIE: b=2\r\nSet-Cookie: c\r\nset-cookie: d\r\nUser-Agent: u\r\nAccept: a\r\nAccept: b\r\nETag: 1\r\nETag: 2\r\nConstructor: x\r\n"))},
    [](auto request, auto response) {
      say(request->headers);
      say(request->rawHeaders);
      say(request->headersDistinct);
      say(request->headers["x-a"], request->headers["X-A"], request->headers["none"], request->headers.has("x-empty"), request->headers["set-cookie"].length());
      say(request->headers.keys().size());
      response->end();
    });
  String doubled;
  for (const char* name : {"Authorization", "Content-Type", "Expires", "From", "If-Modified-Since", "If-Unmodified-Since", "Last-Modified",
    "Location", "Max-Forwards", "Proxy-Authorization", "Referer", "Retry-After", "Server", "Date", "Vary", "Via", "Origin", "If-Match", "TE"})
    doubled += String(name) + ": 1\r\n" + name + ": 2\r\n";
  handle("single fields", {get_(doubled)}, [](auto request, auto response) {
    say(request->headers);
    response->end();
  });
  handle("data", {post("hello")}, [](auto request, auto response) {
    request->on(event::data, [=](auto chunk) { say("data", chunk, request->complete); });
    request->on(event::end, [=] { say("end", request->complete, request->readableEnded()); response->end(); });
    request->on(event::close, [=] { say("close", request->destroyed()); });
  });
  handle("data as text", {post("hÃ"), 20}, [](auto request, auto response) {
    request->setEncoding("utf8");
    say(request->readableEncoding());
    request->on(event::data, [](auto chunk) { say("data", chunk.toString()); });
    request->on(event::end, [=] { response->end(); });
  });
  handle("cut characters", {"POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 4\r\n\r\nhÃ", 20, "©x"}, [](auto request, auto response) {
    request->setEncoding("utf8");
    request->on(event::data, [](auto chunk) { say("data", chunk.toString()); });
    request->on(event::end, [=] { response->end(); });
  });
  handle("chunks", {chunks("3\r\nabc\r\n0005;ext=1;b=\"c\"\r\ndefgh\r\n"), 20, "0\r\nX-After: 1\r\nx-after: 2\r\nSet-Cookie: a\r\nAge: 1\r\nAge: 2\r\n\r\n"}, [](auto request, auto response) {
    request->on(event::data, [](auto chunk) { say("data", chunk.toString()); });
    request->on(event::end, [=] {
      say(request->trailers, request->rawTrailers, request->trailersDistinct);
      response->end();
    });
  });
  handle("readable", {post("hello world")}, [](auto request, auto response) {
    request->on(event::readable, [=] {
      while (auto chunk = request->read(4)) say("read", chunk.toString(), request->readableLength());
    });
    request->on(event::end, [=] { say("end"); response->end(); });
  });
  handle("paused", {"POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 6\r\n\r\nabc", 30, "def"}, [](auto request, auto response) {
    request->on(event::data, [](auto chunk) { say("data", chunk.toString()); });
    request->on(event::end, [=] { say("end"); response->end(); });
    request->pause();
    say(request->isPaused());
    setTimeout([=] { say("resumed", request->readableLength()); request->resume(); }, 60);
  });
  handle("never read", {post("hello")}, [](auto request, auto response) {
    request->on(event::end, [] { say("end"); });
    request->on(event::close, [=] { say("close", request->complete); });
    response->end("answer");
    setTimeout([=] { say(request->complete, request->destroyed(), request->readableEnded(), request->readableFlowing()); }, 30);
  });
  handle("read after the answer", {"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 6\r\n\r\nabc", 30, "def"}, [](auto request, auto response) {
    response->end("answer");
    setTimeout([=] {
      request->on(event::data, [](auto chunk) { say("data", chunk.toString()); });
      request->on(event::end, [] { say("end"); });
    }, 10);
  });
  handle("data heard after the answer", {post("hello")}, [](auto request, auto response) {
    response->end("answer");
    request->on(event::data, [](auto chunk) { say("data", chunk.toString()); });
    request->on(event::end, [] { say("end"); });
  });
  handle("paused and answered", {post("hello")}, [](auto request, auto response) {
    request->on(event::data, [](auto chunk) { say("data", chunk.toString()); });
    request->on(event::end, [] { say("end"); });
    request->pause();
    response->end("answer");
  });
  handle("pipe", {chunks("3\r\nabc\r\n3\r\ndef\r\n0\r\n\r\n")}, [](auto request, auto response) {
    response->on(event::pipe, [=](auto source) { say("pipe", source == request); });
    response->on(event::unpipe, [=](auto source) { say("unpipe", source == request); });
    say(request->pipe(response) == response);
  });
  handle("pipe without end", {post("hello")}, [](auto request, auto response) {
    request->pipe(response, {.end = false});
    request->on(event::end, [=] { response->end("!"); });
  });
  handle("once, off", {post("hello")}, [](auto request, auto response) {
    Function<void()> first = [] { say("first"); };
    request->on(event::data, first);
    request->once(event::data, [] { say("once"); });
    request->off(event::data, first);
    request->on(event::end, [=] { say("end"); response->end(); });
  });
  handle("awaited", {chunks("3\r\nabc\r\n"), 20, "3\r\ndef\r\n0\r\n\r\n"}, [](http::IncomingMessage request, http::ServerResponse response) -> Promise<> {
    String body = "";
    while (auto chunk = co_await request->next()) body += chunk.toString() + "|";
    response->end(body);
  });
  handle("a body of GET", {get_("Content-Length: 3\r\n") + "abc"}, [](auto request, auto response) {
    request->on(event::data, [](auto chunk) { say("data", chunk.toString()); });
    request->on(event::end, [=] { response->end(); });
  });
  handle("unshift", {post("hello")}, [](auto request, auto response) {
    request->once(event::data, [=](auto chunk) {
      request->pause();
      request->unshift(chunk.toBuffer().subarray(2));
      request->on(event::data, [](auto rest) { say("rest", rest.toString()); });
      request->on(event::end, [=] { response->end(); });
      request->resume();
    });
  });
  play();
}); }
