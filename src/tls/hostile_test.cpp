// Tests servers of TLS with clients that do wrong on purpose: their bytes are cut or changed anywhere, their handshakes
// never end, and they flood the server with messages that it must answer. Each costs its own connection alone.
#include <doctest/doctest.h>
#include <nodecpp/timers.h>
#include <nodecpp/tls.h>
#include <openssl/err.h>
#include <openssl/ssl.h>

#include <algorithm>
#include <string>

#include "support/tls_world.h"
#include "world/simulated_program.h"
#include "world/world.h"

using namespace nodecpp;
using namespace nodecpp::simulation;
using namespace tests;

namespace {

struct Setting : tests::TlsWorld<tls::ServerOptions, tls::ConnectOptions> {
  // Starts a server that says what happens to its connections. Its handshakes may take half a second.
  Program& serve(const char* version = "TLSv1.3") {
    Program& program = world.spawn("server", [this, version] {
      auto options = server();
      options.maxVersion = version;
      options.handshakeTimeout = 500;
      auto made = tls::createServer(options, [](tls::TLSSocket socket) {
        print("secure");
        socket->on(event::data, [](Buffer chunk) { print(chunk.toString()); });
        socket->on(event::end, [] { print("end"); });
        socket->on(event::error, [](Error error) { print("error " + error->code); });
        socket->on(event::close, [] { print("closed"); });
      });
      made->on(event::tlsClientError, [](Error error, tls::TLSSocket socket) {
        print("refused " + error->code);
        socket->destroy();
      });
      made->listen(2000, "127.0.0.1");
    });
    world.settle();
    return program;
  }
  // Whether a client that does nothing wrong is served.
  bool serves() {
    Program& program = world.spawn("client", [&] {
      auto options = client();
      options.port = 2000;
      auto socket = tls::connect(options);
      socket->on(event::secureConnect, [=] { socket->end("good"); });
      socket->resume();
    });
    world.settle(1000);
    return !program.running();
  }
};

// A client without a program: it gives the bytes that it would send, so that a test can change them.
class RawClient {
 public:
  explicit RawClient(World& world, int version = TLS1_3_VERSION) : world_(world), connection(world.connect(2000)) {
    context_ = SSL_CTX_new(TLS_client_method());
    SSL_CTX_set_max_proto_version(context_, version);
    ssl_ = SSL_new(context_);
    in_ = BIO_new(BIO_s_mem());
    out_ = BIO_new(BIO_s_mem());
    SSL_set_bio(ssl_, in_, out_);
    SSL_set_connect_state(ssl_);
  }
  ~RawClient() {
    SSL_free(ssl_);
    SSL_CTX_free(context_);
  }
  RawClient(const RawClient&) = delete;

  // Takes what the server has sent, and returns what the client answers.
  std::string step() {
    const std::string& received = connection.received();
    BIO_write(in_, received.data() + taken_, int(received.size() - taken_));
    taken_ = received.size();
    ERR_clear_error();
    established_ = SSL_do_handshake(ssl_) == 1;
    return output();
  }
  // Makes the handshake. `send` gets each flight of the client.
  template <class F>
  void shakeHands(F send) {
    for (int i = 0; i < 5 && !established_; ++i) {
      send(step());
      world_.settle();
    }
  }
  void shakeHands() {
    shakeHands([&](const std::string& bytes) { connection.send(bytes); });
  }
  bool established() const { return established_; }
  // Returns the record of a message to the server.
  std::string record(std::string_view text) {
    SSL_write(ssl_, text.data(), int(text.size()));
    return output();
  }
  // Returns a request to change the keys of both directions, which the server must answer.
  std::string keyUpdate() {
    SSL_key_update(ssl_, SSL_KEY_UPDATE_REQUESTED);
    SSL_do_handshake(ssl_);
    return output();
  }

 private:
  std::string output() {
    char* bytes = nullptr;
    long size = BIO_get_mem_data(out_, &bytes);
    std::string taken(bytes, std::size_t(std::max(size, 0l)));
    (void)BIO_reset(out_);
    return taken;
  }

  World& world_;
  SSL_CTX* context_ = nullptr;
  SSL* ssl_ = nullptr;
  BIO *in_ = nullptr, *out_ = nullptr;
  std::size_t taken_ = 0;
  bool established_ = false;

 public:
  RawConnection connection;
};

std::size_t countOf(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++count;
  return count;
}

const struct {
  int number;
  const char* name;
} versions[] = {{TLS1_2_VERSION, "TLSv1.2"}, {TLS1_3_VERSION, "TLSv1.3"}};

}  // namespace

TEST_CASE("a client that sends its handshake cut anywhere is served") {
  for (const auto& version : versions) {
    NothingLeft nothing;
    Setting setting;
    Program& server = setting.serve(version.name);
    std::size_t served = 0;
    for (std::size_t cut = 1; cut < 600; cut += 37) {
      RawClient client(setting.world, version.number);
      std::size_t sent = 0;
      client.shakeHands([&](const std::string& bytes) {
        bool here = sent < cut && cut < sent + bytes.size();
        client.connection.sendInPieces(bytes, here ? std::vector<std::size_t>{cut - sent} : std::vector<std::size_t>{});
        sent += bytes.size();
      });
      REQUIRE(client.established());
      client.connection.send(client.record("hello"));
      client.connection.end();
      setting.world.settle();
      ++served;
    }
    CHECK(countOf(server.standardOutput(), "secure\nhello\nend\nclosed\n") == served);
  }
}

TEST_CASE("a byte of the handshake that is changed costs this connection alone") {
  for (const auto& version : versions) {
    NothingLeft nothing;
    Setting setting;
    Program& server = setting.serve(version.name);
    std::size_t refused = 0;
    for (std::size_t changed = 0; changed < 600; changed += 11) {
      std::size_t before = server.standardOutput().size();
      RawClient client(setting.world, version.number);
      std::size_t sent = 0;
      client.shakeHands([&](std::string bytes) {
        if (sent <= changed && changed < sent + bytes.size()) bytes[changed - sent] ^= 0x55;
        sent += bytes.size();
        client.connection.send(bytes);
      });
      client.connection.end();
      setting.world.settle(1000);
      CAPTURE(changed);
      std::string happened = server.standardOutput().substr(before);
      if (changed >= sent) {
        CHECK(happened == "secure\nend\nclosed\n");
        break;
      }
      CHECK(countOf(happened, "refused ") == 1);
      CHECK(countOf(happened, "secure") == 0);
      ++refused;
    }
    CHECK(refused > 15);
    CHECK(setting.serves());
  }
}

TEST_CASE("a client that stops, ends or resets anywhere in its handshake costs this connection alone") {
  enum class How { stops, ends, resets };
  for (How how : {How::stops, How::ends, How::resets}) {
    NothingLeft nothing;
    Setting setting;
    Program& server = setting.serve();
    std::size_t refused = 0;
    for (std::size_t most = 0;; most += 29) {
      RawClient client(setting.world);
      std::size_t sent = 0;
      client.shakeHands([&](const std::string& bytes) {
        client.connection.send(bytes.substr(0, most - std::min(most, sent)));
        sent += bytes.size();
      });
      if (most >= sent) break;
      if (how == How::ends) client.connection.end();
      if (how == How::resets) client.connection.reset();
      setting.world.runFor(how == How::stops ? 510 : 10);
      ++refused;
    }
    CHECK(refused > 5);
    const char* code = how == How::stops ? "refused ERR_TLS_HANDSHAKE_TIMEOUT\n" : "refused ECONNRESET\n";
    CHECK(countOf(server.standardOutput(), code) == refused);
    CHECK(setting.serves());
  }
}

TEST_CASE("the time for a handshake does not begin anew with each byte") {
  NothingLeft nothing;
  Setting setting;
  Program& server = setting.serve();
  RawClient client(setting.world);
  std::string hello = client.step();
  for (int i = 0; i < 4; ++i) {
    client.connection.send(hello.substr(std::size_t(i), 1));
    setting.world.runFor(120);
  }
  CHECK(server.standardOutput().empty());
  client.connection.send(hello.substr(4, 1));
  setting.world.runFor(30);
  CHECK(server.standardOutput() == "refused ERR_TLS_HANDSHAKE_TIMEOUT\n");
  CHECK(setting.serves());
}

TEST_CASE("a connection to which the server has written goes when its client leaves in the handshake") {
  NothingLeft nothing;
  Setting setting;
  Program& server = setting.world.spawn("server", [&] {
    auto options = setting.server();
    options.handshakeTimeout = 500;
    options.allowHalfOpen = true;
    auto made = tls::createServer(options);
    // What Node's page on http writes in a listener of clientError.
    made->on(event::tlsClientError, [=](Error error, tls::TLSSocket socket) {
      print("refused " + error->code);
      socket->on(event::close, [=] {
        made->getConnections([](Error, int count) { print("closed, " + str(count) + " left"); });
      });
      socket->end("HTTP/1.1 400 Bad Request\r\n\r\n");
    });
    made->listen(2000, "127.0.0.1");
  });
  setting.world.settle();
  auto client = setting.world.connect(2000);
  setting.world.runFor(1000);
  CHECK(server.standardOutput() == "refused ERR_TLS_HANDSHAKE_TIMEOUT\n");
  client.end();
  setting.world.runFor(1000);
  CHECK(server.standardOutput() == "refused ERR_TLS_HANDSHAKE_TIMEOUT\nclosed, 0 left\n");
}

TEST_CASE("key updates that are answered and not read stop the client, not the server") {
  NothingLeft nothing;
  Setting setting;
  Program& server = setting.serve();
  RawClient client(setting.world);
  client.shakeHands();
  REQUIRE(client.established());
  client.connection.pause();
  std::string flood;
  for (int i = 0; i < 40000; ++i) flood += client.keyUpdate();
  REQUIRE(flood.size() > 800000);
  client.connection.send(flood);
  client.connection.send(client.record("behind the flood"));
  setting.world.settle(1000);
  // What fits into the buffers on the way is gone. The rest of the flood is still with the client.
  CHECK(client.connection.unsent() > flood.size() / 4);
  CHECK(server.standardOutput() == "secure\n");
  CHECK(setting.serves());
  // A client that reads the answers is served again.
  client.connection.resume();
  setting.world.settle(1000);
  CHECK(client.connection.unsent() == 0);
  CHECK(server.standardOutput().ends_with("behind the flood\n"));
  client.connection.end();
  setting.world.settle();
  CHECK(server.standardOutput().ends_with("end\nclosed\n"));
}

TEST_CASE("a client that floods with key updates and goes away") {
  for (bool resets : {false, true}) {
    NothingLeft nothing;
    Setting setting;
    Program& server = setting.serve();
    {
      RawClient client(setting.world);
      client.shakeHands();
      client.connection.pause();
      std::string flood;
      for (int i = 0; i < 20000; ++i) flood += client.keyUpdate();
      client.connection.send(flood);
      setting.world.settle(1000);
      if (resets)
        client.connection.reset();
      else
        client.connection.close();
      setting.world.settle(1000);
    }
    CHECK(server.standardOutput().ends_with("closed\n"));
    CHECK(setting.serves());
  }
}

TEST_CASE("a record behind the handshake that is not encrypted") {
  for (const auto& version : versions) {
    NothingLeft nothing;
    Setting setting;
    Program& server = setting.serve(version.name);
    RawClient client(setting.world, version.number);
    client.shakeHands();
    REQUIRE(client.established());
    client.connection.send(std::string("\x17\x03\x03\x00\x05hello", 10));
    setting.world.settle();
    CHECK(server.standardOutput().starts_with("secure\nerror ERR_SSL_"));
    CHECK(server.standardOutput().ends_with("\nclosed\n"));
    CHECK(setting.serves());
  }
}
