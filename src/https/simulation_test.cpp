// Tests that https in a simulated world depends on nothing but the seed: its random numbers and its clock are the
// world's, and connections that are cut at any record lead to the same run each time.
#include <doctest/doctest.h>
#include <nodecpp/https.h>
#include <nodecpp/timers.h>
#include <openssl/ssl.h>

#include <string>
#include <vector>

#include "support/tls_world.h"
#include "world/simulated_program.h"
#include "world/world.h"

using namespace nodecpp;
using namespace nodecpp::simulation;
using namespace tests;

namespace {

// The certificates are the same ones in each world, so that two runs can send the same bytes.
const Certificates& certificates() {
  static const Certificates all;
  return all;
}

enum class Loss { none, end, reset };

// What a wire between a client and a server does: it passes the bytes on, stops for a while after `cut` bytes of one
// direction, and there the connection is lost or goes on.
struct Cut {
  int direction = 0;  // 0 is from the client to the server
  std::size_t at = std::string::npos;
  Loss loss = Loss::none;
};

struct Run {
  std::string wire[2];  // All bytes of each direction.
  std::string client, server;
  std::uint64_t digest = 0;
  bool operator==(const Run&) const = default;
};

struct Scene {
  explicit Scene(std::uint64_t seed, bool faults = false) : world(options(seed, faults)) {}

  static os::NetworkOptions options(std::uint64_t seed, bool faults) {
    os::NetworkOptions made{.privileged = true};
    made.seed = seed;
    made.watched = true;
    if (faults) made.faults = os::Faults::fromSeed(seed);
    return made;
  }

  Program& serve(String most = "TLSv1.3") {
    Program& program = world.spawn("server", [most] {
      https::ServerOptions options{.key = String(certificates().leaf.key()), .cert = String(certificates().leaf.pem())};
      options.maxVersion = most;
      options.sessionTimeout = 300;
      auto server = https::createServer(options, [](auto request, auto response) {
        print(request->method + " " + request->url);
        response->write("you asked for ");
        setImmediate([=] { response->end(request->url); });
      });
      server->on(event::tlsClientError, [](Error error) { print("tlsClientError " + error->code); });
      server->listen(443, "127.0.0.1");
    });
    world.settle();
    return program;
  }

  // Makes two requests one after the other, on one connection or, with `fresh`, on two.
  Program& ask(int port, bool fresh, double pause = 1) {
    return world.spawn("client", [=] {
      auto agent = make<https::Agent>({.keepAlive = !fresh});
      https::RequestOptions options{.agent = agent, .host = "127.0.0.1", .port = port};
      options.ca = String(certificates().root.pem());
      auto fetch = [=](https::RequestOptions asked, String path, Function<void()> next) {
        asked.path = path;
        auto request = https::get(asked, [=](http::IncomingMessage response) {
          let<String> body = "";
          bool resumed = response->socket.as<tls::TLSSocket>()->isSessionReused();
          response->on(event::data, [=](Buffer chunk) { body += chunk.toString(); });
          response->on(event::error, [=](Error error) { print("response " + error->code); });
          response->on(event::end, [=] {
            print(str(response->statusCode) + " " + body.value() + (resumed ? " resumed" : ""));
            next();
          });
        });
        request->on(event::error, [](Error error) { print("request " + error->code); });
      };
      fetch(options, "/first", [=] {
        setTimeout([=] { fetch(options, "/second", [=] { agent->destroy(); }); }, pause);
      });
    });
  }

  std::uint64_t digest() {
    os::Digest all;
    for (const auto& program : world.programs()) all.add(program->watched()->digest().sum());
    return all.sum();
  }

  World world;
};

// Sends what `from` has received to `to`, until the cut. Returns whether there was something.
bool pass(const RawConnection& from, RawConnection& to, std::string& sent, std::size_t until) {
  std::size_t size = std::min(from.received().size(), until);
  if (size <= sent.size()) return false;
  std::string bytes = from.received().substr(sent.size(), size - sent.size());
  sent += bytes;
  to.send(bytes);
  return true;
}

// Two requests on a connection through the wire.
Run through(Cut cut, const String& most, std::uint64_t seed = 1) {
  NothingLeft nothing;
  Scene scene(seed);
  Program& server = scene.serve(most);
  RawServer wire = scene.world.listen(2000);
  Program& client = scene.ask(2000, false);
  scene.world.settle();
  REQUIRE(wire.connections().size() == 1);
  RawConnection ends[2] = {wire.connections()[0], scene.world.connect(443)};
  Run run;
  std::size_t limits[2] = {std::string::npos, std::string::npos};
  limits[cut.direction] = cut.at;
  for (bool lost = false; !lost;) {
    scene.world.settle(5);
    bool moved = pass(ends[0], ends[1], run.wire[0], limits[0]);
    moved |= pass(ends[1], ends[0], run.wire[1], limits[1]);
    if (moved) continue;
    if (limits[cut.direction] != std::string::npos && run.wire[cut.direction].size() >= cut.at) {
      limits[cut.direction] = std::string::npos;
      if (cut.loss == Loss::none) continue;
      lost = true;
    } else if (!client.running()) {
      break;
    } else if (ends[0].peerState() != RawConnection::PeerState::open || ends[1].peerState() != RawConnection::PeerState::open) {
      lost = true;
    } else {
      scene.world.runFor(20);
    }
  }
  for (RawConnection& end : ends) cut.loss == Loss::reset ? end.reset() : end.end();
  scene.world.settle(1000);
  run.client = client.standardOutput();
  run.server = server.standardOutput();
  run.digest = scene.digest();
  return run;
}

// Returns where the records of TLS end.
std::vector<std::size_t> records(const std::string& bytes) {
  std::vector<std::size_t> ends;
  for (std::size_t at = 0; at + 5 <= bytes.size();) {
    at += 5 + (std::size_t(static_cast<unsigned char>(bytes[at + 3])) << 8 | static_cast<unsigned char>(bytes[at + 4]));
    ends.push_back(at);
  }
  return ends;
}

}  // namespace

TEST_CASE("a seed gives the same bytes on the wire, and another seed others") {
  through({}, "TLSv1.3");  // The first run of a process also draws the seed of its hash tables.
  for (const char* most : {"TLSv1.2", "TLSv1.3"}) {
    Run once = through({}, most);
    CHECK(once.client == "200 you asked for /first\n200 you asked for /second\n");
    CHECK(once.server == "GET /first\nGET /second\n");
    CHECK(records(once.wire[0]).size() >= 4);
    CHECK(records(once.wire[1]).back() == once.wire[1].size());
    Run again = through({}, most);
    CHECK(once.wire[0] == again.wire[0]);
    CHECK(once.wire[1] == again.wire[1]);
    CHECK(once.digest == again.digest);
    Run other = through({}, most, 2);
    CHECK(other.client == once.client);
    CHECK(other.wire[0] != once.wire[0]);
  }
}

TEST_CASE("bytes that come in two parts, cut at each record and within it, are read as one") {
  for (const char* most : {"TLSv1.2", "TLSv1.3"}) {
    Run whole = through({}, most);
    for (int direction : {0, 1})
      for (std::size_t end : records(whole.wire[direction]))
        for (std::size_t at : {end, end + 3}) {
          if (at >= whole.wire[direction].size()) continue;
          CAPTURE(direction);
          CAPTURE(at);
          Run cut = through({.direction = direction, .at = at}, most);
          CHECK(cut.client == whole.client);
          CHECK(cut.server == whole.server);
          // Where writes complete later, the time between the parts decides which writes go out together.
          if (os::NetworkOptions::completionByDefault) continue;
          CHECK(cut.wire[0] == whole.wire[0]);
          CHECK(cut.wire[1] == whole.wire[1]);
        }
  }
}

TEST_CASE("a connection that is lost after any record gives an error or the whole response, twice the same") {
  for (const char* most : {"TLSv1.2", "TLSv1.3"}) {
    Run whole = through({}, most);
    int failed = 0;
    for (int direction : {0, 1})
      for (std::size_t at : records(whole.wire[direction]))
        for (Loss loss : {Loss::end, Loss::reset}) {
          if (most == std::string("TLSv1.2") && loss == Loss::reset) continue;  // For the test's time.
          CAPTURE(direction);
          CAPTURE(at);
          Run once = through({.direction = direction, .at = at, .loss = loss}, most);
          Run again = through({.direction = direction, .at = at, .loss = loss}, most);
          CHECK(once == again);
          // What the client got of the two responses is right, and then there is at most one error.
          std::string rest = once.client;
          for (const char* line : {"200 you asked for /first\n", "200 you asked for /second\n"})
            if (rest.starts_with(line)) rest.erase(0, std::string(line).size());
          CHECK((rest == "" || rest.ends_with(" ECONNRESET\n")));
          failed += rest != "";
        }
    CHECK(failed > 10);
  }
}

TEST_CASE("sessions are as old as the world's clock says") {
  for (const char* most : {"TLSv1.2", "TLSv1.3"})
    for (double minutes : {4, 6}) {
      NothingLeft nothing;
      Scene scene(1);
      scene.serve(most);
      Program& client = scene.ask(443, true, minutes * 60'000);
      scene.world.settle(minutes * 60'000 + 1000);
      CHECK(client.standardOutput() ==
            std::string("200 you asked for /first\n200 you asked for /second") + (minutes < 5 ? " resumed\n" : "\n"));
    }
}

TEST_CASE("the session that a program gets bears the world's time") {
  for (const char* most : {"TLSv1.2", "TLSv1.3"}) {
    NothingLeft nothing;
    Scene scene(1);
    scene.serve(most);
    std::vector<std::string> sessions;
    std::vector<long> times;
    scene.world.runFor(5000);
    scene.world.spawn("client", [&] {
      auto keep = [&](const Buffer& bytes) {
        // Before the session stand the name of its server and its length.
        const std::string all(bytes.bytes(), bytes.size());
        auto at = all.find("127.0.0.1");
        REQUIRE(at != all.npos);
        sessions.push_back(all.substr(at + 9));
        times.push_back(long(loop().port().clock.wallClock() / 1000));
      };
      tls::ConnectOptions options{.port = 443, .host = "127.0.0.1"};
      options.ca = String(certificates().root.pem());
      auto socket = tls::connect(options);
      socket->on(event::session, [=](Buffer session) { keep(session); });
      socket->on(event::secureConnect, [=] {
        keep(socket->getSession());
        setTimeout([=] { socket->destroy(); }, 2000);
      });
    });
    scene.world.settle(3000);
    REQUIRE(sessions.size() >= 2);
    for (std::size_t i = 0; i < sessions.size(); ++i) {
      auto* bytes = reinterpret_cast<const unsigned char*>(sessions[i].data());
      SSL_SESSION* session = d2i_SSL_SESSION(nullptr, &bytes, long(sessions[i].size()));
      REQUIRE(session);
      CHECK(SSL_SESSION_get_time(session) == times[i]);
      SSL_SESSION_free(session);
    }
  }
}

TEST_CASE("certificates are valid by the world's clock") {
  NothingLeft nothing;
  Scene scene(1);
  scene.serve();
  Program& before = scene.ask(443, true);
  scene.world.settle(1000);
  CHECK(before.standardOutput() == "200 you asked for /first\n200 you asked for /second resumed\n");
  // The certificates hold for a day.
  scene.world.runFor(25 * 3'600'000.0);
  Program& after = scene.ask(443, true);
  scene.world.settle(1000);
  CHECK(after.standardOutput() == "request CERT_HAS_EXPIRED\n");
}

TEST_CASE("with faults, a seed gives the same run again") {
  auto story = [](std::uint64_t seed) {
    Scene scene(seed, true);
    scene.serve();
    Program& client = scene.ask(443, true, 50);
    scene.world.run(600'000, [&] { return !client.running(); });
    return std::pair(client.standardOutput(), scene.digest());
  };
  for (std::uint64_t seed = 1; seed <= 6; ++seed) CHECK(story(seed) == story(seed));
}
