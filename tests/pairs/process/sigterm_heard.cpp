#include <nodecpp/console.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto timer = setInterval([] {}, 1000);
  process::on("SIGTERM", [=](String name, int number) {
    console::log("heard", name, number);
    clearInterval(timer);
  });
  process::kill(process::pid, "SIGTERM");
}); }
