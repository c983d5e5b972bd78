// right: while a TLSSocket reads what its socket has received, a listener lets another one take the connection
// > true true
#include <nodecpp/console.h>
#include <nodecpp/net.h>
#include <nodecpp/process.h>
#include <nodecpp/timers.h>
#include <nodecpp/tls.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto server = net::createServer([](net::Socket socket) { socket->resume(); });
  server->listen(0, "127.0.0.1", [=] {
    auto plain = net::connect(server->address().port, "127.0.0.1");
    plain->pause();
    plain->unshift("received before");
    auto first = make<tls::TLSSocket>(plain), second = make<tls::TLSSocket>(plain);
    plain->once(event::data, [=](Buffer) { plain->emit(event::connect); });
    setTimeout([=] {
      console::log(first->destroyed(), second->destroyed());
      second->destroy();
      plain->destroy();
      server->close();
    }, 100);
  });
}); }
