#include <nodecpp/console.h>
#include <nodecpp/http.h>
#include <nodecpp/promise.h>
using namespace nodecpp;
int main(int argc, char** argv) { return run(argc, argv, [] {
auto server = http::createServer();
server->listen(0, "127.0.0.1", [=] {
  auto second = http::createServer();
  second->on(event::error, [=](Error error) {
    console::log(error->code, error->syscall, error->address, error->port == server->address().port, second->listening());
    server->close([] { console::log("closed"); http::createServer()->listen(-1); });
  });
  second->listen(server->address().port, "127.0.0.1");
});
}); }
