// Tests what the pairs in tests/pairs cannot see: conversions, the lives of streams, subclasses, and bytes cut at
// random. The pairs compare the order of events and ticks with Node's.
#include <nodecpp/let.h>
#include <nodecpp/promise.h>
#include <nodecpp/stream.h>
#include <nodecpp/timers.h>

#include <doctest/doctest.h>

#include <random>
#include <string>

#include "base/objects/cycle_collector.h"
#include "loop/loop.h"
#include "os/sim/sim_port.h"
#include "support/sim_loop.h"

using namespace nodecpp;
using stream::Chunk;
using tests::program;
using tests::SimLoop;

// This struct has linkage, since for a type without linkage the compiler demands console.h.
struct Point {
  int x;
};

namespace {

int streamsAlive = 0;

class Counted : public stream::PassThroughObject {
 public:
  Counted() { ++streamsAlive; }
  ~Counted() override { --streamsAlive; }
};

// A stream of numbers in lines, as a class of a program.
class Counter : public stream::ReadableObject {
 public:
  explicit Counter(int last) : last_(last) {}

 protected:
  void _read(double) override {
    if (next_ > last_)
      push(nullptr);
    else
      push(str(next_++) + "\n");
  }

 private:
  int next_ = 1;
  int last_;
};

class Collector : public stream::WritableObject {
 public:
  String text;
  int vectors = 0;
  bool finalized = false;
  bool built = false;
  Collector() { startConstruct(); }

 protected:
  void _construct(stream::Callback callback) override {
    built = true;
    setImmediate([=] { callback(); });
  }
  void _write(Chunk chunk, String, stream::Callback callback) override {
    text += chunk;
    setImmediate([=] { callback(); });
  }
  bool hasWritev() const override { return true; }
  void _writev(Array<stream::WriteRequest> chunks, stream::Callback callback) override {
    ++vectors;
    for (const auto& request : chunks) text += request.chunk;
    callback();
  }
  void _final(stream::Callback callback) override {
    finalized = true;
    callback();
  }
};

class Lines : public stream::TransformObject {
 protected:
  void _transform(Chunk chunk, String, stream::TransformCallback callback) override {
    held_ += chunk;
    std::ptrdiff_t at;
    while ((at = held_.indexOf("\n")) >= 0) {
      push("[" + held_.slice(0, at) + "]");
      held_ = held_.slice(at + 1);
    }
    callback();
  }
  void _flush(stream::TransformCallback callback) override { callback(nullptr, "(" + held_ + ")"); }

 private:
  String held_;
};

}  // namespace

TEST_CASE("chunks of types that nobody says how to print: console.h is not included here") {
  CHECK(Chunk(Point{1}).toString() == "[object Object]");
  CHECK(Chunk(Point{2}).as<Point>().x == 2);
  CHECK(Chunk(2.5).toString() == "2.5");
}

TEST_CASE("a chunk is bytes or text, and turns into either") {
  Chunk bytes = Buffer::from("h\xc3\xa4");
  Chunk text = String("h\xc3\xa4");
  CHECK(bytes.isBuffer());
  CHECK(text.isString());
  CHECK(bytes.length() == 3);
  CHECK(text.length() == 2);
  CHECK(text.size() == 3);
  CHECK(bytes[1] == 0xc3);
  CHECK(text[1] == 0xc3);
  CHECK(bytes[3] == -1);
  CHECK(String(bytes) == "h\xc3\xa4");
  CHECK(Buffer(text) == Buffer::from("h\xc3\xa4"));
  CHECK(bytes.toString("hex") == "68c3a4");
  CHECK(text.toString("hex") == "h\xc3\xa4");
  CHECK(text.toBuffer("latin1").length() == 4 - 2);
  CHECK("<" + bytes + ">" == "<h\xc3\xa4>");
  CHECK(bytes == "h\xc3\xa4");
  CHECK(text == "h\xc3\xa4");
  CHECK(bytes == bytes.slice());
  CHECK(!(bytes == text));
  CHECK(bytes.slice(-2, -1).length() == 1);
  let<String> body;
  body += bytes;
  body += text;
  CHECK(body == "h\xc3\xa4h\xc3\xa4");
  Chunk none;
  CHECK(!none);
  CHECK(none == nullptr);
  CHECK(none.length() == 0);
  CHECK(str(none) == "null");
  none = bytes;
  bytes = text;
  text = std::move(none);
  CHECK(bytes.isString());
  CHECK(text.isBuffer());
  bytes = static_cast<const Chunk&>(bytes);
  CHECK(bytes == "h\xc3\xa4");
}

TEST_CASE("a listener that is named by a string takes a chunk as what it asks for") {
  program([] {
    auto stream = make<stream::PassThrough>();
    let<String> seen;
    stream->on("data", [=](Buffer bytes) { seen += bytes.toString("hex"); });
    stream->on("data", [=](String text) { seen += text; });
    stream->on("data", [=](Chunk chunk) { seen += chunk; });
    stream->on("end", [=] { CHECK(seen == "c3a9\u00e9\u00e9"); });
    stream->end("\u00e9");
    auto wrong = make<stream::PassThrough>();
    wrong->on("data", [](Error) {});
    wrong->on("error", [](Error error) { CHECK(error->code == "ERR_INVALID_ARG_TYPE"); });
    CHECK_THROWS_AS(wrong->emit(event::data, Chunk(Buffer::from("a"))), Error);
  });
}

TEST_CASE("a stream that its own listeners hold goes after its close") {
  REQUIRE(streamsAlive == 0);
  let<int> whenClosed = 0;
  program([=] {
    auto p = make<Counted>();
    p->on(event::data, [=](String chunk) { CHECK((p->readable() && chunk == "x")); });
    p->on(event::close, [=] {
      whenClosed = streamsAlive;
      setImmediate([=] { setImmediate([] { CHECK(streamsAlive == 0); }); });
    });
    p->end("x");
  });
  CHECK(whenClosed == 1);
  CHECK(streamsAlive == 0);
}

TEST_CASE("pipes, pipelines and finished let go of what is over") {
  REQUIRE(streamsAlive == 0);
  program([] {
    auto a = make<Counted>();
    auto b = make<Counted>();
    auto c = make<Counted>();
    a->pipe(b);
    let<bool> over = false;
    stream::pipeline(b, c, make<stream::Writable>({.write = [](auto, auto, auto, auto callback) { callback(); }}),
                     [=](Error error) { over = !error && a->destroyed(); });
    stream::finished(c, [=](Error error) { CHECK(!error); });
    a->end("x");
    setImmediate([=] { setImmediate([=] { CHECK(over); }); });
  });
  CHECK(streamsAlive == 0);
}

TEST_CASE("subclasses: _read, _write, _writev, _final, _construct, _transform, _flush") {
  program([] {
    auto collector = make<Collector>();
    auto last = make<Counter>(4)->pipe(make<Lines>())->pipe(collector);
    CHECK(!collector->built);
    last->on(event::finish, [=] {
      CHECK(collector->text == "[1][2][3][4]()");
      CHECK(collector->vectors == 1);
      CHECK(collector->finalized);
      CHECK(collector->built);
    });
    last->on(event::close, [=] { collector->text = "closed"; });
    setImmediate([=] { setImmediate([=] { setImmediate([=] { CHECK(collector->text == "closed"); }); }); });
  });
}

TEST_CASE("what goes in comes out, however it is cut") {
  for (unsigned seed = 1; seed <= 200; ++seed) {
    std::mt19937 random(seed);
    auto upTo = [&](unsigned n) { return random() % n; };
    std::string sent;
    String received;
    bool over = false;
    program([&] {
      struct Cuts {
        std::mt19937 random;
        std::string* sent;
        int left;
      };
      let<Cuts> cuts = Cuts{std::mt19937(seed), &sent, 40};
      auto source = make<stream::Readable>({.highWaterMark = upTo(20), .read = [=](auto self, double) {
                                              auto& c = cuts.ref();
                                              if (c.left-- == 0) return void(self->push(nullptr));
                                              auto piece = std::string(1 + c.random() % 9, char('a' + c.left % 26));
                                              *c.sent += piece;
                                              if (c.random() % 3)
                                                self->push(piece);
                                              else
                                                setImmediate([=] { self->push(piece); });
                                            }});
      unsigned delay = upTo(3);
      auto later = [=](auto callback) {
        if (delay == 0)
          callback();
        else if (delay == 1)
          queueMicrotask(callback);
        else
          setImmediate(callback);
      };
      auto middle = make<stream::Transform>({.readableHighWaterMark = upTo(12),
                                             .writableHighWaterMark = upTo(12),
                                             .transform = [=](auto self, Chunk chunk, auto, auto callback) {
                                               std::ptrdiff_t half = std::ptrdiff_t(chunk.length() / 2);
                                               self->push(chunk.slice(0, half));
                                               later([=] { callback(nullptr, chunk.slice(half)); });
                                             }});
      auto sink = make<stream::Writable>(
          {.highWaterMark = upTo(12), .write = [=, &received](auto, Chunk chunk, auto, auto callback) {
             received += chunk;
             later([=] { callback(); });
           }});
      stream::pipeline(source, middle, make<stream::PassThrough>({.highWaterMark = upTo(5)}), sink,
                       [&](Error error) { over = !error; });
      if (upTo(2)) {
        source->pause();
        setImmediate([=] { source->resume(); });
      }
    });
    CAPTURE(seed);
    CHECK(over);
    CHECK(received == sent);
  }
}

TEST_CASE("next: all that is buffered, in order, and one wait at a time") {
  String seen;
  String error;
  program([&] {
    auto p = make<stream::PassThrough>();
    auto reader = [](stream::PassThrough p, String* seen) -> Promise<> {
      while (auto chunk = co_await p->next()) *seen += "<" + chunk + ">";
      *seen += "end";
    };
    auto second = [](stream::PassThrough p, String* error) -> Promise<> {
      try {
        co_await p->next();
      } catch (const Error& e) {
        *error = e->message;
      }
    };
    reader(p, &seen);
    second(p, &error);
    p->write("a");
    p->write("b");
    setImmediate([=] { p->end("c"); });
  });
  CHECK(seen == "<ab><c>end");
  CHECK(error == "Another next() of this stream is waiting");
}

TEST_CASE("errors that the types cannot prevent") {
  program([] {
    CHECK_THROWS_AS(make<stream::Writable>({.highWaterMark = -1}), TypeError);
    CHECK_THROWS_AS(make<stream::Readable>()->read(0x80000000), RangeError);
    auto r = make<stream::Readable>();
    CHECK_THROWS_AS(stream::finished(r, stream::Callback()), TypeError);
    CHECK_THROWS_AS(stream::finished(stream::Readable(), [] {}), TypeError);
    CHECK_THROWS_AS(stream::pipeline(Array<stream::Stream>{r}, [] {}), TypeError);
    CHECK_THROWS_AS(stream::setDefaultHighWaterMark(false, -1), RangeError);
    CHECK_THROWS_AS(stream::setDefaultHighWaterMark(false, 1.5), RangeError);
    stream::setDefaultHighWaterMark(false, 100);
    CHECK(make<stream::Readable>()->readableHighWaterMark() == 100);
    stream::setDefaultHighWaterMark(false, 65536);
    CHECK(stream::getDefaultHighWaterMark(true) == 16);
  });
}

TEST_CASE("a row of chunks put back") {
  program([] {
    auto r = make<stream::Readable>({.read = [](stream::Readable, double) {}});
    r->push("z");
    for (int i = 0; i < 5000; ++i) {
      r->unshift(str(char('a' + i % 3)));
      if (i % 7 == 0) CHECK(r->read(1).toString() == str(char('a' + i % 3)));
    }
    String all = r->read().toString();
    CHECK(all.length() == 5001 - 715);
    CHECK(all.endsWith("cbaz") + all.endsWith("cbz") == 1);
  });
}

TEST_CASE("a frame that was refused a second next() goes on, and settles its promise") {
  String seen;
  program([&] {
    auto p = make<stream::PassThrough>();
    auto first = [](stream::PassThrough p, String* seen) -> Promise<> {
      while (auto chunk = co_await p->next()) *seen += "<" + chunk + ">";
    };
    auto second = [](stream::PassThrough p) -> Promise<int> {
      try {
        co_await p->next();
      } catch (const Error&) {
      }
      co_return 7;
    };
    first(p, &seen);
    second(p).then([&](int value) { seen += str(value); });
    setImmediate([=] { p->end("c"); });
  });
  CHECK(seen == "7<c>");
}

TEST_CASE("read(n) whose `read` function takes from the buffer itself gives what is left") {
  program([] {
    let<int> asked;
    auto r = make<stream::Readable>({.highWaterMark = 100, .read = [=](stream::Readable self, double) {
                                       // The second call of `read` takes most of the buffered data, and pushes nothing.
                                       if (asked++ == 1) CHECK(self->read(6).length() == 6);
                                     }});
    r->push("0123456789");
    CHECK(r->read(1).toString() == "0");
    r->push("a");
    CHECK(r->readableLength() == 10);
    auto rest = r->read(9);
    CHECK(rest.length() == 4);
    CHECK(r->readableLength() == 0);
    r->push("b");
    CHECK(r->readableLength() == 1);
    CHECK(r->read().toString() == "b");
  });
}

TEST_CASE("a signal destroys a stream whose listeners were removed, and forgets one that is no more") {
  program([] {
    auto controller = make<AbortController>();
    auto kept = make<stream::Readable>({.signal = controller->signal()});
    kept->removeAllListeners();
    {
      auto gone = make<stream::Writable>({.signal = controller->signal()});
      gone->removeAllListeners();
      auto added = make<stream::Readable>();
      stream::addAbortSignal(controller->signal(), added);
      added->removeAllListeners();
    }
    setTimeout(
        [=] {
          controller->abort();
          CHECK(kept->destroyed());
          kept->on(event::error, [] {});
        },
        1);
  });
}

namespace {

// Runs `make`, which leaves circles of streams behind, and checks that these are freed while the loop lives.
void checkFreed(void (*make)()) {
  REQUIRE(streamsAlive == 0);
  SimLoop simulated;
  simulated.loop.makeCallback(make);
  simulated.loop.run();
  for (int i = 0; i < 100 && streamsAlive; ++i)
    simulated.loop.makeCallback([] { nodecpp::detail::CycleCollector::collect(); });
  CHECK(streamsAlive == 0);
}

}  // namespace

TEST_CASE("streams that hold themselves through pipe(), finished(), pipeline() and compose() are freed") {
  SUBCASE("pipe") {
    checkFreed([] {
      auto from = make<Handle<Counted>>();
      auto to = make<Handle<Counted>>();
      from->pipe(to);
      to->on(event::finish, [=] { static_cast<void>(from); });
      CHECK(streamsAlive == 2);
    });
  }
  SUBCASE("finished") {
    checkFreed([] {
      auto stream = make<Handle<Counted>>();
      stream::finished(stream, [=](Error) { static_cast<void>(stream); });
      CHECK(streamsAlive == 1);
    });
  }
  SUBCASE("pipeline") {
    checkFreed([] {
      auto from = make<Handle<Counted>>();
      stream::pipeline(from, make<Handle<Counted>>(), [=](Error) { static_cast<void>(from); });
      CHECK(streamsAlive == 2);
    });
  }
  SUBCASE("compose") {
    checkFreed([] {
      stream::Duplex composed = stream::compose(make<Handle<Counted>>(), make<Handle<Counted>>());
      composed->on(event::data, [=](Chunk) { static_cast<void>(composed); });
      CHECK(streamsAlive == 2);
    });
  }
}
