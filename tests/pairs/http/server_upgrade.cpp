#include "server_scenes.h"

namespace {
String upgrade(String more = "", String method = "GET") {
  return method + " /up HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: echo\r\n" + more + "\r\n";
}
http::Server tell(http::Server made) {
  http::Server server = made;
  made->on(event::upgrade, [=](auto request, auto socket, auto head) {
    say("upgrade", request->method, request->url, request->upgrade, request->headers["upgrade"], head.toString(), socket == request->socket);
    say(request->complete, socket->listenerCount(event::data), socket->listenerCount(event::error), socket->readableFlowing(), server->listenerCount(event::upgrade));
    request->on(event::data, [](auto chunk) { say("body", chunk.toString()); });
    request->on(event::end, [] { say("body ends"); });
    socket->write("HTTP/1.1 101 Switching Protocols\r\n\r\n[" + head.toString() + "]");
    socket->on(event::data, [=](auto chunk) { socket->write("<" + chunk.toString() + ">"); });
    socket->on(event::end, [=] { socket->end("bye"); });
    socket->on(event::close, [] { say("closed"); });
  });
  made->on(event::connect, [](auto request, auto socket, auto head) {
    say("connect", request->method, request->url, request->upgrade, head.toString());
    socket->write("HTTP/1.1 200 Fine\r\n\r\n[" + head.toString() + "]");
    socket->on(event::data, [=](auto chunk) { socket->write("<" + chunk.toString() + ">"); });
    socket->on(event::end, [=] { socket->end(); });
  });
  return made;
}
void answer(http::IncomingMessage request, http::ServerResponse response) {
  say("request", request->url, request->upgrade);
  response->end("answer");
}
}  // namespace

int main(int argc, char** argv) { return run(argc, argv, [] {
  String connect = "CONNECT there:443 HTTP/1.1\r\nHost: there\r\n\r\n";
  String plain = "GET /plain HTTP/1.1\r\nHost: x\r\n\r\n";
  auto server = [] { return tell(http::createServer(answer)); };
  scene("upgrade", server, {upgrade(), 20, "more", 20, end});
  scene("upgrade with a head", server, {upgrade() + "first", 20, "more", 20, end});
  scene("connect", server, {connect, 20, "more", 20, end});
  scene("connect with a head", server, {connect + "first", 20, end});
  scene("after a request", server, {plain, 20, upgrade() + "first", 20, end});
  scene("pipelined", server, {plain + upgrade() + "first", 20, end});
  scene("with a body", server, {upgrade("Content-Length: 4\r\n", "POST") + "bodyfirst", 20, end});
  scene("1.0", server, {"GET / HTTP/1.0\r\nConnection: upgrade\r\nUpgrade: echo\r\n\r\nfirst", 20, end});
  scene("without Connection", server, {"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: echo\r\n\r\n", 20, end});
  scene("nobody", [] { return http::createServer(answer); }, {upgrade(), 20, plain, 20, end});
  scene("nobody, with a head", [] { return http::createServer(answer); }, {upgrade() + plain, 20, end});
  scene("nobody connects", [] { return http::createServer(answer); }, {connect, 20, end});
  scene("nobody at all", [] { return http::createServer(); }, {plain, 20, end});
  scene("callback says no", [] { return tell(http::createServer({.shouldUpgradeCallback = [](auto request) {
    say("asked", request->url, request->upgrade);
    return false;
  }}, answer)); }, {upgrade(), 20, connect, 20, end});
  scene("callback says yes", [] { return http::createServer({.shouldUpgradeCallback = [](auto) { return true; }}, answer); }, {upgrade(), 20, end});
  scene("callback by protocol", [] { return tell(http::createServer({.shouldUpgradeCallback = [](auto request) { return request->headers["upgrade"] == "echo"; }}, answer)); },
    {"GET /a HTTP/1.1\r\nHost: x\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\n", 20, upgrade() + "x", 20, end});
  scene("an answer still to come", [] {
    auto made = tell(http::createServer([](auto request, auto response) {
      watch(request, response);
      setTimeout([=] { response->end("late"); }, 30);
    }));
    return made;
  }, {plain + upgrade(), 60, end});
  scene("destroyed", [] {
    auto made = http::createServer();
    made->on(event::upgrade, [](auto, auto socket) { socket->destroy(); });
    return made;
  }, {upgrade()});
  play();
}); }
