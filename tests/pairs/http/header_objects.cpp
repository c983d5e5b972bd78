// Headers that a program changes before it sends them on.
#include <nodecpp/http.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  let<http::Server> server;
  server = http::createServer([](auto request, auto response) {
    http::Headers headers = request->headers;
    headers["x-via"] = "me";
    headers.delete_("host");
    headers.delete_("nothing");
    console::log(headers.keys(), headers.has("x-name"), headers.has("host"));
    http::Headers defaults = {{"x-name", "none"}, {"x-more", "yes"}};
    defaults.assign(headers);
    defaults.delete_("connection");
    response->writeHead(200, defaults);
    auto raw = [](Array<String> list) { return list.filter([](auto each, int i) { return i % 2 == 0; }).map([](auto name) { return name.toLowerCase(); }); };
    response->end(raw(request->rawHeaders).join());
  });
  server->listen(0, "127.0.0.1", [=](Error error) {
    if (error) throw error;
    http::get({.agent = false, .headers = {{"X-Name", "Ann"}}, .host = "127.0.0.1", .port = server->address().port}, [=](auto response) {
      console::log(response->headers["x-name"], response->headers["x-more"], response->headers["x-via"]);
      response->setEncoding("utf8");
      response->on(event::data, [](String text) { console::log(text); });
      response->on(event::end, [=] { server->close(); });
    });
  });
}); }
