#include <nodecpp/console.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  process::on(event::exit, [](int code) {
    console::log("exit", code);
    process::exit(5);
  });
  process::nextTick([] {
    console::log("tick");
    process::exit(3);
  });
  setTimeout([] { console::log("never"); }, 0);
}); }
