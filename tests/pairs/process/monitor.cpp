#include <nodecpp/console.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  process::on(event::uncaughtExceptionMonitor, [](Error error, String origin) { console::log("monitor", error->message, origin); });
  process::on(event::exit, [](int code) {
    console::log("exit", code, process::exitCode);
    process::exitCode = 6;
  });
  setTimeout([] { console::log("never"); }, 20);
  setTimeout([] { throw RangeError("nobody handles it"); }, 1);
}); }
