// defined: belongs to another thread
#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/worker_threads.h>
using namespace nodecpp;
using namespace nodecpp::worker_threads;

Array<String> names = {"Ann", "Bob"};

int main(int argc, char** argv) { return run(argc, argv, [] {
  if (isMainThread) {
    auto worker = make<Worker>(thisFile);
    for (int i = 0; i < 100000; i++) for (const auto& name : names) console::assert_(name != "");
    worker->on(event::exit, [] { console::log("done"); });
  } else {
    for (int i = 0; i < 100000; i++) for (const auto& name : names) console::assert_(name != "");
  }
}); }
