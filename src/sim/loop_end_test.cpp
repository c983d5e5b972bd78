// Programs of one thread end one by one, each with what waits in it.
#include <nodecpp/concurrency.h>
#include <nodecpp/timers.h>

#include <doctest/doctest.h>

#include <string>
#include <vector>

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
    CHECK(notes == std::vector<std::string>{"~first"});
  }
  CHECK(notes == std::vector<std::string>{"~first", "~second"});
}
