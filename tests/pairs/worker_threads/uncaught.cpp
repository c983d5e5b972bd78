// An error that a worker does not catch, as the main thread gets it.
#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/worker_threads.h>
using namespace nodecpp;
using namespace nodecpp::worker_threads;

int main(int argc, char** argv) { return run(argc, argv, [] {
  if (isMainThread) {
    auto worker = make<Worker>(thisFile);
    worker->on(event::error, [](Error error) {
      console::log(error->name, error->message, error->code == undefined, error->syscall == undefined, error->path ? "a path" : "no path");
      console::log(error->address.orElse("no address"), error->hostname.orElse("no host"), error->dest.orElse("no target"));
    });
    worker->on(event::exit, [](int code) { console::log("exit", code); });
  } else {
    throw TypeError("not caught");
  }
}); }
