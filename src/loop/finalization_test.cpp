#include <doctest/doctest.h>
#include <nodecpp/error.h>
#include <nodecpp/finalization_registry.h>
#include <nodecpp/map.h>
#include <nodecpp/var.h>

#include <memory>
#include <string>

#include "loop/loop.h"
#include "os/sim/sim_port.h"
#include "support/sim_loop.h"

using namespace nodecpp;
using detail::Loop;

namespace {

struct Bench : tests::SimLoop {
  std::string log;
  // Runs all immediates that wait, for which the loop needs a reason to go on.
  void run() {
    setTimeout([] {}, 5);
    loop.run();
  }
};

}  // namespace

// The class is not in an anonymous namespace, since a var refers to describeInto of it, which other files may define.
namespace finalization_test {
struct Thing : Object {};
}
using finalization_test::Thing;

TEST_CASE("the function is called for freed objects, later and in their order") {
  Bench bench;
  FinalizationRegistry<String> registry([&](String name) { bench.log += std::string(name.data(), name.size()) + " "; });
  var object = var::object(), array = var::array();
  auto thing = make<Thing>();
  registry.register_(object, "object");
  registry.register_(array, "array");
  registry.register_(thing, "thing");
  registry.register_(thing, "again");
  bench.run();
  CHECK(bench.log == "");
  array = undefined;
  object = undefined;
  CHECK(bench.log == "");
  bench.run();
  CHECK(bench.log == "array object ");
  thing = nullptr;
  bench.run();
  CHECK((bench.log == "array object again thing " || bench.log == "array object thing again "));
}

TEST_CASE("a call that waits does not keep the program running, and none is made when it ends") {
  Bench bench;
  FinalizationRegistry<int> registry([&](int) { bench.log += "called"; });
  registry.register_(var::object(), 1);
  auto thing = make<Thing>();
  registry.register_(thing, 2);
  CHECK_FALSE(bench.loop.alive());
  bench.end();
  thing = nullptr;
  CHECK(bench.log == "");
}

TEST_CASE("a registration is undone by its token") {
  Bench bench;
  int sum = 0;
  FinalizationRegistry<int> registry([&](int n) { sum += n; }), other([&](int n) { sum += 1000 * n; });
  var object = var::object();
  auto token = make<Thing>();
  var second = var::object();
  registry.register_(object, 1, token);
  registry.register_(object, 2, second);
  registry.register_(object, 4, token);
  registry.register_(object, 8);
  registry.register_(object, 16, object);
  other.register_(object, 1, token);
  CHECK(registry.unregister(token));
  CHECK_FALSE(registry.unregister(token));
  second = undefined;  // a token may go before its object
  object = undefined;
  bench.run();
  CHECK(sum == 1026);

  // Also an object that is freed already.
  registry.register_(var::object(), 32, token);
  CHECK(registry.unregister(token));
  bench.run();
  CHECK(sum == 1026);
}

TEST_CASE("the errors are JavaScript's") {
  Bench bench;
  CHECK_THROWS_WITH(FinalizationRegistry<int>(Function<void(int)>()), "TypeError: FinalizationRegistry: cleanup must be callable");
  FinalizationRegistry<var> registry([](var) {});
  var object = var::object();
  CHECK_THROWS_WITH(registry.register_(var(1), 1), "TypeError: FinalizationRegistry.prototype.register: invalid target");
  CHECK_THROWS_WITH(registry.register_(Handle<Thing>(), 1), "TypeError: FinalizationRegistry.prototype.register: invalid target");
  CHECK_THROWS_WITH(registry.register_(object, object), "TypeError: FinalizationRegistry.prototype.register: target and holdings must not be same");
  CHECK_THROWS_WITH(registry.register_(object, 1, var(2)), "TypeError: Invalid unregisterToken ('2')");
  CHECK_THROWS_WITH(registry.unregister(var(2)), "TypeError: Invalid unregisterToken ('2')");
  CHECK_FALSE(registry.unregister(object));
  // Nothing is called for a Map, which the registry cannot refer to.
  registry.register_(var(Map<String, int>()), 1);
  CHECK(str(registry) == "[object FinalizationRegistry]");
}

TEST_CASE("a registry may be freed before its objects, and by its own function") {
  Bench bench;
  int calls = 0;
  auto thing = make<Thing>();
  FinalizationRegistry<var>([&](var) { ++calls; }).register_(thing, var::object());
  thing = nullptr;
  bench.run();
  CHECK(calls == 0);

  std::unique_ptr<FinalizationRegistry<int>> registry;
  registry = std::make_unique<FinalizationRegistry<int>>([&](int n) {
    ++calls;
    if (n == 1) registry = nullptr;
  });
  registry->register_(var::object(), 1);
  registry->register_(var::object(), 2);
  bench.run();
  CHECK(calls == 2);
  CHECK_FALSE(registry);
}
