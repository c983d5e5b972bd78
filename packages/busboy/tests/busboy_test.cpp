// Forms that are cut anywhere, that have no end, and that would fill the memory.
#include <doctest/doctest.h>
#include <nodecpp/busboy.h>
#include <nodecpp/timers.h>

#include <random>
#include <string>

#include "../src/multipart_parser.h"
#include "support/sim_loop.h"

using namespace nodecpp;

namespace {

std::string part(const std::string& head, const std::string& body) {
  return "--X\r\n" + head + "\r\n\r\n" + body + "\r\n";
}
std::string field(const std::string& name, const std::string& value) {
  return part("Content-Disposition: form-data; name=\"" + name + "\"", value);
}
std::string file(const std::string& name, const std::string& body) {
  return part("Content-Disposition: form-data; name=\"" + name + "\"; filename=\"x\"", body);
}

Busboy opened(BusboyLimits limits = {}) {
  return busboy({.headers = {{"content-type", "multipart/form-data; boundary=X"}}, .limits = limits});
}

std::string plain(const String& text) { return {text.data(), text.size()}; }

// Returns what a Busboy tells of a form that arrives in pieces, whose sizes `next` gives.
template <class F>
std::string told(const std::string& form, F next) {
  std::string all;
  tests::program([&] {
    const Busboy bb = opened();
    bb->on(event::field, [&](String name, String value, BusboyFieldInfo info) {
      CHECK(info.encoding == "7bit");
      CHECK_FALSE(info.nameTruncated);
      CHECK_FALSE(info.valueTruncated);
      all += "field " + plain(name) + "=" + plain(value) + "\n";
    });
    bb->on(event::file, [&](String name, BusboyFile stream) {
      all += "file " + plain(name) + ": ";
      stream->on(event::data, [&](Buffer data) { all += plain(data.toString("latin1")); });
      stream->on(event::end, [&] { all += " ends\n"; });
      stream->on(event::error, [&](Error error) { all += " " + plain(error->message) + "\n"; });
    });
    bb->on(event::error, [&](Error error) { all += "error " + plain(error->message) + "\n"; });
    bb->on(event::close, [&] { all += "close\n"; });
    for (std::size_t from = 0; from < form.size();) {
      const std::string piece = form.substr(from, next());
      bb->write(Buffer::copyOf(piece.data(), piece.size()));
      from += piece.size();
    }
    bb->end();
  });
  return all;
}

const std::string forms[] = {
    "junk\r\n" + field("a", "1") + file("f", "\r\n--\r\n--Y\r\n-\r-\n--X\r\n") + field("b", "\r\r\n") +
        "--X--\r\nafter",
    field("a", "\r\n--") + file("f", std::string(300, '\r')) + file("g", "") + "--X--",
    field("a", "1") + "--X-\r\n" + file("f", "2") + "--X\rjunk\r\n" + field("b", "3") + "--X--",
    field("a", "1") + "--X\r\nContent-Disposition: form-data; name=\"b\"\r\n--X--",
    file("f", "some"),
    file("f", "some").substr(0, 70),
    part("A b: c", "") + field("c", "") + "--X--",
};

}  // namespace

TEST_CASE("a form is the same wherever it is cut") {
  for (const std::string& form : forms) {
    const std::string whole = told(form, [&] { return form.size(); });
    CAPTURE(form);
    CHECK(whole.ends_with("close\n"));
    for (std::size_t at = 1; at < form.size(); ++at) {
      bool isFirst = true;
      CHECK(told(form, [&] { return std::exchange(isFirst, false) ? at : form.size(); }) == whole);
    }
    for (unsigned seed = 0; seed < 20; ++seed) {
      std::mt19937 random(seed);
      CHECK(told(form, [&] { return 1 + random() % (seed + 1); }) == whole);
    }
  }
}

TEST_CASE("the form waits for a file that is not read") {
  tests::program([] {
    const Busboy bb = opened();
    BusboyFile held;
    bb->on(event::file, [&](String, BusboyFile stream) { held = stream; });
    const Buffer begin = Buffer::from(file("f", "").substr(0, file("f", "").size() - 2));
    bb->write(begin);
    const Buffer block = Buffer::alloc(65536, int('x'));
    bb->write(block);
    CHECK(held);
    int written = 0;
    while (bb->write(block)) ++written;
    setTimeout(
        [=] {
          // The stream's buffer is full, and so is the Busboy's.
          CHECK(written <= 2);
          CHECK(bb->writableNeedDrain());
          CHECK(held->readableLength() <= 2 * 65536);
          held->resume();
          bb->end(Buffer::from("\r\n--X--"));
        },
        1000);
    bb->on(event::close, [=] { CHECK(held->readableEnded()); });
  });
}

TEST_CASE("the parser keeps no more than a boundary and a header") {
  struct Sink final : detail::MultipartSink {
    void onBoundary() override { ++boundaries; }
    bool wantsPart() override { return true; }
    void onHeader(const detail::PartHeader& header) override { headers += header.size(); }
    void onMalformedHeader() override { ++malformed; }
    void onData(const Buffer& data) override { bytes += data.size(); }
    std::size_t boundaries = 0, headers = 0, malformed = 0, bytes = 0;
  };
  SUBCASE("a header without an end") {
    Sink sink;
    detail::MultipartParser parser("X", sink);
    parser.push(Buffer::from("--X\r\n"));
    for (int i = 0; i < 1000; ++i) parser.push(Buffer::from("Name: " + std::string(1000, 'v') + "\r\n"));
    CHECK(sink.malformed == 1);
    CHECK_FALSE(parser.isInHeader());
  }
  SUBCASE("parts by the million") {
    Sink sink;
    detail::MultipartParser parser("X", sink);
    const Buffer many = Buffer::from([] {
      std::string text;
      for (int i = 0; i < 1000; ++i) text += "\r\n--X\r\nA:b\r\n\r\n";
      return text;
    }());
    for (int i = 0; i < 1000; ++i) parser.push(many);
    parser.push(Buffer::from("\r\n--X--"));
    CHECK(parser.isComplete());
    CHECK(sink.boundaries == 1000001);
    CHECK(sink.headers == 1000000);
  }
}

TEST_CASE("a program may destroy the form in each of its events") {
  for (const std::string name : {"field", "file", "partsLimit"}) {
    int events = 0;
    bool isClosed = false;
    String failed;
    tests::program([&] {
      const Busboy bb = opened({.parts = 2});
      bb->on(event::field, [&, bb] {
        ++events;
        if (name == "field") bb->destroy();
      });
      bb->on(event::file, [&, bb](String, BusboyFile stream) {
        ++events;
        stream->on(event::error, [](Error) {});
        if (name == "file") bb->destroy();
      });
      bb->on(event::partsLimit, [&, bb] {
        if (name == "partsLimit") bb->destroy();
      });
      bb->on(event::error, [&](Error error) { failed = error->message; });
      bb->on(event::close, [&] { isClosed = true; });
      bb->write(Buffer::from(field("a", "1") + file("f", "2") + field("b", "3") + "--X--"));
    });
    CAPTURE(name);
    CHECK(events == (name == "field" ? 1 : 2));
    CHECK(isClosed);
    CHECK(failed == "Unexpected end of form");
  }
}
