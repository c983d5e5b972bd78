// defined: could not be cloned
#include <nodecpp/events.h>
#include <nodecpp/process.h>
#include <nodecpp/worker_threads.h>
using namespace nodecpp;
using namespace nodecpp::worker_threads;

int main(int argc, char** argv) { return run(argc, argv, [] {
  if (!isMainThread) return;
  auto worker = make<Worker>(thisFile);
  worker->postMessage(make<EventEmitter>());
}); }
