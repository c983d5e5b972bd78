#include <nodecpp/concurrency.h>
#include <nodecpp/events/once.h>
#include <nodecpp/http/promises.h>
#include <nodecpp/stream/consumers.h>
#include <nodecpp/url.h>
using namespace nodecpp;

// Asks three backends at the same time. The query says what each of them does: /?a=20/ok&b=5/fail&c=300/ok&limit=100.
// The first good response is passed on, and the other requests are cancelled. /open returns the number of connections
// to the backends.

int main(int argc, char** argv) { return run(argc, argv, []() -> Promise<> {
  Array<String> names = {"a", "b", "c"};
  Array<http::Server> backends;
  for (String name : names) backends.push(http::createServer([=](auto request, auto response) {
    auto parts = (request->url + "/").split("/");
    setTimeout([=] {
      if (parts[2] == "hang") return;
      if (parts[2] == "cut") {
        response->writeHead(200, {{"Content-Length", 1000}});
        response->write(name, [=] { response->destroy(); });
        return;
      }
      if (parts[2] == "stall") {
        response->write(name);
        return;
      }
      response->statusCode = parts[2] == "ok" ? 200 : 500;
      response->end("from " + name + "\n");
    }, toNumber(parts[1]));
  }));

  auto load = [](int port, String path) -> Promise<String> {
    auto response = co_await http::promises::get({.host = "127.0.0.1", .path = path, .port = port});
    auto body = co_await stream::consumers::text(response);
    if (response->statusCode != 200) throw Error(str("status ") + response->statusCode);
    co_return body;
  };

  auto gather = [=](auto query) {
    Array<Function<Promise<String>()>> loads;
    for (size_t i = 0; i < backends.size(); i++) {
      auto path = "/" + (query[names[i]] || "0/ok");
      loads.push([=] { return load(backends[i]->address().port, path); });
    }
    return withTimeout((query["limit"] || 1000).toNumber(), [=] { return any(loads); });
  };

  auto open = [=](this auto self) -> Promise<int> {
    int count = 0;
    for (auto backend : backends) {
      count += co_await Promise<int>([=](auto resolve) { backend->getConnections([=](Error, int n) { resolve(n); }); });
    }
    co_return count;
  };

  auto server = http::createServer([=](this auto self, auto request, auto response) -> Promise<> {
    auto urlObj = url::parse(request->url, true);
    if (urlObj.pathname == "/open") {
      response->end(str(co_await open()) + " open\n");
      co_return;
    }
    try {
      response->end(co_await gather(urlObj.query));
    } catch (const Error& error) {
      response->statusCode = error->name == "TimeoutError" ? 504 : 502;
      response->end(error->message + "\n");
    }
  });

  for (auto backend : backends) {
    backend->listen(0, "127.0.0.1");
    co_await events::once(backend, event::listening);
  }
  server->listen(process::env["PORT"] || 2003, "127.0.0.1");
}); }
