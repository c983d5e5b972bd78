#include <nodecpp/http.h>
#include <nodecpp/json.h>
#include <nodecpp/number.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto server = http::createServer([](auto request, auto response) {
    var headers = request->headers;
    headers.remove("host");
    response->setHeader("X-Two", {"a", "b"});
    response->setHeader("Content-Type", "application/json");
    response->setHeader("X-Number", 5);
    console::log(JSON::stringify(var::object({{"method", request->method}, {"headers", headers}, {"raw", var(request->rawHeaders).slice(0, 6)}, {"distinct", request->headersDistinct["x-a"]}})));
    console::log(JSON::stringify(response->getHeaders()), response->getHeaders()["x-two"], response->getHeaders().entries());
    console::log(Object::keys(headers), Object::entries(headers));
    response->end(JSON::stringify(Object::assign(var::object(), response->getHeaders(), var::object({{"url", request->url}}))));
  });
  server->listen(0, "127.0.0.1", [=] {
    http::get({.agent = false, .headers = {{"X-A", {"1", "2"}}, {"Accept", "text/ü"}}, .host = "127.0.0.1", .port = server->address().port}, [=](auto response) {
      response->setEncoding("utf8")->on(event::data, [](String text) { console::log(text); });
      response->on(event::end, [=] { server->close(); });
    });
  });
}); }
