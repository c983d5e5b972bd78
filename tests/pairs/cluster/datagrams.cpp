#include <nodecpp/cluster.h>
#include <nodecpp/console.h>
#include <nodecpp/dgram.h>
#include <nodecpp/number.h>
#include <nodecpp/process.h>
using namespace nodecpp;

void begin(int port);

int main(int argc, char** argv) { return run(argc, argv, [] {
  if (cluster::isPrimary) {
    auto probe = dgram::createSocket("udp4");
    probe->bind(0, "127.0.0.1", [=] {
      auto port = probe->address().port;
      probe->close([=] { begin(port); });
    });
  } else {
    auto port = Number(process::env["PORT"]);
    auto socket = dgram::createSocket("udp4");
    socket->on(event::message, [](Buffer message) { process::send(message.toString()); });
    socket->on(event::error, [=](Error error) {
      console::log("worker", cluster::worker->id, error->code, error->syscall, error->message.replace(str(port), "PORT"));
      cluster::worker->disconnect();
    });
    socket->bind({.port = port, .address = "127.0.0.1", .exclusive = process::env["EXCLUSIVE"] == "yes"});
  }
}); }

void begin(int port) {
  Array<String> came;
  let<int> listening = 0;
  auto message = [=](var text) mutable {
    came.push(text.text());
    if (came.length() < 40) return;
    console::log(came.sort().join(" "));
    auto alone = cluster::fork({{"PORT", port}, {"EXCLUSIVE", "yes"}});
    alone->on(event::exit, [=](auto code) {
      console::log("alone", code, alone->exitedAfterDisconnect);
      cluster::disconnect([] { console::log("all gone"); });
    });
  };
  cluster::on(event::listening, [=](auto worker, auto address) mutable {
    console::log("listening", worker->state, address.addressType, address.address, address.port == port, address.fd);
    if (++listening < 2) return;
    for (int i = 0; i < 40; i++) {
      auto client = dgram::createSocket("udp4");
      client->send(str(i), port, "127.0.0.1", [=] { client->close(); });
    }
  });
  for (int i = 0; i < 2; i++) {
    auto worker = cluster::fork({{"PORT", port}, {"EXCLUSIVE", "no"}});
    worker->on(event::message, message);
    worker->on(event::exit, [=](auto code) { console::log("exit", code, worker->exitedAfterDisconnect); });
  }
}
