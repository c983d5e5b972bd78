#include <nodecpp/console.h>
#include <nodecpp/fs.h>
#include <nodecpp/net.h>
#include <nodecpp/per_thread.h>
#include <nodecpp/process.h>
using namespace nodecpp;

perThread<int> port = 0;
auto tried = [](String name, auto f) {
  try {
    console::log(name, f());
  } catch (const Error& error) {
    console::log(name, error->name, error->code, error->message.split(". Received {")[0].replace(str(port.value()), "PORT"));
  }
};

void takeOver(net::Server server);
void paths();

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto bound = make<net::BoundSocket>({.host = "127.0.0.1", .port = 0});
  port = bound->address().port;
  console::log(bound->address().address, bound->address().family, port > 0, bound->isPipe(), bound->fd() > 2);
  tried("taken", [] { return make<net::BoundSocket>({.host = "127.0.0.1", .port = port})->address().address; });
  tried("name", [] { return make<net::BoundSocket>({.host = "localhost"})->address().port; });
  tried("port", [] { return make<net::BoundSocket>({.port = 70000})->address().port; });
  tried("elsewhere", [] { return make<net::BoundSocket>({.host = "203.0.113.9", .port = 8000})->address().port; });
  tried("no folder", [] { return make<net::BoundSocket>({.path = "/none/socket"})->address().port; });
  auto given = make<net::BoundSocket>();
  given->close();
  tried("closed", [=] { return given->fd(); });
  tried("closed twice", [=] { given->close(); return 0; });
  tried("closed, listen", [=] { return net::createServer()->listen(given)->listening(); });
  tried("closed, socket", [=] { return make<net::Socket>({.handle = given})->pending(); });
  tried("not a descriptor", [] { return make<net::Socket>({.fd = 999})->pending(); });
  try {
    net::createServer()->listen(SendHandle(make<net::Socket>()));
  } catch (const Error& error) {
    console::log("not a server", error->code);
  }

  let<int> from = 0;
  auto server = net::createServer([=](net::Socket socket) {
    console::log("a client from the bound port:", socket->remotePort() == from.value());
    socket->end("hello");
  });
  from = [] {
    auto probe = make<net::BoundSocket>({.host = "127.0.0.1"});
    auto free = probe->address().port;
    probe->close();
    return free;
  }();
  server->listen(bound, [=] {
    console::log("listening", server->address().port == port);
    tried("used up", [=] { return bound->address().port; });
    auto source = make<net::BoundSocket>({.host = "127.0.0.1", .port = from});
    auto socket = make<net::Socket>({.handle = source, .typeOfService = 16});
    console::log(socket->address().port == from, socket->getTypeOfService(), socket->pending());
    tried("used up", [=] { source->close(); return 0; });
    socket->connect(port.value(), "127.0.0.1", [=] {
      console::log("connected", socket->localPort() == from.value(), socket->getTypeOfService());
      console::log(socket->setTypeOfService(8) == socket, socket->getTypeOfService());
      tried("256", [=] { return socket->setTypeOfService(256)->pending(); });
      tried("1.5", [=] { return socket->setTypeOfService(1.5)->pending(); });
      tried("NaN", [=] { return socket->setTypeOfService(toNumber("x"))->pending(); });
    });
    socket->on(event::data, [](auto data) { console::log(data.toString()); });
    socket->on(event::close, [=] {
      tried("after", [=] { return socket->getTypeOfService(); });
      takeOver(server);
    });
  });
}); }

// Another server listens on the first one's socket.
void takeOver(net::Server server) {
  auto second = net::createServer([](net::Socket socket) { socket->end("from the second"); });
  second->listen(server, [=] {
    console::log("second", second->address().port == port, server->listening(), second->listening());
    net::connect(port.value(), "127.0.0.1")->on(event::data, [](auto data) { console::log(data.toString()); })->on(event::close, [=] {
      second->close([=] {
        console::log("second is closed");
        net::connect(port.value(), "127.0.0.1")->on(event::error, [=](Error error) {
          console::log(error->code);
          server->close([](Error closed) {
            console::log("the first is closed", !closed);
            paths();
          });
        });
      });
    });
  });
}

void paths() {
  auto path = format("/tmp/nodecpp_bound_{}.sock", process::pid);
  auto one = make<net::BoundSocket>({.path = path});
  console::log(one->isPipe(), one->address().address == path);
  tried("twice", [=] { return make<net::BoundSocket>({.path = path})->isPipe(); });
  auto last = net::createServer([](net::Socket socket) { socket->end("by the path"); });
  last->listen({.handle = one}, [=] {
    console::log(last->address().address == path);
    net::connect(path)->on(event::data, [](auto data) { console::log(data.toString()); })->on(event::close, [=] {
      last->close([=] { console::log(fs::existsSync(path)); });
    });
  });
}
