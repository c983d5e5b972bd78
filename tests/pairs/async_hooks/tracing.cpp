#include <nodecpp/async_hooks.h>
#include <nodecpp/concurrency.h>
#include <nodecpp/console.h>
#include <nodecpp/events.h>
#include <nodecpp/fetch.h>
#include <nodecpp/http.h>
#include <nodecpp/json.h>
#include <nodecpp/perf_hooks.h>
using namespace nodecpp;
using namespace nodecpp::async_hooks;
using namespace nodecpp::perf_hooks;

constexpr Event<String> stored{"stored"};

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto current = make<AsyncLocalStorage<var>>();
  Array<String> log;
  auto note = [=](String text) { log.push(format("{} {}", current->getStore() ? String(current->getStore()["id"]) : str("-"), text)); };
  auto bus = make<EventEmitter>();
  bus->on(stored, [=](String what) { note("stored " + what); });

  auto backend = http::createServer([=](auto request, auto response) {
    setTimeout([=] { response->end(JSON::stringify(var::object({{"path", request->url}, {"id", request->headers["x-id"]}}))); }, 2);
  });
  auto server = http::createServer([=](auto request, auto response) {
    String id = request->headers["x-id"];
    (void)current->run(var::object({{"id", id}, {"steps", var::array()}}), [=](this auto) -> Promise<> {
      performance::mark("begin " + id);
      note("begin " + request->url);
      String body = "";
      auto chunks = request->iterator();
      while (auto chunk = co_await chunks.next()) body += String(*chunk);
      note("body " + str(body.length()));
      auto signal = make<AbortController>()->signal();
      auto answer = co_await fetch(format("http://127.0.0.1:{}/b{}", backend->address().port, request->url), {.headers = {{"X-Id", id}}, .signal = signal});
      var value = co_await answer->json();
      note("fetched " + value["path"] + " " + value["id"]);
      co_await Promise<>([](auto resolve) { setImmediate(resolve); });
      current->getStore()["steps"].push("stored");
      bus->emit(stored, String(value["path"]));
      current->exit([=] { note("outside"); });
      queueMicrotask([=] { note("microtask"); });
      process::nextTick([=] { note("tick"); });
      response->setHeader("X-Steps", current->getStore()["steps"].length());
      response->on(event::finish, [=] {
        note("finish");
        performance::mark("end " + id);
        auto measure = performance::measure("request " + id, {.detail = var::object({{"id", id}}), .start = "begin " + id, .end = "end " + id});
        note("measured " + measure->name + " " + str(measure->duration >= 1));
      });
      response->end(JSON::stringify(value));
    });
  });
  Array<String> seen;
  auto finish = [=] {
    for (String id : Array<String>{"a", "b", "c"}) console::log(log.filter([=](String each) { return each.startsWith(id + " "); }));
    console::log(log.filter([](String each) { return each.startsWith("- "); }).length(), seen.sort());
    console::log(performance::getEntriesByType("mark").map([](auto each) { return each->name; }).sort());
    performance::clearMarks();
    console::log(performance::getEntries().length() >= 0, performance::getEntriesByType("mark").length());
    server->close();
    backend->close();
  };
  auto observer = make<PerformanceObserver>([=](auto list, auto self) {
    for (auto entry : list.getEntries()) seen.push(format("{} {} {}", entry->entryType, entry->name, entry->detail["id"]));
    if (seen.length() == 3) {
      self->disconnect();
      finish();
    }
  });
  observer->observe({.entryTypes = {"measure"}});

  backend->listen(0, "127.0.0.1", [=] { server->listen(0, "127.0.0.1", [=] {
    for (String id : Array<String>{"a", "b", "c"}) {
      auto request = http::request({.agent = false, .headers = {{"X-Id", id}}, .host = "127.0.0.1", .method = "POST", .path = "/" + id, .port = server->address().port}, [=](auto response) {
        let<String> text = "";
        response->on(event::data, [=](String chunk) { text += chunk; });
        response->on(event::end, [=] { note("client " + response->headers["x-steps"] + " " + str(text.value().length())); });
      });
      request->end("body of " + id.repeat(3));
    }
  }); });
}); }
