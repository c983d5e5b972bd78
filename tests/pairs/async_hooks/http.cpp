#include <nodecpp/async_hooks.h>
#include <nodecpp/console.h>
#include <nodecpp/http.h>
#include <nodecpp/process.h>
#include <nodecpp/timers.h>
using namespace nodecpp;
using namespace nodecpp::async_hooks;

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto als = make<AsyncLocalStorage<String>>();
  Array<String> serverLines, clientLines;
  auto server = [=](String name) mutable { serverLines.push(name + " " + als->getStore()); };
  auto client = [=](String name) mutable { clientLines.push(name + " " + als->getStore()); };
  auto listening = als->run("create", [=] { return http::createServer([=](auto request, auto response) mutable {
    server("request " + request->url);
    als->run("in " + request->url, [=] {
      request->on(event::data, [=]() mutable { server("data"); });
      request->on(event::end, [=]() mutable {
        server("end");
        setTimeout([=]() mutable {
          server("timer");
          response->end("hi", [=]() mutable { server("response end"); });
        }, 1);
      });
      response->on(event::finish, [=]() mutable { server("finish"); });
      response->on(event::close, [=]() mutable { server("response close"); });
    });
  }); });
  listening->on(event::connection, [=]() mutable { server("connection"); });
  als->run("listen", [=] { listening->listen(0, "127.0.0.1", [=] {
    auto agent = make<http::Agent>({.keepAlive = true, .maxSockets = 1});
    int port = listening->address().port;
    let<int> left = 3;
    for (int i : {1, 2, 3}) als->run(str("client ") + i, [=] {
      auto request = http::request({.agent = agent, .host = "127.0.0.1", .method = "POST", .path = str("/") + i, .port = port},
                                   [=](http::IncomingMessage response) mutable {
        client("response");
        als->run(str("read ") + i, [=] {
          response->on(event::data, [=]() mutable { client("data"); });
          response->on(event::end, [=]() mutable { client("end"); });
          response->on(event::close, [=]() mutable {
            client("response close");
            if (--left == 0) {
              agent->destroy();
              listening->close([=]() mutable { server("closed"); });
            }
          });
        });
      });
      request->on(event::socket, [=]() mutable { client("socket"); });
      request->on(event::finish, [=]() mutable { client("finish"); });
      request->end("body", [=]() mutable { client("request end"); });
    });
  }); });
  process::on(event::exit, [=] {
    console::log(serverLines.join("\n"));
    console::log(clientLines.join("\n"));
  });
}); }
