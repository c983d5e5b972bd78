// right: a worker is terminated and dropped in its own message event
// > ready
// > exit 1
#include <nodecpp/console.h>
#include <nodecpp/let.h>
#include <nodecpp/process.h>
#include <nodecpp/timers.h>
#include <nodecpp/worker_threads.h>
using namespace nodecpp;
using namespace nodecpp::worker_threads;

int main(int argc, char** argv) { return run(argc, argv, [] {
  if (!isMainThread) {
    for (int i = 0; i < 100; i++) parentPort->postMessage(str("a text that is longer than what a String has room for ") + i);
    setInterval([] {}, 1000);
    return;
  }
  let<Worker> worker = make<Worker>(thisFile);
  worker->on(event::exit, [](int code) { console::log("exit", code); });
  worker->on(event::message, [=](var) {
    if (!worker) return;
    console::log("ready");
    worker->terminate();
    worker = Worker();
  });
}); }
