#include <nodecpp/console.h>
#include <nodecpp/net.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  process::on(event::exit, [](int code) { console::log("exit", code); });
  net::createConnection(1, "127.0.0.1");
}); }
