#include <nodecpp/console.h>
#include <nodecpp/date.h>
#include <nodecpp/map.h>
#include <nodecpp/set.h>
#include <nodecpp/symbol.h>
#include <nodecpp/typed_arrays.h>
#include <nodecpp/worker_threads.h>
using namespace nodecpp;
using namespace nodecpp::worker_threads;

template <class F>
Promise<> attempt(String name, F f) {
  try {
    co_await f();
    console::log(name, undefined);
  } catch (const Error& error) {
    console::log(name, error->name, error->name == "DataCloneError" ? var(25) : var(error->code), error->message);
  }
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  if (isMainThread) {
    Array<var> back;
    process::on(event::workerMessage, [=](var value, int source) {
      back.push(var::array({value, source > 0}));
    });
    process::on(event::worker, [](Worker worker) { console::log("a worker", worker->threadId() > 0); });
    auto worker = make<Worker>(thisFile);
    auto other = make<Worker>(thisFile, WorkerOptions{.workerData = "other"});
    let<int> ready = 0;
    auto begin = [=](this auto) -> Promise<> {
      if (++ready < 2) co_return;
      int id = worker->threadId();
      co_await attempt("plain", [=] { return postMessageToThread(id, var::object({{"a", 1}})); });
      co_await attempt("map", [=] { return postMessageToThread(id, Map<var, var>{{1, Set<var>{2}}}); });
      auto buffer = ArrayBuffer(4);
      co_await attempt("moved", [=] { return postMessageToThread(id, var::object({{"buffer", buffer}}), {buffer}); });
      console::log(buffer.detached());
      co_await attempt("unknown thread", [=] { return postMessageToThread(9999, 1); });
      co_await attempt("own thread", [=] { return postMessageToThread(threadId, 1); });
      co_await attempt("time-out below 0", [=] { return postMessageToThread(id, 1, -1); });
      co_await attempt("throws", [=] { return postMessageToThread(id, "throw"); });
      co_await attempt("cannot be cloned", [=] { return postMessageToThread(id, Symbol("x")); });
      co_await attempt("back", [=] { return postMessageToThread(id, "back"); });
      co_await attempt("across", [=] { return postMessageToThread(id, other->threadId()); });
      co_await attempt("slow", [=] { return postMessageToThread(id, "slow", 20); });
      co_await attempt("after it", [=] { return postMessageToThread(id, "after"); });
      co_await attempt("silent", [=] { return postMessageToThread(id, "silent"); });
      co_await attempt("no listener", [=] { return postMessageToThread(id, "nobody hears this"); });
      auto first = co_await worker->cpuUsage();
      auto second = co_await worker->cpuUsage(first);
      console::log(Array<String>{"user", "system"}, first.user > 0, second.user >= 0, second.user < first.user + 1e6);
      try {
        co_await worker->cpuUsage({.user = -1, .system = 0});
      } catch (const Error& error) {
        console::log(error->name, error->code, error->message);
      }
      co_await worker->terminate();
      co_await attempt("ended", [=] { return worker->cpuUsage(); });
      co_await attempt("ended", [=] { return postMessageToThread(id, 1); });
      co_await other->terminate();
      console::log(back.length(), back);
    };
    worker->on(event::message, begin);
    other->on(event::message, begin);
  } else {
    process::on(event::workerMessage, [](var value, int source) {
      if (value == "throw") throw Error("listener");
      if (value == "back") return void(postMessageToThread(source, var::object({{"thanks", "for it"}})));
      if (value == "silent") return void(process::removeAllListeners("workerMessage"));
      if (value == "slow") for (double end = Date::now() + 100; Date::now() < end;);
      if (value.isNumber()) return void(postMessageToThread(int(value), "from a worker"));
      if (value == "from a worker") return void(postMessageToThread(0, "it came"));
    });
    setInterval([] {}, 1000);
    parentPort->postMessage("ready");
  }
}); }
