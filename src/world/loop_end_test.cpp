// Programs of one thread end one by one, each with what waits in it.
#include <nodecpp/concurrency.h>
#include <nodecpp/timers.h>

#include "world/program.h"
#include "world/world.h"
#include "support/notes.h"

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
