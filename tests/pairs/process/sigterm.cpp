#include <nodecpp/console.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  console::log("before");
  setTimeout([] { console::log("never"); }, 5000);
  process::kill(process::pid, "SIGTERM");
}); }
