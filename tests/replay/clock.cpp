// Reads a clock without the port, so its output cannot be replayed.
#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/timers.h>

#include <chrono>

using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  setTimeout([] {
    auto since = std::chrono::steady_clock::now().time_since_epoch();
    console::log("it is " + str(double(since.count())));
  }, 5);
}); }
