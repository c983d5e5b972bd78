#include <doctest/doctest.h>
#include <nodecpp/http.h>
#include <nodecpp/json.h>

#include <string>

#include "world/simulated_program.h"
#include "world/world.h"

using namespace nodecpp;
using namespace nodecpp::simulation;
using PeerState = RawConnection::PeerState;

namespace {

// Returns the response without its Date line, which depends on the clock.
std::string plain(std::string text) {
  for (std::size_t at; (at = text.find("Date: ")) != text.npos;) text.erase(at, text.find("\r\n", at) + 2 - at);
  return text;
}

void print(const String& text) { detail::Loop::current().port().process.writeStandard(1, text + "\n"); }

const char* const get = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";

Program& serve(World& world, Function<void()> program) {
  Program& made = world.spawn("server", std::move(program));
  world.settle();
  return made;
}

void hello() {
  http::createServer([](auto, auto response) { response->end("hello"); })->listen(8080, "127.0.0.1");
}

}  // namespace

TEST_CASE("an idle connection is closed after keepAliveTimeout and its buffer") {
  World world;
  serve(world, hello);
  auto client = world.connect(8080);
  client.send(get);
  world.settle();
  CHECK(plain(client.received()) ==
        "HTTP/1.1 200 OK\r\nConnection: keep-alive\r\nKeep-Alive: timeout=5\r\nContent-Length: 5\r\n\r\nhello");
  world.runFor(5900);
  CHECK(client.peerState() == PeerState::open);
  world.runFor(200);
  CHECK(client.peerState() == PeerState::end);
}

TEST_CASE("a request in time starts the keep-alive anew") {
  World world;
  serve(world, hello);
  auto client = world.connect(8080);
  for (int i = 0; i < 5; ++i) {
    client.send(get);
    world.runFor(4000);
  }
  CHECK(client.peerState() == PeerState::open);
  world.runFor(2100);
  CHECK(client.peerState() == PeerState::end);
}

TEST_CASE("strictHostHeader refuses more than one Host, and one that names no host") {
  World world;
  serve(world, [] {
    http::createServer({.strictHostHeader = true}, [](auto, auto response) {
      response->end("hello");
    })->listen(8080, "127.0.0.1");
  });
  auto answers = [&](const std::string& hosts, const char* status, const char* version = "1.1") {
    auto client = world.connect(8080);
    client.send(std::string("GET / HTTP/") + version + "\r\n" + hosts + "\r\n");
    world.settle();
    CAPTURE(hosts);
    CHECK(client.received().starts_with(std::string("HTTP/1.1 ") + status));
  };
  answers("Host: a\r\n", "200");
  answers("Host: a.example:80\r\n", "200");
  answers("Host: [::1]:80\r\n", "200");
  answers("Host:\r\n", "200");
  answers("", "400");
  answers("Host: a\r\nHost: a\r\n", "400");
  answers("Host: a\r\nhost: b\r\n", "400");
  answers("Host: a/b\r\n", "400");
  answers("Host: a@b\r\n", "400");
  answers("Host: a b\r\n", "400");
  answers("", "200", "1.0");
  answers("Host: a\r\nHost: b\r\n", "400", "1.0");
}

TEST_CASE("half a head, and none at all, are answered 408 after headersTimeout") {
  World world;
  serve(world, hello);
  auto half = world.connect(8080);
  half.send("GET / HTTP/1.1\r\nHo");
  auto silent = world.connect(8080);
  world.runFor(60000);
  CHECK(half.received().empty());
  world.runFor(31000);  // time-outs are checked every 30 s
  CHECK(half.received() == "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n");
  CHECK(half.peerState() == PeerState::end);
  CHECK(silent.received() == "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n");
  CHECK(silent.peerState() == PeerState::end);
}

TEST_CASE("a body that does not come is answered 408 after requestTimeout") {
  World world;
  serve(world, [] {
    http::createServer({.connectionsCheckingInterval = 1000, .headersTimeout = 5000, .requestTimeout = 10000},
                       [](auto request, auto response) {
                         request->resume();
                         request->on(event::end, [=] { response->end("never"); });
                       })
        ->listen(8080, "127.0.0.1");
  });
  auto client = world.connect(8080);
  client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n");
  for (int i = 0; i < 5; ++i) {
    world.runFor(1900);
    client.send("x");
  }
  CHECK(client.received().empty());
  world.runFor(2000);
  CHECK(client.received() == "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n");
  CHECK(client.peerState() == PeerState::end);
}

TEST_CASE("server.timeout destroys a silent connection; a listener keeps it") {
  World world;
  serve(world, [] {
    auto server = http::createServer([](auto, auto) {});
    server->setTimeout(1000);
    server->listen(8080, "127.0.0.1");
    auto kept = http::createServer([](auto, auto) {});
    kept->setTimeout(1000, [](net::Socket) { print("timeout"); });
    kept->listen(8081, "127.0.0.1");
  });
  auto client = world.connect(8080);
  auto other = world.connect(8081);
  world.runFor(1100);
  CHECK(client.peerState() == PeerState::end);
  CHECK(other.peerState() == PeerState::open);
  CHECK(world.programs()[0]->standardOutput() == "timeout\n");
}

TEST_CASE("a client that goes away is told to the handler") {
  World world;
  Program& server = serve(world, [] {
    http::createServer([](auto request, auto response) {
      request->on(event::aborted, [] { print("aborted"); });
      request->on(event::error, [](Error error) { print("error " + error->code + " " + error->message); });
      request->on(event::close, [=] { print("request close " + str(request->complete)); });
      response->on(event::finish, [] { print("finish"); });
      response->on(event::close, [=] { print("response close " + str(response->writableFinished())); });
      request->resume();
    })->listen(8080, "127.0.0.1");
  });
  auto client = world.connect(8080);
  client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc");
  world.settle();
  client.reset();
  world.settle();
  CHECK(server.standardOutput() == "aborted\nresponse close false\nerror ECONNRESET aborted\nrequest close false\n");
}

TEST_CASE("a client that does not read holds up its own answer only") {
  os::NetworkOptions options;
  World world(options);
  Program& server = serve(world, [] {
    http::createServer([](auto, auto response) {
      let<int> writes = 0;
      Buffer block = Buffer::alloc(100000, "x");
      let<Function<void()>> more;
      more = [=] {
        while (writes.value() < 50) {
          writes++;
          if (!response->write(block)) {
            response->once(event::drain, more.value());
            return;
          }
        }
        print("all written");
        response->end();
      };
      // The function holds a reference to itself. This circle is broken here, so that the function is freed.
      response->on(event::close, [=] { more = nullptr; });
      more();
      print("first stop after " + str(writes));
    })->listen(8080, "127.0.0.1");
  });
  auto client = world.connect(8080);
  client.pause();
  client.send(get);
  world.settle();
  CHECK(server.standardOutput() == "first stop after 1\n");
  auto second = world.connect(8080);
  second.send(get);
  world.settle();
  CHECK(second.received().size() > 5'000'000);
  CHECK(client.received().size() < 1'000'000);
  client.resume();
  world.settle();
  CHECK(client.received().size() == second.received().size());
}

TEST_CASE("a body that nobody reads does not stop the next request") {
  World world;
  serve(world, hello);
  auto client = world.connect(8080);
  std::string body(300000, 'b');
  client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 300000\r\n\r\n" + body + get);
  world.settle();
  std::string all = plain(client.received());
  CHECK(all.size() == 2 * std::string("HTTP/1.1 200 OK\r\nConnection: keep-alive\r\nKeep-Alive: timeout=5\r\n"
                                      "Content-Length: 5\r\n\r\nhello")
                              .size());
}

TEST_CASE("close() lets requests under way finish, and ends idle connections") {
  World world;
  Program& server = serve(world, [] {
    let<http::Server> server;
    server = http::createServer([=](auto request, auto response) {
      if (request->url == "/close") {
        server->close([](Error error) { print("closed " + str(bool(error))); });
        setTimeout([=] { response->end("late"); }, 1000);
      } else {
        response->end("now");
      }
    });
    server->listen(8080, "127.0.0.1");
  });
  auto idle = world.connect(8080);
  idle.send(get);
  world.settle();
  auto busy = world.connect(8080);
  busy.send("GET /close HTTP/1.1\r\nHost: x\r\n\r\n");
  world.settle();
  CHECK(idle.peerState() == PeerState::end);
  CHECK(busy.peerState() == PeerState::open);
  world.runFor(1000);
  CHECK(busy.received().find("late") != std::string::npos);
  world.runFor(7000);
  CHECK(busy.peerState() == PeerState::end);
  CHECK(server.standardOutput() == "closed false\n");
  CHECK_FALSE(server.running());
}

TEST_CASE("an upgrade hands the socket over with what came behind the head") {
  World world;
  serve(world, [] {
    auto server = http::createServer();
    server->on(event::upgrade, [](http::IncomingMessage request, net::Socket socket, Buffer head) {
      socket->write("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n");
      socket->write(request->headers["upgrade"].toString() + ":" + head.toString());
      socket->on(event::data, [=](Buffer more) { socket->write(more); });
      socket->on(event::end, [=] { socket->end(); });
    });
    server->listen(8080, "127.0.0.1");
  });
  auto client = world.connect(8080);
  client.send("GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\nfirst ");
  world.settle();
  client.send("second");
  world.settle();
  client.end();
  world.settle();
  CHECK(client.received() ==
        "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\necho:first second");
  CHECK(client.peerState() == PeerState::end);
}

TEST_CASE("responses to pipelined requests keep the order of the requests") {
  World world;
  serve(world, [] {
    http::createServer([](auto request, auto response) {
      String url = request->url;
      setTimeout([=] { response->end(url); }, url == "/1" ? 300 : url == "/2" ? 100 : 1);
    })->listen(8080, "127.0.0.1");
  });
  auto client = world.connect(8080);
  for (const char* url : {"/1", "/2", "/3"}) client.send(std::string("GET ") + url + " HTTP/1.1\r\nHost: x\r\n\r\n");
  world.runFor(200);
  CHECK(client.received().empty());
  world.runFor(200);
  std::string all = client.received();
  CHECK(all.find("\r\n\r\n/1") < all.find("\r\n\r\n/2"));
  CHECK(all.find("\r\n\r\n/2") < all.find("\r\n\r\n/3"));
}

TEST_CASE("a response that waits for its turn takes no other socket, and the one in front of it goes on") {
  World world;
  Program& program = serve(world, [] {
    http::createServer([](auto request, auto response) {
      if (request->url == "/1") {
        setTimeout([=] { response->end("first"); }, 10);
        return;
      }
      try {
        response->assignSocket(make<net::Socket>());
      } catch (const Error& error) {
        print(error->code);
      }
      response->end("second");
    })->listen(8080, "127.0.0.1");
  });
  auto client = world.connect(8080);
  for (const char* url : {"/1", "/2"}) client.send(std::string("GET ") + url + " HTTP/1.1\r\nHost: x\r\n\r\n");
  world.runFor(100);
  CHECK(program.standardOutput() == "ERR_HTTP_SOCKET_ASSIGNED\n");
  std::string all = client.received();
  CHECK(all.find("\r\n\r\nfirst") < all.find("\r\n\r\nsecond"));
  CHECK(all.ends_with("second"));
}

TEST_CASE("a body that the program does not take holds the client up; it goes on with the program") {
  World world;
  Program& server = serve(world, [] {
    http::createServer([](auto request, auto response) {
      let<double> length = 0;
      request->on(event::data, [=](auto chunk) { length += double(chunk.length()); });
      request->on(event::end, [=] { response->end(str(length)); });
      request->pause();
      setTimeout([=] {
        print(request->socket->bytesRead() < 400000 ? "held up" : "taken in");
        request->resume();
      }, 1000);
    })->listen(8080, "127.0.0.1");
  });
  auto client = world.connect(8080);
  client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5000000\r\n\r\n" + std::string(5000000, 'b') + get);
  world.runFor(900);
  CHECK(client.received().empty());
  world.runFor(1000);
  CHECK(server.standardOutput() == "held up\n");
  CHECK(client.received().find("\r\n\r\n5000000HTTP/1.1 200") != std::string::npos);
}

TEST_CASE("a client that sends requests and reads no answers is not read from") {
  World world;
  Program& server = serve(world, [] {
    let<int> count = 0;
    Buffer block = Buffer::alloc(20000, "x");
    http::createServer([=](auto, auto response) {
      count++;
      response->end(block);
    })->listen(8080, "127.0.0.1");
    setTimeout([=] { print(count < 6000 ? "held up" : "taken in"); }, 1000);
  });
  auto client = world.connect(8080);
  client.pause();
  std::string flood;
  for (int i = 0; i < 10000; ++i) flood += get;
  client.send(flood);
  world.runFor(1100);
  CHECK(server.standardOutput() == "held up\n");
  client.resume();
  world.runFor(1000);
  CHECK(client.received().size() > 200'000'000);
}

TEST_CASE("a program that listens to a server's socket gets the bytes beside the parser") {
  World world;
  Program& program = serve(world, [] {
    http::createServer([](auto request, auto response) {
      if (request->url == "/spied")
        request->socket->on(event::data, [](stream::Chunk chunk) { print("socket: " + chunk.toString()); });
      request->on(event::data, [](Buffer chunk) { print("body: " + chunk.toString()); });
      request->on(event::end, [=] { response->end("ok"); });
    })->listen(8080, "127.0.0.1");
  });
  auto client = world.connect(8080);
  client.send("POST /spied HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n");
  world.settle();
  client.send("hello");
  world.settle();
  client.send("world");
  world.settle();
  CHECK(program.standardOutput() == "body: hello\nsocket: hello\nbody: world\nsocket: world\n");
  client.send(get);
  world.settle();
  CHECK(program.standardOutput().ends_with(std::string("socket: ") + get + "\n"));
  CHECK(client.received().ends_with("ok"));
  CHECK(client.received().find("ok") != client.received().rfind("ok"));
}

TEST_CASE("a host whose type is known at run time only") {
  World world;
  Program& program = serve(world, [] {
    var config = JSON::parse("{\"host\": \"127.0.0.1\", \"port\": 8080, \"backlog\": 5}");
    auto server = http::createServer([](auto, auto response) { response->end("hello"); });
    server->listen(config["port"], config["host"], [=] { print(server->address().address); });
    auto other = http::createServer();
    other->listen(8081, config["backlog"], [=] { print(other->address().address); });
    auto third = http::createServer();
    third->listen(8082, config["missing"], [=] { print(third->address().address); });
  });
  world.settle();
  CHECK(program.standardOutput() == "::\n::\n127.0.0.1\n");  // a host is looked up first, so its server listens last
}

TEST_CASE("lone surrogates leave as U+FFFD") {
  World world;
  serve(world, [] {
    print("out \xed\xa0\xbd");
    const String half = JSON::parse("\"\\ud83d\"");
    http::createServer([=](auto request, auto response) {
      if (request->url == "/end") return response->end("<" + half + ">");
      response->write(half);
      return response->end(half);
    })->listen(8080, "127.0.0.1");
  });
  auto client = world.connect(8080);
  client.send("GET /end HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n");
  world.settle();
  CHECK(client.received().find("Content-Length: 5\r\n\r\n<\xef\xbf\xbd>HTTP") != std::string::npos);
  CHECK(client.received().ends_with("3\r\n\xef\xbf\xbd\r\n3\r\n\xef\xbf\xbd\r\n0\r\n\r\n"));
  CHECK(client.received().find('\xed') == std::string::npos);
}

TEST_CASE("a request may have many header fields") {
  World world;
  Program& program = serve(world, [] {
    auto server = http::createServer({.maxHeaderSize = 1e6}, [](auto request, auto response) {
      print(request->headers["name7"].toString() + " " + request->headers["twice"].toString() + " " +
            str(request->headers.keys().size()) + " " + request->headers["set-cookie"][1].toString());
      print(str(request->headersDistinct["twice"].length()) + " " + str(request->headers["none"].isUndefined()));
      for (int i = 0; i < 60; ++i) response->setHeader("Name" + str(i), i);
      for (int i = 0; i < 60; i += 2) response->removeHeader("NAME" + str(i));
      response->setHeader("name1", "changed");
      print(str(response->getHeaderNames().size()) + " " + response->getHeader("Name59").toString() + " " +
            str(response->hasHeader("name58")));
      http::Headers headers;
      for (int i = 0; i < 60; ++i) headers.set("h" + str(i), i);
      headers.set("h30", "changed");
      print(str(headers.entries().size()) + " " + headers["h30"].toString() + " " + headers["h59"].toString());
      response->end();
    });
    server->listen(8080, "127.0.0.1");
  });
  auto client = world.connect(8080);
  std::string request = "GET / HTTP/1.1\r\nHost: x\r\nTwice: a\r\nSet-Cookie: 1\r\n";
  for (int i = 0; i < 60; ++i) request += "Name" + std::to_string(i) + ": " + std::to_string(i) + "\r\n";
  client.send(request + "tWICE: b\r\nset-cookie: 2\r\n\r\n");
  world.settle();
  CHECK(program.standardOutput() == "7 a, b 63 2\n2 true\n30 59 false\n60 changed 59\n");
  CHECK(client.received().find("name1: changed\r\nName3: 3\r\n") != std::string::npos);
}
