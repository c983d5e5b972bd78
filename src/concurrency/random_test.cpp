// Runs random programs and retracts each at a random time. No frame may be left, and every place and value that was
// taken must have been given back. The seed repeats a program.
#include <nodecpp/concurrency.h>

#include <random>

#include "support/program_notes.h"
#include "support/scale.h"

namespace {

struct World {
  std::mt19937 random;
  Semaphore places{2};
  Queue<int> queue{1};
  Condition condition;
  int started = 0;
  int cleaned = 0;
  // The random program has shared a promise, so something may go on after its waiters were retracted.
  bool shares = false;
  explicit World(unsigned seed) : random(seed) {}
  int below(int n) { return int(random() % unsigned(n)); }
};

Promise<int> any(let<World> world, int depth);

Promise<int> leaf(let<World> world) {
  Local local("");
  switch (world.ref().below(10)) {
    case 0: co_return 1;
    case 1: throw Error("leaf");
    case 2: co_await never(); break;
    case 3: co_await nullptr; break;
    case 4: {
      auto place = co_await world.ref().places.acquire();
      co_await sleep(world.ref().below(5));
      break;
    }
    case 5: co_await world.ref().queue.put(1); break;
    case 6: co_return co_await world.ref().queue.get();
    case 7: {
      if (world.ref().below(2)) world.ref().condition.notifyOne();
      co_await world.ref().condition.wait();
      break;
    }
    default: co_await sleep(world.ref().below(8));
  }
  co_return 2;
}

Sequence<int> numbers(let<World> world, int depth) {
  Local local("");
  for (int i = 0; i < 4; i++) co_yield co_await any(world, depth);
}

Promise<int> any(let<World> world, int depth) {
  Local local("");
  if (depth == 0) co_return co_await leaf(world);
  auto one = [=] { return any(world, depth - 1); };
  switch (world.ref().below(12)) {
    case 0: co_return co_await race(one, one);
    case 1: co_return co_await race(one, one, one);
    case 2: {
      auto [a, b] = co_await all(one, one);
      co_return a + b;
    }
    case 3: co_return co_await nodecpp::any(one, one);
    case 4: co_return co_await withTimeout(1 + world.ref().below(5), one);
    case 5: {
      ++world.ref().started;
      bool slow = world.ref().below(2);
      bool fails = world.ref().below(8) == 0;
      co_return co_await guarded(one).finally_([=](this auto) -> Promise<> {
        Local local("");
        if (slow) co_await sleep(2);
        ++world.ref().cleaned;
        if (fails) throw Error("clean-up");
      });
    }
    case 6:
      co_return co_await nursery([=](this auto, Nursery n) -> Promise<int> {
        Local local("");
        n.spawn(one);
        n.spawn([=]() { return one().then([=](int) { n.exit(); }); });
        co_return co_await one();
      });
    case 7: {
      world.ref().shares = true;
      auto shared = one();
      co_return co_await race([=] { return shared; }, [=] { return shared; }, one);
    }
    case 8:
      co_return co_await numbers(world, depth - 1)
          .par(2)
          .map([=](int) { return one(); })
          .take(2)
          .reduce(0, [](int a, int b) { return a + b; });
    case 9: co_return co_await one().then([](int v) { return v + 1; });
    case 10: {
      int sum = 0;
      auto all = numbers(world, depth - 1).buffer(2);
      while (auto value = co_await all.next()) sum += *value;
      co_return sum;
    }
    default: try { co_return co_await one();
      } catch (const Error&) {
      }
      co_return co_await one();
  }
}

}  // namespace

TEST_CASE("random programs give the results of a model") {
  for (int seed = 0; seed < tests::scaled(3000); seed++) {
    CAPTURE(seed);
    let<World> world(seed);
    auto notes = program([=](this auto) -> Promise<> {
      int limit = 1 + world.ref().below(30);
      try {
        co_await race([=] { return any(world, 4); }, [=] { return sleep(limit).then([] { return 0; }); });
      } catch (const Error&) {
      }
      CHECK(world.ref().places.waiting() == 0);
    });
    if (!world.ref().shares) CHECK(world.ref().started == world.ref().cleaned);
    CHECK(notes == Notes{});
    CHECK(world.ref().places.available() == 2);
  }
}
