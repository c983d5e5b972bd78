// Instructions for servers and clients of net and http, on the simulated network of one machine.
#include "api/program.h"

namespace api {

namespace {

using stream::Chunk;

constexpr int firstPort = 9000;
constexpr int firstHttpPort = 8000;

void listen(net::Server& server, Program& p) {
  if (p.chance(6))
    server->listen({.path = "/tmp/socket", .signal = p.signal()}, p.callback());
  else
    server->listen({.host = "127.0.0.1", .port = firstPort + int(p.below(3)), .signal = p.signal()}, p.callback());
}

net::Server server(Program& p) {
  net::ServerOptions options;
  options.allowHalfOpen = p.chance(3);
  options.pauseOnConnect = p.chance(4);
  const unsigned how = p.byte();
  net::Server made = net::createServer(options, [body = p.body(), how](net::Socket socket) {
    if (Program* program = Program::current()) program->sockets.keep(socket);
    body();
    switch (how % 8) {
      case 0: socket->end("bye"); break;
      case 1: socket->destroy(); break;
      case 2: socket->pipe(socket); break;
      case 3: socket->write(Buffer::alloc(20000.0 * (how % 16), 1)); break;
      case 4: socket->on(event::data, [body](Buffer) { body(); }); break;
      case 5: socket->resetAndDestroy(); break;
      default: socket->resume(); break;
    }
    socket->on(event::error, [](Error) {});
  });
  listen(made, p);
  return made;
}

net::Socket connected(Program& p) {
  net::ConnectOptions options;
  if (p.chance(6))
    options.path = "/tmp/socket";
  else
    options.port = p.chance(3) ? firstHttpPort + int(p.below(3)) : firstPort + int(p.below(3));
  if (!p.chance(3)) options.host = "127.0.0.1";
  options.allowHalfOpen = p.chance(4);
  options.signal = p.signal();
  if (p.chance(8)) options.timeout = p.time();
  return net::connect(options, p.callback());
}

// Returns a text that is a valid request, a part of one, or no request.
String requestText(Program& p) {
  static const char* const all[] = {"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
                                    "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n01234",
                                    "POST /b HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n01234\r\n",
                                    "0\r\n\r\n",
                                    "GET /c HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: y\r\n\r\nmore",
                                    "CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\nbytes",
                                    "GET /d HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n",
                                    "GET / HTTP/1.0\r\n\r\n",
                                    "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc",
                                    "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\nuntil the end",
                                    "nonsense\r\n\r\n"};
  return all[p.below(std::size(all))];
}

http::Server httpServer(Program& p) {
  http::ServerOptions options;
  if (p.chance(4)) options.keepAliveTimeout = p.time();
  if (p.chance(4)) options.requestTimeout = 300, options.headersTimeout = 200, options.connectionsCheckingInterval = 100;
  options.optimizeEmptyRequests = p.chance(4);
  const unsigned how = p.byte();
  http::Server made = http::createServer(options, [body = p.body(), how](http::IncomingMessage request, http::ServerResponse response) {
    if (Program* program = Program::current()) {
      program->messages.keep(request);
      program->responses.keep(response);
    }
    body();
    switch (how % 12) {
      case 0: request->pipe(response); break;
      case 1: request->destroy(); break;
      case 2: response->destroy(Error("of a response")); break;
      case 3:
        response->writeHead(200, {{"Content-Length", 5}});
        response->end("12345");
        break;
      case 4:
        response->write("first");
        setTimeout([response, body] { body(); response->end("last"); }, 5);
        break;
      case 5:
        request->on(event::data, [body](Chunk) { body(); });
        request->on(event::end, [body, response] { body(); response->end(); });
        break;
      case 6: break;
      case 7: request->socket->destroy(); break;
      case 8: throw Error("in a handler");
      case 9: response->writeContinue(); response->write(Buffer::alloc(100000, 1)); response->end(); break;
      default: response->end("answer"); break;
    }
  });
  if (p.chance(4)) made->on(event::checkContinue, [body = p.body()](http::IncomingMessage, http::ServerResponse response) { body(); response->writeContinue(); response->end(); });
  if (p.chance(4)) made->on(event::upgrade, [body = p.body()](http::IncomingMessage, net::Socket socket, Buffer) { if (Program* q = Program::current()) q->sockets.keep(socket); body(); });
  if (p.chance(4)) made->on(event::connect, [body = p.body()](http::IncomingMessage, net::Socket socket, Buffer) { body(); socket->end("HTTP/1.1 200 OK\r\n\r\n"); });
  if (p.chance(4)) made->on(event::clientError, [body = p.body()](Error, net::Socket socket) { body(); socket->end("HTTP/1.1 400 Bad Request\r\n\r\n"); });
  if (p.chance(6)) made->setTimeout(p.time(), [body = p.body()](net::Socket) { body(); });
  made->listen(firstHttpPort + int(p.below(3)), "127.0.0.1", p.callback());
  return made;
}

http::ClientRequest request(Program& p) {
  http::RequestOptions options;
  options.host = "127.0.0.1";
  options.port = p.chance(5) ? firstPort + int(p.below(3)) : firstHttpPort + int(p.below(3));
  options.path = p.chance(6) ? String("/") + p.text() : String("/path");
  static const char* const methods[] = {"GET", "POST", "HEAD", "PUT", "CONNECT", "GET"};
  options.method = methods[p.below(std::size(methods))];
  if (p.chance(2)) options.agent = p.agents.any();
  if (p.chance(6)) options.agent = false;
  if (p.chance(6)) options.timeout = p.time();
  if (p.chance(8)) options.headers = {{"Expect", "100-continue"}};
  if (p.chance(8)) options.headers = {{"Connection", "Upgrade"}, {"Upgrade", "y"}};
  options.signal = p.signal();
  const unsigned how = p.byte();
  http::ClientRequest made = http::request(options, [body = p.body(), how](http::IncomingMessage answer) {
    Program* program = Program::current();
    if (program) program->messages.keep(answer);
    body();
    switch (how % 8) {
      case 0: answer->destroy(); break;
      case 1: answer->on(event::data, [body](Chunk) { body(); }); break;
      case 2: break;
      case 3: if (program && program->writables.any()) answer->pipe(program->writables.any()); break;
      case 4: answer->on(event::end, [body] { body(); }); answer->resume(); break;
      case 5: answer->setEncoding("utf8"); answer->on(event::readable, [raw = answer.get(), body] { body(); raw->read(); }); break;
      default: answer->resume(); break;
    }
  });
  made->on(event::error, [body = p.body()](Error) { body(); });
  return made;
}

}  // namespace

void sockets(Program& p) {
  net::Server& listening = p.servers.any();
  net::Socket& socket = p.sockets.any();
  switch (p.below(34)) {
    case 0:
    case 1: listening = server(p); break;
    case 2:
    case 3:
    case 4: socket = connected(p); break;
    case 5: listening->close([body = p.body()](Error) { body(); }); break;
    case 6: listen(listening, p); break;
    case 7: listening->getConnections([body = p.body()](Error, int) { body(); }); break;
    case 8: listening->maxConnections = p.below(3); break;
    case 9: p.chance(2) ? listening->unref() : listening->ref(); break;
    case 10: listening->on(event::close, [body = p.body()] { body(); }); break;
    case 11: listening->removeAllListeners(); break;
    case 12: listening = nullptr; break;
    case 13: socket->write(p.chunk(), [body = p.body()](Error) { body(); }); break;
    case 14: socket->write(requestText(p)); break;
    case 15: socket->end(p.chunk()); break;
    case 16: socket->destroy(p.error()); break;
    case 17: socket->destroySoon(); break;
    case 18: socket->resetAndDestroy(); break;
    case 19: socket->on(event::data, [body = p.body()](Chunk) { body(); }); break;
    case 20: socket->on(event::end, [body = p.body()] { body(); }); break;
    case 21: socket->on(event::close, [body = p.body()](bool) { body(); }); break;
    case 22: socket->on(event::error, [body = p.body()](Error) { body(); }); break;
    case 23: socket->setTimeout(p.time(), p.callback()); break;
    case 24: p.chance(2) ? socket->pause() : socket->resume(); break;
    case 25: socket->connect(firstPort + int(p.below(3)), "127.0.0.1", p.callback()); break;
    case 26: p.chance(2) ? socket->unref() : socket->ref(); break;
    case 27: p.strings.keep(str(socket->remotePort()) + str(socket->localAddress()) + socket->readyState()); break;
    case 28: socket->pipe(p.sockets.any()); break;
    case 29: socket = nullptr; break;
    case 30: socket->on(event::timeout, [body = p.body()] { body(); }); break;
    case 31: p.readables.keep(socket), p.writables.keep(socket); break;
    case 32: socket->setNoDelay()->setKeepAlive(true, 100); break;
    default: socket->removeAllListeners(); break;
  }
}

void http(Program& p) {
  http::Server& serving = p.httpServers.any();
  http::ClientRequest& asking = p.requests.any();
  http::ServerResponse& response = p.responses.any();
  http::IncomingMessage& message = p.messages.any();
  switch (p.below(50)) {
    case 0:
    case 1: serving = httpServer(p); break;
    case 2:
    case 3:
    case 4: asking = request(p); break;
    case 5:
    case 6:
    case 7:
      asking = request(p);
      asking->end();
      break;
    case 8: p.agents.any() = make<http::Agent>({.keepAlive = true, .keepAliveMsecs = p.time(), .maxSockets = double(p.below(3)), .maxFreeSockets = double(p.below(3))}); break;
    case 9: p.agents.any()->destroy(); break;
    case 10: serving->close([body = p.body()](Error) { body(); }); break;
    case 11: serving->closeIdleConnections(); break;
    case 12: serving->closeAllConnections(); break;
    case 13: serving->listen(firstHttpPort + int(p.below(3)), "127.0.0.1"); break;
    case 14: serving->removeAllListeners(); break;
    case 15: serving->on(event::request, [body = p.body()](http::IncomingMessage, http::ServerResponse other) { body(); other->end(); }); break;
    case 16: serving = nullptr; break;
    case 17: asking->write(p.chunk(), [body = p.body()](Error) { body(); }); break;
    case 18: asking->end(p.chunk()); break;
    case 19: asking->destroy(p.error()); break;
    case 20: asking->abort(); break;
    case 21: asking->setHeader(p.text(), p.text()); break;
    case 22: asking->setTimeout(p.time(), [body = p.body()](net::Socket) { body(); }); break;
    case 23: asking->flushHeaders(); break;
    case 24: asking->on(event::socket, [body = p.body()](net::Socket socket) { if (Program* q = Program::current()) q->sockets.keep(socket); body(); }); break;
    case 25: asking->on(event::close, [body = p.body()] { body(); }); break;
    case 26: asking->on(event::upgrade, [body = p.body()](http::IncomingMessage, net::Socket socket, Buffer) { body(); socket->destroy(); }); break;
    case 27: asking->on(event::information, [body = p.body()](http::InformationEvent) { body(); }); break;
    case 28: asking = nullptr; break;
    case 29: response->write(p.chunk(), [body = p.body()](Error) { body(); }); break;
    case 30: response->end(p.chunk(), [body = p.body()](Error) { body(); }); break;
    case 31: response->end(); break;
    case 32: response->writeHead(200 + p.below(8), {{"X", "y"}, {"Set-Cookie", {"a", "b"}}}); break;
    case 33: response->setHeader(p.text(), p.number()); break;
    case 34: response->destroy(p.error()); break;
    case 35: response->on(event::close, [body = p.body()] { body(); }); break;
    case 36: response->on(event::finish, [body = p.body()] { body(); }); break;
    case 37: response->cork(); break;
    case 38: response->uncork(); break;
    case 39: response->addTrailers({{"T", "z"}}); break;
    case 40: response->writeContinue([body = p.body()](Error) { body(); }); break;
    case 41: response = nullptr; break;
    case 42: message->destroy(p.error()); break;
    case 43: p.chance(2) ? message->resume() : message->pause(); break;
    case 44: message->on(event::data, [body = p.body()](Chunk) { body(); }); break;
    case 45: message->on(event::aborted, [body = p.body()] { body(); }); break;
    case 46: message->pipe(response); break;
    case 47: p.readables.keep(message); break;
    case 48: p.sockets.keep(message->socket); break;
    default: message = nullptr; break;
  }
}

}  // namespace api
