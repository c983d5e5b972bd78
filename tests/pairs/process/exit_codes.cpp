#include <nodecpp/console.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  process::on(event::beforeExit, [](int code) {
    console::log("beforeExit", code);
    if (!process::exitCode) {
      process::exitCode = 7;
      setTimeout([] { console::log("more work"); }, 1);
    }
  });
  process::on(event::exit, [](int code) { console::log("exit", code); });
  console::log("main");
}); }
