#include <nodecpp/console.h>
#include <nodecpp/worker_threads.h>
using namespace nodecpp;
using namespace nodecpp::worker_threads;

void work() {
  console::log("worker", bool(isMainThread), int(threadId) > 0, var(workerData["name"]), workerData["list"].length());
  parentPort->postMessage(var::object({{"hello", workerData["name"]}}));
  parentPort->on(event::message, [=](var value) {
    if (value == "end") return parentPort->close();
    parentPort->postMessage(value * 2);
  });
  process::on(event::exit, [=](int code) { parentPort->postMessage(format("exit listener {}", code)); });
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  if (isMainThread) {
    console::log(bool(isMainThread), int(threadId), var(workerData), nullptr);
    auto worker = make<Worker>(thisFile, WorkerOptions{.workerData = var::object({{"name", "w"}, {"list", var::array({1, 2, 3})}})});
    worker->on(event::online, [=] { console::log("online", worker->threadId() > 0); });
    let<double> sum = 0;
    worker->on(event::message, [=](var message) {
      console::log("message", message);
      if (message.isObject()) return worker->postMessage(1);
      sum += message.toNumber();
      if (message < 4) worker->postMessage(message);
      else worker->postMessage("end");
    });
    worker->on(event::exit, [=](int code) { console::log("exit", code, sum, worker->threadId()); });
  } else {
    work();
  }
}); }
