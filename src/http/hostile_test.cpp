// Tests malicious clients on the simulated port, in virtual time. Each attack is repeated many times: the server must
// not crash, hang or grow, and after the clients have closed, the heap must be as large as before. tests/hostile does
// the same with ten thousand real connections and the memory that the kernel counts.
#include <doctest/doctest.h>
#include <nodecpp/http.h>

#include <string>
#include <string_view>
#include <vector>

#include "net/socket_handle.h"
#include "support/live_bytes.h"
#include "world/simulated_program.h"
#include "world/world.h"

using namespace nodecpp;
using namespace nodecpp::simulation;
using PeerState = RawConnection::PeerState;

namespace {

// What the handlers have received, and how many requests were aborted.
struct Seen {
  std::vector<std::string> urls;
  std::size_t bodyBytes = 0, aborted = 0;
};
Seen seen;

// The server under attack. "/wait" responds after reading the body, "/flood" writes without end, "/never" never
// responds, "/dump" ignores the body, "/later" responds after a minute, and any other path reads the body and responds
// at once.
void program() {
  auto server = http::createServer({.connectionsCheckingInterval = 1000}, [](auto request, auto response) {
    seen.urls.emplace_back(request->url.data(), request->url.length());
    request->on(event::error, [](const Error&) { ++seen.aborted; });
    if (request->url == "/never") return;
    if (request->url == "/later") {
      setTimeout([=] { response->end("later"); }, 60'000);
      return;
    }
    if (request->url == "/dump") {
      response->end("dumped");
      return;
    }
    if (request->url == "/give-up") {
      // This request resembles one that is piped into a destroyed stream: its listeners hold it, and nobody reads it
      // further.
      request->on(event::data, [=](Buffer chunk) { seen.bodyBytes += chunk.length() * (request ? 1 : 0); });
      request->pause();
      response->end("given up");
      return;
    }
    request->on(event::data, [](Buffer chunk) { seen.bodyBytes += chunk.length(); });
    if (request->url == "/flood") {
      Buffer block = Buffer::alloc(16384, "x");
      auto more = [=] {
        while (response->write(block)) {
        }
      };
      response->on(event::drain, more);
      more();
      return;
    }
    if (request->url == "/wait") {
      request->on(event::end, [=] { response->end("waited"); });
      return;
    }
    response->end("hello");
  });
  server->listen(8080, "127.0.0.1");
}

struct Stage {
  Stage() : server(world.spawn("server", program)) { world.settle(); }
  World world;
  Program& server;

  RawConnection connect(std::string_view bytes = {}) {
    RawConnection client = world.connect(8080);
    if (!bytes.empty()) client.send(bytes);
    world.settle();
    return client;
  }
};

// Runs `round` often enough to see growth. After the last round, as much memory must be in use as after the third one,
// apart from a small tolerance for a table or slab that grows once more.
constexpr std::size_t tolerance = 4096;
template <class Round>
void again(Round&& round, int times = 20) {
  Stage stage;
  std::size_t before = 0;
  for (int i = 0; i < times; ++i) {
    if (i == 3) before = liveBytes();
    seen = {};
    seen.urls.reserve(4096);
    round(stage);
    stage.world.runFor(400'000);  // longer than every time-out
    REQUIRE(stage.server.running());
    REQUIRE(net::detail::liveSockets() == 0);
    seen = {};
  }
  std::size_t after = liveBytes();
  CAPTURE(before);
  CAPTURE(after);
  CHECK(after <= before + tolerance);
}

std::string head(std::string_view line, std::string_view fields = {}) {
  return std::string(line) + " HTTP/1.1\r\nHost: x\r\n" + std::string(fields) + "\r\n";
}
const std::string chunked = head("POST /wait", "Transfer-Encoding: chunked\r\n");

bool answered(const RawConnection& client, const char* status) {
  return client.received().find(std::string("HTTP/1.1 ") + status) != std::string::npos;
}

// Sends `piece` until the server ends the connection or `most` bytes were sent. Returns the number of bytes sent.
std::size_t pour(Stage& stage, RawConnection& client, std::string_view piece, std::size_t most) {
  std::size_t sent = 0;
  while (sent < most && client.peerState() == PeerState::open) {
    client.send(piece);
    sent += piece.size();
    stage.world.settle();
  }
  return sent;
}

}  // namespace

TEST_CASE("hostile: bodies that come whole, and that the handler has given up reading, leave nothing behind") {
  again([](Stage& stage) {
    for (bool together : {true, false}) {
      auto client = stage.connect(head("POST /give-up", "Content-Length: 1000\r\n") + std::string(together ? 1000 : 10, 'x'));
      if (!together) client.send(std::string(990, 'x'));
      stage.world.settle();
      CHECK(answered(client, "200"));
      CHECK(seen.bodyBytes == 0);
    }
  });
}

TEST_CASE("hostile: heads that come a byte a second end in 408") {
  again(
      [](Stage& stage) {
        auto client = stage.connect("GET / HTTP/1.1\r\nX: ");
        for (int i = 0; i < 70 && client.peerState() == PeerState::open; ++i) {
          client.send("x");
          stage.world.runFor(1000);
        }
        CHECK(client.peerState() == PeerState::end);
        CHECK(answered(client, "408"));
        CHECK(seen.urls.empty());
      },
      8);
}

TEST_CASE("hostile: bodies that come a byte in ten seconds end in 408, or with the connection") {
  again(
      [](Stage& stage) {
        auto waited = stage.connect(head("POST /wait", "Content-Length: 1000\r\n"));
        auto inChunks = stage.connect(chunked);
        auto unread = stage.connect(head("POST /dump", "Content-Length: 1000\r\n"));
        for (int i = 0; i < 35; ++i) {
          if (waited.peerState() == PeerState::open) waited.send("x");
          if (inChunks.peerState() == PeerState::open) inChunks.send("1\r\nx\r\n");
          if (unread.peerState() == PeerState::open) unread.send("x");
          stage.world.runFor(10'000);
        }
        CHECK(answered(waited, "408"));
        CHECK(answered(inChunks, "408"));
        CHECK(answered(unread, "200"));
        for (auto& client : {waited, inChunks, unread}) CHECK(client.peerState() != PeerState::open);
        CHECK(seen.aborted == 2);
      },
      8);
}

TEST_CASE("hostile: who never reads is not written for without end") {
  again(
      [](Stage& stage) {
        std::size_t before = liveBytes();
        auto one = stage.world.connect(8080);
        one.pause();
        one.send(head("GET /flood"));
        auto many = stage.world.connect(8080);
        many.pause();
        std::string requests;
        for (int i = 0; i < 100; ++i) requests += head("GET /wait");
        for (int i = 0; i < 200 && many.unsent() == 0; ++i) {
          many.send(requests);
          stage.world.settle();
        }
        stage.world.runFor(20'000);
        // Back-pressure has reached the client: the requests that the server does not read wait there.
        CHECK(many.unsent() > 0);
        // The limit allows for the buffers of the server's and the client's sockets, and for the data below the
        // high-water marks.
        CHECK(liveBytes() - before < 6'000'000);
        one.reset();
        many.reset();
      },
      6);
}

TEST_CASE("hostile: an endless pipeline is bounded") {
  again(
      [](Stage& stage) {
        auto client = stage.connect();
        std::string requests;
        for (int i = 0; i < 64; ++i) requests += head(i % 3 ? "GET /" : "GET /wait");
        std::size_t before = liveBytes();
        for (int i = 0; i < 60; ++i) {
          client.send(requests);
          stage.world.settle();
        }
        CHECK(client.unsent() == 0);
        // Only the responses that the client has stored count here, both as one text and as a list of writes.
        CHECK(liveBytes() - before < 4 * client.received().size() + 200'000);
        client.close();
      },
      6);
}

TEST_CASE("hostile: pipelines behind a request that is answered late are not read without end") {
  again(
      [](Stage& stage) {
        auto client = stage.connect(head("GET /later"));
        std::size_t before = liveBytes();
        std::string requests;
        for (int i = 0; i < 64; ++i) requests += head("GET /");
        for (int i = 0; i < 400 && client.unsent() == 0; ++i) {
          client.send(requests);
          stage.world.settle();
        }
        CHECK(client.unsent() > 0);
        CHECK(liveBytes() - before < 12'000'000);
        client.reset();
      },
      5);
}

TEST_CASE("hostile: endless chunks are bounded") {
  again(
      [](Stage& stage) {
        std::string many;
        for (int i = 0; i < 1000; ++i) many += "1;a=b\r\nx\r\n";
        for (const char* url : {"POST /wait", "POST /dump"}) {
          auto client = stage.connect(head(url, "Transfer-Encoding: chunked\r\n"));
          std::size_t before = liveBytes();
          CHECK(pour(stage, client, many, 1'000'000) >= 1'000'000);
          CHECK(liveBytes() < before + 200'000);
          stage.world.runFor(310'000);
          CHECK(client.peerState() != PeerState::open);
        }
        CHECK(seen.bodyBytes == 100'000);
      },
      6);
}

TEST_CASE("hostile: extensions, trailers, heads, lines without end are refused within their limits") {
  again(
      [](Stage& stage) {
        auto refused = [&](std::string_view start, std::string_view piece, const char* status, std::size_t within) {
          auto client = stage.connect(start);
          std::string some;
          while (some.size() < 100) some += piece;
          std::size_t sent = pour(stage, client, some, 1'000'000);
          CAPTURE(start);
          CAPTURE(piece);
          CHECK(sent <= within);
          CHECK(answered(client, status));
        };
        refused(chunked + "1;", "x", "413", 16'600);
        refused(chunked + "1", ";name=value", "413", 22'000);
        refused(chunked + "1;a=\"", "xxxxxxxx", "413", 16'600);
        refused(chunked + "0\r\n", "Trailer: x\r\n", "431", 30'000);
        refused(chunked + "0\r\nTrailer:", "xxxxxxxx", "431", 16'600);
        refused(chunked + "0\r\nTrailer:", "        ", "431", 140'000);
        refused("GET /", "xxxxxxxx", "431", 16'600);
        refused("GET / HTTP/1.1\r\n", "A: b\r\n", "431", 45'000);
        refused("GET / HTTP/1.1\r\n", "A:\r\n", "431", 66'000);
        refused("GET / HTTP/1.1\r\nA:", "xxxxxxxx", "431", 16'600);
        refused("GET / HTTP/1.1\r\nA:", "\t\t\t\t\t\t\t\t", "431", 140'000);
        refused("GET ", "        ", "431", 140'000);
        refused("", "M-SEARCHM-SEARCH", "400", 112);
      },
      4);
}

TEST_CASE("hostile: empty lines without end are skipped, and end in 408") {
  again(
      [](Stage& stage) {
        auto client = stage.connect();
        std::size_t before = liveBytes();
        pour(stage, client, std::string(10'000, '\n'), 1'000'000);
        CHECK(liveBytes() < before + 100'000);
        stage.world.runFor(62'000);
        CHECK(answered(client, "408"));
        CHECK(client.peerState() == PeerState::end);
        auto closing = stage.connect(head("GET /", "Connection: close\r\n"));
        pour(stage, closing, "\r\n\r\n", 4'000);
        CHECK(answered(closing, "200"));
      },
      6);
}

TEST_CASE("hostile: silent connections are closed") {
  again(
      [](Stage& stage) {
        std::vector<RawConnection> silent;
        for (int i = 0; i < 500; ++i) silent.push_back(stage.world.connect(8080));
        stage.world.runFor(62'000);
        for (auto& client : silent) CHECK(client.peerState() == PeerState::end);
        CHECK(answered(silent.back(), "408"));
      },
      5);
}

namespace {

// A conversation with every stage: heads, a body with a length, a chunked body with trailers, and pipelined requests.
const std::string conversation = head("POST /wait", "Content-Length: 5\r\n") + "hello" + chunked +
                                 "3;a=b\r\nabc\r\n0\r\nTrailer: x\r\n\r\n" + head("GET /") +
                                 head("POST /never", "Content-Length: 3\r\n") + "abc" + head("GET /behind");

}  // namespace

TEST_CASE("hostile: a connection may be reset at every stage") {
  again(
      [](Stage& stage) {
        for (std::size_t at = 0; at <= conversation.size(); at += 3) {
          auto client = stage.connect(std::string_view(conversation).substr(0, at));
          client.reset();
          if (at % 2) stage.world.settle();
        }
        // The client resets the connection while responses are being sent, first without and then with reading them.
        auto unread = stage.world.connect(8080);
        unread.pause();
        unread.send(head("GET /flood"));
        stage.world.settle();
        unread.reset();
        auto read = stage.world.connect(8080);
        read.send(head("GET /flood"));
        CHECK(stage.world.run([&] { return read.received().size() > 1'000'000; }));
        read.reset();
        // The client resets a connection that was not accepted yet.
        stage.world.connect(8080).reset();
        stage.world.settle();
      },
      6);
}

TEST_CASE("hostile: half-closed at every stage, none stays") {
  again(
      [](Stage& stage) {
        std::vector<RawConnection> clients;
        for (std::size_t at = 0; at <= conversation.size(); at += 3) {
          clients.push_back(stage.connect(std::string_view(conversation).substr(0, at)));
          clients.back().end();
          if (at % 2) stage.world.settle();
        }
        stage.world.runFor(400'000);
        // The server waits for a client that half-closed its connection and whose request has no response yet, as in
        // Node.
        std::size_t first = conversation.find("POST /never"), open = 0;
        for (std::size_t i = 0; i < clients.size(); ++i) {
          if (clients[i].peerState() != PeerState::open) continue;
          CAPTURE(i * 3);
          CHECK(i * 3 >= first);
          ++open;
        }
        CHECK(open <= (conversation.size() - first) / 3 + 1);
        for (auto& client : clients) client.close();
      },
      4);
}
