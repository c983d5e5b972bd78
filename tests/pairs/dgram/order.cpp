#include <nodecpp/async_hooks.h>
#include <nodecpp/console.h>
#include <nodecpp/dgram.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  // Each datagram leaves in a tick of its own, in the order of the calls and between the other ticks, with the context of
  // its call; what a socket has not sent before it is closed is lost.
  auto als = make<async_hooks::AsyncLocalStorage<String>>();
  Array<String> order;
  auto server = dgram::createSocket("udp4");
  auto one = dgram::createSocket("udp4");
  auto two = dgram::createSocket("udp4");
  auto gone = dgram::createSocket("udp4");
  auto told = [=](String name) { return [=](Error error, double bytes) { order.push("sent " + name + " " + bytes + " " + als->getStore()); }; };

  server->on(event::message, [=](Buffer bytes, dgram::RemoteInfo sender) {
    order.push("server has " + bytes.toString());
    // Answers go to the sender, to the same address in another form, and to another address.
    if (bytes.toString() == "a") {
      server->send("to one", sender.port, sender.address);
      server->send("to one again", sender.port);
      server->send("to nobody", sender.port, "127.0.0.3");
      server->send("to one by name", sender.port, "localhost");
    }
  });
  one->on(event::message, [=](Buffer bytes, dgram::RemoteInfo sender) {
    order.push("one has " + bytes.toString() + " of " + sender.address);
    if (bytes.toString() != "to one by name") return;
    for (const auto& line : order) console::log(line);
    for (const auto& socket : Array<dgram::Socket>{server, one, two}) socket->close();
  });
  auto go = [=] {
    auto port = server->address().port;
    als->run("first", [=] { one->send("a", port, "127.0.0.1", told("a")); });
    process::nextTick([=] { order.push("tick"); });
    two->send({"b", "b"}, port, told("b"));
    als->run("second", [=] { one->send("c", port, "127.0.0.1", [=](Error error, double bytes) {
      told("c")(error, bytes);
      two->send("d", port, told("d"));
      process::nextTick([=] { order.push("tick after d"); });
    }); });
    gone->send("never", port, "127.0.0.1", told("never"));
    gone->close([=] { order.push("gone closed"); });
    one->send(str("x").repeat(70000), port, "127.0.0.1", [=](Error error) { order.push(error->code + " " + error->syscall); });
    order.push("all called");
  };
  server->bind(0, "127.0.0.1", [=] {
    one->bind(0, "127.0.0.1", [=] { two->bind(0, [=] { gone->bind(0, go); }); });
  });
}); }
