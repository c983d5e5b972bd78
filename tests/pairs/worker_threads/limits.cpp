#include <nodecpp/console.h>
#include <nodecpp/json.h>
#include <nodecpp/typed_arrays.h>
#include <nodecpp/worker_threads.h>
using namespace nodecpp;
using namespace nodecpp::worker_threads;

int main(int argc, char** argv) { return run(argc, argv, [] {
  if (isMainThread) {
    console::log(JSON::stringify(String(threadName)), resourceLimits().stackSizeMb == 0);
    auto [port1, port2] = MessageChannel();
    ArrayBuffer bytes(3);
    Uint8Array(bytes).set({7, 8, 9});
    auto worker = make<Worker>(thisFile, WorkerOptions{.workerData = var::object({{"port", port2}, {"bytes", bytes}}), .transferList = {port2, bytes}, .resourceLimits = {.stackSizeMb = 2}, .name = "the reader"});
    console::log(bytes.detached(), worker->threadName(), worker->resourceLimits().stackSizeMb);
    let<String> byPort = "";
    port1->on(event::message, [=](var text) { byPort = text.toString(); });
    worker->on(event::message, [](var message) { console::log(JSON::stringify(message)); });
    worker->on(event::exit, [port1, byPort](int code) {
      console::log("exit", code, byPort.value());
      port1->close();
      Buffer kept = Buffer::alloc(5, 1);
      console::log(isMarkedAsUntransferable(kept));
      markAsUntransferable(kept);
      console::log(isMarkedAsUntransferable(kept), isMarkedAsUntransferable(Buffer::alloc(1)));
      MessageChannel channel;
      try {
        channel.port1->postMessage(kept, {kept});
      } catch (const Error& error) {
        console::log(error->name, kept.length());
      }
      channel.port1->close();
    });
  } else {
    var data = workerData;
    auto port = data["port"].handle<MessagePort>();
    port->postMessage("bytes " + Uint8Array(data["bytes"].as<ArrayBuffer>()).join());
    parentPort->postMessage(var::object({{"name", String(threadName)}, {"stackSizeMb", resourceLimits().stackSizeMb}}));
    port->close();
  }
}); }
