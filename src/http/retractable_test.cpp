// A handler is retracted when its client goes away, and only then.
#include <doctest/doctest.h>
#include <nodecpp/concurrency.h>
#include <nodecpp/http.h>
#include <nodecpp/http/retractable.h>

#include "sim/program.h"
#include "sim/world.h"

using namespace nodecpp;
using namespace nodecpp::sim;

namespace {

std::vector<std::string> notes;
struct Local {
  std::string name;
  ~Local() { notes.push_back("~" + name); }
};

void server() {
  http::createServer(http::retractable([](http::IncomingMessage request, http::ServerResponse response) -> Promise<> {
    Local local{std::string(request->url.data(), request->url.size())};
    co_await sleep(1000);
    notes.push_back("answers");
    response->end("done");
    co_await sleep(10);
    notes.push_back("has time after the end");
  }))->listen(8080, "127.0.0.1");
}

}  // namespace

TEST_CASE("retractable: the client goes away") {
  notes.clear();
  World world;
  world.spawn("server", server);
  world.settle();
  {
    auto client = world.connect(8080);
    client.send("GET /gone HTTP/1.1\r\nHost: x\r\n\r\n");
    world.runFor(100);
    client.reset();
    world.runFor(1);
    CHECK(notes == std::vector<std::string>{"~/gone"});
  }
  auto client = world.connect(8080);
  client.send("GET /stays HTTP/1.1\r\nHost: x\r\n\r\n");
  world.runFor(1100);
  CHECK(notes == std::vector<std::string>{"~/gone", "answers", "has time after the end", "~/stays"});
  CHECK(client.received().ends_with("done"));
}
