#include <nodecpp/console.h>
#include <nodecpp/date.h>
#include <nodecpp/worker_threads.h>
using namespace nodecpp;
using namespace nodecpp::worker_threads;

void work() {
  const String before = str(Date(0));
  process::env["TZ"] = "Asia/Tokyo";
  parentPort->postMessage(before + ", " + Date(0) + " in " + process::env["TZ"]);
  parentPort->postMessage(var::object({{"at", workerData["at"]}, {"text", workerData["at"].date().toLocaleString()}}));
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  if (isMainThread) {
    auto worker = make<Worker>(thisFile, WorkerOptions{.workerData = var::object({{"at", Date(2026, 6, 1, 12)}})});
    worker->on(event::message, [](var message) {
      if (message.isString()) return console::log(message);
      console::log(message["at"], message["at"].date().getHours(), message["text"] == message["at"].date().toLocaleString());
    });
    worker->on(event::exit, [](int) { console::log("main", str(Date(0)), process::env["TZ"]); });
  } else {
    work();
  }
}); }
