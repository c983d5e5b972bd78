// Checks that a handler is retracted when its client closes the connection, and only then.
#include <nodecpp/concurrency.h>
#include <nodecpp/http.h>
#include <nodecpp/http/retractable.h>

#include <string>

#include "support/program_notes.h"
#include "world/simulated_program.h"
#include "world/world.h"

using namespace nodecpp::sim;

namespace {

void server() {
  http::createServer(http::retractable([](http::IncomingMessage request, http::ServerResponse response) -> Promise<> {
    Local local{std::string(request->url.data(), request->url.size())};
    co_await sleep(1000);
    note("answers");
    response->end("done");
    co_await sleep(10);
    note("has time after the end");
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
    CHECK(notes == Notes{"~/gone"});
  }
  auto client = world.connect(8080);
  client.send("GET /stays HTTP/1.1\r\nHost: x\r\n\r\n");
  world.runFor(1100);
  CHECK(notes == Notes{"~/gone", "answers", "has time after the end", "~/stays"});
  CHECK(client.received().ends_with("done"));
}
