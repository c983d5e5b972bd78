#include <nodecpp/console.h>
#include <nodecpp/fs.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  process::on(event::exit, [](int code) { console::log("exit", code); });
  fs::close(999);
}); }
