#include <nodecpp/console.h>
#include <nodecpp/http.h>
#include <nodecpp/per_thread.h>
using namespace nodecpp;

perThread<http::Server> server;

void ask(String name, String path, http::AgentOption agent, String when, Function<void()> done) {
  auto controller = make<AbortController>();
  if (when == "before") controller->abort();
  auto request = http::get({
    .agent = agent,
    .host = "127.0.0.1",
    .path = path,
    .port = server->address().port,
    .signal = controller->signal(),
  }, [=](auto response) {
    console::log(name, "response", response->statusCode);
    response->on(event::aborted, [=] { console::log(name, "aborted", response->complete); });
    response->on(event::error, [=](Error error) { console::log(name, "response error", error->code, error->message); });
    response->on(event::end, [=] { console::log(name, "end"); });
    response->on(event::close, [=] { console::log(name, "response close", response->destroyed()); });
    response->on(event::data, [=](auto chunk) {
      console::log(name, "data", chunk.toString());
      if (when == "data") controller->abort();
    });
    if (when == "response") controller->abort();
  });
  request->on(event::error, [=](Error error) { console::log(name, "error", error->name, error->code, error->message); });
  request->on(event::close, [=] {
    console::log(name, "close", request->destroyed());
    if (when == "close") controller->abort();
    setTimeout(done, 10);
  });
  if (when == "later") setTimeout([=] { controller->abort(); }, 20);
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  server = http::createServer([](auto request, auto response) {
    if (request->url == "/whole") response->end("whole");
    if (request->url == "/half") response->write("half");
  });
  server->listen(0, "127.0.0.1", [=] {
    auto keeping = make<http::Agent>({.keepAlive = true, .maxSockets = 1});
    ask("before", "/hang", keeping, "before", [=] {
      ask("later", "/hang", keeping, "later", [=] {
        ask("response", "/half", keeping, "response", [=] {
          ask("data", "/half", {}, "data", [=] {
            ask("close", "/whole", keeping, "close", [=] {
              ask("own", "/hang", false, "later", [=] {
                keeping->destroy();
                http::globalAgent->destroy();
                server->close([] { console::log("closed"); server = nullptr; });
              });
            });
          });
        });
      });
    });
  });
}); }
