// defined: Maximum call stack size exceeded
#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/worker_threads.h>
using namespace nodecpp;
using namespace nodecpp::worker_threads;

[[gnu::noinline]] String path(int n, String so) {
  if (n < 0) return so;
  return path(n + 1, so + "/") + n;
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  if (isMainThread) {
    auto worker = make<Worker>(thisFile);
    worker->on(event::exit, [](int code) { console::log("exit", code); });
  } else {
    console::log(path(0, ""));
  }
}); }
