#include <nodecpp/console.h>
#include <nodecpp/net.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  let<net::Server> server; server = net::createServer([] { throw TypeError("in a listener"); })->listen(0, "127.0.0.1", [=] { net::connect(server->address().port, "127.0.0.1"); });
}); }
