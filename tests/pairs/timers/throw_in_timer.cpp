#include <nodecpp/console.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  process::on(event::exit, [](int code) { console::log("exit", code); });
  setTimeout([] { throw RangeError("in a timer"); }, 1);
  setTimeout([] { console::log("never"); }, 30);
  process::nextTick([] { console::log("tick"); });
}); }
