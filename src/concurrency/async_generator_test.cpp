// Tests async generators and their retraction, in virtual time. The order of their microtasks is compared with Node's
// in tests/pairs/iterators.
#include <nodecpp/async_generator.h>
#include <nodecpp/concurrency.h>
#include <nodecpp/var.h>

#include <string>

#include "support/program_notes.h"
#include "support/scale.h"

namespace {

AsyncGenerator<int> count(int to) {
  Local local("count");
  for (int i = 1; i <= to; i++) co_yield i;
}
AsyncGenerator<int> ticks(int ms, std::string name = "ticks") {
  Local local(name);
  for (int i = 1;; i++) {
    co_await sleep(ms);
    co_yield i;
  }
}
AsyncGenerator<int> nested(int depth) {
  co_yield depth;
  if (depth > 0) co_yield elementsOf(nested(depth - 1));
}

}  // namespace

TEST_CASE("values, the end, and what comes behind it") {
  auto notes = program([]() -> Promise<> {
    auto all = count(2);
    note("made");
    while (auto each = co_await all.next()) note(std::to_string(*each));
    auto last = co_await all.next();
    CHECK(last.done);
    CHECK((co_await all.return_(5)).value == 5);
    CHECK(str(all) == "[object AsyncGenerator]");
    CHECK_THROWS_AS(AsyncGenerator<int>().next(), TypeError);
  });
  CHECK(notes == Notes{"made", "1", "2", "~count"});
}

TEST_CASE("calls are answered in their order") {
  program([]() -> Promise<> {
    auto all = ticks(5);
    auto first = all.next(), second = all.next(), end = all.return_(9), behind = all.next();
    CHECK((co_await first).value == 1);
    CHECK((co_await second).value == 2);
    auto last = co_await end;
    CHECK(last.value == 9);
    CHECK(last.done);
    CHECK((co_await behind).done);
    CHECK(now() == 10);
  });
}

TEST_CASE("return_, throw_ and the last reference end an async generator") {
  auto notes = program([]() -> Promise<> {
    auto all = count(9);
    co_await all.next();
    co_await all.return_();
    note("-");
    all = count(9);
    co_await all.next();
    all = AsyncGenerator<int>();
    note("-");
    all = count(9);
    co_await all.next();
    try {
      co_await all.throw_(RangeError("thrown"));
    } catch (const RangeError& error) {
      note(text(error->message));
    }
    CHECK((co_await all.next()).done);
    auto unasked = count(9);
    try {
      co_await unasked.throw_(Error("at once"));
    } catch (const Error& error) {
      note(text(error->message));
    }
    auto never = count(9);
    CHECK((co_await never.return_(3)).value == 3);
    { auto dropped = count(9); }
  });
  CHECK(notes == Notes{"~count", "-", "~count", "-", "~count", "thrown", "at once"});
}

TEST_CASE("values that are sent and returned; promises that are yielded") {
  program([]() -> Promise<> {
    auto talk = [](this auto) -> AsyncGenerator<String, String, String> {
      String first = co_yield "one";
      co_await sleep(1);
      String second = co_yield "two " + first;
      co_return "end " + second;
    };
    auto made = talk();
    CHECK((co_await made.next("dropped")).value == "one");
    CHECK((co_await made.next("a")).value == "two a");
    auto last = co_await made.next();
    CHECK(last.value == "end undefined");
    CHECK(last.done);

    auto later = [](int value) -> Promise<int> {
      co_await sleep(1);
      if (value < 0) throw RangeError("promised");
      co_return value;
    };
    auto promised = [=](this auto) -> AsyncGenerator<int> {
      co_yield later(4);
      try {
        co_yield later(-1);
      } catch (const RangeError&) {
      }
      co_yield 5;
    };
    CHECK((co_await sequence(promised()).toArray()).join() == "4,5");
  });
}

TEST_CASE("elementsOf yields the elements of another generator") {
  program([]() -> Promise<> {
    auto inner = []() -> AsyncGenerator<String, String> {
      co_yield "a";
      co_await sleep(1);
      co_return "r";
    };
    auto outer = [=](this auto) -> AsyncGenerator<String> {
      String result = co_yield elementsOf(inner());
      co_yield result;
      co_yield elementsOf(Array<String>{"x", "y"});
      String message;
      try {
        co_yield elementsOf([](this auto) -> AsyncGenerator<String> {
          co_yield "last";
          throw RangeError("inner");
        }());
      } catch (const RangeError& error) {
        message = error->message;
      }
      co_yield message;
    };
    CHECK((co_await sequence(outer()).toArray()).join() == "a,r,x,y,last,inner");
    const int depth = 50;
    CHECK((co_await sequence(nested(depth)).toArray()).length() == depth + 1);
  });
}

TEST_CASE("return_ and throw_ reach the innermost first") {
  auto notes = program([]() -> Promise<> {
    auto outer = []() -> AsyncGenerator<int> {
      Local local("outer");
      co_yield elementsOf(ticks(1));
    };
    auto all = outer();
    co_await all.next();
    co_await all.return_();
    note("-");
    all = outer();
    co_await all.next();
    try {
      co_await all.throw_(Error("thrown"));
    } catch (const Error& error) {
      note(text(error->message));
    }
  });
  CHECK(notes == Notes{"~ticks", "~outer", "-", "~ticks", "~outer", "thrown"});
}

TEST_CASE("the consumer is retracted while the generator waits: the generator ends first") {
  auto notes = program([]() -> Promise<> {
    auto consumer = []() -> Promise<> {
      Local local("consumer");
      auto all = ticks(10);
      while (auto each = co_await all.next()) note(std::to_string(*each));
    };
    co_await race(consumer, [] { return sleep(25); });
    note("over");
    CHECK(now() == 25);
  });
  CHECK(notes == Notes{"1", "2", "~ticks", "~consumer", "over"});
}

TEST_CASE("through yield*, and with clean-up that awaits") {
  auto notes = program([]() -> Promise<> {
    auto careful = []() -> AsyncGenerator<int> {
      Local local("careful");
      co_yield co_await guarded([]() -> Promise<int> {
        co_await sleep(100);
        co_return 1;
      }).finally_([]() -> Promise<> {
        co_await sleep(5);
        note("clean");
      });
    };
    auto outer = [=](this auto) -> AsyncGenerator<int> {
      Local local("outer");
      co_yield elementsOf(careful());
    };
    auto consumer = [=](this auto) -> Promise<> {
      Local local("consumer");
      auto all = outer();
      co_await all.next();
    };
    co_await race(consumer, [] { return sleep(1); });
    CHECK(now() == 6);
  });
  CHECK(notes == Notes{"clean", "~careful", "~outer", "~consumer"});
}

TEST_CASE("where somebody else has it, it goes on, and the value goes to the next call") {
  auto notes = program([]() -> Promise<> {
    auto all = ticks(10);
    auto other = all;
    co_await race([=] { return all.next(); }, [] { return sleep(5); });
    auto next = co_await all.next();
    CHECK(next.value == 1);
    CHECK(now() == 10);
    co_await race([=] { return all.next(); }, [] { return sleep(5); });
    co_await sleep(100);
    CHECK((co_await all.next()).value == 2);
    CHECK(now() == 115);
    CHECK((co_await all.next()).value == 3);
    // Only one of two waiting next() calls is retracted, and the other one gets the value.
    auto first = all.next();
    co_await race([=] { return all.next(); }, [] { return sleep(5); });
    CHECK((co_await first).value == 4);
    note("end");
  });
  CHECK(notes == Notes{"end", "~ticks"});
}

TEST_CASE("a generator that nothing can resume ends, and who waits for it") {
  auto notes = program([]() -> Promise<> {
    auto stuck = []() -> AsyncGenerator<int> {
      Local local("stuck");
      co_await Promise<>([](auto) {});
      co_yield 1;
    };
    auto consumer = [=](this auto) -> Promise<> {
      Local local("consumer");
      auto all = stuck();
      co_await all.next();
    };
    consumer();
    co_await sleep(1);
    note("on");
    // A generator whose last handle is gone while a next() waits still runs until it has answered that call.
    auto answer = ticks(5, "dropped").next();
    CHECK((co_await answer).value == 1);
    co_await nullptr;
    note("end");
  });
  CHECK(notes == Notes{"~stuck", "~consumer", "on", "~dropped", "end"});
}

TEST_CASE("what waits when the program ends is ended") {
  auto notes = program([]() -> Promise<> {
    auto forever = []() -> AsyncGenerator<int> {
      Local local("forever");
      co_await never();
      co_yield 1;
    };
    auto consumer = [=](this auto) -> Promise<> {
      Local local("consumer");
      auto all = forever();
      co_await all.next();
    };
    consumer();
    co_return;
  });
  CHECK(notes == Notes{"~forever", "~consumer"});
}

TEST_CASE("retracted while it runs, and while its answer is on its way") {
  auto notes = program([]() -> Promise<> {
    auto consumer = []() -> Promise<> {
      auto all = count(3);
      co_await all.next();
      co_await all.next();
      note("not here");
    };
    let<Promise<>> self;
    auto ending = [=](this auto) -> AsyncGenerator<int> {
      Local local("ending");
      co_await nullptr;
      retract(self.value());
      note("runs on");
      co_yield 1;
      note("not here");
    };
    self = [=](this auto) -> Promise<> {
      Local local("consumer");
      auto all = ending();
      co_await all.next();
      note("not here");
    }();
    co_await sleep(1);
    self = Promise<>();
    co_await race(consumer, []() -> Promise<> { co_await nullptr; });
  });
  CHECK(notes == Notes{"runs on", "~ending", "~consumer", "~count"});
}

TEST_CASE("a long one takes no stack and no memory") {
  program([]() -> Promise<> {
    const int length = int(tests::scaled(100000));
    double sum = 0;
    auto all = count(length);
    while (auto each = co_await all.next()) sum += *each;
    CHECK(sum == double(length) * (length + 1) / 2);
    CHECK((co_await Array<>::fromAsync(count(3))).join() == "1,2,3");
  });
}

TEST_CASE("Promise::all takes a generator of promises") {
  program([]() -> Promise<> {
    auto promises = []() -> Generator<Promise<int>> {
      co_yield Promise<>::resolve(1);
      co_yield Promise<>::resolve(2);
    };
    CHECK((co_await Promise<>::all(promises())).join() == "1,2");
  });
}

TEST_CASE("a var refers to an async generator") {
  program([]() -> Promise<> {
    auto numbers = count(2);
    var v = numbers;
    CHECK(v.is<AsyncGenerator<int>>());
    CHECK(v.as<AsyncGenerator<int>>() == numbers);
    CHECK(v == var(numbers));
    CHECK(String(v) == "[object AsyncGenerator]");
    auto all = v.as<AsyncGenerator<int>>();
    double sum = 0;
    while (auto each = co_await all.next()) sum += *each;
    CHECK(sum == 3);
    CHECK(var(AsyncGenerator<int>()).isUndefined());
  });
}
