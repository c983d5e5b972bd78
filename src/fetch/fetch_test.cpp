// Tests fetch against a server that sends given bytes on the simulated network, in virtual time: what is retracted,
// aborted or let go closes its connection or gives it back, and the time-outs are undici's.
#include <nodecpp/concurrency.h>
#include <nodecpp/fetch.h>

#include <doctest/doctest.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "net/socket_handle.h"
#include "world/simulated_program.h"
#include "world/world.h"

using namespace nodecpp;
using namespace nodecpp::simulation;
using PeerState = RawConnection::PeerState;

namespace {

std::vector<std::string> notes;
void note(const String& text) { notes.emplace_back(text.data(), text.size()); }
using Notes = std::vector<std::string>;

// Runs `f` as a program beside a server on port 8080, and checks at the end that all sockets are freed.
struct Scene {
  Scene() { notes.clear(); }
  ~Scene() {
    raw.reset();
    world.reset();
    CHECK(net::detail::liveSockets() == before);
  }
  void start(Function<Promise<>()> f) {
    world->spawn("client", [f = std::move(f)] {
      f().catch_([](Error error) { note("failed: " + error.toString() + (error->cause.empty() ? str("") : " " + error->cause[0]->code)); });
    });
    world->settle();
  }
  RawConnection connection(std::size_t i = 0) {
    REQUIRE(raw->connections().size() > i);
    return raw->connections()[i];
  }
  void answer(std::size_t i, std::string_view bytes) {
    connection(i).send(bytes);
    world->settle();
  }
  std::size_t before = net::detail::liveSockets();
  std::unique_ptr<World> world = std::make_unique<World>();
  std::optional<RawServer> raw = world->listen(8080);
};

const char* const target = "http://127.0.0.1:8080/";
const char* const hello = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";
const char* const half = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello";

Promise<String> load() {
  auto response = co_await fetch(target);
  co_return co_await response->text();
}

}  // namespace

TEST_CASE("the loser of a race of fetches has closed its connection when the race returns") {
  Scene scene;
  scene.start([]() -> Promise<> {
    const String first = co_await race([] { return load(); }, [] { return load(); });
    note(first);
  });
  CHECK(scene.connection(0).peerState() == PeerState::open);
  scene.answer(1, hello);
  CHECK(notes == Notes{"hello"});
  CHECK(scene.connection(0).peerState() != PeerState::open);
  CHECK(scene.connection(1).peerState() == PeerState::open);
}

TEST_CASE("a fetch that is retracted while it reads the body closes its connection") {
  Scene scene;
  scene.start([]() -> Promise<> {
    try {
      co_await withTimeout(1000, [] { return load(); });
    } catch (const Error& error) {
      note(error->name);
    }
  });
  scene.answer(0, half);
  scene.world->runFor(900);
  CHECK(scene.connection(0).peerState() == PeerState::open);
  scene.world->runFor(200);
  CHECK(notes.size() == 1);
  CHECK(scene.connection(0).peerState() != PeerState::open);
}

TEST_CASE("a response that nobody reads gives its connection back, or closes it") {
  Scene scene;
  scene.start([]() -> Promise<> {
    {
      auto whole = co_await fetch(target);
      note(str(whole->status()));
    }
    {
      auto part = co_await fetch(target);
      note(str(part->status()));
    }
    co_await sleep(1);
    note("later");
    co_await sleep(1000);
  });
  scene.answer(0, hello);
  scene.answer(1, half);
  scene.world->runFor(10);
  CHECK(notes == Notes{"200", "200", "later"});
  CHECK(scene.connection(0).peerState() == PeerState::open);
  CHECK(scene.connection(1).peerState() != PeerState::open);
}

TEST_CASE("an idle connection is kept for 4 seconds, or as the server says") {
  Scene scene;
  scene.start([]() -> Promise<> {
    note(co_await load());
    co_await sleep(3000);
    note(co_await load());
    co_await sleep(30000);
  });
  scene.answer(0, hello);
  scene.world->runFor(3010);
  scene.answer(0, "HTTP/1.1 200 OK\r\nKeep-Alive: timeout=10\r\nContent-Length: 2\r\n\r\nhi");
  CHECK(notes == Notes{"hello", "hi"});
  scene.world->runFor(7900);
  CHECK(scene.connection(0).peerState() == PeerState::open);
  scene.world->runFor(200);
  CHECK(scene.connection(0).peerState() != PeerState::open);
  CHECK(scene.raw->connections().size() == 1);
}

TEST_CASE("a head that does not come within 300 seconds is a HeadersTimeoutError") {
  Scene scene;
  scene.start([]() -> Promise<> { co_await load(); });
  scene.answer(0, "HTTP/1.1 200 OK\r\n");
  scene.world->runFor(299000);
  CHECK(notes.empty());
  scene.world->runFor(2000);
  CHECK(notes == Notes{"failed: TypeError: fetch failed UND_ERR_HEADERS_TIMEOUT"});
  CHECK(scene.connection(0).peerState() != PeerState::open);
}

TEST_CASE("a body that does not go on for 300 seconds is a BodyTimeoutError") {
  Scene scene;
  scene.start([]() -> Promise<> { co_await load(); });
  scene.answer(0, half);
  scene.world->runFor(200000);
  scene.answer(0, "x");
  scene.world->runFor(299000);
  CHECK(notes.empty());
  scene.world->runFor(2000);
  CHECK(notes == Notes{"failed: TypeError: terminated UND_ERR_BODY_TIMEOUT"});
}

TEST_CASE("an abort rejects the fetch at once and closes the connection") {
  Scene scene;
  scene.start([]() -> Promise<> {
    auto controller = make<AbortController>();
    setTimeout([controller] { controller->abort(Error("mine")); }, 50);
    try {
      co_await fetch(target, {.signal = controller->signal()});
    } catch (const Error& error) {
      note(error->message);
    }
  });
  scene.world->runFor(100);
  CHECK(notes == Notes{"mine"});
  CHECK(scene.connection(0).peerState() != PeerState::open);
}

TEST_CASE("a signal keeps no listener of a fetch that is over") {
  Scene scene;
  scene.start([]() -> Promise<> {
    auto controller = make<AbortController>();
    auto response = co_await fetch(target, {.signal = controller->signal()});
    note(co_await response->text());
    controller->abort();
    note(str(response->bodyUsed()));
    co_await sleep(1000);
  });
  scene.answer(0, hello);
  CHECK(notes == Notes{"hello", "true"});
  CHECK(scene.connection(0).peerState() == PeerState::open);
}
