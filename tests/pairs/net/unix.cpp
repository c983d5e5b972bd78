#include <vector>

#include "scenes.h"
int main(int argc, char** argv) { return run(argc, argv, [] {
String path = format("/tmp/nodecpp-net-unix-{}.sock", process::pid);
auto plain = [=](String text) { return text.replace(path, "PATH"); };
String abstractPath = String::copyOf("\0nodecpp-", 9) + str(process::pid);
struct Case { String name; Function<net::Server(net::Server)> listen; Function<net::Socket()> connect; };
for (auto& [name, listen, connect] : std::vector<Case>{
  {"a path", [=](net::Server s) { return s->listen(path); }, [=] { return net::createConnection(path); }},
  {"a path as an option", [=](net::Server s) { return s->listen({.path = path}); }, [=] { return net::connect({.path = path}); }},
  {"readable and writable for all", [=](net::Server s) { return s->listen({.path = path, .readableAll = true, .writableAll = true}); }, [=] { return net::connect({.path = path}); }},
  {"in the abstract space", [=](net::Server s) { return s->listen(abstractPath); }, [=] { return net::connect(abstractPath); }},
}) {
  scene(name, [=] {
    let<net::Server> server; server = watchServer(net::createServer([=](auto socket) {
      watch(socket, "accepted");
      say("accepted", socket->remoteAddress(), socket->remotePort(), socket->localAddress(), socket->localPort());
      socket->end("hello");
      server->close();
    }), "server");
    listen(server);
    server->on(event::listening, [=] {
      say("server", server->address().address.includes("nodecpp-"));
      auto client = collect(watch(connect(), "client"), "client");
      client->on(event::connect, [=] { say("client", client->remoteAddress(), client->localAddress()); });
    });
  });
}
scene("nobody there", [] {
  auto client = watch(net::connect("/tmp/nodecpp-nobody.sock"), "client");
  client->on(event::connectionAttempt, [=] { say("client", "attempt"); });
  client->on(event::connectionAttemptFailed, [=](String address, int, int, Error error) { say("client", "attempt failed", address, error->message); });
  client->on(event::error, [=](Error error) { say("client", error->syscall, error->address, error->errno_); });
});
scene("a path that is used", [=] {
  auto first = watchServer(net::createServer(), "first");
  first->listen(path, [=] {
    auto second = net::createServer();
    second->on(event::error, [=](Error error) {
      say("second", plain(message(error)), error->syscall, plain(error->address), error->port, error->errno_);
      first->close();
    });
    second->listen(path);
  });
});
scene("no such folder", [] {
  auto server = net::createServer();
  server->on(event::error, [=](Error error) { console::log(message(error), server->listening()); });
  server->listen("/tmp/nodecpp-no-folder/x.sock");
});
scene("too long a path", [] {
  auto server = net::createServer();
  server->on(event::error, [=](Error error) { console::log(message(error)); });
  server->listen("/tmp/" + String("x").repeat(200));
});
scene("for all in the abstract space", [] {
  try { net::createServer()->listen({.path = String::copyOf("\0x", 2), .readableAll = true}); } catch (Error& error) { console::log(error->code); }
});
scene("no reset", [=] {
  let<net::Server> server; server = net::createServer([=](auto socket) {
    try { socket->resetAndDestroy(); } catch (Error& error) { say("accepted", message(error)); }
    socket->end();
    server->close();
  });
  server->listen(path, [=] { watch(net::connect(path), "client")->resume(); });
});
setTimeout(play, 0);
}); }
