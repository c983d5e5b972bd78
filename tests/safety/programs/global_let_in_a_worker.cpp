// defined: belongs to another thread
#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/worker_threads.h>
using namespace nodecpp;
using namespace nodecpp::worker_threads;

let<int> requests = 0;

int main(int argc, char** argv) { return run(argc, argv, [] {
  if (isMainThread) {
    auto worker = make<Worker>(thisFile);
    for (int i = 0; i < 100000; i++) { let<int> same = requests; same++; }
    worker->on(event::exit, [] { console::log("done"); });
  } else {
    for (int i = 0; i < 100000; i++) { let<int> same = requests; same++; }
  }
}); }
