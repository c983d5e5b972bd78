#include <nodecpp/console.h>
#include <nodecpp/map.h>
#include <nodecpp/promise.h>
#include <nodecpp/set.h>
#include <nodecpp/typed_arrays.h>
#include <nodecpp/worker_threads.h>
using namespace nodecpp;
using namespace nodecpp::worker_threads;

int main(int argc, char** argv) { return run(argc, argv, [] {
  if (isMainThread) {
    setEnvironmentData("limits", Map<var, var>{{"rows", 3}});
    auto worker = make<Worker>(thisFile, WorkerOptions{.workerData = var::object({{"greeting", "hello"}, {"started", Date(0)}, {"known", Set<var>{"add", "fail", "bytes"}}}), .name = "calculator"});
    let<int> open = 0;
    auto call = [=](String name, Array<var> args = {}) {
      return Promise<var>([=](auto resolve, auto reject) {
        auto [port1, port2] = MessageChannel();
        open++;
        port1->once(event::message, [=](var answer) {
          open--;
          port1->close();
          if (answer["error"]) reject(answer["error"].template as<Error>());
          else resolve(answer["value"]);
        });
        Array<Transfer> transfer = {port2};
        for (var each : args) if (each.is<ArrayBuffer>()) transfer.push(each.as<ArrayBuffer>());
        worker->postMessage(var::object({{"name", name}, {"args", args}, {"port", port2}}), transfer);
      });
    };
    auto main = [=](this auto) -> Promise<> {
      console::log(co_await call("add", {1, 2}), co_await call("add", {"a", "b"}));
      console::log(co_await Promise<>::all(Array<int>{1, 2, 3}.map([=](int each) { return call("add", {each, each}); })));
      for (String name : Array<String>{"fail", "unknown", "custom"}) {
        try {
          co_await call(name, {5});
        } catch (const Error& error) {
          console::log(name, true, error->name, error->message, error->cause.empty() ? var(undefined) : var(error->cause[0]->message), var(error)["code"]);
        }
      }
      auto buffer = ArrayBuffer(8);
      Uint8Array view(buffer);
      view[3] = 7;
      var back = co_await call("bytes", {buffer});
      console::log(buffer.byteLength(), back["byteLength"], Uint8Array(back.as<ArrayBuffer>()).join());
      console::log(co_await call("environment"));
      console::log(co_await call("data"));
      auto events = make<BroadcastChannel>("config");
      Array<var> answers;
      events->onmessage = [=](BroadcastEvent event) {
        answers.push(event.data);
        if (answers.length() == 2) {
          console::log(answers.map([](var each) { return String(each["from"] + " " + each["version"]); }).sort());
          events->close();
          worker->postMessage(var::object({{"name", "end"}}));
        }
      };
      auto second = make<Worker>(thisFile, WorkerOptions{.workerData = nullptr, .name = "second"});
      second->once(event::message, [=] { events->postMessage(var::object({{"version", 2}, {"list", Set<var>{1}}})); });
      second->on(event::exit, [=](int code) { open += code; });
      worker->on(event::exit, [=](int code) { console::log("first", code, open); });
    };
    (void)main();
  } else {
    auto config = make<BroadcastChannel>("config");
    config->onmessage = [=](BroadcastEvent event) {
      config->postMessage(var::object({{"from", String(threadName)}, {"version", event.data["version"] + event.data["list"]["size"]}}));
      config->close();
    };
    config->unref();
    var functions = var::object({
      {"add", [](var a, var b) { return a + b; }},
      {"fail", [](var value) -> var { throw RangeError("bad " + value, {.cause = TypeError("inner")}); }},
      {"custom", []() -> var { Error error("with code"); error->code = "E_CUSTOM"; error->set("status", 404); throw error; }},
      {"bytes", [](var buffer) { Uint8Array bytes(buffer.as<ArrayBuffer>()); bytes[0] = 1; return buffer; }},
      {"environment", [] { return getEnvironmentData("limits"); }},
      {"data", [] { return var::object().assign(workerData).assign(var::object({{"name", String(threadName)}, {"main", bool(isMainThread)}})); }},
    });
    if (var(workerData)) {
      parentPort->on(event::message, [=](var request) {
        if (request["name"] == "end") return parentPort->close();
        var name = request["name"], args = request["args"];
        auto port = request["port"].handle<MessagePort>();
        try {
          if (!functions[name]) throw ReferenceError(name + " is not there");
          port->postMessage(var::object({{"value", functions[name].apply(undefined, args)}}));
        } catch (const Error& error) {
          port->postMessage(var::object({{"error", error}}));
        }
        port->close();
      });
    } else {
      config->ref();
      parentPort->postMessage("ready");
    }
  }
}); }
