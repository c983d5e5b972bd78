#include <nodecpp/cluster.h>
#include <nodecpp/console.h>
#include <nodecpp/dgram.h>
#include <nodecpp/json.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  if (cluster::isPrimary) {
    Array<cluster::Worker> workers = {cluster::fork(), cluster::fork()};
    Array<var> ports;
    let<int> listening = 0;
    cluster::on(event::listening, [=](auto worker, auto address) mutable {
      console::log("listening", address.addressType, address.address, address.fd, address.port > 0);
      if (++listening == 4) workers.forEach([](cluster::Worker each) { each->send("ports"); });
    });
    cluster::on(event::message, [=](cluster::Worker worker, var message) mutable {
      if (message.isObject()) {
        ports.push(message["ports"]);
        if (ports.length() < 2) return;
        console::log(JSON::stringify(ports[0]) == JSON::stringify(ports[1]), ports[0][0] != ports[0][1]);
        workers[0]->send("close");
      } else if (message == "closed") {
        // The first worker has closed its socket: everything comes to the second.
        let<dgram::Socket> client;
        client = dgram::createSocket("udp4", [=](Buffer bytes) {
          console::log("answer:", bytes.toString());
          client->close();
          cluster::disconnect([] { console::log("all gone"); });
        });
        client->send("hello", int(ports[0][0]), "127.0.0.1");
      } else {
        console::log(message);
      }
    });
  } else {
    auto open = [](String host, Function<void(dgram::Socket)> then) {
      auto socket = dgram::createSocket({.type = host == "::1" ? "udp6" : "udp4", .reuseAddr = true});
      socket->on(event::message, [=](Buffer bytes, dgram::RemoteInfo remote) {
        socket->send(bytes.toString() + " from " + (cluster::worker->id == 2 ? "the second" : "the first"), remote.port, remote.address);
      });
      socket->bind(0, host, [=] { then(socket); });
      return socket;
    };
    open("127.0.0.1", [=](dgram::Socket first) {
      open("127.0.0.1", [=](dgram::Socket second) {
        process::on(event::message, [=](var message) {
          if (message == "ports") process::send(var::object({{"ports", var::array({first->address().port, second->address().port})}}));
          if (message != "close") return;
          first->close([=] {
            second->close([=] {
              auto bad = dgram::createSocket("udp4");
              bad->on(event::error, [](Error error) {
                process::send(error->message);
                process::send("closed");
              });
              bad->bind(80, "203.0.113.9");
            });
          });
        });
      });
    });
  }
}); }
