// Tests AbortSignals and retraction, timers/promises, events.once, events.on and util.promisify. Time is virtual.
#include <nodecpp/concurrency.h>
#include <nodecpp/concurrency/signal.h>
#include <nodecpp/events/once.h>
#include <nodecpp/stream.h>
#include <nodecpp/timers/promises.h>
#include <nodecpp/util/promisify.h>

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "support/program_notes.h"

namespace {

Promise<int> work(int v, int ms) {
  Local local("work");
  co_await sleep(ms);
  co_return v;
}
constexpr Event<int, String> tick{"tick"};

}  // namespace

TEST_CASE("untilAborted: the signal retracts") {
  auto notes = program([]() -> Promise<> {
    auto controller = make<AbortController>();
    note(std::to_string(co_await untilAborted(controller->signal(), [] { return work(1, 1); })));
    setTimeout([=] { controller->abort(); }, 5);
    try {
      co_await untilAborted(controller->signal(), [] { return work(2, 100); });
    } catch (const Error& error) {
      note(text(error->name));
      CHECK(now() == 6);
    }
    try {
      co_await untilAborted(controller->signal(), [] { return work(3, 100); });
    } catch (const Error& error) {
      note(text(error->message));
    }
    note(std::to_string(co_await untilAborted(nullptr, [] { return work(4, 1); })));
  });
  CHECK(notes == Notes{"~work", "1", "~work", "AbortError", "This operation was aborted", "~work", "4"});
}

TEST_CASE("withSignal: retraction aborts the signal, and waits for what it was given to") {
  auto notes = program([]() -> Promise<> {
    auto callbackStyle = [](AbortSignal signal) {
      return Promise<int>([=](auto resolve, auto reject) {
        signal->addEventListener("abort", [=] {
          note("aborted");
          setTimeout([=] { reject(AbortError()); }, 5);
        });
        setTimeout([=] { resolve(7); }, 3);
      });
    };
    note(std::to_string(co_await withSignal(callbackStyle)));
    auto slow = [](AbortSignal signal) {
      return Promise<int>([=](auto, auto reject) {
        signal->addEventListener("abort", [=] {
          note("aborted");
          setTimeout([=] { reject(AbortError()); }, 5);
        });
      });
    };
    co_await race([=] { return withSignal(slow); }, [] { return sleep(1); });
    CHECK(now() == 9);
  });
  CHECK(notes == Notes{"7", "aborted"});
}

TEST_CASE("timers/promises: retracted, nothing is left of a timer") {
  program([]() -> Promise<> {
    namespace promises = timers::promises;
    CHECK(co_await promises::setTimeout(5, 3) == 3);
    CHECK(now() == 5);
    auto controller = make<AbortController>();
    auto signal = controller->signal();
    co_await race([=] { return promises::setTimeout(1000, nullptr, {.signal = signal}); },
                  [=] { return promises::setTimeout(1000, String("x")).then([](String) {}); }, [] { return sleep(1); });
    CHECK(co_await race([] { return promises::setImmediate(4); }, [] { return never().then([] { return 1; }); }) == 4);
    co_await race(
        [=]() -> Promise<> { return promises::setInterval(10, 1, {.signal = signal}).each([](int) { note("tick"); }); },
        [] { return sleep(25); });
    CHECK(::notes == Notes{"tick", "tick"});
    CHECK(now() == 31);
    // No listener is left on the signal, so that aborting it rejects nothing.
    controller->abort();
    co_await promises::scheduler.wait(2);
    co_await promises::scheduler.yield();
  });
}

TEST_CASE("util.promisify(setTimeout) is the timer of timers/promises: a race clears it") {
  program([]() -> Promise<> {
    auto later = util::promisify(setTimeout);
    CHECK(co_await later(5, 3) == 3);
    auto value = std::make_shared<int>(4);
    const std::weak_ptr<int> held = value;
    co_await race([=, value = std::move(value)]() mutable { return later(1000, std::move(value)).then([](auto) {}); }, [=] { return later(1); });
    CHECK(held.expired());  // the timer of the loser is gone, and what it would have given
    CHECK(now() == 6);
    co_await later(__builtin_nan(""));  // as the shortest delay
    CHECK(now() == 7);
  });
}

TEST_CASE("events.once and on leave no listener when they are retracted, or the sequence ends") {
  auto notes = program([]() -> Promise<> {
    auto emitter = make<EventEmitter>();
    setTimeout([=] { emitter->emit(tick, 1, "a"); }, 1);
    auto [number, letter] = co_await events::once(emitter, tick);
    CHECK(number == 1);
    CHECK(letter == "a");
    CHECK(emitter->eventNames().empty());
    auto controller = make<AbortController>();
    auto signal = controller->signal();
    co_await race([=] { return events::once(emitter, tick, {.signal = signal}).then([] {}); }, [] { return sleep(1); });
    CHECK(emitter->eventNames().empty());
    {
      auto all = events::on(emitter, tick, {.signal = signal});
      emitter->emit(tick, 2, "b");
      emitter->emit(tick, 3, "c");
      auto first = co_await all.next();
      CHECK(std::get<0>(*first) == 2);
      CHECK(std::get<1>(*co_await all.next()) == "c");
      CHECK(emitter->eventNames().size() == 2);
    }
    CHECK(emitter->eventNames().empty());
    co_await race(
        [=]() -> Promise<> {
          return events::on<int>(emitter, "number").each([](std::tuple<int> args) {
            note(std::to_string(std::get<0>(args)));
          });
        },
        [=](this auto) -> Promise<> {
          emitter->emit("number", 5);
          co_await sleep(1);
          emitter->emit("number", 6);
          co_await sleep(1);
        });
    CHECK(emitter->eventNames().empty());
    auto none = events::on(emitter, tick);
    emitter->emit(event::error, Error("broken"));
    try {
      co_await none.next();
    } catch (const Error& error) {
      note(text(error->message));
    }
    // When the emitter is freed, the coroutine that waits for its event ends.
    auto waits = [](Promise<std::tuple<int, String>> promise) -> Promise<> {
      Local local("waits");
      co_await promise;
    };
    waits(events::once(make<EventEmitter>(), tick));
    co_await sleep(1);
  });
  CHECK(notes == Notes{"5", "6", "broken", "~waits"});
}

TEST_CASE("who waits for an event that never comes is ended with the program") {
  auto notes = program([]() -> Promise<> {
    // The frame holds the emitter, and the emitter by its listener the frame.
    [](EventEmitter emitter) -> Promise<> {
      Local local("waiter");
      co_await events::once(emitter, tick);
    }(make<EventEmitter>());
    co_return;
  });
  CHECK(notes == Notes{"~waiter"});
}

TEST_CASE("a promisified function takes a signal") {
  auto notes = program([]() -> Promise<> {
    auto read = [](String name, Function<void(Error, String)> callback) {
      setTimeout([=] { name == "bad" ? callback(Error("no"), "") : callback(nullptr, name + "!"); }, 1);
    };
    auto readAsync = util::promisify<String>(read);
    note(text(co_await readAsync("good")));
    try {
      co_await readAsync("bad");
    } catch (const Error& error) {
      note(text(error->message));
    }
    auto close = util::promisify([](Function<void(Error)> callback) { callback(nullptr); });
    co_await close();
  });
  CHECK(notes == Notes{"good!", "no"});
}

TEST_CASE("a stream's next: retracted, the stream is as it was") {
  auto notes = program([]() -> Promise<> {
    auto stream = make<stream::PassThrough>();
    auto reader = [=](this auto) -> Promise<> {
      Local local("reader");
      while (auto chunk = co_await stream->next()) note(text(str(chunk)));
    };
    co_await race(reader, [=](this auto) -> Promise<> {
      stream->write("a");
      co_await sleep(1);
    });
    stream->write("b");
    auto again = reader();
    stream->end("c");
    co_await again;
  });
  CHECK(notes == Notes{"a", "~reader", "b", "c", "~reader"});
}

TEST_CASE("events.once and on retracted while their event is emitted") {
  auto notes = program([]() -> Promise<> {
    auto emitter = make<EventEmitter>();
    auto listens = [=](this auto) -> Promise<> {
      Local local("listens");
      for (auto all = events::on(emitter, tick); co_await all.next();) note("never");
    };
    let<Promise<>> running;
    emitter->once(tick, [=] { retract(running.value()); });
    running = listens();
    emitter->emit(tick, 1, "a");
    CHECK(emitter->eventNames().empty());
    co_await sleep(1);
    // For an emitter that can be paused, events.on checks after each event whether the sequence still exists.
    auto source = make<stream::PassThrough>();
    using Events = decltype(events::on(source, event::data));
    auto held = std::make_shared<std::optional<Events>>();
    source->once(event::data, [=] { held->reset(); });
    held->emplace(events::on(source, event::data, {.highWaterMark = 1}));
    source->emit(event::data, stream::Chunk("a"));
    CHECK(source->listenerCount(event::data) == 0);
    // Waiting for the event `error` itself needs only one listener, and not a second one for failures.
    Promise<> failing = events::once(emitter, event::error).then([] {});
    CHECK(emitter->listenerCount(event::error) == 1);
    co_await retract(failing);
    CHECK(emitter->eventNames().empty());
    let<Promise<>> waiting;
    emitter->once(tick, [=] { retract(waiting.value()); });
    waiting = events::once(emitter, tick).then([] { note("never"); });
    emitter->emit(tick, 1, "a");
    co_await sleep(1);
  });
  CHECK(notes == Notes{"~listens"});
}

TEST_CASE("events.once and on take off no listener that has got the memory of their own") {
  program([]() -> Promise<> {
    auto emitter = make<EventEmitter>();
    // Takes off the listeners for errors, and adds others of many sizes, of which some get the memory.
    auto replace = [=] {
      emitter->removeAllListeners(event::error);
      [=]<std::size_t... size>(std::index_sequence<size...>) {
        (emitter->on(event::error, [filler = std::array<void*, size>()](Error) { (void)filler; }), ...);
      }(std::make_index_sequence<16>());
    };
    auto waits = events::once(emitter, tick);
    replace();
    emitter->emit(tick, 1, "a");
    co_await waits;
    CHECK(emitter->listenerCount(event::error) == 16);
    {
      auto all = events::on(emitter, tick);
      replace();
    }
    CHECK(emitter->listenerCount(event::error) == 16);
  });
}

TEST_CASE("a listener that another has taken off a signal is not called when it aborts") {
  program([]() -> Promise<> {
    auto controller = make<AbortController>();
    auto signal = controller->signal();
    Function<void()> second = [] { note("second"); };
    signal->addEventListener("abort", [=] {
      note("first");
      signal->removeEventListener("abort", second);
    });
    signal->addEventListener("abort", second);
    signal->addEventListener("abort", [] { note("third"); });
    signal->onabort = [] { note("onabort"); };
    controller->abort();
    CHECK(::notes == Notes{"first", "third", "onabort"});
    co_await sleep(1);
  });
}
