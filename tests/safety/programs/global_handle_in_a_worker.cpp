// defined: belongs to another thread
#include <nodecpp/console.h>
#include <nodecpp/events.h>
#include <nodecpp/process.h>
#include <nodecpp/worker_threads.h>
using namespace nodecpp;
using namespace nodecpp::worker_threads;

EventEmitter shared;

int main(int argc, char** argv) { return run(argc, argv, [] {
  if (isMainThread) {
    shared = make<EventEmitter>();
    shared->on("x", [] { console::log("x"); });
    auto worker = make<Worker>(thisFile);
    worker->on(event::exit, [] { console::log("exit"); });
  } else {
    shared = nullptr;
  }
}); }
