// Tests stream/consumers: the data that is read, and what is left when nobody waits for it any more.
#include <nodecpp/concurrency.h>
#include <nodecpp/stream/consumers.h>

#include "support/program_notes.h"

namespace consumers = stream::consumers;

TEST_CASE("text and buffer: characters that are cut, a byte order mark, strings between bytes") {
  program([]() -> Promise<> {
    auto p = make<stream::PassThrough>();
    for (int byte : {0xef, 0xbb, 0xbf, 0xe2, 0x82, 0xac, 0xef, 0xbb, 0xbf, 0xe2}) p->write(Buffer::from({byte}));
    p->end();
    CHECK(co_await consumers::text(p) == "\u20ac\uFEFF\uFFFD");
    p = make<stream::PassThrough>({.encoding = "utf8"});
    p->end("\u20ac");
    CHECK(co_await consumers::text(p) == "\u20ac");
    p = make<stream::PassThrough>();
    p->write("ab");
    p->end("c");
    CHECK((co_await consumers::buffer(p)).toString() == "abc");
    CHECK((co_await consumers::buffer(make<stream::PassThrough>()->end())).length() == 0);
    p = make<stream::PassThrough>();
    p->write(Buffer::from({0xff, 0}));
    p->end(Buffer::from({1}));
    CHECK((co_await consumers::bytes(p)).toString("hex") == "ff0001");
  });
}

TEST_CASE("a var is the chunk that it holds: a string, bytes, or a value of object mode") {
  program([]() -> Promise<> {
    var value = var::object({{"text", "some"}, {"bytes", Buffer::from(" more")}, {"list", var::array({1})}});
    auto p = make<stream::PassThrough>();
    p->write(value["text"]);
    p->end(value["bytes"]);
    CHECK(co_await consumers::text(p) == "some more");
    CHECK_THROWS_AS(make<stream::PassThrough>()->write(value["list"]), Error);
    auto o = make<stream::PassThrough>({.objectMode = true});
    o->write(value["text"]);
    o->end(value["list"]);
    Array<var> got;
    o->on(event::data, [&got](var chunk) { got.push(chunk); });
    co_await sleep(1);
    REQUIRE(got.size() == 2);
    CHECK(got[0] == "some");
    CHECK(got[1] == value["list"]);
  });
}

TEST_CASE("json: the value, or what the text has wrong") {
  program([]() -> Promise<> {
    auto p = make<stream::PassThrough>();
    p->write("{\"a\":");
    p->end("[1]}");
    CHECK((co_await consumers::json(p))["a"][0] == 1);
    try {
      co_await consumers::json(make<stream::PassThrough>()->end());
      CHECK(false);
    } catch (const Error& caught) {
      CHECK(caught.toString() == "SyntaxError: Unexpected end of JSON input");
    }
  });
}

TEST_CASE("consumers: an error, an early close") {
  auto notes = program([]() -> Promise<> {
    for (Error error : {Error("broken"), Error(nullptr)}) {
      auto p = make<stream::PassThrough>();
      p->write("ab");
      setTimeout([=] { p->destroy(error); }, 1);
      try {
        co_await consumers::text(p);
      } catch (const Error& caught) {
        note(text(caught->message));
      }
    }
  });
  CHECK(notes == Notes{"broken", "Premature close"});
}

TEST_CASE("retracted: the stream is destroyed, and its close waited for") {
  auto notes = program([]() -> Promise<> {
    auto slow = make<stream::Readable>({
        .read = [] {},
        .destroy = [](auto, auto error, auto callback) { setTimeout([=] { callback(error); }, 5); },
    });
    slow->on(event::close, [] { note("close"); });
    co_await race([=] { return consumers::text(slow); }, [] { return sleep(10).then([] { return String("time"); }); });
    CHECK(now() == 15);
    note(str(slow->destroyed()) == "true" ? "destroyed" : "not destroyed");
  });
  CHECK(notes == Notes{"close", "destroyed"});
}

TEST_CASE("a program that ends while it reads: every frame ends") {
  auto next = program([]() -> Promise<> {
    Local local("next");
    auto p = make<stream::PassThrough>();
    while (auto chunk = co_await p->next()) {
    }
  });
  CHECK(next == Notes{"never finished", "~next"});
  auto text = program([]() -> Promise<> {
    Local local("text");
    auto p = make<stream::PassThrough>();
    co_await consumers::text(p);
  });
  CHECK(text == Notes{"never finished", "~text"});
}
