#include "server_scenes.h"

namespace {
void answer(http::IncomingMessage request, http::ServerResponse response) {
  say("request", request->url);
  request->on(event::data, [](auto chunk) { say("body", chunk.toString()); });
  request->on(event::end, [=] { say("body ends"); response->end("answer"); });
}
http::Server spied(Function<void(net::Socket)> listen) {
  auto server = http::createServer([=](http::IncomingMessage request, http::ServerResponse response) {
    if (request->url == "/a") listen(request->socket);
    answer(request, response);
  });
  return server;
}
void log(stream::Chunk chunk) { say("socket", chunk.toString()); }
}  // namespace

int main(int argc, char** argv) { return run(argc, argv, [] {
  String post = "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n";
  String get = "GET /b HTTP/1.1\r\nHost: x\r\n\r\n";
  scene("in a request", [] { return spied([](auto socket) { socket->on(event::data, log); }); }, {post, 20, "hello", 20, "world", 20, get, 20, end});
  scene("once", [] { return spied([](auto socket) { socket->once(event::data, log); }); }, {post, 20, "hello", 20, "world", 20, get, 20, end});
  scene("taken off", [] { return spied([](auto socket) { socket->on(event::data, log); socket->off(event::data, log); }); }, {post, 20, "hello", 20, "world", 20, get, 20, end});
  scene("in front", [] { return spied([](auto socket) { socket->prependListener(event::data, log); }); }, {post, 20, "helloworld", 20, get, 20, end});
  scene("at the connection", [] {
    auto server = http::createServer(answer);
    server->on(event::connection, [](auto socket) { socket->on(event::data, log); });
    return server;
  }, {post, 20, "helloworld", 20, get + get, 20, end});
  scene("several requests", [] { return spied([](auto socket) { socket->on(event::data, log); }); }, {post + "helloworld" + get, 20, get, 20, end});
  scene("then an upgrade", [] {
    auto server = spied([](auto socket) { socket->on(event::data, log); });
    server->on(event::upgrade, [](auto request, auto socket, auto head) {
      say("upgrade", request->url, head.toString(), socket->listenerCount(event::data));
      socket->write("HTTP/1.1 101 Switching Protocols\r\n\r\n");
      socket->on(event::data, [=](auto chunk) { socket->write("<" + chunk.toString() + ">"); });
      socket->on(event::end, [=] { socket->end(); });
    });
    return server;
  }, {post + "helloworld", 20, "GET /up HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n", 20, "more", 20, end});
  scene("malformed", [] { return spied([](auto socket) { socket->on(event::data, log); }); }, {post + "helloworld", 20, "nonsense\r\n\r\n", 20, end});
  play();
}); }
