#include "scenes.h"
static void pair(String name, Function<void(net::Socket)> accepted, Function<void(net::Socket)> connected) { scene(name, [=] {
  let<net::Server> server; server = net::createServer([=](auto socket) { server->close(); accepted(watch(socket, "accepted")); })->listen(0, "127.0.0.1", [=] {
    connected(watch(net::connect(server->address().port, "127.0.0.1"), "client"));
  });
}); }
static auto sink = [](net::Socket socket) { collect(socket, "accepted"); };
static auto told(String side, String name) { return [=](Error error) { say(side, name, message(error)); }; }

int main(int argc, char** argv) { return run(argc, argv, [] {
pair("callbacks in order, before connecting", sink, [](net::Socket client) {
  client->write("a", told("client", "a"));
  client->write("b", told("client", "b"));
  client->write("c", told("client", "c"));
  say("client", client->writableLength(), client->bytesWritten(), client->bufferSize());
  client->end("d", told("client", "end"));
});
pair("callbacks in order, when connected", sink, [](net::Socket client) { client->on(event::connect, [=] {
  say("client", client->write("a", told("client", "a")), client->writableLength(), client->bytesWritten());
  say("client", client->write("b", told("client", "b")), client->writableLength(), client->bytesWritten());
  process::nextTick([] { say("client", "tick"); });
  client->end(told("client", "end"));
}); });
pair("corked", sink, [](net::Socket client) { client->on(event::connect, [=] {
  client->cork();
  client->write("a", told("client", "a"));
  client->write("b", told("client", "b"));
  say("client", client->writableLength(), client->bytesWritten(), client->writableCorked());
  client->uncork();
  say("client", client->writableLength(), client->bytesWritten());
  client->end();
}); });
pair("encodings", sink, [](net::Socket client) {
  client->write("68656c6c6f", "hex");
  client->write("IA==", "base64");
  client->write("wörld", "latin1");
  client->write(Buffer::from("!"));
  client->setDefaultEncoding("hex");
  client->write("2e");
  client->end("2e", "hex", told("client", "end"));
});
pair("an empty string", sink, [](net::Socket client) { client->on(event::connect, [=] {
  say("client", client->write("", told("client", "empty")), client->bytesWritten());
  client->end();
}); });
pair("end twice", sink, [](net::Socket client) {
  client->end("x", told("client", "first"));
  client->end(told("client", "second"));
});
pair("write after end", sink, [](net::Socket client) {
  client->end("x");
  say("client", client->write("y", told("client", "write")));
});
pair("write after end, when connected", sink, [](net::Socket client) { client->on(event::connect, [=] {
  client->end("x");
  say("client", client->write("y", told("client", "write")));
}); });
pair("write after destroy", sink, [](net::Socket client) { client->on(event::connect, [=] {
  client->destroy();
  say("client", client->write("y", told("client", "write")));
}); });
pair("write when closed", sink, [](net::Socket client) {
  client->end();
  client->on(event::close, [=] { say("client", client->write("y", told("client", "write"))); });
});
pair("write after the other side has ended", [](net::Socket socket) { socket->resume()->end("bye"); }, [](net::Socket client) {
  client->resume();
  client->on(event::end, [=] {
    say("client", "in end", client->write("y", told("client", "in end")));
    process::nextTick([=] { process::nextTick([=] { say("client", "after end", client->write("z", told("client", "after end"))); }); });
  });
});
pair("write of what is no data", sink, [](net::Socket client) {
  try { client->write(nullptr); } catch (Error& error) { say("client", message(error)); }
  client->end();
});
setTimeout(play, 0);
}); }
