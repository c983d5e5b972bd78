#include <nodecpp/console.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  process::on(event::exit, [](int code) { console::log("exit", code); });
  console::log("before");
  setTimeout([] { console::log("never"); }, 10);
  throw TypeError("nobody catches this");
}); }
