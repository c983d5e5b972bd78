// Listing 1 with a handler that is a coroutine and awaits once. It shows what a coroutine costs for each request.
#include <nodecpp/http.h>
#include <nodecpp/promise.h>
#include <nodecpp/url.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  http::createServer([](auto request, auto response) -> Promise<> {
    if (request->method == "GET"
        || request->method == "HEAD") {
      co_await nullptr;
      response->writeHead(200,
        {{"Content-Type", "text/xml"}});
      auto urlObj = url::parse(request->url, true);
      auto value = urlObj.query["value"];
      if (value == "") {
        response->end("no value specified");
      } else {
        response->end("" + value + "");
      }
    } else {
      response->writeHead(405,
        "Method Not Allowed");
      response->end();
    }
  })->listen(process::env["PORT"] || 2000, "127.0.0.1");
}); }
