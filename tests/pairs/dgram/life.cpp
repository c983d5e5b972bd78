#include <nodecpp/abort_controller.h>
#include <nodecpp/console.h>
#include <nodecpp/dgram.h>
#include <nodecpp/net.h>
#include <nodecpp/process.h>
using namespace nodecpp;

void more();

int main(int argc, char** argv) { return run(argc, argv, [] {
  // What waits for the socket goes on in its order.
  Array<String> order;
  auto socket = dgram::createSocket("udp4");
  socket->on(event::message, [=](Buffer bytes) {
    order.push("message " + bytes.toString());
    if (bytes.toString() == "last") socket->close();
  });
  socket->on(event::listening, [=] { order.push("listening"); });
  socket->on(event::connect, [=] { order.push("connect"); });
  socket->on(event::close, [=] {
    console::log(order.join(", "));
    more();
  });
  socket->bind(0, "127.0.0.1", [=] { order.push("bound"); });
  order.push("after bind");
  socket->once(event::listening, [=] {
    auto port = socket->address().port;
    socket->send("first", port, [=](Error) {
      order.push("sent");
      socket->send("last", port);
    });
  });
}); }

void more() {
  // A socket that nobody keeps alive does not keep the program alive.
  dgram::createSocket("udp4")->bind(0)->unref();
  dgram::createSocket("udp4")->unref()->ref()->unref()->bind(0);

  // It is bound by what it does first.
  auto sender = dgram::createSocket("udp4");
  sender->send("x", 9, [=](Error) {
    console::log("bound to", sender->address().address, sender->address().port > 0);
    sender->close();
  });
  console::log(sender->getSendQueueCount());

  // At once.
  auto sync = dgram::createSocket("udp4");
  auto address = sync->bindSync({.address = "127.0.0.1"});
  console::log(address.address, address.family, address.port == sync->address().port);
  sync->on(event::listening, [=] {
    console::log("told");
    sync->connectSync(9);
    console::log(sync->remoteAddress().address, sync->remoteAddress().port);
    sync->on(event::connect, [=] {
      console::log("connected");
      sync->close();
    });
  });

  // A signal closes it.
  auto abort = make<AbortController>();
  auto signalled = dgram::createSocket({.type = "udp4", .signal = abort->signal()});
  signalled->bind(0, [=] { abort->abort(); });
  signalled->on(event::close, [] { console::log("aborted"); });
  dgram::createSocket({.type = "udp4", .signal = AbortSignal::abort()})->on(event::close, [] { console::log("aborted before"); });

  // Addresses that are blocked.
  auto list = make<net::BlockList>();
  list->addAddress("127.0.0.1");
  auto blocked = dgram::createSocket({.type = "udp4", .sendBlockList = list});
  blocked->send("x", 9, [=](Error error) {
    console::log(error->code, error->message);
    blocked->connect(9, "127.0.0.1", [=](Error error) {
      console::log(error->code);
      blocked->close();
    });
  });

  // A lookup of its own.
  auto named = dgram::createSocket({.type = "udp4", .lookup = [](String host, net::LookupOptions, net::LookupCallback callback) {
    console::log("asked for", host);
    if (host == "nowhere") callback(Error("unknown"));
    else callback(nullptr, "127.0.0.1", 4);
  }});
  named->on(event::error, [=](Error error) {
    console::log("error", error->message);
    named->bind(0, "somewhere", [=] {
      console::log(named->address().address);
      named->close();
    });
  });
  named->bind(0, "nowhere");

  // IPv6.
  let<dgram::Socket> six;
  six = dgram::createSocket("udp6", [=](Buffer bytes, dgram::RemoteInfo sender) {
    console::log(bytes.toString(), sender.address, sender.family);
    six->close();
  });
  six->bind(0, "::1", [=] { six->send("six", six->address().port, "::1"); });
}
