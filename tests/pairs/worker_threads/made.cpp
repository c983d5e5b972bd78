// What is no handle is made in the same way, and the number and name of a thread are values.
#include <nodecpp/console.h>
#include <nodecpp/date.h>
#include <nodecpp/json.h>
#include <nodecpp/map.h>
#include <nodecpp/process.h>
#include <nodecpp/worker_threads.h>
using namespace nodecpp;
using namespace nodecpp::worker_threads;

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto [port1, port2] = make<MessageChannel>();
  port2->on(event::message, [=](var message) {
    console::log(message);
    port2->close();
  });
  port1->postMessage(var::array({threadId, threadName, make<Date>(0), bool(isMainThread)}));
  auto made = make<Map<String, int>>(Map<String, int>{{"a", 1}});
  console::log(made, make<Error>("one")->message, make<Date>(5).getTime());
}); }
