// The operations on header fields, and on HTTP messages over the simulated network, whose cost run.js measures as the
// input grows.
#include <nodecpp/http.h>

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "growth.h"
#include "world/simulated_program.h"
#include "world/world.h"

namespace growth {
namespace {

using simulation::World;

// Serves one connection with `serve`. The client sends `request`, divided into pieces at `cuts`.
template <class F>
void served(const std::string& request, F serve, const std::vector<std::size_t>& cuts = {}) {
  World world;
  auto& program = world.spawn("server", Function<void()>([=] {
    auto server = http::createServer({.maxHeaderSize = 1e9}, serve);
    server->maxHeadersCount = 0;
    server->listen(2000);
  }));
  world.settle();
  auto client = world.connect(2000);
  world.settle();
  if (cuts.empty())
    client.send(request);
  else
    client.sendInPieces(request, cuts);
  world.settle();
  if (!client.received().starts_with("HTTP/1.1 200")) {
    std::fprintf(stderr, "%s%s\n", client.received().c_str(), program.standardError().c_str());
    std::abort();
  }
}

std::string head(std::size_t n, bool oneName = false, const char* name = "x-name") {
  std::string out = "GET / HTTP/1.1\r\nHost: a\r\n";
  for (std::size_t i = 0; i < n; ++i) {
    String key = oneName ? String(name) : keyOf(i);
    out += std::string(key.data(), key.size()) + ": a value of some length\r\n";
  }
  return out + "\r\n";
}
std::vector<std::size_t> every(std::size_t step, std::size_t size) {
  std::vector<std::size_t> cuts;
  for (std::size_t at = step; at < size; at += step) cuts.push_back(at);
  return cuts;
}

template <class F>
std::function<Work(std::size_t)> asked(F f, bool oneName = false, const char* name = "x-name") {
  return [=](std::size_t n) {
    return [=, request = head(n, oneName, name)] {
      served(request, [=](http::IncomingMessage incoming, http::ServerResponse response) {
        f(n, incoming, response);
        response->end("ok");
      });
    };
  };
}
template <class F>
std::function<Work(std::size_t)> answered(F f) {
  return [=](std::size_t n) {
    return [=] {
      served(head(0), [=](http::IncomingMessage, http::ServerResponse response) { f(n, response); });
    };
  };
}

using Incoming = http::IncomingMessage;
using Response = http::ServerResponse;

const Growth all[] = {
    {"request with many fields", 500, asked([](std::size_t, const Incoming&, const Response&) {})},
    {"request.headers, get each", 250,
     asked([](std::size_t n, const Incoming& request, const Response&) {
       for (std::size_t i = 0; i < n; ++i) keep(request->headers[keyOf(i)]);
     })},
    {"request.headers, keys and entries", 250,
     asked([](std::size_t, const Incoming& request, const Response&) {
       keep(request->headers.keys());
       keep(request->headers.entries());
     })},
    {"request.headersDistinct", 250,
     asked([](std::size_t n, const Incoming& request, const Response&) {
       keep(request->headersDistinct.entries());
       for (std::size_t i = 0; i < n; ++i) keep(request->headersDistinct[keyOf(i)]);
     })},
    {"request.rawHeaders", 500, asked([](std::size_t, const Incoming& request, const Response&) { keep(request->rawHeaders.values()); })},
    {"request.headers, one name", 500,
     asked([](std::size_t, const Incoming& request, const Response&) { keep(request->headers["x-name"]); }, true)},
    {"request.headers, entries of one name", 500,
     asked([](std::size_t, const Incoming& request, const Response&) { keep(request->headers.entries()); }, true)},
    {"request.headers, many cookies", 500,
     asked([](std::size_t, const Incoming& request, const Response&) { keep(request->headers["cookie"]); }, true, "cookie")},
    {"request.headers, many set-cookie", 500,
     asked([](std::size_t, const Incoming& request, const Response&) { keep(request->headers["set-cookie"]); }, true, "set-cookie")},
    {"request.headers, console.log", 250, asked([](std::size_t, const Incoming& request, const Response&) { keep(util::inspect(request->headers)); })},
    {"request head, a byte at a time", 250,
     [](std::size_t n) {
       return [request = "GET /" + std::string(n, 'a') + " HTTP/1.1\r\nHost: a\r\n\r\n", n] {
         served(request, [](Incoming, Response response) { response->end("ok"); }, every(1, n));
       };
     }},
    {"request head, a field at a time", 250,
     [](std::size_t n) {
       return [request = head(n)] {
         served(request, [](Incoming, Response response) { response->end("ok"); }, every(40, request.size()));
       };
     }},
    {"request body in many chunks", 500,
     [](std::size_t n) {
       std::string request = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";
       for (std::size_t i = 0; i < n; ++i) request += "5\r\nhello\r\n";
       return [request = request + "0\r\n\r\n"] {
         served(request, [](Incoming incoming, Response response) {
           incoming->on(event::data, [](Buffer chunk) { keep(chunk); });
           incoming->on(event::end, [=] { response->end("ok"); });
         });
       };
     }},
    {"request body in many pieces", 250,
     [](std::size_t n) {
       std::string request = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: " + std::to_string(10 * n) + "\r\n\r\n" + std::string(10 * n, 'x');
       return [request] {
         served(request, [](Incoming incoming, Response response) {
           incoming->setEncoding("utf8");
           incoming->on(event::data, [](String chunk) { keep(chunk); });
           incoming->on(event::end, [=] { response->end("ok"); });
         }, every(10, request.size()));
       };
     }},
    {"request trailers", 250,
     [](std::size_t n) {
       std::string request = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n";
       for (std::size_t i = 0; i < n; ++i) request += "x" + std::to_string(i) + ": value\r\n";
       return [request = request + "\r\n"] {
         served(request, [](Incoming incoming, Response response) {
           incoming->resume();
           incoming->on(event::end, [=] {
             keep(incoming->trailers.entries());
             response->end("ok");
           });
         });
       };
     }},
    {"pipelined requests", 250,
     [](std::size_t n) {
       std::string request;
       for (std::size_t i = 0; i < n; ++i) request += head(1);
       return [request] { served(request, [](Incoming, Response response) { response->end("ok"); }); };
     }},
    {"pipelined requests, answered late", 250,
     [](std::size_t n) {
       std::string request;
       for (std::size_t i = 0; i < n; ++i) request += head(1);
       return [request, n] {
         served(request, [=, waiting = let<std::vector<Response>>(std::vector<Response>{})](Incoming, Response response) {
           waiting.ref().push_back(response);
           if (waiting.ref().size() == n)
             for (std::size_t i = n; i-- > 0;) waiting.ref()[i]->end("ok");
         });
       };
     }},

    {"response.setHeader, each", 250,
     answered([](std::size_t n, const Response& response) {
       for (std::size_t i = 0; i < n; ++i) response->setHeader(keyOf(i), "value");
       response->end("ok");
     })},
    {"response.getHeader and hasHeader, each", 250,
     answered([](std::size_t n, const Response& response) {
       for (std::size_t i = 0; i < n; ++i) response->setHeader(keyOf(i), "value");
       for (std::size_t i = 0; i < n; ++i) keep(response->getHeader(keyOf(i)).isUndefined() + response->hasHeader(keyOf(i)));
       keep(response->getHeaderNames());
       keep(response->getHeaders());
       response->end("ok");
     })},
    {"response.removeHeader, each", 250,
     answered([](std::size_t n, const Response& response) {
       for (std::size_t i = 0; i < n; ++i) response->setHeader(keyOf(i), "value");
       for (std::size_t i = 0; i < n; ++i) response->removeHeader(keyOf(i));
       response->end("ok");
     })},
    {"response.appendHeader, one name", 250,
     answered([](std::size_t n, const Response& response) {
       for (std::size_t i = 0; i < n; ++i) response->appendHeader("set-cookie", "value");
       response->end("ok");
     })},
    {"response.setHeaders", 250,
     answered([](std::size_t n, const Response& response) {
       http::Headers headers;
       for (std::size_t i = 0; i < n; ++i) headers.set(keyOf(i), "value");
       response->setHeaders(headers);
       response->end("ok");
     })},
    {"response.writeHead, after setHeader", 250,
     answered([](std::size_t n, const Response& response) {
       http::Headers headers;
       for (std::size_t i = 0; i < n; ++i) headers.set(keyOf(i), "value");
       response->setHeader("x-other", "value");
       response->writeHead(200, headers);
       response->end("ok");
     })},
    {"response.writeHead, a flat list after setHeader", 250,
     answered([](std::size_t n, const Response& response) {
       Array<String> flat;
       for (std::size_t i = 0; i < n; ++i) {
         flat.push(keyOf(i));
         flat.push("value");
       }
       response->setHeader("x-other", "value");
       response->writeHead(200, flat);
       response->end("ok");
     })},
    {"response.addTrailers", 250,
     answered([](std::size_t n, const Response& response) {
       response->write("body");
       for (std::size_t i = 0; i < n; ++i) response->addTrailers({{keyOf(i), "value"}});
       response->end("ok");
     })},
    {"response.write, many chunks", 500,
     answered([](std::size_t n, const Response& response) {
       for (std::size_t i = 0; i < n; ++i) response->write("a chunk");
       response->end("ok");
     })},
    {"response.write, many chunks, corked", 500,
     answered([](std::size_t n, const Response& response) {
       response->write("first");
       response->cork();
       for (std::size_t i = 0; i < n; ++i) response->write("a chunk");
       response->uncork();
       response->end("ok");
     })},
    {"Headers, set and get each", 250,
     [](std::size_t n) {
       return [n] {
         http::Headers headers;
         for (std::size_t i = 0; i < n; ++i) headers.set(keyOf(i), "value");
         for (std::size_t i = 0; i < n; ++i) keep(headers[keyOf(i)]);
       };
     }},
    {"connections at once", 100,
     [](std::size_t n) {
       return [n] {
         World world;
         world.spawn("server", Function<void()>([] {
           http::createServer([](Incoming, Response response) { response->end("ok"); })->listen(2000);
         }));
         world.settle();
         std::vector<simulation::RawConnection> clients;
         for (std::size_t i = 0; i < n; ++i) clients.push_back(world.connect(2000));
         world.settle();
         for (auto& client : clients) client.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
         world.settle();
       };
     }},
};

}  // namespace
}  // namespace growth
