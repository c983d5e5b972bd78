#include <nodecpp/console.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  process::on(event::uncaughtExceptionMonitor, [](Error error, String origin) { console::log("monitor", error->message, origin); });
  process::on(event::uncaughtException, [](Error error) { throw TypeError("while handling: " + error->message); });
  process::on(event::exit, [](int code) { console::log("exit", code); });
  setTimeout([] { throw Error("first"); }, 1);
}); }
