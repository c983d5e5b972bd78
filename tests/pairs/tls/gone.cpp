// What a server writes to a client that is gone: no error, as long as nothing says that the bytes were lost.
#include "scenes.h"
static perThread<String> pem;
static void told(String name, Function<void(tls::TLSSocket)> leave, Function<void(tls::TLSSocket)> answer) {
  scene(name, [=] {
    let<tls::Server> made; made = server({.key = pem, .cert = pem, .allowHalfOpen = true}, [=](auto socket) {
      socket->resume();
      socket->on(event::end, [=] { setTimeout([=] { answer(socket); }, 20); });
    }, [=](int port) {
      auto socket = client(tls::connect({.port = port, .host = "127.0.0.1", .servername = "localhost", .ca = pem}));
      socket->on(event::secureConnect, [=] { setTimeout([=] { leave(socket); }, 10); });
      socket->resume()->on(event::close, [=] { made->close(); });
    });
  });
}
int main(int argc, char** argv) { return run(argc, argv, [] {
pem = certificate("localhost", "DNS:localhost");
told("destroyed, and then ended", [](auto socket) { socket->destroy(); }, [](auto socket) { socket->end("late"); });
told("destroyed, and then ended without a word", [](auto socket) { socket->destroy(); }, [](auto socket) { socket->end(); });
told("destroyed, and then written to", [](auto socket) { socket->destroy(); }, [](auto socket) { socket->write("late"); setTimeout([=] { socket->end(); }, 20); });
told("ended, and then ended", [](auto socket) { socket->end(); }, [](auto socket) { socket->end("late"); });
play();
}); }
