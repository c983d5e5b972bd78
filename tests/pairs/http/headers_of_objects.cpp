#include <nodecpp/http.h>
#include <nodecpp/map.h>
#include <nodecpp/number.h>
#include <nodecpp/var.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto server = http::createServer([](auto request, auto response) {
    var headers = var::object({{"Content-Type", "text/plain"}, {"X-Number", 5}, {"X-True", true}, {"X-Null", nullptr}});
    headers["X-List"] = var::array({"a", "b"});
    auto name = "X-" + request->headers["x-name"];
    headers[name] = request->headers["x-count"];
    if (request->url == "/map") {
      response->setHeaders(Map<String, String>{{"X-Map", "m"}, {"X-Other", "o"}});
      response->writeHead(200, "Fine", headers);
      response->end("map");
      return;
    }
    try {
      response->writeHead(200, Object::assign(var::object(), headers, var::object({{"X-Missing", undefined}})));
    } catch (const Error& error) {
      console::log(error->code, error->message);
    }
    response->writeHead(201, Object::assign(var::object(), headers, var::object({{"X-Number", 6}})));
    response->end("object");
  });
  server->listen(0, "127.0.0.1", [=] {
    auto ask = [=](String path, Function<void()> then) {
      var headers = var::object();
      for (auto [key, value] : Object::entries(var::object({{"X-Name", "Dynamic"}, {"X-Count", 3}}))) headers[key] = value;
      http::get({.agent = false, .headers = headers, .host = "127.0.0.1", .path = path, .port = server->address().port}, [=](auto response) {
        console::log(response->statusCode, response->statusMessage);
        for (int i = 0; i < response->rawHeaders.length(); i += 2) {
          if (response->rawHeaders[i] != "Date") console::log(response->rawHeaders[i], response->rawHeaders[i + 1]);
        }
        response->resume()->on(event::end, then);
      });
    };
    ask("/", [=] { ask("/map", [=] { server->close(); }); });
  });
}); }
