#include "scenes.h"
int main(int argc, char** argv) { return run(argc, argv, [] {
auto withoutPort = [](String text) { return text.slice(0, text.lastIndexOf(":") + 1) + "PORT"; };
auto server = net::createServer();
server->on(event::error, [=](Error error) { console::log(error->code, error->message, error->syscall, error->errno_, server->listening()); });
server->listen({.fd = 999});
let<net::Server> used; used = net::createServer()->listen(0, "127.0.0.1", [=] {
  auto second = net::createServer();
  second->on(event::error, [=](Error error) {
    console::log(error->code, withoutPort(error->message), error->syscall, error->address, error->port == used->address().port, error->errno_);
    used->close();
  });
  second->listen(used->address().port, "127.0.0.1", [] { console::log("never"); });
  console::log(second->listening());
});
let<net::Server> everywhere; everywhere = net::createServer()->listen(0, [=] {
  auto second = net::createServer();
  second->on(event::error, [=](Error error) {
    console::log(error->code, withoutPort(error->message), error->address);
    everywhere->close([=] { second->listen(0, "127.0.0.1", [=] { console::log("another port"); second->close(); }); });
  });
  second->listen(everywhere->address().port);
});
net::createServer()->on(event::error, [](Error error) { console::log(error->code, error->message); })->listen(0, "no-such-host.invalid");
net::createServer()->on(event::error, [](Error error) { console::log(error->code, error->message); })->listen(0, "192.0.2.1");
}); }
