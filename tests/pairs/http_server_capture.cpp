#include <nodecpp/console.h>
#include <nodecpp/http.h>
#include <nodecpp/promise.h>
using namespace nodecpp;
int main(int argc, char** argv) { return run(argc, argv, [] {
captureRejections = true;
let<int> count = 0;
auto server = http::createServer([=](http::IncomingMessage, http::ServerResponse response) -> Promise<> {
  response->setHeader("X-Secret", "x");
  if (count++) response->write("part");
  throw Error("lost");
  co_return;
});
server->listen(0, "127.0.0.1", [=] {
  auto ask = [=](Function<void()> then) {
    let<net::Socket> client;
    client = net::connect(server->address().port, "127.0.0.1", [=] { client->write("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"); });
    let<String> all = "";
    client->on(event::data, [=](auto chunk) { all += chunk; });
    client->on(event::close, [=] {
      auto from = all->indexOf("Date: ");
      console::log(from < 0 ? all.value() : all->slice(0, from) + "Date" + all->slice(all->indexOf("GMT", from) + 3));
      then();
    });
  };
  ask([=] { ask([=] { server->close(); }); });
});
}); }
