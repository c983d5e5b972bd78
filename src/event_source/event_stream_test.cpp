#include "event_source/event_stream.h"

#include <doctest/doctest.h>
#include <nodecpp/event_source.h>
#include <nodecpp/http/events.h>

#include <string>

#include "world/simulated_program.h"
#include "world/world.h"

using namespace nodecpp;
using detail::EventStream;

namespace {

class Told final : public EventStream::Sink {
 public:
  explicit Told(double most = 1000) : stream(most) {}
  void onEvent(const String& type, const String& data) override {
    text += type + "|" + data + "|" + stream.lastEventId() + "\n";
    if (stopsAt > 0 && --stopsAt == 0) stream.stop();
  }
  bool take(const std::string& bytes) { return stream.take(*this, bytes.data(), bytes.size()); }
  EventStream stream;
  String text = "";
  int stopsAt = 0;
};

constexpr char exampleBytes[] =
    "\xEF\xBB\xBF"
    "retry: 20\nid: 7\ndata: one\n\n: a comment\n\ndata\n\ndata:  two \ndata:three\r\nignored: x\r\n\r\n"
    "event: named\nid\ndata: \xE2\x82\xAC\xFF\n\nid: a\0b\rdata: zero\r\rid: 8\r\n\r\nretry: 1x\nevent:\ndata: "
    "last\n\ndata: cut";
const std::string example(exampleBytes, sizeof exampleBytes - 1);
const char* const expected =
    "message|one|7\nmessage||7\nmessage| two "
    "\nthree|7\nnamed|\xE2\x82\xAC\xEF\xBF\xBD|\nmessage|zero|\nmessage|last|8\n";

void print(const String& text) { detail::Loop::current().port().process.writeStandard(1, text + "\n"); }

}  // namespace

TEST_CASE("an event stream may be cut anywhere") {
  for (std::size_t first = 0; first <= example.size(); ++first)
    for (std::size_t step : {1, 2, 7, 1000}) {
      Told told;
      bool fits = told.take(example.substr(0, first));
      for (std::size_t at = first; at < example.size(); at += step) fits &= told.take(example.substr(at, step));
      CHECK(fits);
      REQUIRE(told.text == expected);
      REQUIRE(told.stream.retry() == 20);
    }
}

TEST_CASE("an event that is too large is refused: an endless line, and lines without end") {
  Told line;
  CHECK(line.take("data: " + std::string(900, 'x')));
  CHECK_FALSE(line.take(std::string(200, 'x')));
  Told lines;
  bool fits = true;
  int taken = 0;
  for (; fits && taken < 1000; ++taken) fits = lines.take("data: x\n");
  CHECK(taken == 126);
  Told ids;
  fits = true;
  for (taken = 0; fits && taken < 10000; ++taken) fits = ids.take("unknown: x\n");
  CHECK(taken < 1000);
  Told comments;
  fits = true;
  for (taken = 0; fits && taken < 10000; ++taken) fits = comments.take(": a heart-beat\n");
  CHECK(fits);
}

TEST_CASE("a stream that was stopped tells nothing more, and begins anew with the last id") {
  Told told;
  told.stopsAt = 1;
  told.take("id: 1\ndata: a\n\ndata: b\n\n");
  told.stream.restart();
  told.take("data: c\n\n");
  CHECK(told.text == "message|a|1\nmessage|c|1\n");
}

TEST_CASE("an EventSource ends for good when an event is too large, and connects again when the stream ends") {
  using namespace nodecpp::simulation;
  World world;
  world.spawn("server", [] {
    let<int> count = 0;
    http::createServer([=](auto request, auto response) {
      count++;
      auto stream = http::events(response, {.retry = 100});
      if (request->url == "/large") {
        response->write("data: " + str("x").repeat(5000));
        return;
      }
      stream->send({.data = "seen " + stream->lastEventId, .id = str(count.value())});
      if (count < 4) stream->close();
    })->listen(8080, "127.0.0.1");
  });
  world.settle();
  Program& client = world.spawn("client", [] {
    const EventSource large = make<EventSource>("http://127.0.0.1:8080/large", {.maxEventSize = 1000});
    large->onerror = [=] { print("error " + str(large->readyState())); };
    setTimeout(
        [] {
          const EventSource source = make<EventSource>("http://127.0.0.1:8080/");
          source->onmessage = [=](auto event) {
            print(event->data + ", id " + event->lastEventId);
            if (event->lastEventId == "4") source->close();
          };
        },
        1000);
    setTimeout([] {}, 5000);
  });
  world.runFor(6000);
  CHECK(client.standardOutput() == "error 2\nseen , id 2\nseen 2, id 3\nseen 3, id 4\n");
}
