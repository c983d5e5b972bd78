// Tests requests through proxies that do what no proxy should, on the simulated network in virtual time. Whatever the
// proxy does, it costs one connection, and nothing is left.
#include <nodecpp/concurrency.h>
#include <nodecpp/fetch.h>
#include <nodecpp/http/promises.h>
#include <nodecpp/https.h>

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

const Environment variables{{"NODE_USE_ENV_PROXY", "1"}, {"HTTP_PROXY", "http://127.0.0.1:3128"}};

// Runs `f` as a program beside a proxy on port 3128, and checks at the end that all sockets are freed.
struct Scene {
  explicit Scene(Function<void()> f, Environment environment = variables) {
    notes.clear();
    world->spawn("client", std::move(f), {}, std::move(environment));
    world->settle();
  }
  ~Scene() {
    proxy.reset();
    world.reset();
    CHECK(net::detail::liveSockets() == before);
  }
  RawConnection connection(std::size_t i = 0) {
    REQUIRE(proxy->connections().size() > i);
    return proxy->connections()[i];
  }
  void answer(std::string_view bytes, std::size_t i = 0) {
    connection(i).send(bytes);
    world->settle();
  }
  std::size_t before = net::detail::liveSockets();
  std::unique_ptr<World> world = std::make_unique<World>();
  std::optional<RawServer> proxy = world->listen(3128);
};

Promise<> load(String url) {
  try {
    auto response = co_await fetch(url);
    note(str(response->status()) + " " + co_await response->text());
  } catch (const Error& error) {
    note(error->message +
         (error->cause.empty() ? str("") : ": " + error->cause[0]->code + " " + error->cause[0]->message));
  }
}
void fetchPlain() { load("http://name.example/a"); }
void fetchSecure() { load("https://name.example/a"); }

void askSecurely() {
  auto agent = make<https::Agent>({.proxyEnv = {{"HTTPS_PROXY", "http://127.0.0.1:3128"}}});
  auto request = https::get({.agent = agent, .host = "name.example"});
  request->on(event::error, [](Error error) { note(error->code + " " + error->message); });
  request->on(event::close, [] { note("close"); });
}

const char* const opened = "HTTP/1.1 200 OK\r\n\r\n";

}  // namespace

TEST_CASE("a fetch goes through the proxy of the environment, which is read by the port") {
  Scene scene(fetchPlain);
  CHECK(scene.connection().received() ==
        "CONNECT name.example:80 HTTP/1.1\r\nhost: name.example\r\nconnection: close\r\nproxy-connection: "
        "keep-alive\r\n\r\n");
  scene.answer(opened);
  CHECK(scene.connection().received().find("GET /a HTTP/1.1\r\nhost: name.example\r\n") != std::string::npos);
  scene.answer("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello");
  CHECK(notes == Notes{"200 hello"});
}

TEST_CASE("without NODE_USE_ENV_PROXY=1 no proxy is asked") {
  for (const char* value : {"0", "true", ""}) {
    Scene scene([] { load("http://127.0.0.1:9/"); },
                {{"NODE_USE_ENV_PROXY", value}, {"HTTP_PROXY", "http://127.0.0.1:3128"}});
    CHECK(scene.proxy->connections().empty());
  }
}

TEST_CASE("the answer of a proxy may be cut anywhere") {
  const std::string answer = "HTTP/1.1 200 Connection established\r\nVia: 1.1 x\r\n\r\n";
  for (std::size_t cut = 1; cut < answer.size(); ++cut) {
    Scene scene(fetchPlain);
    scene.answer(std::string_view(answer).substr(0, cut));
    CHECK(scene.connection().received().find("GET /a") == std::string::npos);
    scene.answer(std::string_view(answer).substr(cut));
    scene.answer("HTTP/1.1 204 No Content\r\n\r\n");
    CHECK(notes == Notes{"204 "});
  }
}

TEST_CASE("a head without end costs the connection after 16 KiB") {
  for (const bool byFetch : {true, false}) {
    Scene scene(byFetch ? Function<void()>(fetchSecure) : Function<void()>(askSecurely));
    scene.answer("HTTP/1.1 200 OK\r\n");
    for (int i = 0; i < 17 && notes.empty(); ++i) scene.answer("X: " + std::string(1021, 'a'));
    CHECK(notes == (byFetch ? Notes{"fetch failed: UND_ERR_HEADERS_OVERFLOW Headers Overflow Error"}
                            : Notes{"ERR_PROXY_TUNNEL Proxy response headers exceeded 16384 bytes", "close"}));
    CHECK(scene.connection().peerState() != PeerState::open);
  }
}

TEST_CASE("a proxy that says nothing, or too little, has 300 seconds of a fetch") {
  for (const char* said : {"", "HTTP/1.1 200 OK\r\n"}) {
    Scene scene(fetchPlain);
    scene.answer(said);
    scene.world->runFor(299'000);
    CHECK(notes.empty());
    scene.world->runFor(2'000);
    CHECK(notes == Notes{"fetch failed: UND_ERR_HEADERS_TIMEOUT Headers Timeout Error"});
    CHECK(scene.connection().peerState() != PeerState::open);
  }
}

TEST_CASE("a proxy that answers byte by byte does not get more time") {
  Scene scene(fetchPlain);
  for (int i = 0; i < 400 && notes.empty(); ++i) {
    scene.answer("H");
    scene.world->runFor(1'000);
  }
  CHECK(notes == Notes{"fetch failed: UND_ERR_HEADERS_TIMEOUT Headers Timeout Error"});
}

TEST_CASE("a host that does not shake hands behind the proxy has the time to connect") {
  Scene scene(fetchSecure);
  scene.answer(opened);
  scene.world->runFor(9'000);
  CHECK(notes.empty());
  scene.world->runFor(2'000);
  CHECK(notes == Notes{"fetch failed: UND_ERR_CONNECT_TIMEOUT Connect Timeout Error (attempted address: "
                       "127.0.0.1:3128, timeout: 10000ms)"});
  CHECK(scene.connection().peerState() != PeerState::open);
}

TEST_CASE("a request that was given up hears nothing of the proxy's refusal") {
  Scene scene([] {
    [](this auto) -> Promise<> {
      auto agent = make<https::Agent>({.proxyEnv = {{"HTTPS_PROXY", "http://127.0.0.1:3128"}}});
      co_await race([=] { return http::promises::response(https::get({.agent = agent, .host = "name.example"})); },
                    [] { return sleep(5); });
      note("given up");
      co_await sleep(100);
      note("the end");
    }();
  });
  scene.world->runFor(10);
  scene.answer("HTTP/1.1 502 No\r\n\r\n");
  scene.world->runFor(200);
  CHECK(notes == Notes{"given up", "the end"});
}

TEST_CASE("a proxy that closes the connection is asked once") {
  Scene scene(fetchPlain);
  scene.answer("HTTP/1.1 2");
  scene.connection().end();
  scene.world->settle();
  CHECK(notes == Notes{"fetch failed: UND_ERR_SOCKET other side closed"});
  CHECK(scene.proxy->connections().size() == 1);
}

TEST_CASE("bytes behind the head are no response") {
  Scene scene(fetchPlain);
  scene.answer(std::string(opened) + "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil");
  CHECK(notes == Notes{"fetch failed: UND_ERR_SOCKET bad upgrade"});
  CHECK(scene.connection().peerState() != PeerState::open);
}

TEST_CASE("a program that ends while a tunnel is made leaves nothing") {
  {
    Scene scene(fetchSecure);
  }
  {
    Scene scene(askSecurely);
  }
}

TEST_CASE("an agent that many requests use holds nothing of refused tunnels") {
  Scene scene([] {
    auto agent = make<https::Agent>(
        {.keepAlive = true, .maxSockets = 2, .proxyEnv = {{"HTTPS_PROXY", "http://127.0.0.1:3128"}}});
    for (int i = 0; i < 3; ++i) {
      auto request = https::get({.agent = agent, .host = "name.example"});
      request->on(event::error, [](Error error) { note(error->code); });
    }
    setTimeout([=] { note(str(agent->totalSocketCount)); }, 50);
  });
  for (std::size_t i = 0; i < 3; ++i) scene.answer("HTTP/1.1 502 No\r\n\r\n", i);
  scene.world->runFor(60);
  CHECK(notes == Notes{"ERR_PROXY_TUNNEL", "ERR_PROXY_TUNNEL", "ERR_PROXY_TUNNEL", "0"});
}
