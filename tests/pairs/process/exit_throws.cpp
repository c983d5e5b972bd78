#include <nodecpp/console.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  process::on(event::exit, [](int code) {
    console::log("exit", code);
    throw Error("in exit");
  });
  process::on(event::exit, [] { console::log("never"); });
  process::exitCode = 3;
}); }
