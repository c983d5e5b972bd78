// Checks that retracted pipelines, finished() and the functions of operators.h leave nothing behind.
#include <nodecpp/concurrency.h>
#include <nodecpp/console.h>
#include <nodecpp/stream/generators.h>
#include <nodecpp/stream/promises.h>

#include <string>

#include "support/program_notes.h"

namespace {

// Returns a stream that takes five milliseconds to close.
stream::PassThrough slow(std::string name) {
  return make<stream::PassThrough>({
      .destroy =
          [name](auto, auto error, auto callback) {
            setTimeout(
                [=] {
                  note(name + " closes");
                  callback(error);
                },
                5);
          },
      .transform = [](auto, auto chunk, auto, auto callback) { callback(nullptr, chunk); },
  });
}

Sequence<int> numbers() {
  Local local("numbers");
  for (int i = 0;; ++i) {
    co_await sleep(1);
    co_yield i;
  }
}

std::size_t listeners(const stream::PassThrough& s) {
  std::size_t count = 0;
  for (const String& name : s->eventNames()) count += std::size_t(s->listenerCount(name));
  return count;
}

}  // namespace

TEST_CASE("a retracted pipeline destroys its streams, and waits for that") {
  auto notes = program([]() -> Promise<> {
    auto a = slow("a"), b = slow("b");
    co_await race([=] { return stream::promises::pipeline(a, b); }, [] { return sleep(10); });
    CHECK(now() == 15);
    CHECK(a->destroyed());
    CHECK(b->destroyed());
  });
  CHECK(notes == Notes{"a closes", "b closes"});
}

TEST_CASE("a pipeline that nobody ends goes with its program, and with it who waits for it") {
  auto notes = program([]() -> Promise<> {
    struct Source : stream::ReadableObject {
      Local local{"source"};
      void _read(double) override {}
    };
    struct Sink : stream::WritableObject {
      Local local{"sink"};
      void _write(stream::Chunk, String, stream::Callback) override {}
    };
    Local local("frame");
    auto source = make<Handle<Source>>();
    source->push("some");
    co_await stream::promises::pipeline(source, make<stream::PassThrough>(), make<Handle<Sink>>());
  });
  std::ranges::sort(notes);
  CHECK(notes == Notes{"never finished", "~frame", "~sink", "~source"});
}

TEST_CASE("generators of a pipeline end with it: retracted, and with the program") {
  for (bool retracted : {true, false}) {
    auto notes = program([=](this auto) -> Promise<> {
      auto twice = [](Sequence<stream::Chunk> chunks) -> Sequence<stream::Chunk> {
        Local local("twice");
        while (auto chunk = co_await chunks.next()) {
          co_yield *chunk;
          co_yield *chunk;
        }
      };
      auto last = [](Sequence<stream::Chunk> chunks) -> Promise<> {
        Local local("last");
        while (auto chunk = co_await chunks.next()) note(text(chunk->toString()));
      };
      auto source = make<stream::PassThrough>();
      source->write("x");
      auto pipeline = [=] { return stream::promises::pipeline(source, twice, last); };
      if (retracted)
        co_await race(pipeline, [] { return sleep(5); });
      else
        co_await pipeline();
      note("over");
    });
    std::ranges::sort(notes);
    if (retracted)
      CHECK(notes == Notes{"over", "x", "x", "~last", "~twice"});
    else
      CHECK(notes == Notes{"never finished", "x", "x", "~last", "~twice"});
  }
}

TEST_CASE("a retracted pipeline ends functions that work, and waits for their clean-up") {
  for (bool generator : {true, false}) {
    auto notes = program([=](this auto) -> Promise<> {
      auto twice = [](Sequence<stream::Chunk> chunks) -> Sequence<stream::Chunk> {
        Local local("twice");
        while (auto chunk = co_await chunks.next()) {
          co_await guarded([] { return sleep(1000); }).onRetract([] { return sleep(5); });
          co_yield *chunk;
        }
      };
      auto last = [](Sequence<stream::Chunk> chunks) -> Promise<> {
        Local local("last");
        while (auto chunk = co_await chunks.next()) co_await sleep(1000);
      };
      auto source = make<stream::PassThrough>();
      source->write("x");
      auto sink = make<stream::PassThrough>();
      if (generator)
        co_await race([=] { return stream::promises::pipeline(source, twice, sink); }, [] { return sleep(5); });
      else
        co_await race([=] { return stream::promises::pipeline(source, last); }, [] { return sleep(5); });
      CHECK(now() == (generator ? 10 : 5));
      CHECK(source->destroyed());
      CHECK(sink->destroyed() == generator);
      note("over");
    });
    CHECK(notes == Notes{generator ? "~twice" : "~last", "over"});
  }
}

TEST_CASE("a pipeline of generators that waits for room goes with its program") {
  auto notes = program([]() -> Promise<> {
    auto numbered = []() -> Sequence<int> {
      Local local("numbered");
      for (int i = 0;; ++i) co_yield i;
    };
    auto full = make<stream::Writable>({.highWaterMark = 2, .objectMode = true, .write = [](auto, auto, auto, auto) {}});
    co_await stream::promises::pipeline(numbered, full);
  });
  std::ranges::sort(notes);
  CHECK(notes == Notes{"never finished", "~numbered"});
}

TEST_CASE("a retracted finished() takes its listeners off") {
  program([]() -> Promise<> {
    auto a = make<stream::PassThrough>();
    std::size_t before = listeners(a);
    co_await race([=] { return stream::promises::finished(a); }, [] { return sleep(1); });
    CHECK(listeners(a) == before);
    CHECK(!a->destroyed());
    auto controller = make<AbortController>();
    co_await race([=] { return stream::promises::finished(a, {.signal = controller->signal()}); },
                  [] { return sleep(1); });
    controller->abort();
    CHECK(listeners(a) == before);
  });
}

TEST_CASE("functions of operators: retracted, the stream and its sequence end") {
  auto notes = program([]() -> Promise<> {
    auto tens = stream::Readable::from(numbers())->map([](int n) { return n * 10; });
    let<int> last = 0;
    co_await race([=] { return tens->forEach([=](int n) { last = n; }); }, [] { return sleep(10); });
    CHECK(last.value() > 0);
    CHECK(tens->destroyed());
    co_await sleep(1);
    note("over");
  });
  CHECK(notes == Notes{"~numbers", "over"});
}

TEST_CASE("an early end closes the sequence; an error of the function, too") {
  auto notes = program([]() -> Promise<> {
    auto some = co_await stream::Readable::from(numbers())->take(2)->toArray<int>();
    CHECK((some).join() == "0,1");
    CHECK(co_await stream::Readable::from(numbers())->some([](int n) { return n == 3; }));
    try {
      co_await stream::Readable::from(numbers())
          ->map(
              [](int n) -> Promise<int> {
                Local local("call");
                co_await sleep(n == 1 ? 1 : 100);
                throw Error("one");
              },
              {.concurrency = 3})
          ->toArray();
    } catch (const Error& error) {
      note(text(error->message));
    }
    co_await sleep(1);
  });
  CHECK(std::ranges::count(notes, "~numbers") == 3);
  CHECK(std::ranges::count(notes, "~call") == 3);
  CHECK(std::ranges::count(notes, "one") == 1);
}

TEST_CASE("object mode: chunks of any type, and what they are not") {
  struct Point {
    int x = 0;
    int y = 0;
  };
  auto notes = program([]() -> Promise<> {
    auto p = make<stream::PassThrough>({.objectMode = true});
    p->write(Point{1, 2});
    p->write(2.5);
    p->write(p);
    p->end(Array<int>{1, 2, 3});
    Point point = co_await p->next();
    CHECK(point.y == 2);
    auto number = co_await p->next();
    CHECK(int(number) == 2);
    CHECK(number.as<float>() == 2.5f);
    CHECK(!number.is<int>());
    try {
      static_cast<void>(number.as<Point>());
    } catch (const Error& error) {
      note(text(error->code));
    }
    stream::PassThrough same = co_await p->next();
    CHECK(same == p);
    CHECK((co_await p->next()).as<Array<int>>().size() == 3);
    CHECK(!co_await p->next());
  });
  CHECK(notes == Notes{"ERR_INVALID_ARG_TYPE"});
}

TEST_CASE("a signal lets go of a stream that has ended") {
  program([]() -> Promise<> {
    auto controller = make<AbortController>();
    auto p = make<stream::PassThrough>({.signal = controller->signal()});
    p->end("x");
    co_await p->next();
    CHECK(!co_await p->next());
    co_await sleep(1);
    controller->abort();
    CHECK(!p->errored());
  });
}
