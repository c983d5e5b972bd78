// Tests the rules of retraction one by one, in virtual time.
#include <nodecpp/concurrency.h>
#include <nodecpp/timers.h>

#include <stdexcept>
#include <string>

#include "support/program_notes.h"

namespace {

Promise<> waits(std::string name, int ms) {
  Local local(name);
  co_await sleep(ms);
  note(name + " is over");
}

Promise<> after(int ms, std::string text) {
  co_await sleep(ms);
  note(text);
}

}  // namespace

TEST_CASE("frames end from the inside out, to the depth of the wait") {
  auto notes = program([]() -> Promise<> {
    auto outer = []() -> Promise<> {
      Local local("outer");
      co_await [](int) -> Promise<> {
        Local local("middle");
        co_await waits("inner", 100);
      }(0);
    };
    co_await race(outer, [] { return sleep(1); });
    note("over");
    CHECK(now() == 1);
  });
  CHECK(notes == Notes{"~inner", "~middle", "~outer", "over"});
}

TEST_CASE("no catch (...) swallows it") {
  auto notes = program([]() -> Promise<> {
    auto stubborn = []() -> Promise<> {
      for (;;) {
        try {
          Local local("stubborn");
          co_await sleep(100);
        } catch (...) {
          note("caught");
        }
      }
    };
    co_await race(stubborn, [] { return sleep(1); });
  });
  CHECK(notes == Notes{"~stubborn"});
}

TEST_CASE("a frame on the stack runs on to its next co_await, which never returns") {
  auto notes = program([]() -> Promise<> {
    co_await nursery([](Nursery n) -> Promise<> {
      Local local("body");
      n.spawn([] { return waits("child", 100); });
      n.exit();
      note("runs on");
      co_await nullptr;
      note("never");
    });
    note("over");
  });
  CHECK(notes == Notes{"~child", "runs on", "~body", "over"});
}

TEST_CASE("a leaf that is ready does not return either") {
  auto notes = program([]() -> Promise<> {
    co_await nursery([](Nursery n) -> Promise<> {
      Semaphore semaphore(1);
      Local local("body");
      co_await nullptr;
      n.exit();
      auto permit = co_await semaphore.acquire();
      note("never");
    });
  });
  CHECK(notes == Notes{"~body"});
}

TEST_CASE("an early exit goes before a value that comes after it") {
  auto notes = program([]() -> Promise<> {
    int got = co_await nursery([](Nursery n) -> Promise<int> {
      n.exit();
      co_return 5;
    });
    note(std::to_string(got));
  });
  CHECK(notes == Notes{"0"});
}

TEST_CASE("a frame queued to resume is taken off the queue") {
  auto notes = program([]() -> Promise<> {
    Condition both;
    auto waiter = [both](this auto, std::string name) -> Promise<> {
      Local local(name);
      co_await both.wait();
      note(name + " goes on");
    };
    auto first = [=] { return waiter("first"); };
    auto second = [=]() { return [](auto waiter) -> Promise<> { co_await waiter("second"); }(waiter); };
    setTimeout([=] { both.set(); }, 1);
    co_await race(first, second);
    note("over");
  });
  // Both frames were woken. The second is still in the microtask queue when the first has ended.
  CHECK(notes == Notes{"first goes on", "~first", "~second", "over"});
  notes = program([]() -> Promise<> {
    let<Promise<>> other;
    Condition go;
    auto victim = [=](this auto) -> Promise<> {
      Local local("victim");
      co_await go.wait();
      note("never");
    };
    other = victim();
    go.set();
    co_await nodecpp::retract(other.value());
    note("over");
  });
  CHECK(notes == Notes{"~victim", "over"});
}

TEST_CASE("what only the frame holds is retracted with it; what something else holds goes on") {
  auto notes = program([]() -> Promise<> {
    Promise<> shared = waits("shared", 10);
    auto awaitsShared = [=](this auto) -> Promise<> {
      Local local("frame 1");
      co_await shared;
    };
    auto awaitsOwn = []() -> Promise<> {
      Promise<> own = waits("own", 10);
      Local local("frame 2");
      co_await own;
    };
    co_await race(awaitsShared, awaitsOwn, [] { return sleep(1); });
    note("over");
    co_await shared;
    note("done");
  });
  CHECK(notes == Notes{"~frame 1", "~own", "~frame 2", "over", "shared is over", "~shared", "done"});
}

TEST_CASE("then, promises that follow, Promise.all: retraction goes through them") {
  auto notes = program([]() -> Promise<> {
    auto viaThen = [] { return waits("a", 10).then([] { note("never"); }); };
    auto viaReturn = []() -> Promise<> {
      co_return co_await waits("b", 10).then([] {}).catch_([](Error) {}).finally_([] {});
    };
    auto viaFollower = []() -> Promise<int> {
      auto later = []() -> Promise<int> {
        Local local("c");
        co_await sleep(10);
        co_return 1;
      };
      co_return later();
    };
    auto viaAll = [] { return Promise<>::all(waits("d", 10), waits("e", 10)); };
    auto viaFinally = [] { return waits("f", 10).finally_([] { note("never"); }); };
    co_await race(viaThen, viaReturn, viaFollower, viaAll, viaFinally, [] { return sleep(3); });
    note("over");
    CHECK(now() == 3);
    co_await sleep(20);
  });
  CHECK(notes == Notes{"~a", "~b", "~c", "~d", "~e", "~f", "over"});
}

TEST_CASE("letting go of a handle retracts nothing") {
  auto notes = program([]() -> Promise<> {
    waits("alone", 5);
    co_await sleep(10);
  });
  CHECK(notes == Notes{"alone is over", "~alone"});
}

TEST_CASE("when the last thing that could resume a frame is gone, it is retracted") {
  auto notes = program([]() -> Promise<> {
    {
      Semaphore semaphore(0);
      [](Semaphore s) -> Promise<> {
        auto acquire = s.acquire();
        s = Semaphore(0);  // A handle in the frame's own parameter would keep the semaphore alive.
        Local local("frame");
        auto permit = co_await acquire;
      }(semaphore);
    }
    co_await nullptr;
    co_await nullptr;
    note("over");
  });
  CHECK(notes == Notes{"~frame", "over"});
}

TEST_CASE("clean-up may await, and is waited for") {
  auto notes = program([]() -> Promise<> {
    auto careful = []() -> Promise<> {
      Local outer("outer");
      co_await guarded([] {
        return waits("body", 100);
      }).onRetract([]() -> Promise<> {
          co_await after(5, "onRetract");
        }).finally_([]() -> Promise<> { co_await after(5, "finally"); });
      note("never");
    };
    co_await race(careful, [] { return sleep(1); });
    note("over");
    CHECK(now() == 11);
  });
  CHECK(notes == Notes{"~body", "onRetract", "finally", "~outer", "over"});
}

TEST_CASE("guarded code runs as usual without a retraction") {
  auto notes = program([]() -> Promise<> {
    int got = co_await guarded([]() -> Promise<int> {
                co_await sleep(1);
                co_return 7;
              }).onRetract([] {
                  note("never");
                }).finally_([] { return after(2, "finally"); });
    note(std::to_string(got));
    try {
      co_await guarded([]() -> Promise<> { throw RangeError("body"); }).finally_([] { note("finally"); });
    } catch (const RangeError& error) {
      note(text(error->message));
    }
    try {
      co_await guarded([]() -> Promise<> {
        co_await sleep(1);
        throw RangeError("earlier");
      }).finally_([]() -> Promise<> {
        co_await sleep(1);
        throw TypeError("later");
      });
    } catch (const Error& error) {
      note(text(error->message) + " because " + text(error->cause[0]->message));
    }
  });
  CHECK(notes == Notes{"finally", "7", "finally", "body", "later because earlier"});
}

TEST_CASE("clean-up is not retractable; a second retraction waits for it") {
  auto notes = program([]() -> Promise<> {
    Promise<> careful = guarded([] { return never(); }).finally_([] { return after(10, "finally"); }).promise();
    Promise<> first = nodecpp::retract(careful).then([] { note("first"); });
    co_await sleep(5);
    Promise<> second = nodecpp::retract(careful).then([] { note("second"); });
    // A frame that waits for a promise ends only after the clean-up of that promise.
    auto waiter = [](Promise<> careful) -> Promise<> {
      Local local("waiter");
      co_await careful;
    };
    waiter(std::move(careful));
    co_await first;
    co_await second;
    CHECK(now() == 10);
  });
  CHECK(notes == Notes{"finally", "~waiter", "first", "second"});
}

TEST_CASE("retracted while clean-up after a normal end runs") {
  auto notes = program([]() -> Promise<> {
    auto careful = []() -> Promise<> {
      Local local("frame");
      co_await guarded([] {}).finally_([] { return after(10, "finally"); });
      note("never");
    };
    co_await race(careful, [] { return sleep(1); });
    CHECK(now() == 10);
  });
  CHECK(notes == Notes{"finally", "~frame"});
}

TEST_CASE("an error in clean-up goes up past the frames, and is the outcome") {
  auto notes = program([]() -> Promise<> {
    auto careful = []() -> Promise<> {
      Local local("frame");
      try {
        co_await guarded([] { return never(); }).finally_([]() -> Promise<> {
          co_await sleep(1);
          throw Error("clean-up");
        });
      } catch (...) {
        note("never");
      }
    };
    try {
      co_await race(careful, []() -> Promise<int> {
        co_await sleep(1);
        co_return 1;
      });
    } catch (const Error& error) {
      note(text(error->message));
      CHECK(error->cause.empty());
    }
    try {
      co_await race(careful, []() -> Promise<> {
        co_await sleep(1);
        throw TypeError("winner");
      });
    } catch (const Error& error) {
      note(text(error->message) + " because " + text(error->cause[0]->message));
    }
  });
  CHECK(notes == Notes{"~frame", "clean-up", "~frame", "clean-up because winner"});
}

TEST_CASE("operation: a callback API with its way to stop") {
  auto notes = program([]() -> Promise<> {
    auto wait = [](int ms) {
      return operation<int>([=](auto resolve, auto) {
        Timeout timer = setTimeout([=] { resolve(ms); }, ms);
        return [=] {
          note("stopped");
          clearTimeout(timer);
        };
      });
    };
    note(std::to_string(co_await wait(2)));
    co_await race([=] { return wait(1000); }, [] { return sleep(1); });
    CHECK(now() == 3);
  });
  CHECK(notes == Notes{"2", "stopped"});
}

TEST_CASE("what waits when the program ends is ended") {
  auto notes = program([]() -> Promise<> {
    auto waiter = [](auto wait, std::string name) -> Promise<> {
      Local local(name);
      co_await wait();
    };
    Queue<int> queue;
    waiter([] { return never(); }, "never");
    waiter([=] { return queue.get(); }, "queue");
    co_return;
  });
  CHECK(notes.size() == 2);
}

TEST_CASE("who is woken or settled while the program ends, ends when the caller has returned") {
  struct Wakes {
    bool on = true;
    Wakes() = default;
    Wakes(Wakes&& other) noexcept : on(std::exchange(other.on, false)) {}
    ~Wakes() {
      if (!on) return;
      Queue<int> queue;
      [](Queue<int> queue) -> Promise<> {
        Local local("getter");
        co_await queue.get();
      }(queue);
      queue.tryPut(1);
      note("put");
      auto [promise, resolve, reject] = Promise<int>::withResolvers();
      [](Promise<int> promise) -> Promise<> {
        Local local("awaiter");
        co_await promise;
      }(promise);
      resolve(1);
      note("resolved");
    }
  };
  auto notes = program([]() -> Promise<> {
    [](Wakes) -> Promise<> { co_await never(); }(Wakes());
    co_return;
  });
  CHECK(notes == Notes{"put", "resolved", "~awaiter", "~getter"});
}

TEST_CASE("retracted and restarted work leaves no timers, and what is left waiting goes with the loop") {
  program([]() -> Promise<> {
    for (int i = 0; i < 1000; i++) co_await race([] { return sleep(1000000); }, [] { return Promise<>::resolve(); });
    CHECK(now() == 0);
    auto generator = []() -> Sequence<int> {
      Local local("generator");
      co_await never();
      co_yield 1;
    };
    auto consumer = [=](this auto) -> Promise<> {
      Local local("consumer");
      auto all = generator().map([](int v) { return v; });
      co_await all.next();
    };
    consumer();
    nursery([](Nursery n) -> Promise<> {
      Local local("body");
      n.spawn([] { return waits("child", 1); });
      n.spawn([] { return never(); });
      co_await guarded([] { return never(); }).finally_([] { return sleep(1); });
    });
    co_return;
  });
}

TEST_CASE("a frame that awaits what is being retracted already ends with it") {
  auto notes = program([]() -> Promise<> {
    Promise<> slow = guarded([] { return never(); }).finally_([] { return after(5, "clean"); }).promise();
    auto waiter = [](Promise<> slow, std::string name) -> Promise<> {
      Local local(name);
      co_await slow;
      note("never");
    };
    auto first = waiter(slow, "first");
    auto stopped = nodecpp::retract(slow);
    waiter(slow, "second");
    // A frame that is retracted does not wait for a promise that something else is retracting already.
    co_await nodecpp::retract(first);
    note("first is over");
    co_await stopped;
  });
  CHECK(notes == Notes{"~first", "first is over", "clean", "~second"});
}
