#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/promise.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  process::on(event::exit, [](int code) { console::log("exit", code); });
  (void)Promise<>::reject(TypeError("nobody waits"));
  setTimeout([] { console::log("never"); }, 5);
}); }
