#include "server_scenes.h"

namespace {
http::Server watched(http::Server server) {
  server->on(event::clientError, [](Error error, net::Socket socket) {
    say("clientError", error->name, codeOf(error), error->message, socket->writable());
    socket->destroy();
  });
  server->on(event::close, [] { say("server close"); });
  return server;
}
Lookup code(Error error) { return error ? codeOf(error) : Lookup(nullptr); }
// In Node, a stream without an error has null, and a response that was destroyed without an error has undefined.
Lookup told(Error error) { return error ? Lookup(error->message) : Lookup(nullptr); }
using Handler = Function<void(http::IncomingMessage, http::ServerResponse)>;
Function<http::Server()> unheard(Handler f = nullptr) {
  return [=] {
    return watched(http::createServer([=](auto request, auto response) {
      String name = request->url;
      request->on(event::close, [=] { say(name, "close", request->aborted, request->destroyed(), told(request->errored())); });
      response->on(event::close, [=] { say(name, "response close", response->destroyed(), told(response->errored())); });
      if (f) f(request, response);
    }));
  };
}
}  // namespace

int main(int argc, char** argv) { return run(argc, argv, [] {
  String kept = "GET /a HTTP/1.1\r\nHost: x\r\n\r\n";
  String post = "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n";
  String chunked = "POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n";
  auto silent = [] { return watched(http::createServer([](auto request, auto response) { watch(request, response); })); };
  auto reading = [] { return watched(http::createServer([](auto request, auto response) {
    watch(request, response);
    request->on(event::data, [](auto chunk) { say("data", chunk.toString()); });
    request->on(event::end, [] { say("end"); });
  })); };
  scene("nothing, end", silent, {20, end});
  scene("nothing, reset", silent, {20, reset});
  scene("half a line, end", silent, {"GET /", 20, end});
  scene("half a head, end", silent, {"GET / HTTP/1.1\r\nHo", 20, end});
  scene("half a head, reset", silent, {"GET / HTTP/1.1\r\nHo", 20, reset});
  scene("head, end", silent, {kept, 20, end});
  scene("head, reset", silent, {kept, 20, reset});
  scene("half a body, end", silent, {post + "abc", 20, end});
  scene("half a body, reset", silent, {post + "abc", 20, reset});
  scene("half a body read, end", reading, {post + "abc", 20, end});
  scene("half a body read, reset", reading, {post + "abc", 20, reset});
  scene("a whole body read, end", reading, {post + "0123456789", 20, end});
  scene("a whole body read, reset", reading, {post + "0123456789", 20, reset});
  scene("a whole body unread, reset", silent, {post + "0123456789", 20, reset});
  scene("half a chunk, end", reading, {chunked + "5\r\nabc", 20, end});
  scene("half a chunk, reset", reading, {chunked + "5\r\nabc", 20, reset});
  scene("two requests, reset", silent, {kept, "GET /b HTTP/1.1\r\nHost: x\r\n\r\n", 20, reset});
  scene("two requests, end", silent, {kept, "GET /b HTTP/1.1\r\nHost: x\r\n\r\n", 20, end});
  scene("nobody hears, reset", unheard(), {post + "abc", 20, reset});
  scene("nobody hears, end", unheard(), {post + "abc", 20, end});
  scene("written to, reset", unheard([](auto, auto response) { response->write("a"); }), {kept, 20, reset});
  scene("written to later", unheard([](auto, auto response) {
    setTimeout([=] {
      say(response->write("late", [](Error error) { say("write", code(error)); }), response->destroyed());
      response->end("later", [](Error error) { say("end", code(error)); });
      response->end([](Error error) { say("end again", code(error)); });
      say(response->writableEnded(), response->writableFinished(), response->headersSent());
    }, 60);
  }), {kept, 20, reset});
  scene("ended later", unheard([](auto, auto response) {
    setTimeout([=] {
      response->end([](Error error) { say("end", code(error)); });
      say(response->writableEnded(), response->writableFinished(), response->headersSent());
    }, 60);
  }), {kept, 20, end});
  scene("answered, then reset", [] { return watched(http::createServer([](auto request, auto response) {
    watch(request, response);
    response->end("body");
  })); }, {kept, 30, reset});
  scene("answered with half a body, reset", [] { return watched(http::createServer([](auto request, auto response) {
    watch(request, response);
    response->end("body");
  })); }, {post + "abc", 30, reset});
  scene("answered with half a body read, end", [] { return watched(http::createServer([](auto request, auto response) {
    watch(request, response);
    request->on(event::data, [] {});
    response->end("body");
  })); }, {post + "abc", 30, end});
  scene("request destroyed", [] { return watched(http::createServer([](auto request, auto response) {
    watch(request, response);
    say(request->destroy() == request, request->destroyed(), request->socket->destroyed());
  })); }, {post + "abc"});
  scene("request destroyed with an error", [] { return watched(http::createServer([](auto request, auto response) {
    watch(request, response);
    request->destroy(Error("mine"));
  })); }, {post + "abc"});
  scene("response destroyed", [] { return watched(http::createServer([](auto request, auto response) {
    watch(request, response);
    say(response->destroy() == response, response->destroyed(), response->closed());
    response->destroy();
  })); }, {kept});
  scene("response destroyed with an error", [] { return watched(http::createServer([](auto request, auto response) {
    watch(request, response);
    response->write("part");
    response->destroy(Error("mine"));
    say(response->errored()->message);
    response->end("more", [](Error error) { say("end", code(error)); });
  })); }, {kept});
  scene("second response destroyed", [] { return watched(http::createServer([](auto request, auto response) {
    watch(request, response);
    if (request->url == "/b") response->destroy(Error("mine"));
    else setTimeout([=] { response->end("first"); }, 20);
  })); }, {kept + "GET /b HTTP/1.1\r\nHost: x\r\n\r\n"});
  scene("socket destroyed", [] { return watched(http::createServer([](auto request, auto response) {
    watch(request, response);
    request->socket->destroy();
  })); }, {post + "abc"});
  scene("socket ended", [] { return watched(http::createServer([](auto request, auto response) {
    watch(request, response);
    response->socket->end("raw");
  })); }, {post + "abc", 20, end});
  scene("signal, reset", unheard([](auto request, auto) {
    auto signal = request->signal();
    say(signal == request->signal(), signal->aborted());
    signal->addEventListener("abort", [=] { say("abort", signal->aborted(), signal->reason()->name, signal->reason()->message); });
  }), {post + "abc", 20, reset});
  scene("signal of a whole request, reset", unheard([](auto request, auto) {
    request->resume();
    request->on(event::end, [=] { request->signal()->addEventListener("abort", [] { say("abort"); }); });
  }), {post + "0123456789", 20, reset});
  scene("signal, answered", unheard([](auto request, auto response) {
    auto signal = request->signal();
    signal->addEventListener("abort", [] { say("abort"); });
    request->resume();
    response->end("body");
    setTimeout([=] { say(signal->aborted(), request->signal()->aborted()); }, 40);
  }), {kept, 20, end});
  scene("signal after destroy", unheard([](auto request, auto) {
    request->destroy();
    say(request->signal()->aborted());
  }), {post});
  play();
}); }
