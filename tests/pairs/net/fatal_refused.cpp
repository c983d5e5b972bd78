#include <nodecpp/console.h>
#include <nodecpp/net.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  net::connect(1, "127.0.0.1", [] { console::log("never"); });
}); }
