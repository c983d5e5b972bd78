// Tests all, race, any and withTimeout over functions, and nursery. Time is virtual.
#include <nodecpp/concurrency.h>

#include <memory>
#include <string>

#include "support/live_bytes.h"
#include "support/program_notes.h"
#include "support/scale.h"

namespace {

Promise<int> value(int v, int ms, std::string name) {
  Local local(name);
  co_await sleep(ms);
  note(name + " is over");
  co_return v;
}
Promise<int> fails(int ms, std::string name) {
  Local local(name);
  co_await sleep(ms);
  throw Error(name);
}
// Waits until it is retracted. Its clean-up then takes `ms` milliseconds.
Promise<int> slowly(int ms, std::string name, bool fails = false) {
  return guarded([=] { return value(0, 1000, name); })
      .finally_([=](this auto) -> Promise<> {
        co_await sleep(ms);
        note(name + " is clean");
        if (fails) throw Error(name + "'s clean-up");
      })
      .promise();
}

std::string chain(const Error& error) {
  std::string all = text(error->message);
  for (Error at = error; !at->cause.empty();) {
    at = Error(at->cause[0]);
    all += " < " + text(at->message);
  }
  return all;
}

}  // namespace

TEST_CASE("race: the loser is retracted, and its destructors have run before race returns") {
  auto notes = program([]() -> Promise<> {
    int got = co_await race([] { return value(1, 10, "slow"); }, [] { return value(2, 5, "fast"); });
    note("got " + std::to_string(got));
    CHECK(alive == 0);
    CHECK(now() == 5);
  });
  CHECK(notes == Notes{"fast is over", "~fast", "~slow", "got 2"});
}

TEST_CASE("race: losers are retracted in the order they were started; it returns when all are clean") {
  auto notes = program([]() -> Promise<> {
    int got =
        co_await race([] { return slowly(7, "a"); }, [] { return value(5, 1, "b"); }, [] { return slowly(3, "c"); });
    note("got " + std::to_string(got));
    CHECK(now() == 8);
  });
  CHECK(notes == Notes{"b is over", "~b", "~a", "~c", "c is clean", "a is clean", "got 5"});
}

TEST_CASE("race: when a function is done at once, the next is not started, and those before are retracted") {
  auto notes = program([]() -> Promise<> {
    note(std::to_string(co_await race([] { return 1; }, [] { return value(2, 0, "never"); })));
    note(std::to_string(co_await race([] { return value(1, 5, "a"); }, []() -> Promise<int> { co_return 3; },
                                      [] { return value(2, 0, "never"); })));
    try {
      co_await race([]() -> int { throw Error("at once"); }, [] { return value(2, 0, "never"); });
    } catch (const Error& error) {
      note(text(error->message));
    }
    Array<Function<Promise<int>()>> several;
    for (int i = 1; i <= 3; i++) several.push([=] { return value(i, 10 - i, std::to_string(i)); });
    note(std::to_string(co_await race(several)));
  });
  CHECK(notes == Notes{"1", "~a", "3", "at once", "3 is over", "~3", "~1", "~2", "3"});
}

TEST_CASE("race: an error in the clean-up replaces the outcome, and has an earlier error as its cause") {
  auto notes = program([]() -> Promise<> {
    try {
      co_await race([] { return slowly(2, "a", true); }, [] { return value(5, 1, "b"); });
    } catch (const Error& error) {
      note(chain(error));
    }
    try {
      co_await race([] { return slowly(2, "a", true); }, [] { return fails(1, "b"); },
                    [] { return slowly(1, "c", true); });
    } catch (const Error& error) {
      note(chain(error));
    }
  });
  CHECK(notes == Notes{"b is over", "~b", "~a", "a is clean", "a's clean-up",  //
                       "~b", "~a", "~c", "c is clean", "a is clean", "a's clean-up < c's clean-up < b"});
}

TEST_CASE("race: losers that have ended by themselves are let go") {
  auto notes = program([]() -> Promise<> {
    note(std::to_string(co_await race([] { return value(1, 5, "a"); }, [] { return fails(5, "b"); })));
  });
  CHECK(notes == Notes{"a is over", "~a", "~b", "1"});
}

TEST_CASE("race: retracted from outside, all its functions are") {
  auto notes = program([]() -> Promise<> {
    auto inner = [] { return race([] { return slowly(4, "a"); }, [] { return value(1, 100, "b"); }); };
    co_await race(inner, [] { return value(1, 1, "c"); });
    CHECK(now() == 5);
  });
  CHECK(notes == Notes{"c is over", "~c", "~a", "~b", "a is clean"});
}

TEST_CASE("all: values in order; the first error ends the rest") {
  auto notes = program([]() -> Promise<> {
    auto [a, b, c] = co_await all([] { return value(1, 5, "a"); }, [] { return String("b"); }, [] { return sleep(1); });
    CHECK(a == 1);
    CHECK(b == "b");
    CHECK(c == Undefined());
    Array<Function<Promise<int>()>> several;
    for (int i = 0; i < 3; i++) several.push([=] { return value(i, 10 - i, std::to_string(i)); });
    CHECK((co_await all(several)).join() == "0,1,2");
    ::notes.clear();
    try {
      co_await all([] { return value(1, 5, "a"); }, [] { return fails(2, "b"); }, [] { return slowly(2, "c"); });
    } catch (const Error& error) {
      note(chain(error));
      CHECK(now() == 19);
    }
    try {
      co_await all([] { return fails(0, "a"); }, []() -> int { throw Error("at once"); },
                   [] { return value(1, 1, "never"); });
    } catch (const Error& error) {
      note(chain(error));
    }
    co_await all(Array<Function<Promise<int>()>>());
  });
  CHECK(notes == Notes{"~b", "~a", "~c", "c is clean", "b", "~a", "at once"});
}

TEST_CASE("any: the first value; all errors when there is none") {
  auto notes = program([]() -> Promise<> {
    note(std::to_string(
        co_await any([] { return fails(1, "a"); }, [] { return value(2, 2, "b"); }, [] { return value(3, 3, "c"); })));
    try {
      co_await any([] { return fails(2, "a"); }, [] { return fails(1, "b"); });
    } catch (const AggregateError& error) {
      CHECK(error->errors.size() == 2);
      note(text(error->errors[0]->message) + text(error->errors[1]->message));
    }
  });
  CHECK(notes == Notes{"~a", "b is over", "~b", "~c", "2", "~b", "~a", "ab"});
}

TEST_CASE("withTimeout rejects when the time is over") {
  auto notes = program([]() -> Promise<> {
    note(std::to_string(co_await withTimeout(5, [] { return value(1, 4, "a"); })));
    try {
      co_await withTimeout(5, [] { return value(1, 6, "b"); });
    } catch (const Error& error) {
      note(text(error->name));
      CHECK(now() == 9);
    }
    co_await withTimeout(5, [] {});
    CHECK(now() == 9);
  });
  CHECK(notes == Notes{"a is over", "~a", "1", "~b", "TimeoutError"});
}

TEST_CASE("nursery: joins its children") {
  auto notes = program([]() -> Promise<> {
    int got = co_await nursery([](Nursery n) -> Promise<int> {
      n.spawn([] { return value(1, 5, "a"); });
      auto b = n.spawn([] { return value(2, 3, "b"); });
      n.spawn([n] { n.spawn([] { return value(3, 9, "c"); }); });
      co_return co_await b;
    });
    CHECK(got == 2);
    CHECK(now() == 9);
  });
  CHECK(notes == Notes{"b is over", "~b", "a is over", "~a", "c is over", "~c"});
}

TEST_CASE("nursery: a failing child retracts the rest, and is rethrown at the join") {
  auto notes = program([]() -> Promise<> {
    let<Nursery*> kept = nullptr;
    try {
      co_await nursery([](Nursery n) -> Promise<> {
        Local local("body");
        n.spawn([] { return slowly(4, "a"); });
        n.spawn([] { return fails(2, "b"); });
        n.spawn([] { return value(1, 100, "c"); });
        co_await sleep(50);
      });
    } catch (const Error& error) {
      note(chain(error));
      CHECK(now() == 6);
    }
    co_await nursery([](Nursery n) -> Promise<> {
      n.spawn([] { return never(); });
      throw Error("body");
      co_return;
    }).catch_([](Error error) { note(chain(error)); });
  });
  CHECK(notes == Notes{"~b", "~body", "~a", "~c", "a is clean", "b", "body"});
}

TEST_CASE("nursery: error over early exit over value") {
  auto notes = program([]() -> Promise<> {
    int got = co_await nursery([](Nursery n) -> Promise<int> {
      n.spawn([=](this auto) -> Promise<> {
        co_await sleep(2);
        n.exit();
      });
      n.spawn([] { return value(1, 50, "a"); });
      co_await sleep(60);
      co_return 5;
    });
    CHECK(got == 0);
    CHECK(now() == 2);
    try {
      co_await nursery([](Nursery n) -> Promise<> {
        n.spawn([] { return slowly(1, "b", true); });
        co_await sleep(1);
        n.exit();
        CHECK_THROWS_AS(n.spawn([] {}), Error);
        co_await sleep(60);
        note("never");
      });
    } catch (const Error& error) {
      note(chain(error));
    }
    // The child fails before exit() is called, but the scope has not been told of it yet.
    try {
      co_await nursery([](Nursery n) -> Promise<> {
        n.spawn([] { return fails(1, "c"); });
        co_await sleep(1);
        n.exit();
      });
    } catch (const Error& error) {
      note(chain(error));
    }
  });
  CHECK(notes == Notes{"~a", "~b", "b is clean", "b's clean-up", "~c", "c"});
}

TEST_CASE("nursery: retracted from outside; a child that is spawned while it ends is retracted") {
  auto notes = program([]() -> Promise<> {
    auto one = [] {
      return nursery([](Nursery n) -> Promise<> {
        n.spawn([] { return slowly(3, "a"); });
        n.spawn([=](this auto) -> Promise<> {
          Local local("b");
          co_await sleep(40);
        });
        co_await never();
      });
    };
    co_await race(one, [] { return sleep(1); });
    CHECK(now() == 4);
    auto two = [](Nursery n) -> Promise<> {
      auto child = [](Nursery n) -> Promise<> {
        Local local("child");
        n.exit();
        co_await sleep(100);
        note("never");
      };
      n.spawn([=] { return child(n); });
      co_await sleep(100);
    };
    co_await nursery(two);
    CHECK(now() == 4);
  });
  CHECK(notes == Notes{"~a", "~b", "a is clean", "~child"});
}

TEST_CASE("a race of two waits, a million times") {
  std::size_t before = 0;
  program([&](this auto) -> Promise<> {
    for (int i = 0; i < tests::scaled(1000000); i++) {
      co_await race([] { return never(); }, [] { return Promise<>::resolve().then([] {}); });
      if (i == 1000) before = liveBytes();
    }
    CHECK(liveBytes() == before);
  });
}

TEST_CASE("all, any and race start the functions that there are when they begin") {
  program([]() -> Promise<> {
    Array<Function<Promise<int>()>> jobs;
    for (int i = 0; i < 4; ++i)
      jobs.push([&jobs, i] {
        for (int k = 0; k < 100; ++k) jobs.push([] { return value(-1, 1, "late"); });
        return value(i, 4 - i, "");
      });
    CHECK((co_await all(jobs)).join() == "0,1,2,3");
    CHECK(jobs.size() == 404);
    jobs.setLength(4);
    CHECK(co_await race(jobs) == 3);
    jobs.setLength(4);
    CHECK(co_await any(jobs) == 3);
    // Functions that cannot be copied are also started. Functions that are added meanwhile are appended behind them.
    auto once = [&](int i) {
      return [&, own = std::make_unique<int>(i)]() -> int { return *own; };
    };
    Array<decltype(once(0))> unique;
    for (int i = 0; i < 3; ++i) unique.push(once(i));
    CHECK((co_await all(unique)).join() == "0,1,2");
    CHECK(unique.length() == 3);
    CHECK(unique.pop()() == 2);
    CHECK(unique.pop()() == 1);
  });
}
