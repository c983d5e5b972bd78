#include <nodecpp/console.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  process::on(event::uncaughtException, [](Error error, String origin) { console::log(error->name, error->message, origin); });
  setTimeout([] { throw Error("one"); }, 40);
  setTimeout([] { console::log("still here"); }, 120);
  setImmediate([] { throw Error("two"); });
  process::nextTick([] { throw Error("three"); });
  queueMicrotask([] { throw Error("four"); });
}); }
