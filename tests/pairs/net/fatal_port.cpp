#include <nodecpp/console.h>
#include <nodecpp/net.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  console::log("before");
  net::createServer()->listen(70000);
}); }
