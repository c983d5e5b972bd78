// The load for which the library is optimised: while it runs, the compiler counts how often each branch of the library
// is taken (cmake/Profile.cmake). Typical servers meet typical clients, first on the simulated network, where each run
// is the same, and then over loopback with our own HTTP client. Code that is not exercised here is compiled as it would
// be without a profile, so a missing load does no harm. A load that many programs have is worth adding.
#include <nodecpp/http.h>
#include <nodecpp/timers.h>
#include <nodecpp/url.h>

#include <cstdio>
#include <string>
#include <string_view>

#include "world/simulated_program.h"

#define main listing1_main
#include "../../examples/listing1/listing1.cpp"
#undef main
#define main listing1_async_main
#include "../../examples/listing1/listing1_async.cpp"
#undef main

namespace {

// A server with headers that are set one by one, JSON, cookies, bodies that are read and sent in pieces, and an error.
int routes_main(int argc, char** argv) {
  return run(argc, argv, [] {
    http::createServer([](http::IncomingMessage request, http::ServerResponse response) {
      if (request->method == "POST") {
        let<String> body = "";
        request->on(event::data, [=](Buffer chunk) { body = body.value() + chunk.toString(); });
        request->on(event::end, [=] {
          response->setHeader("Content-Type", "application/json");
          response->setHeader("Content-Length", body.value().size());
          response->end(body.value());
        });
        return;
      }
      if (request->url.startsWith("/fixed")) {
        response->end("hello");
        return;
      }
      if (request->url.startsWith("/json")) {
        response->statusCode = 200;
        response->setHeader("Content-Type", "application/json; charset=utf-8");
        response->setHeader("Cache-Control", "no-cache");
        response->setHeader("Set-Cookie", {"session=1; HttpOnly", "theme=dark"});
        auto agent = request->headers["user-agent"];
        String json = "{\"agent\":\"" + agent + "\"}";
        response->setHeader("Content-Length", json.size());
        response->end(json);
        return;
      }
      if (request->url.startsWith("/stream")) {
        response->writeHead(200, {{"Content-Type", "application/octet-stream"}});
        for (int i = 0; i < 8; i++) response->write(Buffer::alloc(1000, i));
        response->end();
        return;
      }
      response->writeHead(404, {{"Content-Type", "text/plain"}, {"X-Powered-By", "Node.cpp"}});
      response->end("Not found: " + request->url);
    })->listen(process::env["PORT"] || 2000, "127.0.0.1");
  });
}

const std::string_view plain = "Host: localhost:2000\r\n\r\n";
const std::string_view browser =
    "Host: www.example.com\r\nConnection: keep-alive\r\nsec-ch-ua-mobile: ?0\r\nUpgrade-Insecure-Requests: 1\r\n"
    "User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36\r\n"
    "Accept: text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8\r\n"
    "Accept-Encoding: gzip, deflate, br, zstd\r\nAccept-Language: en-GB,en;q=0.9,de;q=0.8\r\n"
    "Cookie: session=0123456789abcdef; theme=dark\r\nIf-None-Match: \"5f3a-1\"\r\n\r\n";
const std::string_view curl = "Host: localhost:2000\r\nUser-Agent: curl/8.5.0\r\nAccept: */*\r\n\r\n";

using namespace nodecpp::sim;

std::string request(std::string_view line, std::string_view head) {
  return std::string(line) + " HTTP/1.1\r\n" + std::string(head);
}

// Sends the request `count` times and waits for each response.
void ask(World& world, const std::string& bytes, int count, bool keptAlive = true) {
  RawConnection client = world.connect(2000);
  for (int i = 0; i < count; ++i) {
    if (!keptAlive) client = world.connect(2000);
    client.send(bytes);
    world.settle();
  }
}

void trainListing1(Main program) {
  World world;
  world.spawn("listing1", std::move(program), {}, {{"PORT", "2000"}});
  world.settle();
  for (std::string_view head : {plain, curl, browser}) {
    ask(world, request("GET /?value=hello", head), 2000);
    ask(world, request("GET /search?q=c%2B%2B+language&value=&page=2&sort=asc", head), 200);
    ask(world, request("HEAD /index.html?value=1", head), 100);
  }
  std::string pipelined;
  for (int i = 0; i < 16; ++i) pipelined += request("GET /?value=hello", plain);
  ask(world, pipelined, 250);
  ask(world, request("POST /", plain), 50);
  ask(world, "GET /?value=hello HTTP/1.0\r\nHost: localhost\r\nAccept: */*\r\n\r\n", 500, false);
  ask(world, "GET /?value=hello HTTP/1.0\r\nConnection: Keep-Alive\r\nHost: localhost\r\n\r\n", 200);
}

void trainRoutes() {
  World world;
  world.spawn("routes", routes_main, {}, {{"PORT", "2000"}});
  world.settle();
  for (std::string_view head : {plain, curl, browser}) {
    ask(world, request("GET /fixed", head), 500);
    ask(world, request("GET /json", head), 500);
    ask(world, request("GET /missing", head), 100);
  }
  ask(world, request("GET /stream", curl), 100);
  std::string body(700, 'x');
  ask(world, request("POST /", "Host: a\r\nContent-Type: text/plain\r\nContent-Length: 700\r\n\r\n") + body, 300);
  ask(world, request("POST /", "Host: a\r\nTransfer-Encoding: chunked\r\n\r\n") + "2bc\r\n" + body + "\r\n0\r\n\r\n", 200);
  RawConnection cut = world.connect(2000);
  for (int i = 0; i < 50; ++i) {
    cut.sendInPieces(request("GET /json", browser), {40, 200});
    world.settle();
  }
}

// Uses the real port and our own client: requests are sent one after the other over one connection, until `left` is
// zero.
int overLoopback(int argc, char** argv) {
  return run(argc, argv, [] {
    auto server = http::createServer([](http::IncomingMessage request, http::ServerResponse response) {
      auto urlObj = url::parse(request->url, true);
      response->writeHead(200, {{"Content-Type", "text/plain"}});
      response->end("value: " + urlObj.query["value"]);
    });
    auto agent = make<http::Agent>({.keepAlive = true});
    let<int> left = 3000;
    let<Function<void()>> next;
    next = [=] {
      if (left.value() == 0) {
        agent->destroy();
        server->close();
        return;
      }
      left = left.value() - 1;
      http::get({.agent = agent, .host = "127.0.0.1", .path = "/?value=hello", .port = server->address().port},
                [=](http::IncomingMessage response) {
                  let<String> text = "";
                  response->on(event::data, [=](Buffer chunk) { text = text.value() + chunk.toString(); });
                  response->on(event::end, [=] { setImmediate([=] { next(); }); });
                });
    };
    server->listen(0, "127.0.0.1", [=] { next(); });
  });
}

}  // namespace

int main(int argc, char** argv) {
  trainListing1(listing1_main);
  trainListing1(listing1_async_main);
  trainRoutes();
  return overLoopback(argc, argv);
}
