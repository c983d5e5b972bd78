#include <nodecpp/console.h>
#include <nodecpp/net.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  let<net::Server> server; server = net::createServer([](auto socket) { socket->unref(); socket->resume(); })->listen(0, "127.0.0.1", [=] {
    console::log(server->unref() == server.value(), server->listening());
    let<net::Socket> client; client = net::connect(server->address().port, "127.0.0.1", [=] { console::log("connected", client->unref() == client.value()); });
    client->on(event::close, [] { console::log("never"); });
  });
  auto idle = net::createServer();
  idle->unref();
  idle->listen(0, [] { console::log("listening"); });
  auto paused = net::createServer();
  paused->unref();
  paused->ref();
  paused->listen(0, [=] { paused->close([] { console::log("closed"); }); });
  make<net::Socket>()->ref()->unref()->setTimeout(60000);
  process::on(event::exit, [] { console::log("exit"); });
}); }
