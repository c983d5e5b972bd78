#include "server_scenes.h"

namespace {
http::Server told(http::Server made) {
  http::Server server = made;
  made->on(event::listening, [] { say("listening"); });
  made->on(event::connection, [] { say("connection"); });
  made->on(event::close, [=] { say("close", server->listening()); });
  made->on(event::error, [](Error error) { say("error", error->code); });
  return made;
}
using Handler = Function<void(http::Server, http::IncomingMessage, http::ServerResponse)>;
// Returns a server that is passed to its own handler.
http::Server knowing(Handler f) {
  auto made = http::createServer();
  http::Server server = made;
  made->on(event::request, [=](auto request, auto response) { f(server, request, response); });
  return told(made);
}
}  // namespace

int main(int argc, char** argv) { return run(argc, argv, [] {
  String kept = "GET /a HTTP/1.1\r\nHost: x\r\n\r\n";
  scene("close when idle", [] {
    return knowing([](auto server, auto, auto response) {
      response->end("body");
      setTimeout([=] {
        auto same = server->close([](Error error) { say("closed", error); }) == server;
        say(same, server->listening());
      }, 20);
    });
  }, {kept});
  scene("close under way", [] {
    return knowing([](auto server, auto, auto response) {
      server->close([](Error error) { say("closed", error); });
      say(server->listening());
      setTimeout([=] { response->end("body"); }, 20);
    });
  }, {kept});
  scene("close twice", [] {
    return knowing([](auto server, auto, auto response) {
      server->close([](Error error) { say("closed", error); });
      server->close([](Error error) { say("closed again", error ? error->code : "none"); });
      response->end("body");
    });
  }, {kept});
  scene("close in the middle of a head", [] {
    auto made = told(http::createServer());
    http::Server server = made;
    made->on(event::connection, [=] { setTimeout([=] { server->close(); }, 20); });
    return made;
  }, {"GET / HTTP/1.1\r\n", 40});
  scene("close idle, then another request", [] {
    return knowing([](auto server, auto, auto response) {
      response->end("body");
      setTimeout([=] { server->closeIdleConnections(); }, 20);
    });
  }, {kept});
  scene("close idle with an answer under way", [] {
    return knowing([](auto server, auto, auto response) {
      setTimeout([=] { server->closeIdleConnections(); }, 10);
      setTimeout([=] { response->end("late"); }, 30);
    });
  }, {kept});
  scene("close all", [] {
    return knowing([](auto server, auto request, auto response) {
      watch(request, response);
      setTimeout([=] { server->closeAllConnections(); say("all"); }, 10);
    });
  }, {kept});
  scene("close all with a body under way", [] {
    return knowing([](auto server, auto request, auto response) {
      watch(request, response);
      request->resume();
      setTimeout([=] { server->closeAllConnections(); say("all"); }, 10);
    });
  }, {"POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nab"});
  scene("server timeout", [] {
    auto server = told(http::createServer([](auto request, auto response) { watch(request, response); }));
    server->timeout = 30;
    return server;
  }, {kept});
  scene("server timeout heard", [] {
    auto server = told(http::createServer([](auto request, auto response) { watch(request, response); }));
    server->setTimeout(30, [](net::Socket socket) { say("timeout", socket->destroyed()); socket->end("bye"); });
    return server;
  }, {kept});
  scene("request timeout heard", [] { return http::createServer([](auto request, auto response) {
    watch(request, response);
    say(request->setTimeout(30, [=](net::Socket socket) { say("request timeout", socket == request->socket); response->end("slow"); }) == request);
  }); }, {"POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nConnection: close\r\n\r\nab"});
  scene("request timeout of a whole request", [] { return http::createServer([](auto request, auto response) {
    watch(request, response);
    request->setTimeout(30, [](net::Socket) { say("request timeout"); });
  }); }, {kept});
  scene("response timeout heard", [] { return http::createServer([](auto request, auto response) {
    watch(request, response);
    response->setTimeout(30, [=](net::Socket socket) { say("response timeout", socket == request->socket); response->end("slow"); });
  }); }, {"GET /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"});
  scene("time-outs of all three", [] {
    auto server = http::createServer([](auto request, auto response) {
      request->on(event::timeout, [] { say("request"); });
      response->on(event::timeout, [=] { say("response"); response->end(); });
    });
    server->setTimeout(30, [](net::Socket) { say("server"); });
    return server;
  }, {"POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nConnection: close\r\n\r\nab"});
  scene("second response timeout", [] { return http::createServer([](auto request, auto response) {
    if (request->url == "/b") response->setTimeout(20, [=](net::Socket) { say("timeout"); response->end("second"); });
    else setTimeout([=] { response->end("first"); }, 40);
  }); }, {kept + "GET /b HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"});
  scene("keep-alive timeout", [] { return http::createServer({.keepAliveTimeout = 20, .keepAliveTimeoutBuffer = 10}, [](auto request, auto response) {
    say(request->socket->timeout < 0 ? Lookup() : Lookup(request->socket->timeout));
    response->end("body");
    setTimeout([=] { say(request->socket->timeout); }, 5);
  }); }, {kept, 100});
  scene("keep-alive timeout of nothing", [] { return http::createServer({.keepAliveTimeout = 0}, [](auto request, auto response) {
    response->end("body");
    setTimeout([=] { say(request->socket->timeout < 0 ? Lookup() : Lookup(request->socket->timeout)); }, 5);
  }); }, {kept, 50});
  scene("keep-alive, then a request", [] { return http::createServer({.keepAliveTimeout = 40, .keepAliveTimeoutBuffer = 0}, [](auto, auto response) {
    setTimeout([=] { response->end("body"); }, 60);
  }); }, {kept, 80, kept, 80, end});
  scene("headers timeout", [] { return told(http::createServer({.connectionsCheckingInterval = 10, .headersTimeout = 30, .requestTimeout = 100})); },
    {"GET / HTTP/1.1\r\n", 200});
  scene("headers timeout heard", [] {
    auto server = told(http::createServer({.connectionsCheckingInterval = 10, .headersTimeout = 30, .requestTimeout = 100}));
    server->on(event::clientError, [](Error error, auto socket) { say(error->name, error->code, error->message, Lookup()); socket->destroy(); });
    return server;
  }, {"GET / HTTP/1.1\r\n", 200});
  scene("request timeout", [] { return told(http::createServer({.connectionsCheckingInterval = 10, .headersTimeout = 30, .requestTimeout = 50}, watch)); },
    {"POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nab", 200});
  scene("request timeout, answered before", [] { return http::createServer({.connectionsCheckingInterval = 10, .headersTimeout = 30, .requestTimeout = 50},
    [](auto, auto response) { response->end("early"); }); }, {"POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nab", 200});
  scene("nothing is said", [] { return told(http::createServer({.connectionsCheckingInterval = 10, .headersTimeout = 30, .requestTimeout = 50})); }, {200});
  play();
}); }
