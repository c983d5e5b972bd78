// A server with two routes. /blocking is plain code that blocks its own thread. /async is served by the event loop.
#include <nodecpp/http/blocking.h>
#include <nodecpp/timers.h>
#include <nodecpp/unsafe.h>
#include <nodecpp/url.h>

#include <chrono>
#include <thread>
using namespace nodecpp;

NODECPP_UNSAFE("a handler that blocks is what this example is about")
void wait(double ms) { std::this_thread::sleep_for(std::chrono::duration<double, std::milli>(ms)); }

void blocking(http::BlockingRequest request, http::BlockingResponse response) {
  double ms = (url::parse(request->url, true).query["ms"] || 100).toNumber();
  if (!(ms >= 0 && ms <= 10000)) {
    response->writeHead(400, {{"Content-Type", "text/plain"}});
    response->end("ms is a number from 0 to 10000\n");
    return;
  }
  response->writeHead(200, {{"Content-Type", "text/plain"}});
  for (int part = 1; part <= 3; ++part) {
    wait(ms / 3);
    response->write(format("part {} of 3\n", part));
  }
  response->end("done\n");
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto onThread = http::blocking(blocking, {.threads = 8, .queue = 64});
  http::createServer([=](auto request, auto response) {
    if (request->url.startsWith("/blocking")) return onThread(request, response);
    if (request->url == "/async") {
      setTimeout([=] {
        response->writeHead(200, {{"Content-Type", "text/plain"}});
        response->end("served by the loop\n");
      }, 10);
      return;
    }
    response->writeHead(404, {{"Content-Type", "text/plain"}});
    response->end("there is /blocking and /async\n");
  })->listen(process::env["PORT"] || 8002, "127.0.0.1");
}); }
