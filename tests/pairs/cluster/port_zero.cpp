#include <nodecpp/cluster.h>
#include <nodecpp/console.h>
#include <nodecpp/net.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  if (cluster::isPrimary) {
    Array<cluster::Worker> workers = {cluster::fork(), cluster::fork()};
    Array<var> ports;
    cluster::on(event::message, [=](cluster::Worker worker, var port) mutable {
      ports.push(port);
      if (ports.length() < 2) return;
      if (ports.length() == 2) {
        console::log(ports[0] == ports[1]);
        workers[0]->send("close");
      } else if (ports.length() == 3) {
        console::log(ports[2] == ports[1]);
        workers[0]->send("listen");
      } else {
        console::log(ports[3] == ports[1]);
        cluster::disconnect([] { console::log("all gone"); });
      }
    });
  } else {
    auto listen = [] {
      auto server = net::createServer();
      server->listen(0, "127.0.0.1", [=] { process::send(server->address().port); });
      return server;
    };
    auto first = listen();
    process::on(event::message, [=](var message) {
      if (message == "close") first->close([=] { listen(); });
      else listen();
    });
  }
}); }
