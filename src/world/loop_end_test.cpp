// Programs on one thread end one after another, each with operations that wait in it.
#include <nodecpp/concurrency.h>
#include <nodecpp/dns.h>
#include <nodecpp/fs.h>
#include <nodecpp/http.h>
#include <nodecpp/net.h>
#include <nodecpp/timers.h>

#include <string>

#include "support/program_notes.h"
#include "world/simulated_program.h"
#include "world/world.h"

using namespace nodecpp::sim;

namespace {

Promise<> waits(std::string name) {
  Local local{name};
  auto keep = setInterval([] {}, 1000);
  co_await never();
  static_cast<void>(keep);
}

}  // namespace

TEST_CASE("a program that ends takes only its own frames with it") {
  {
    World world;
    auto& first = world.spawn("first", [] { waits("first"); });
    world.spawn("second", [] { waits("second"); });
    world.settle();
    first.signal(9);
    world.settle();
    CHECK(!first.running());
    CHECK(notes == Notes{"~first"});
  }
  CHECK(notes == Notes{"~first", "~second"});
}

TEST_CASE("what a program begins while it ends goes with it, too") {
  struct BeginsMore {
    ~BeginsMore() {
      net::createServer()->listen(5000);
      net::connect(5000, "127.0.0.1")->on(event::error, [](Error) {});
      make<http::Agent>({.maxSockets = 1});
      fs::watch("/tmp", [](String, String) {});
      fs::watchFile("/tmp/none", [](fs::Stats, fs::Stats) {});
      dns::setServers({"192.0.2.1"});
      dns::resolve4("name.example", [](Error, Array<String>) {});
      setInterval([] {}, 10);
      queueMicrotask([] {});
      [](int) -> Promise<> { co_await never(); }(1);
    }
  };
  World world;
  auto& ending = world.spawn("ending", [] {
    [](int) -> Promise<> {
      BeginsMore more;
      co_await never();
    }(1);
    setInterval([] {}, 1000);
  });
  auto& other = world.spawn("other", [] { setTimeout([] {}, 1000); });
  world.settle();
  ending.signal(9);
  world.settle();
  CHECK_FALSE(ending.running());
  CHECK(world.network().listening().empty());
  world.runFor(2000);
  CHECK(other.exitCode() == 0);
}
