#include <nodecpp/concurrency/sleep.h>
#include <nodecpp/console.h>
#include <nodecpp/fetch.h>
#include <nodecpp/http.h>
#include <nodecpp/json.h>
#include <nodecpp/perf_hooks.h>
#include <nodecpp/timers.h>
#include <nodecpp/zlib.h>
using namespace nodecpp;
using namespace perf_hooks;

static Promise<> soon() { co_await sleep(30); }
static void show(PerformanceResourceTiming entry, String port) {
  Array<double> order{entry->startTime, entry->fetchStart, entry->requestStart, entry->responseStart, entry->responseEnd};
  console::log(entry->name.replace(port, "PORT"), entry->entryType, entry->initiatorType, entry->responseStatus, JSON::stringify(entry->deliveryType));
  console::log("  sizes", entry->decodedBodySize, entry->encodedBodySize > 0, entry->transferSize == entry->encodedBodySize + 300);
  bool inOrder = order.every([=](double time) { return time == 0 || time >= entry->startTime; });
  console::log("  times", inOrder, entry->duration == entry->responseEnd - entry->startTime,
    entry->redirectStart == entry->startTime, entry->redirectEnd == entry->fetchStart, entry->workerStart, entry->connectStart == entry->fetchStart, entry->domainLookupEnd == entry->fetchStart);
}
static Promise<> scenes(http::Server server) {
  String port = str(server->address().port), at = "http://127.0.0.1:" + port;
  auto observer = make<PerformanceObserver>([=](PerformanceObserverEntryList list) { for (auto entry : list.getEntries()) console::log("observed", entry->name.replace(at, ""), entry->entryType); });
  observer->observe({.entryTypes = {"resource"}});
  for (String path : Array<String>{"/a", "/none", "/to", "/other", "/zip", "/half", "/a#part"}) {
    try {
      auto response = co_await fetch(at + path);
      co_await response->text();
    } catch (const Error& error) {
      console::log(error->message);
    }
    co_await soon();
  }
  auto head = co_await fetch(at + "/head", {.method = "HEAD"});
  co_await soon();
  auto unread = co_await fetch(at + "/unread");
  co_await soon();
  console::log(performance::getEntriesByType("resource").length());
  co_await unread->text();
  auto data = co_await fetch("data:,x");
  co_await data->text();
  try { co_await fetch("http://127.0.0.1:1/"); } catch (const Error&) {}
  co_await soon();
  observer->disconnect();
  for (auto entry : performance::getEntriesByType("resource")) show(entry.as<PerformanceResourceTiming>(), port);
  console::log(performance::getEntriesByName(at + "/a").length(), performance::getEntries().length());
  performance::clearResourceTimings(at + "/a");
  console::log(performance::getEntriesByType("resource").length());
  performance::clearResourceTimings();
  console::log(performance::getEntriesByType("resource").length());

  FetchTimingInfo info{.startTime = 1, .redirectStartTime = 1, .redirectEndTime = 2, .postRedirectStartTime = 3, .finalServiceWorkerStartTime = 2, .finalNetworkRequestStartTime = 3.5,
    .finalNetworkResponseStartTime = 4, .endTime = 5, .encodedBodySize = 10, .decodedBodySize = 20,
    .domainLookupStartTime = 1, .domainLookupEndTime = 2, .connectionStartTime = 3, .connectionEndTime = 4, .secureConnectionStartTime = 3.5, .ALPNNegotiatedProtocol = "h2"};
  auto made = performance::markResourceTiming(info, "http://name.example/", "mine", "", 200, "cache");
  console::log(JSON::stringify(made->toJSON()));
  console::log(performance::markResourceTiming(info, "http://name.example/", "mine", "local", 304)->transferSize);
  performance::setResourceTimingBufferSize(4);
  for (int i = 0; i < 5; ++i) performance::markResourceTiming(info, str("http://name.example/") + i, "mine", "", 200);
  console::log(performance::getEntriesByType("resource").length());
  co_await soon();
  console::log(performance::getEntriesByType("resource").map([](auto entry) { return entry->name; }).join(" "));
  server->close();
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  let<http::Server> server;
  server = http::createServer([=](auto request, auto response) {
    if (request->url == "/to") {
      response->writeHead(302, {{"Location", "/end"}});
      return void(response->end());
    }
    if (request->url == "/other") {
      response->writeHead(302, {{"Location", str("http://localhost:") + server->address().port + "/end"}});
      return void(response->end());
    }
    if (request->url == "/zip") {
      response->writeHead(200, {{"Content-Encoding", "gzip"}});
      return void(response->end(zlib::gzipSync(str("a").repeat(1000))));
    }
    if (request->url == "/half") {
      response->writeHead(200, {{"Content-Length", 10}});
      response->write("half");
      return void(setTimeout([=] { response->destroy(); }, 10));
    }
    response->writeHead(request->url == "/none" ? 204 : 200);
    if (request->url == "/none") response->end(); else response->end("hello");
  });
  server->listen(0, "127.0.0.1", [=] { (void)scenes(server); });
}); }
