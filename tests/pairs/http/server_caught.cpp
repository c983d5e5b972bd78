#include <nodecpp/console.h>
#include <nodecpp/http.h>
#include <nodecpp/promise.h>
using namespace nodecpp;
int main(int argc, char** argv) { return run(argc, argv, [] {
process::on(event::uncaughtException, [](Error error) { console::log("caught", error->code, error->message); });
auto server = http::createServer([](auto, auto response) {
  setTimeout([=] { response->end("later"); }, 10);
  response->writeHead(5);
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
