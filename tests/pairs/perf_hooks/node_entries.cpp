#include <nodecpp/console.h>
#include <nodecpp/dns.h>
#include <nodecpp/http.h>
#include <nodecpp/json.h>
#include <nodecpp/perf_hooks.h>
#include <nodecpp/regexp.h>
#include <nodecpp/timers.h>
using namespace nodecpp;
using namespace perf_hooks;

static String hide(var value) {
  return JSON::stringify(value).replace(RegExp("\"?(?:127\\.0\\.0\\.1|localhost):\\d+", "g"), "\"HOST").replace(RegExp("\"port\":\\d+", "g"), "\"port\":0").replace(RegExp("\"date\":\"[^\"]*\"", "g"), "\"date\":\"\"");
}
using Done = Function<void()>;

int main(int argc, char** argv) { return run(argc, argv, [] {
  Array<String> seen;
  auto observer = make<PerformanceObserver>([=](PerformanceObserverEntryList list) {
    for (auto entry : list.getEntries()) seen.push(Array<String>{entry->entryType, entry->name, str(entry->duration >= 0), str(entry->startTime > 0), hide(entry->detail)}.join(" "));
  });
  observer->observe({.entryTypes = {"http", "net", "dns"}});
  console::log(PerformanceObserver::ObjectType::supportedEntryTypes().join());
  auto server = http::createServer([](auto request, auto response) {
    response->setHeader("X-Server", "yes");
    response->setHeader("Set-Cookie", {"a=1", "b=2"});
    response->writeHead(request->url == "/missing" ? 404 : 200, request->url == "/missing" ? "Nothing here" : "OK");
    response->end("body");
  });
  auto ask = [=](http::RequestOptions options, Done next) {
    options.host = "127.0.0.1";
    options.port = server->address().port;
    auto request = http::request(options, [=](auto response) {
      response->resume();
      response->on(event::end, [=] { setTimeout(next, 10); });
    });
    if (options.method == "POST") request->end("text"); else request->end();
  };
  auto agent = make<http::Agent>({.keepAlive = true});
  server->listen(0, "127.0.0.1", [=] {
    ask({.agent = false, .headers = {{"X-Name", "value"}}, .path = "/a?b=c"}, [=] { ask({.agent = agent, .method = "POST", .path = "/missing"}, [=] { ask({.agent = agent, .path = "/again"}, [=] {
      dns::lookup("127.0.0.1", [=](Error, String, int) { dns::lookup("localhost", {.family = 4}, [=](Error, String address, int) {
        console::log(address);
        let<net::Socket> socket;
        socket = net::connect({.port = server->address().port, .host = "localhost", .family = 4}, [=] {
          socket->destroy();
          net::connect(1, "127.0.0.1")->on(event::error, [=] { dns::lookup("name.invalid", [=](Error, String, int) { setTimeout([=] {
            observer->disconnect();
            ask({.agent = false, .path = "/unobserved"}, [=] {
              for (auto line : seen.sort()) console::log(line);
              agent->destroy();
              server->close();
            });
          }, 20); }); });
        });
      }); });
    }); }); });
  });
}); }
