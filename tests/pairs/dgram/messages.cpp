#include <nodecpp/console.h>
#include <nodecpp/dgram.h>
#include <nodecpp/json.h>
#include <nodecpp/process.h>
#include <nodecpp/typed_arrays.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  // Sends each form of a datagram in its turn; the next one is sent when the last one has come.
  auto server = dgram::createSocket("udp4");
  let<Function<void()>> next;
  auto client = dgram::createSocket({.type = "udp4", .reuseAddr = true}, [=](Buffer bytes, dgram::RemoteInfo sender) {
    console::log("client has", bytes.toString(), sender.size);
    next();
  });
  let<int> step = 0;
  let<int> port = 0;
  auto sent = [](Error error, double bytes) { console::log("sent", error ? util::Value(error) : util::Value(nullptr), bytes); };
  auto steps = Array<Function<void()>>{
    [=] { client->send("text", port, sent); },
    [=] { client->send(Buffer::from("buffer"), port, "127.0.0.1", sent); },
    [=] { client->send(Uint8Array{65, 66}, port, "localhost"); },
    [=] { client->send({"one, ", Buffer::from("two, "), "three"}, port, sent); },
    [=] { client->send(Array<Buffer>(), port, sent); },
    [=] { client->send("a part of it", 2, 4, port, sent); },
    [=] { client->send("a part of it", 2, 4, port, "127.0.0.1"); },
    [=] { client->connect(port, "127.0.0.1", [=] {
      console::log("connected", client->remoteAddress().address, client->remoteAddress().port == port);
      for (auto f : Array<Function<void()>>{[=] { client->send("x", port); }, [=] { client->connect(port); }, [=] { client->connectSync(port); }}) {
        try {
          f();
        } catch (const Error& error) {
          console::log(error->code, error->message);
        }
      }
      client->send("to the one", sent);
    }); },
    [=] { client->send("a part of it", 7, 5, sent); },
    [=] {
      client->disconnect();
      client->send("not connected", port, sent);
    },
    [=] {
      client->close();
      server->close();
    },
  };
  next = [=] {
    steps[step++]();
  };

  server->on(event::message, [=](Buffer bytes, dgram::RemoteInfo sender) {
    console::log("server has", JSON::stringify(bytes.toString()), sender.address, sender.family, sender.size, Object::keys(sender).join());
    server->send(bytes.toString().toUpperCase(), sender.port, sender.address);
  });
  server->on(event::listening, [=] { console::log("listening", server->address().address); });
  server->on(event::close, [] { console::log("server closed"); });
  client->on(event::close, [] { console::log("client closed"); });
  server->bind({.port = 0, .address = "127.0.0.1"}, [=] {
    port = server->address().port;
    next();
  });
}); }
