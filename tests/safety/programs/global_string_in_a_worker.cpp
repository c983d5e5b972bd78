// defined: belongs to another thread
#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/worker_threads.h>
using namespace nodecpp;
using namespace nodecpp::worker_threads;

String greeting;

int main(int argc, char** argv) { return run(argc, argv, [] {
  if (isMainThread) {
    greeting = str("a greeting that is ") + "longer than what a String has room for";
    auto worker = make<Worker>(thisFile);
    for (int i = 0; i < 100000; i++) String copy = greeting;
    worker->on(event::exit, [] { console::log(greeting); });
  } else {
    for (int i = 0; i < 100000; i++) String copy = greeting;
  }
}); }
