#include <nodecpp/console.h>
#include <nodecpp/net.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  let<net::Server> server; server = net::createServer([](auto socket) { socket->write("last words"); })->listen(0, "127.0.0.1", [=] {
    auto client = net::connect(server->address().port, "127.0.0.1");
    client->on(event::data, [](auto data) { console::log("" + data); process::exit(3); });
    process::on(event::exit, [=](int code) { console::log("exit", code, client->bytesRead()); });
  });
}); }
