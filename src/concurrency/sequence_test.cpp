// Tests Sequence, in virtual time.
#include <nodecpp/concurrency.h>

#include <string>

#include "support/program_notes.h"
#include "support/scale.h"

namespace {

Sequence<int> count(int to) {
  Local local("count");
  for (int i = 1; i <= to; i++) {
    note("yields " + std::to_string(i));
    co_yield i;
  }
}
Sequence<int> ticks(int ms) {
  Local local("ticks");
  for (int i = 1;; i++) {
    co_await sleep(ms);
    co_yield i;
  }
}
Sequence<int> quiet(int to) {
  for (int i = 1; i <= to; i++) co_yield i;
}
Promise<int> slowly(int v, int ms) {
  Local local("work " + std::to_string(v));
  co_await sleep(ms);
  co_return v * 10;
}
using Ints = Array<int>;

}  // namespace

TEST_CASE("a generator begins with the first next, and goes on only when it is asked") {
  auto notes = program([]() -> Promise<> {
    auto sequence = count(3);
    note("made");
    while (auto value = co_await sequence.next()) note("got " + std::to_string(*value));
    note("end");
    CHECK(!(co_await sequence.next()));
  });
  CHECK(notes == Notes{"made", "yields 1", "got 1", "yields 2", "got 2", "yields 3", "got 3", "~count", "end"});
}

TEST_CASE("an early end, and one that never began") {
  auto notes = program([]() -> Promise<> {
    {
      auto sequence = count(3);
      co_await sequence.next();
    }
    note("-");
    {
      auto sequence = count(3);
    }
    auto sequence = count(3);
    co_await sequence.next();
    co_await sequence.close();
    note("closed");
  });
  CHECK(notes == Notes{"yields 1", "~count", "-", "yields 1", "~count", "closed"});
}

TEST_CASE("a sequence that is being closed, or was closed, answers that it is over") {
  auto notes = program([]() -> Promise<> {
    auto sequence = count(3);
    co_await sequence.next();
    auto closing = sequence.close();
    CHECK(!(co_await sequence.next()));
    co_await closing;
    CHECK(!(co_await sequence.next()));
  });
  CHECK(notes == Notes{"yields 1", "~count"});
}

TEST_CASE("what a generator throws comes out of next, once") {
  auto notes = program([]() -> Promise<> {
    auto failing = []() -> Sequence<int> {
      co_yield 1;
      throw RangeError("generator");
    };
    auto sequence = failing();
    co_await sequence.next();
    try {
      co_await sequence.next();
    } catch (const RangeError& error) {
      note(text(error->message));
    }
    CHECK(!(co_await sequence.next()));
  });
  CHECK(notes == Notes{"generator"});
}

TEST_CASE("the consumer is retracted while the generator waits: the generator ends first") {
  auto notes = program([]() -> Promise<> {
    auto consumer = []() -> Promise<> {
      Local local("consumer");
      auto sequence = ticks(10);
      while (auto value = co_await sequence.next()) note(std::to_string(*value));
    };
    co_await race(consumer, [] { return sleep(25); });
    CHECK(now() == 25);
  });
  CHECK(notes == Notes{"1", "2", "~ticks", "~consumer"});
}

TEST_CASE("clean-up in a generator is waited for") {
  auto notes = program([]() -> Promise<> {
    auto careful = []() -> Sequence<int> {
      co_yield co_await guarded([] { return slowly(1, 100); }).finally_([]() -> Promise<> {
        co_await sleep(5);
        note("clean");
      });
    };
    auto consumer = [=](this auto) -> Promise<> {
      Local local("consumer");
      auto sequence = careful().map([](int v) { return v; });
      co_await sequence.next();
    };
    co_await race(consumer, [] { return sleep(1); });
    CHECK(now() == 6);
  });
  CHECK(notes == Notes{"~work 1", "clean", "~consumer"});
}

TEST_CASE("map, filter, take, takeWhile, scan, zip, batch, reduce") {
  program([]() -> Promise<> {
    CHECK((co_await quiet(3).map([](int v) { return v * 2; }).toArray()).join() == "2,4,6");
    CHECK((co_await quiet(2).map([](int v) { return slowly(v, 1); }).toArray()).join() == "10,20");
    CHECK((co_await quiet(5).filter([](int v) { return v % 2; }).toArray()).join() == "1,3,5");
    CHECK((co_await ticks(1).take(3).toArray()).join() == "1,2,3");
    CHECK((co_await ticks(1).takeWhile([](int v) { return v < 3; }).toArray()).join() == "1,2");
    CHECK((co_await quiet(4).scan(0, [](int sum, int v) { return sum + v; }).toArray()).join() == "1,3,6,10");
    CHECK(co_await quiet(4).reduce(0, [](int sum, int v) { return sum + v; }) == 10);
    auto pairs = co_await quiet(9).zip(ticks(1).take(2)).toArray();
    CHECK(pairs.map([](auto pair) { return str(pair.first) + pair.second; }).join() == "11,22");
    CHECK((co_await quiet(5).batch(2).toArray()).map([](auto batch) { return batch.join(); }).join("|") == "1,2|3,4|5");
    CHECK((co_await sequence(Ints{7, 8}).toArray()).join() == "7,8");
    Channel<int> channel(5);
    channel.trySend(1);
    channel.trySend(2);
    channel.close();
    CHECK((co_await sequence(channel).toArray()).join() == "1,2");
  });
}

TEST_CASE("a value that is made at once needs no microtask, and a long sequence no stack") {
  program([]() -> Promise<> {
    std::size_t sum = 0;
    bool between = false;
    Promise<>::resolve().then([&] { between = true; });
    constexpr std::size_t length = tests::scaled(1000000);
    auto all = quiet(int(length)).map([](int v) { return v + 1; }).filter([](int v) { return v % 2 == 0; });
    while (auto value = co_await all.next()) sum += std::size_t(*value);
    CHECK(!between);
    CHECK(sum == length / 2 * (length / 2 + 1));
    co_await nullptr;
    CHECK(between);
  });
}

TEST_CASE("each: one after the other; stop, errors") {
  auto notes = program([]() -> Promise<> {
    co_await quiet(2).each([](int v) { note(std::to_string(v)); });
    co_await count(9).each([](this auto, int v) -> Promise<Each> {
      co_await sleep(1);
      co_return v == 2 ? Each::stop : Each::proceed;
    });
    note("-");
    try {
      co_await count(9).each([](int v) {
        if (v == 2) throw Error("each");
      });
    } catch (const Error& error) {
      note(text(error->message));
    }
  });
  CHECK(notes == Notes{"1", "2", "yields 1", "yields 2", "~count", "-", "yields 1", "yields 2", "~count", "each"});
}

TEST_CASE("buffer runs ahead") {
  auto notes = program([]() -> Promise<> {
    auto sequence = count(4).buffer(2);
    note("got " + std::to_string(*co_await sequence.next()));
    co_await sleep(1);
    note("later");
    note("got " + std::to_string(*co_await sequence.next()));
    co_await sequence.close();
  });
  CHECK(notes == Notes{"yields 1", "yields 2", "got 1", "later", "got 2", "~count"});
}

TEST_CASE("par: map in order, so many at a time") {
  program([]() -> Promise<> {
    let<int> running = 0, most = 0;
    auto work = [=](this auto, int v) -> Promise<int> {
      ++running;
      if (running.value() > most.value()) most = running.value();
      co_await sleep(10 - v);
      --running;
      co_return v * 10;
    };
    CHECK((co_await quiet(6).par(3).map(work).toArray()).join() == "10,20,30,40,50,60");
    CHECK(most.value() == 3);
    CHECK((co_await quiet(6).par(3).filter([](int v) { return v > 3; }).toArray()).join() == "4,5,6");
    double began = now();
    co_await quiet(6).par(3).each([](int) { return sleep(10); });
    CHECK(now() - began == 20);
  });
}

TEST_CASE("par: an error or an early exit retracts what is running") {
  auto notes = program([]() -> Promise<> {
    auto work = [](int v) -> Promise<int> {
      if (v == 2) {
        co_await sleep(1);
        throw Error("two");
      }
      co_return co_await slowly(v, 100);
    };
    try {
      co_await count(5).par(3).map(work).toArray();
    } catch (const Error& error) {
      note(text(error->message));
    }
    CHECK(alive == 0);
    CHECK(now() == 1);
    ::notes.clear();
    co_await count(5).par(3).each([](int v) -> Promise<Each> {
      if (v == 2) co_return Each::stop;
      co_await slowly(v, 100);
      co_return Each::proceed;
    });
    CHECK(alive == 0);
    CHECK(now() == 1);
    ::notes.clear();
    // The third value is being computed when two have been taken.
    CHECK((co_await quiet(9).par(3).map([](int v) { return slowly(v, v); }).take(2).toArray()).join() == "10,20");
    CHECK(alive == 0);
    CHECK(now() == 3);
  });
  CHECK(notes == Notes{"~work 1", "~work 2", "~work 3", "~work 4"});
}

TEST_CASE("par: clean-up of what runs is waited for when the consumer is retracted") {
  auto notes = program([]() -> Promise<> {
    auto work = [](int v) {
      return guarded([=] { return slowly(v, 100); }).finally_([=](this auto) -> Promise<> {
        co_await sleep(5);
        note("clean");
      });
    };
    co_await race([=] { return quiet(9).par(2).map(work).toArray(); }, [] { return sleep(1); });
    CHECK(now() == 6);
    note("over");
  });
  CHECK(notes == Notes{"~work 1", "~work 2", "clean", "clean", "over"});
}
