#include "server_scenes.h"

namespace {
class Request : public http::IncomingMessageObject {
 public:
  explicit Request(net::Socket socket) : IncomingMessageObject(socket) {}
  int number = 5;
  String path() { return url.split("?")[0]; }
  const char* className() const override { return "Request"; }
};
class Response : public http::ServerResponseObject {
 public:
  using ServerResponseObject::ServerResponseObject;
  void json(String text) {
    setHeader("Content-Type", "application/json");
    end("{\"text\":\"" + text + "\"}");
  }
  const char* className() const override { return "Response"; }
};
}  // namespace

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto makeRequest = [](net::Socket socket) { return make<Request>(socket); };
  auto makeResponse = [](http::IncomingMessage request) { return make<Response>(request); };
  scene("both", [=] { return http::createServer({.IncomingMessage = makeRequest, .ServerResponse = makeResponse}, [](auto message, auto answer) {
    auto request = message.template as<Handle<Request>>();
    auto response = answer.template as<Handle<Response>>();
    say(request->number, request->path(), response->className(), request->className());
    response->json(request->path());
  }); }, {"GET /a?b HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"});
  scene("upgrade", [=] {
    auto server = http::createServer({.IncomingMessage = makeRequest});
    server->on(event::upgrade, [](auto message, auto socket) { say(message.template as<Handle<Request>>()->number); socket->end("bye"); });
    return server;
  }, {"GET /a?b HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: y\r\n\r\n"});
  auto shortened = [] { return http::createServer({.optimizeEmptyRequests = true}, [](auto request, auto response) {
    watch(request, response);
    request->on(event::data, [](auto chunk) { say("data", chunk.toString()); });
    request->on(event::end, [] { say("end"); });
    say(request->destroyed(), request->readableEnded(), request->closed(), request->complete, request->readable());
    setTimeout([=] {
      say(request->destroyed(), request->complete);
      response->end("answer");
    }, 10);
  }); };
  scene("short without a body", shortened, {get});
  scene("short with a body", shortened, {"POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 3\r\n\r\nabc"});
  scene("short with no length of a body", shortened, {"POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"});
  scene("short and kept", shortened, {"GET /1 HTTP/1.1\r\nHost: x\r\n\r\nGET /2 HTTP/1.1\r\nHost: x\r\n\r\n", 40});
  scene("highWaterMark", [] { return http::createServer({.highWaterMark = 3}, [](auto request, auto response) {
    say(request->readableHighWaterMark(), response->writableHighWaterMark(), request->socket->writableHighWaterMark());
    request->on(event::readable, [=] { say(request->readableLength()); while (auto c = request->read()) say(c.toString()); });
    request->on(event::end, [=] { bool a = response->write("abc"); say(a, response->write("d")); response->on(event::drain, [=] { say("drain"); response->end(); }); });
  }); }, {"POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 6\r\n\r\nabcdef"});
  play();
}); }
