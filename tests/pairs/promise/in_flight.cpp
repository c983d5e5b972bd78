#include <nodecpp/array.h>
#include <nodecpp/console.h>
#include <nodecpp/let.h>
#include <nodecpp/map.h>
#include <nodecpp/per_thread.h>
#include <nodecpp/process.h>
#include <nodecpp/promise.h>
#include <nodecpp/timers.h>
using namespace nodecpp;

static constinit perThread<Map<String, Promise<String>>> inFlight;
static constinit perThread<int> loads = 0;
Promise<String> load(String key) {
  auto promise = inFlight->get(key);
  if (promise) return promise;
  promise = Promise<>([](auto resolve) { setTimeout(resolve, 2); })
    .then([=] { return key.toUpperCase() + str(++*loads); })
    .finally_([=] { inFlight->delete_(key); });
  inFlight->set(key, promise);
  return promise;
}
int main(int argc, char** argv) { return run(argc, argv, []() -> Promise<> {
  auto first = load("a");
  console::log(first == load("a"), inFlight->size(), inFlight->get("b") == undefined);
  console::log(co_await Promise<>::all(Array<Promise<String>>{load("a"), load("b"), load("b"), first}));
  console::log(inFlight->size(), inFlight->get("a") == undefined, co_await load("a"));
  Array<Promise<String>> waiting;
  waiting.push(load("c"));
  console::log(waiting[1] == undefined, co_await waiting.shift(), waiting.shift() == undefined);
}); }
