#include <nodecpp/console.h>
#include <nodecpp/http.h>
#include <nodecpp/promise.h>
using namespace nodecpp;
int main(int argc, char** argv) { return run(argc, argv, [] {
auto server = http::createServer([](auto, auto response) {
  response->strictContentLength = true;
  response->writeHead(200, {{"Content-Length", 3}});
  response->end("four");
});
server->listen(0, "127.0.0.1", [=] {
  let<net::Socket> client;
  client = net::connect(server->address().port, "127.0.0.1", [=] { client->write("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"); });
  client->on(event::data, [=](auto chunk) {
    String text = chunk.toString();
    auto from = text.indexOf("Date: ");
    console::log(from < 0 ? text : text.slice(0, from) + "Date" + text.slice(text.indexOf("GMT", from) + 3));
  });
  client->on(event::close, [=] { server->close(); });
});
}); }
