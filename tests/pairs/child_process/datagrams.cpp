#include <nodecpp/child_process.h>
#include <nodecpp/console.h>
#include <nodecpp/dgram.h>
#include <nodecpp/json.h>
using namespace nodecpp;
using child_process::fork;

int main(int argc, char** argv) { return run(argc, argv, [] {
  if (process::argv[2] == "child") {
    process::on(event::message, [](var message, SendHandle handle) {
      if (message == "end") return process::exit();
      if (!handle) { process::send(var::object({{"message", message}, {"has", false}})); return; }
      dgram::Socket socket = handle;
      auto address = socket->address();
      process::send(var::object({{"message", message}, {"has", bool(socket)}, {"type", socket->type}, {"address", address.address}}));
      let<int> count = 0;
      socket->on(event::message, [=](Buffer bytes, dgram::RemoteInfo remote) mutable {
        socket->send("child: " + bytes.toString(), remote.port, remote.address);
        if (++count == 3) socket->close([] { process::send(var::object({{"message", "closed"}, {"has", true}})); });
      });
    });
  } else {
    auto child = fork(process::execPath(), {"child"});
    auto begin = [=](String type, String host, Function<void()> then) {
      auto socket = dgram::createSocket(type);
      socket->on(event::message, [] { console::log("the parent gets no message"); });
      socket->bind(0, host, [=] {
        auto port = socket->address().port;
        child->send("socket", socket, [=](Error error) {
          console::log("sent", error ? str(error) : "null");
          // The parent's own socket is open still.
          console::log(socket->address().port == port);
          socket->close([] { console::log("parent closes"); });
        });
        child->once(event::message, [=](var message) {
          console::log(JSON::stringify(message));
          auto client = dgram::createSocket(type);
          let<int> count = 0;
          client->on(event::message, [=](Buffer bytes, dgram::RemoteInfo remote) mutable {
            console::log(bytes.toString(), remote.port == port);
            if (++count < 3) client->send(str(count), port, host);
          });
          client->send("0", port, host);
          child->once(event::message, [=](var last) {
            console::log(JSON::stringify(last));
            client->close();
            then();
          });
        });
      });
    };
    begin("udp4", "127.0.0.1", [=] { begin("udp6", "::1", [=] {
      auto closed = dgram::createSocket("udp4");
      closed->bindSync();
      closed->close();
      child->send("a closed socket", closed, [](Error error) { console::log("closed:", error ? str(error) : "null"); });
      child->once(event::message, [=](var message) {
        console::log(JSON::stringify(message));
        child->send("end");
      });
    }); });
    child->on(event::exit, [](auto code) { console::log("exit", code); });
  }
}); }
