// Tests client requests that are awaited, and that a retracted request leaves nothing behind. The backend is a server
// that sends given bytes on the simulated network, in virtual time.
#include <nodecpp/concurrency.h>
#include <nodecpp/http/promises.h>
#include <nodecpp/stream/consumers.h>

#include <doctest/doctest.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "net/socket_handle.h"
#include "support/live_bytes.h"
#include "support/scale.h"
#include "world/simulated_program.h"
#include "world/world.h"

using namespace nodecpp;
using namespace nodecpp::sim;
using PeerState = RawConnection::PeerState;
using http::promises::Response;

namespace {

std::vector<std::string> notes;
void note(const String& text) { notes.emplace_back(text.data(), text.size()); }
double now() { return detail::Loop::current().now(); }

struct Local {
  std::string name;
  ~Local() { notes.push_back("~" + name); }
};

// Runs `f` as a program beside a backend on port 8080, and checks at the end that all sockets are freed.
struct Scene {
  Scene() { notes.clear(); }
  ~Scene() {
    end();
    CHECK(net::detail::liveSockets() == before);
  }
  Program& start(Function<Promise<>()> f) {
    Program& made = world->spawn(
        "client", [f = std::move(f)] { f().catch_([](Error error) { note("failed: " + error.toString()); }); });
    world->settle();
    return made;
  }
  RawConnection connection(std::size_t i = 0) {
    REQUIRE(raw->connections().size() > i);
    return raw->connections()[i];
  }
  void end() {
    raw.reset();
    world.reset();
  }
  // Sends a response to the last request of connection `i`.
  void answer(std::size_t i, std::string_view bytes) {
    connection(i).send(bytes);
    world->settle();
  }
  std::size_t before = net::detail::liveSockets();
  std::unique_ptr<World> world = std::make_unique<World>();
  std::optional<RawServer> raw = world->listen(8080);
};

const char* const hello = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";
const char* const half = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello";
http::RequestOptions to(http::Agent agent = nullptr) { return {.agent = agent, .host = "127.0.0.1", .port = 8080}; }
http::Agent keeping(double maxSockets = 0) { return make<http::Agent>({.keepAlive = true, .maxSockets = maxSockets}); }

// Returns the number of listeners on a socket that the agent keeps. Only the agent's own may be left.
std::size_t listeners(const net::Socket& socket) {
  std::size_t count = 0;
  for (const String& name : socket->eventNames()) count += std::size_t(socket->listenerCount(name));
  return count;
}

Promise<> load(http::RequestOptions options) {
  Local local("load");
  auto response = co_await http::promises::get(options);
  note(str("status ") + response->statusCode);
  note(co_await stream::consumers::text(response));
}

}  // namespace

TEST_CASE("http::promises awaits a request to its end") {
  Scene scene;
  scene.start([]() -> Promise<> {
    co_await load(to());
    auto response =
        co_await http::promises::request({.host = "127.0.0.1", .method = "POST", .path = "/p", .port = 8080}, "body");
    note(str(response->statusCode) + " " + response->headers["x-a"]);
    note(str((co_await stream::consumers::buffer(response)).length()));
    response = co_await http::promises::get("http://127.0.0.1:8080/url");
    note((co_await stream::consumers::text(response)).toUpperCase());
  });
  scene.answer(0, hello);
  scene.answer(0, "HTTP/1.1 201 Created\r\nX-A: b\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n");
  scene.answer(0, hello);
  CHECK(notes == std::vector<std::string>{"status 200", "hello", "~load", "201 b", "3", "HELLO"});
  CHECK(scene.connection().received() ==
        "GET / HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nConnection: keep-alive\r\n\r\n"
        "POST /p HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nConnection: keep-alive\r\nContent-Length: 4\r\n\r\nbody"
        "GET /url HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nConnection: keep-alive\r\n\r\n");
}

TEST_CASE("what would be the request's error is thrown, the response's by who reads it") {
  Scene scene;
  auto caught = [](auto f) -> Promise<> {
    try {
      co_await f();
    } catch (const Error& error) {
      note(error->code + " " + error->message);
    }
  };
  scene.start([=](this auto self) -> Promise<> {
    co_await caught([] { return http::promises::get({.host = "127.0.0.1", .port = 81}); });
    co_await caught([] { return http::promises::get("no url"); });
    co_await caught([] { return http::promises::get({.path = "a b"}); });
    for (int i = 0; i < 4; ++i) co_await caught([] { return load(to()); });
  });
  scene.connection(0).end();
  scene.world->settle();
  scene.answer(1, "HTTP/1.1 2OO OK\r\n\r\n");
  scene.answer(2, half);
  scene.connection(2).end();
  scene.world->settle();
  scene.answer(3, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n");
  CHECK(notes == std::vector<std::string>{
                     "ECONNREFUSED connect ECONNREFUSED 127.0.0.1:81", "ERR_INVALID_URL Invalid URL",
                     "ERR_UNESCAPED_CHARACTERS Request path contains unescaped characters", "~load",
                     "ECONNRESET socket hang up", "~load", "HPE_INVALID_STATUS Parse Error: Invalid status code",
                     "status 200", "~load", "ECONNRESET aborted", "~load", "ECONNRESET socket hang up"});
}

TEST_CASE("retracted before, in and after the response: the connection is closed") {
  for (const char* sent : {"", "HTTP/1.1 20", half}) {
    CAPTURE(sent);
    Scene scene;
    scene.start([]() -> Promise<> {
      auto agent = keeping();
      co_await race([=] { return load(to(agent)); }, [] { return sleep(100); });
      note("over");
      CHECK(now() == 100);
      CHECK(agent->sockets.keys().empty());
      CHECK(agent->freeSockets.keys().empty());
      CHECK(agent->totalSocketCount == 0);
    });
    scene.answer(0, sent);
    scene.world->runFor(100);
    CHECK(scene.connection().peerState() != PeerState::open);
    if (sent == half) notes.erase(notes.begin());
    CHECK(notes == std::vector<std::string>{"~load", "over"});
  }
}

TEST_CASE("a request is retracted while it connects") {
  Scene scene;
  scene.raw->accepting(false);
  scene.start([]() -> Promise<> {
    co_await race([] { return load({.agent = false, .host = "127.0.0.1", .port = 8080}); }, [] { return never(); },
                  []() -> Promise<> { co_return; });
    note("over");
  });
  scene.world->runFor(10);
  CHECK(notes == std::vector<std::string>{"~load", "over"});
}

TEST_CASE("retracted while its createConnection has not called back, which may come late or never") {
  for (bool pooled : {false, true}) {
    for (int late = 0; late < 3; ++late) {
      Scene scene;
      scene.start([=](this auto) -> Promise<> {
        let<http::SocketCallback> made;
        auto create = [made](http::RequestOptions, http::SocketCallback callback) -> net::Socket {
          made = callback;
          return nullptr;
        };
        auto agent = keeping();
        if (pooled) agent->createConnection = create;
        auto options = to(pooled ? agent : http::Agent());
        if (!pooled) options.createConnection = create;
        co_await race([=] { return load(options); }, [] { return sleep(10); });
        note("over");
        if (late == 1) made.ref()(Error("refused"), nullptr);
        if (late == 2) made.ref()(nullptr, net::connect(8080, "127.0.0.1"));
        made = nullptr;
        co_await sleep(10);
        CHECK(agent->totalSocketCount == 0);
      });
      scene.world->runFor(30);
      CHECK(notes == std::vector<std::string>{"~load", "over"});
      for (const auto& connection : scene.raw->connections()) CHECK(connection.peerState() != PeerState::open);
    }
  }
}

TEST_CASE("retracted while it waits at its agent: taken off the queue") {
  Scene scene;
  scene.start([]() -> Promise<> {
    auto agent = keeping(1);
    auto first = load(to(agent));
    co_await race([=] { return load(to(agent)); },
                  [=](this auto self) -> Promise<> {
                    auto queued = agent->requests.keys();
                    CHECK(queued.size() == 1);
                    co_await sleep(10);
                  });
    CHECK(agent->requests.keys().empty());
    note("over");
    co_await first;
    CHECK(agent->freeSockets[agent->freeSockets.keys().at(0)].size() == 1);
  });
  scene.world->runFor(20);
  CHECK(notes == std::vector<std::string>{"~load", "over"});
  scene.answer(0, hello);
  CHECK(notes == std::vector<std::string>{"~load", "over", "status 200", "hello", "~load"});
  CHECK(scene.raw->connections().size() == 1);
  CHECK(scene.connection().received().find("GET", 1) == std::string::npos);
}

TEST_CASE("retracted with a response that has come whole: the connection goes back") {
  Scene scene;
  scene.start([]() -> Promise<> {
    auto agent = keeping();
    co_await race(
        [=](this auto self) -> Promise<> {
          Local local("reader");
          auto response = co_await http::promises::get(to(agent));
          note(str(response->statusCode));
          co_await never();
        },
        [] { return sleep(100); });
    note("over");
    co_await sleep(1);
    auto name = agent->freeSockets.keys().at(0);
    auto socket = agent->freeSockets[name].at(0);
    auto untouched = listeners(socket);
    co_await load(to(agent));
    co_await sleep(1);
    CHECK(agent->freeSockets[name].at(0) == socket);
    CHECK(listeners(socket) == untouched);
    co_await sleep(1000);
  });
  scene.answer(0, hello);
  scene.world->runFor(101);
  scene.answer(0, hello);
  scene.world->runFor(1);
  CHECK(notes == std::vector<std::string>{"200", "~reader", "over", "status 200", "hello", "~load"});
  CHECK(scene.raw->connections().size() == 1);
  CHECK(scene.connection().peerState() == PeerState::open);
}

TEST_CASE("a response that nobody reads closes its connection, one that somebody reads stays") {
  Scene scene;
  scene.start([]() -> Promise<> {
    {
      auto unread = co_await http::promises::get(to());
    }
    note("unread");
    {
      auto response = co_await http::promises::get(to());
      response->on(event::data, [](auto chunk) { note(str(chunk)); });
      response->on(event::end, [] { note("end"); });
    }
    Promise<String> body;
    {
      auto response = co_await http::promises::get(to());
      body = stream::consumers::text(response);
    }
    note(co_await body);
    http::IncomingMessage message = co_await http::promises::get(to());
    note(str(message->statusCode));
    note(co_await stream::consumers::text(message));
  });
  scene.answer(0, half);
  CHECK(scene.connection(0).peerState() != PeerState::open);
  scene.answer(1, half);
  scene.answer(2, half);
  scene.answer(1, "later");
  scene.answer(2, "world");
  scene.answer(2, hello);
  CHECK(notes == std::vector<std::string>{"unread", "hello", "later", "end", "helloworld", "200", "hello"});
}

TEST_CASE("retraction waits for the connection's close") {
  Scene scene;
  scene.start([]() -> Promise<> {
    let<bool> closed = false;
    auto request = http::get(to());
    request->on(event::close, [=] { closed = true; });
    co_await race([=] { return http::promises::response(request); },
                  [] { return sleep(10).then([] { return Response(); }); });
    CHECK(closed.value());
    note("over");
  });
  scene.world->runFor(10);
  CHECK(notes == std::vector<std::string>{"over"});
}

TEST_CASE("the signal of the options aborts a request") {
  Scene scene;
  scene.start([]() -> Promise<> {
    for (int i = 0; i < 2; ++i) {
      auto controller = make<AbortController>();
      setTimeout([=] { controller->abort(); }, 50);
      try {
        auto response =
            co_await http::promises::get({.host = "127.0.0.1", .port = 8080, .signal = controller->signal()});
        co_await stream::consumers::text(response);
      } catch (const Error& error) {
        note(error->name + " " + error->code + " " + error->message);
      }
    }
  });
  scene.world->runFor(50);
  scene.answer(1, half);
  scene.world->runFor(50);
  CHECK(notes ==
        std::vector<std::string>{"AbortError ABORT_ERR The operation was aborted", "Error ECONNRESET aborted"});
  CHECK(scene.connection(0).peerState() != PeerState::open);
  CHECK(scene.connection(1).peerState() != PeerState::open);
}

TEST_CASE("a program may end while a request waits") {
  for (const char* sent : {"", half}) {
    Scene scene;
    auto& program = scene.start([]() -> Promise<> {
      Local local("main");
      co_await load(to(keeping()));
    });
    scene.answer(0, sent);
    scene.end();
    CHECK(notes.back() == "~main");
    static_cast<void>(program);
  }
}

TEST_CASE("races without end do not grow") {
  Scene scene;
  scene.world->spawn("silent", [] { http::createServer([](auto, auto) {})->listen(8081, "127.0.0.1"); });
  scene.world->settle();
  scene.start([]() -> Promise<> {
    auto agent = keeping(2);
    http::RequestOptions options = {.agent = agent, .host = "127.0.0.1", .port = 8081};
    std::size_t before = 0;
    constexpr int rounds = tests::scaled(3000);
    for (int i = 0; i < rounds; ++i) {
      if (i == rounds / 3) before = liveBytes();
      Array<std::function<Promise<>()>> all;
      for (int j = 0; j < 3; ++j)
        all.push([=](this auto self) -> Promise<> { co_await http::promises::get(options); });
      all.push([] { return sleep(1); });
      co_await race(all);
      if (i % 100 == 0) co_await sleep(10);
    }
    co_await sleep(10);
    CHECK(agent->totalSocketCount == 0);
    CHECK(agent->requests.keys().empty());
    CHECK(net::detail::liveSockets() <= 4);
    auto grown = std::ptrdiff_t(liveBytes() - before);
    CHECK(grown < 30 * rounds);
    note("over");
  });
  scene.world->runFor(10000);
  CHECK(notes == std::vector<std::string>{"over"});
}
