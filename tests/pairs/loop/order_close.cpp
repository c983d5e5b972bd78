#include <nodecpp/console.h>
#include <nodecpp/net.h>
#include <nodecpp/per_thread.h>
#include <nodecpp/process.h>

#include <map>
#include <vector>
using namespace nodecpp;

// The order of close callbacks, of the callbacks that run together with them, and of the callbacks that a socket's
// callbacks schedule.
static perThread<Array<Function<void()>>> scenes;
static auto log(String text) { return [=] { console::log(text); }; }
using Sockets = std::vector<net::Socket>;

// Calls back with some pairs of connected sockets, when all are connected.
static void connected(int count, Function<void(Sockets, Sockets, net::Server)> f) {
  let<Sockets> clients = Sockets(std::size_t(count));
  let<std::map<String, net::Socket>> servers;
  let<int> there = 0;
  let<net::Server> server;
  auto ready = [=] {
    setTimeout([=] {
      Sockets accepted;
      for (auto& client : clients.ref()) accepted.push_back(servers.ref()[client->localPort().toString()]);
      Sockets all = clients.value();
      net::Server listening = server.value();
      clients = Sockets();
      servers = std::map<String, net::Socket>();
      server = net::Server();
      f(all, accepted, listening);
    }, 5);
  };
  server = net::createServer([=](net::Socket socket) {
    servers.ref()[socket->remotePort().toString()] = socket;
    socket->on(event::error, [] {});
    if (++there == 2 * count) ready();
  });
  server->listen(0, "127.0.0.1", [=] {
    for (int i = 0; i < count; i++) {
      clients.ref()[std::size_t(i)] = net::connect(server->address().port, "127.0.0.1", [=] {
        if (++there == 2 * count) ready();
      });
    }
  });
}

static void write() {
scenes->push([] {
  console::log("- sockets destroyed in order");
  connected(3, [](Sockets clients, Sockets, net::Server server) {
    for (int i = 0; i < 3; i++) clients[std::size_t(i)]->on(event::close, [=] { console::log("close", i); });
    server->close(log("server closed"));
    for (auto& client : clients) client->destroy();
    console::log("destroyed");
  });
});
scenes->push([] {
  console::log("- ticks, microtasks and immediates around a destroy");
  connected(1, [](Sockets clients, Sockets, net::Server server) {
    auto client = clients[0];
    client->on(event::close, [=] {
      console::log("close");
      process::nextTick(log("tick in close"));
      setImmediate(log("immediate in close"));
      setTimeout(log("timer in close"), 0);
    });
    setImmediate(log("immediate"));
    process::nextTick(log("tick"));
    queueMicrotask(log("microtask"));
    client->destroy();
    server->close();
  });
});
scenes->push([] {
  console::log("- destroyed with an error");
  connected(1, [](Sockets clients, Sockets, net::Server server) {
    auto client = clients[0];
    client->on(event::error, [=](Error error) {
      console::log("error", error->message);
      process::nextTick(log("tick in error"));
    });
    client->on(event::close, [=](bool failed) { console::log("close", failed); });
    client->destroy(Error("on purpose"));
    process::nextTick(log("tick"));
    setImmediate(log("immediate"));
    server->close();
  });
});
scenes->push([] {
  console::log("- a server closed with nobody connected");
  auto server = net::createServer();
  server->on(event::close, log("close event"));
  server->listen(0, "127.0.0.1", [=] {
    server->close([=](Error error) { console::log("close callback", error); });
    process::nextTick(log("tick"));
    setImmediate(log("immediate"));
    console::log("asked to close");
  });
  server->on(event::listening, log("listening"));
  console::log("asked to listen");
});
scenes->push([] {
  console::log("- closed twice, and never opened");
  auto server = net::createServer();
  server->close([=](Error error) { console::log("never opened:", error->code); });
  server->listen(0, "127.0.0.1", [=] {
    server->close([=](Error error) { console::log("first", error); });
    server->close([=](Error error) { console::log("second", error->code); });
  });
});
scenes->push([] {
  console::log("- the end, and what each side makes of it");
  connected(1, [](Sockets clients, Sockets servers, net::Server server) {
    auto client = clients[0], accepted = servers[0];
    accepted->on(event::end, [=] {
      console::log("end of the accepted one");
      process::nextTick(log("tick in end"));
    });
    accepted->on(event::finish, log("finish of the accepted one"));
    accepted->on(event::close, [=] {
      console::log("close of the accepted one");
      server->close();
    });
    accepted->on(event::data, [=](Buffer data) { console::log("data", data.toString()); });
    client->on(event::finish, log("finish of the client"));
    client->on(event::end, log("end of the client"));
    client->resume();
    client->end("last", log("end callback"));
    console::log("asked to end");
  });
});
scenes->push([] {
  console::log("- write callbacks");
  connected(1, [](Sockets clients, Sockets servers, net::Server server) {
    auto client = clients[0], accepted = servers[0];
    accepted->resume();
    client->write("a", log("a written"));
    client->write("b", [=] {
      console::log("b written");
      process::nextTick(log("tick in b"));
      queueMicrotask(log("microtask in b"));
      client->destroy();
      server->close();
    });
    process::nextTick(log("tick"));
    queueMicrotask(log("microtask"));
    setImmediate(log("immediate"));
    console::log("asked to write");
  });
});
scenes->push([] {
  console::log("- an error in a close listener");
  process::once(event::uncaughtException, [](Error error) { console::log("uncaught", error->message); });
  connected(2, [](Sockets clients, Sockets, net::Server server) {
    clients[0]->on(event::close, log("close 0"));
    clients[1]->on(event::close, [=] {
      process::nextTick(log("tick of close 1"));
      throw Error("close 1");
    });
    for (auto& client : clients) client->destroy();
    server->close();
  });
});
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  write();
  let<int> next = 0;
  let<Function<void()>> step; step = [=] {
    if (next == scenes->length()) return;
    (*scenes)[next++]();
    setTimeout(step, 100);
  };
  step();
}); }
