#include "scenes.h"
static void pair(String name, Function<void(net::Socket)> accepted, Function<void(net::Socket)> connected) { scene(name, [=] {
  let<net::Server> server; server = net::createServer([=](auto socket) { server->close(); accepted(watch(socket, "accepted")); })->listen(0, "127.0.0.1", [=] {
    connected(watch(net::connect(server->address().port, "127.0.0.1"), "client"));
  });
}); }

int main(int argc, char** argv) { return run(argc, argv, [] {
auto big = Buffer::alloc(8 << 20, "x");
pair("write returns false, then drain", [](net::Socket socket) { socket->pause(); setTimeout([=] { collect(socket, "accepted")->resume(); }, 20); }, [=](net::Socket client) { client->on(event::connect, [=] {
  client->on(event::drain, [=] { say("client", "drain", client->writableLength(), client->bytesWritten(), client->writableNeedDrain()); client->end(); });
  say("client", client->write(big, [](Error error) { say("client", "written", message(error)); }));
  say("client", client->writableLength(), client->bytesWritten(), client->writableNeedDrain());
  say("client", client->write("after", [](Error error) { say("client", "written after", message(error)); }));
  say("client", client->writableLength(), client->bytesWritten());
}); });
pair("end with much", [](net::Socket socket) { socket->pause(); setTimeout([=] { collect(socket, "accepted")->resume(); }, 20); }, [=](net::Socket client) { client->on(event::connect, [=] {
  client->end(big, [] { say("client", "ended"); });
  say("client", client->writableFinished(), client->writableEnded(), client->readyState());
}); });
pair("destroyed in the middle", [](net::Socket socket) { socket->pause(); setTimeout([=] { socket->destroy(); }, 40); }, [=](net::Socket client) { client->on(event::connect, [=] {
  client->write(big, [](Error error) { say("client", "first", message(error)); });
  client->write("x", [](Error error) { say("client", "second", message(error)); });
  client->end([](Error error) { say("client", "end", message(error)); });
  setTimeout([=] { client->destroy(); setTimeout([=] { say("client", client->bytesWritten()); }, 5); }, 10);
}); });
pair("destroyed in the middle with an error", [](net::Socket socket) { socket->pause(); setTimeout([=] { socket->destroy(); }, 40); }, [=](net::Socket client) { client->on(event::connect, [=] {
  client->write(big, [](Error error) { say("client", "first", message(error)); });
  client->write("x", [](Error error) { say("client", "second", message(error)); });
  setTimeout([=] { client->destroy(Error("enough")); }, 10);
}); });
pair("much by the stream", [](net::Socket socket) { socket->on(event::data, [] {}); socket->on(event::end, [=] { say("accepted", socket->bytesRead()); }); }, [](net::Socket client) {
  let<int> left = 64;
  let<Function<void()>> more; more = [=] {
    while (left-- > 0) if (!client->write(Buffer::alloc(100000))) { client->once(event::drain, more.value()); return; }
    client->end();
  };
  more.value()();
  client->on(event::close, [=] { say("client", client->bytesWritten()); });
});
pair("a pipe", [](net::Socket socket) { socket->pipe(socket); }, [=](net::Socket client) {
  let<int> n = 0;
  client->on(event::data, [=](auto chunk) { n += chunk.length(); });
  client->on(event::end, [=] { say("client", n.value(), client->bytesRead(), client->bytesWritten()); });
  client->end(big);
});
pair("pause and resume", [](net::Socket socket) { let<int> n = 0; let<Timeout> timer; timer = setInterval([=] { if (n++ < 50) socket->write("x"); else { clearInterval(timer.value()); socket->end(); } }, 1); }, [](net::Socket client) {
  let<int> got = 0;
  client->on(event::data, [=](auto chunk) {
    got += chunk.length();
    client->pause();
    say("client", client->isPaused());
    client->removeAllListeners(event::data);
    setTimeout([=] { client->on(event::data, [=](auto chunk) { got += chunk.length(); }); client->resume(); }, 20);
  });
  client->on(event::end, [=] { say("client", "all", got.value()); });
});
setTimeout(play, 0);
}); }
