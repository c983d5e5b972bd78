// Tests of the contract of Tls.
#include <string>

#include "os/openssl/library.h"
#include "os/port/port.h"

#include "support/certificates.h"
#include "support/tested_ports.h"

namespace {

const bool linked = (linkOpenssl(), true);

struct Events final : TlsSink {
  void onHello(const TlsHello& hello) override {
    log += "hello " + hello.serverName + ";";
    if (whenHello) whenHello(hello);
  }
  void onHandshake(const TlsOutcome& came) override {
    outcome = came;
    done = true;
    if (whenDone) whenDone();
  }
  void onTlsError(const TlsFailure& came) override {
    failure = came;
    failed = true;
  }
  void onSession(const std::string&, const std::string& session) override { sessions.push_back(session); }
  void onKeyLog(const std::string& line) override { keyLog += line; }
  void onRenegotiation() override { log += "again;"; }
  void onTrace(const std::string& text) override { trace += text; }

  std::string log, keyLog, trace;
  TlsOutcome outcome;
  TlsFailure failure;
  bool done = false, failed = false;
  std::vector<std::string> sessions;
  std::function<void(const TlsHello&)> whenHello;
  std::function<void()> whenDone;
};

// One end of an encrypted connection, put on a plain one.
struct End {
  End(Port& p, Sink& plain, const TlsSpec& spec) : port(p), sink(p) {
    Connection* carrier = std::exchange(plain.connection, nullptr);
    TlsFailure failure = port.tls.start(port.net, carrier, spec, &sink, &events, &sink.connection);
    CHECK(failure.message == "");
    REQUIRE(sink.connection != nullptr);
    streams().startReading(sink.connection);
  }
  ~End() {
    if (sink.connection) streams().close(std::exchange(sink.connection, nullptr));
  }
  Streams& streams() { return port.tls.streams(); }
  void send(const std::string& text) { streams().send(sink.connection, {Buffer::copyOf(text.data(), text.size())}); }

  Port& port;
  Events events;
  Sink sink;
};

// One end of an encrypted connection whose ciphertext the test carries to the other end.
struct Carried final : TlsCarrier {
  Carried(Port& p, const TlsSpec& spec) : port(p), sink(p) {
    CHECK_FALSE(port.tls.startOver(spec, &sink, &events, this, &sink.connection));
    REQUIRE(sink.connection != nullptr);
    streams().startReading(sink.connection);
  }
  ~Carried() { close(); }
  void close() {
    if (!sink.connection) return;
    out += port.tls.takeOutput(sink.connection);
    streams().close(std::exchange(sink.connection, nullptr));
  }
  void onCiphertext(const char* data, std::size_t size) override {
    out.append(data, size);
    ++pushed;
  }
  void onCarrierEnd() override { ended = true; }
  void onReading(bool on) override { reading = on; }
  void onTaken() override { ++taken; }
  // Gives the other end what this one has put out.
  void carryTo(Carried& other) {
    for (; pushed > 0; --pushed, ++given) port.tls.carried(sink.connection, 0);
    if (!out.empty()) port.tls.give(other.sink.connection, std::exchange(out, std::string())), ++other.given;
  }
  Streams& streams() { return port.tls.streams(); }

  Port& port;
  Events events;
  Sink sink;
  std::string out;
  int pushed = 0, taken = 0, given = 1;  // startOver and carried are answered like gifts.
  bool ended = false, reading = false;
};

struct Authority {
  explicit Authority(Port& port)
      : now(std::int64_t(port.clock.wallClock() / 1000)),
        root({.name = "the test's authority", .alternativeNames = "", .authority = true}, nullptr, now),
        leaf({}, &root, now) {}
  TlsContextSpec server() const { return {.certificates = {leaf.pem()}, .keys = {{.bytes = leaf.key()}}}; }
  TlsContextSpec client() const { return {.authorities = {root.pem()}, .hasAuthorities = true}; }
  std::int64_t now;
  tests::Certificate root, leaf;
};

struct Context {
  Context(Port& p, const TlsContextSpec& spec) : port(p) { failure = port.tls.makeContext(spec, &context); }
  ~Context() {
    if (context) port.tls.close(context);
  }
  Port& port;
  TlsContext* context = nullptr;
  TlsFailure failure;
};

}  // namespace

TEST_CASE_TEMPLATE("a handshake, bytes both ways, and the end by close_notify", Under, BACK_ENDS) {
  Under under;
  Port& port = under.port;
  Authority authority(port);
  Context serving(port, authority.server()), asking(port, authority.client());
  REQUIRE(serving.context);
  REQUIRE(asking.context);
  Pair pair(port);
  End server(port, pair.peer(), {.isServer = true, .context = serving.context, .protocols = {"h2", "http/1.1"}});
  End client(port, pair.client, {.context = asking.context, .serverName = "localhost", .protocols = {"http/1.1"}, .logsKeys = true});
  // What is sent before the handshake is kept.
  client.send("to the server");
  REQUIRE(turnUntil(port, [&] { return server.events.done && client.events.done; }));
  CHECK(client.events.outcome.version == "TLSv1.3");
  CHECK(client.events.outcome.verifyCode == "");
  CHECK(client.events.outcome.protocol == "http/1.1");
  CHECK(server.events.outcome.serverName == "localhost");
  CHECK(client.events.outcome.peerCertificates.size() == 2);
  CHECK(client.events.outcome.ephemeralType == "ECDH");
  CHECK(client.events.keyLog.find("CLIENT_HANDSHAKE_TRAFFIC_SECRET") != std::string::npos);
  REQUIRE(turnUntil(port, [&] { return server.sink.bytes == "to the server"; }));
  CHECK(client.sink.sents == 1);
  server.send("to the client");
  REQUIRE(turnUntil(port, [&] { return client.sink.bytes == "to the client"; }));
  REQUIRE(turnUntil(port, [&] { return server.sink.sents == 1; }));
  CHECK(client.events.sessions.size() == 2);
  TlsCertificate described;
  CHECK_FALSE(port.tls.describe(client.events.outcome.peerCertificates[0], described));
  CHECK(described.subject == TlsCertificate::Names{{"CN", "localhost"}});
  CHECK(described.alternativeNames == "DNS:localhost, IP Address:127.0.0.1");
  CHECK(described.curve == "prime256v1");
  CHECK(server.streams().shutdown(server.sink.connection) == 0);
  REQUIRE(turnUntil(port, [&] { return client.sink.over; }));
  CHECK(client.sink.log == "end;");
  CHECK_FALSE(port.tls.truncated(client.sink.connection));
}

TEST_CASE_TEMPLATE("a certificate that is not trusted, has expired, or is not there", Under, BACK_ENDS) {
  Under under;
  Port& port = under.port;
  Authority authority(port);
  tests::Certificate old({.notBefore = -7200, .notAfter = -3600}, &authority.root, authority.now);
  tests::Certificate own({}, nullptr, authority.now);
  struct {
    TlsContextSpec server;
    const char* code;
  } cases[] = {
      {{.certificates = {old.pem()}, .keys = {{.bytes = old.key()}}}, "CERT_HAS_EXPIRED"},
      {{.certificates = {own.pem()}, .keys = {{.bytes = own.key()}}}, "DEPTH_ZERO_SELF_SIGNED_CERT"},
  };
  for (const auto& one : cases) {
    Context serving(port, one.server), asking(port, authority.client());
    REQUIRE(serving.context);
    Pair pair(port);
    End server(port, pair.peer(), {.isServer = true, .context = serving.context});
    End client(port, pair.client, {.context = asking.context});
    REQUIRE(turnUntil(port, [&] { return client.events.done; }));
    CHECK(client.events.outcome.verifyCode == one.code);
  }
  Context serving(port, TlsContextSpec{}), asking(port, authority.client());
  REQUIRE(serving.context);
  Pair pair(port);
  End server(port, pair.peer(), {.isServer = true, .context = serving.context});
  End client(port, pair.client, {.context = asking.context});
  client.send("is lost");
  REQUIRE(turnUntil(port, [&] { return client.events.failed && server.events.failed; }));
  CHECK(server.events.failure.code == "ERR_SSL_NO_SHARED_CIPHER");
  CHECK(client.events.failure.code == "ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE");
  REQUIRE(turnUntil(port, [&] { return client.sink.sents == 1; }));
  CHECK(client.sink.sendError == UV_EPROTO);
}

TEST_CASE_TEMPLATE("a server decides by the name that the client asks for", Under, BACK_ENDS) {
  Under under;
  Port& port = under.port;
  Authority authority(port);
  tests::Certificate other({.name = "other.example", .alternativeNames = "DNS:other.example"}, &authority.root, authority.now);
  Context serving(port, authority.server()), asking(port, authority.client()),
      second(port, {.certificates = {other.pem()}, .keys = {{.bytes = other.key()}}});
  Pair pair(port);
  End server(port, pair.peer(), {.isServer = true, .context = serving.context, .asksHello = true});
  End client(port, pair.client, {.context = asking.context, .serverName = "other.example", .protocols = {"a", "b"}});
  TlsHello asked;
  server.events.whenHello = [&](const TlsHello& hello) { asked = hello; };
  REQUIRE(turnUntil(port, [&] { return !server.events.log.empty(); }));
  runManyTurns(port);
  CHECK_FALSE(client.events.done);
  CHECK(asked.serverName == "other.example");
  CHECK(asked.protocols == std::vector<std::string>{"a", "b"});
  port.tls.answerHello(server.sink.connection, {.context = second.context, .protocol = "b"});
  REQUIRE(turnUntil(port, [&] { return client.events.done && server.events.done; }));
  CHECK(client.events.outcome.protocol == "b");
  TlsCertificate described;
  CHECK_FALSE(port.tls.describe(client.events.outcome.peerCertificates[0], described));
  CHECK(described.alternativeNames == "DNS:other.example");
}

TEST_CASE_TEMPLATE("a session is resumed", Under, BACK_ENDS) {
  Under under;
  Port& port = under.port;
  Authority authority(port);
  Context serving(port, authority.server()), asking(port, authority.client());
  std::string session;
  for (bool again : {false, true}) {
    Pair pair(port);
    End server(port, pair.peer(), {.isServer = true, .context = serving.context});
    End client(port, pair.client, {.context = asking.context, .session = session});
    REQUIRE(turnUntil(port, [&] { return client.events.done && server.events.done; }));
    CHECK(client.events.outcome.resumed == again);
    CHECK(server.events.outcome.resumed == again);
    CHECK(client.events.outcome.verifyCode == "");
    if (again) continue;  // A ticket that is good is not renewed, as in Node.
    REQUIRE(turnUntil(port, [&] { return !client.events.sessions.empty(); }));
    session = client.events.sessions.back();
  }
}

TEST_CASE_TEMPLATE("key logs and sessions are pushed to the connections of a context that want them", Under, BACK_ENDS) {
  Under under;
  Port& port = under.port;
  Authority authority(port);
  Context serving(port, authority.server()), asking(port, authority.client());
  for (bool wants : {false, true, false}) {
    Pair pair(port);
    End server(port, pair.peer(), {.isServer = true, .context = serving.context, .logsKeys = wants, .pushesSessions = wants});
    End client(port, pair.client, {.context = asking.context});
    REQUIRE(turnUntil(port, [&] { return server.events.done && client.events.sessions.size() == 2; }));
    CHECK(server.events.sessions.size() == (wants ? 2 : 0));
    CHECK((server.events.keyLog.find("SERVER_HANDSHAKE_TRAFFIC_SECRET") != std::string::npos) == wants);
    CHECK(client.events.keyLog.empty());
  }
}

TEST_CASE_TEMPLATE("megabytes in both directions, with back-pressure and pauses", Under, BACK_ENDS) {
  Under under;
  Port& port = under.port;
  Authority authority(port);
  Context serving(port, authority.server()), asking(port, authority.client());
  Pair pair(port);
  End server(port, pair.peer(), {.isServer = true, .context = serving.context});
  End client(port, pair.client, {.context = asking.context});
  std::string bytes(3 << 20, 'a');
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = char('a' + i % 23);
  std::size_t half = bytes.size() / 2;
  client.send(bytes.substr(0, half));
  client.send(bytes.substr(half));
  server.send(bytes);
  REQUIRE(turnUntil(port, [&] { return server.sink.bytes.size() > 100'000; }));
  server.streams().stopReading(server.sink.connection);
  std::size_t before = server.sink.bytes.size();
  runManyTurns(port);
  CHECK(server.sink.bytes.size() == before);
  server.streams().startReading(server.sink.connection);
  REQUIRE(turnUntil(port, [&] { return server.sink.bytes.size() == bytes.size() && client.sink.bytes.size() == bytes.size(); }));
  CHECK(server.sink.bytes == bytes);
  CHECK(client.sink.bytes == bytes);
  REQUIRE(turnUntil(port, [&] { return client.sink.sents == 2 && server.sink.sents == 1; }));
  CHECK(client.streams().unsent(client.sink.connection) == 0);
}

TEST_CASE_TEMPLATE("plain bytes on a connection that expects a handshake", Under, BACK_ENDS) {
  Under under;
  Port& port = under.port;
  Authority authority(port);
  Context serving(port, authority.server());
  Pair pair(port);
  End server(port, pair.peer(), {.isServer = true, .context = serving.context});
  CHECK(pair.client.write("GET / HTTP/1.1\r\n\r\n").error == 0);
  REQUIRE(turnUntil(port, [&] { return server.events.failed; }));
  CHECK(server.events.failure.code == "ERR_SSL_HTTP_REQUEST");
  CHECK(server.events.failure.reason == "http request");
}

TEST_CASE_TEMPLATE("a peer that goes without close_notify", Under, BACK_ENDS) {
  Under under;
  Port& port = under.port;
  Authority authority(port);
  Context serving(port, authority.server()), asking(port, authority.client());
  Pair pair(port);
  End server(port, pair.peer(), {.isServer = true, .context = serving.context});
  End client(port, pair.client, {.context = asking.context});
  // A system that closes a connection with bytes that were not read resets it, so the tickets are waited for.
  REQUIRE(turnUntil(port, [&] { return client.events.sessions.size() == 2; }));
  client.streams().close(std::exchange(client.sink.connection, nullptr));
  REQUIRE(turnUntil(port, [&] { return server.sink.over; }));
  CHECK(server.sink.log == "end;");
  CHECK(port.tls.truncated(server.sink.connection));
}

TEST_CASE_TEMPLATE("contexts with keys and certificates that are wrong", Under, BACK_ENDS) {
  Under under;
  Authority authority(under.port);
  CHECK(Context(under.port, {.certificates = {"no certificate"}}).failure.code == "ERR_OSSL_PEM_NO_START_LINE");
  tests::Certificate other({}, nullptr, authority.now);
  CHECK(Context(under.port, {.certificates = {other.pem()}, .keys = {{.bytes = authority.leaf.key()}}}).failure.code ==
        "ERR_OSSL_X509_KEY_VALUES_MISMATCH");
  CHECK(Context(under.port, {.ciphers = "nonsense"}).failure.code == "ERR_SSL_NO_CIPHER_MATCH");
}

TEST_CASE_TEMPLATE("another handshake on a connection of TLS 1.2, but not of TLS 1.3", Under, BACK_ENDS) {
  Under under;
  Port& port = under.port;
  Authority authority(port);
  for (bool old : {true, false}) {
    TlsContextSpec spec = authority.client();
    if (old) spec.most = TlsVersion::tls1_2;
    Context serving(port, authority.server()), asking(port, spec);
    Pair pair(port);
    End server(port, pair.peer(), {.isServer = true, .context = serving.context});
    End client(port, pair.client, {.context = asking.context, .traces = true});
    REQUIRE(turnUntil(port, [&] { return client.events.done && server.events.done; }));
    CHECK(client.events.trace.find("ClientHello") != std::string::npos);
    CHECK(port.tls.ticket(client.sink.connection).empty() != old);
    client.events.done = server.events.done = false;
    TlsFailure failure = port.tls.renegotiate(client.sink.connection, false, false);
    CHECK(failure.code == (old ? "" : "ERR_SSL_WRONG_SSL_VERSION"));
    client.send("after it");
    REQUIRE(turnUntil(port, [&] { return server.sink.bytes == "after it"; }));
    CHECK(server.events.done == old);
    CHECK(client.events.done == old);
    CHECK(server.events.log == (old ? "again;" : ""));
  }
}

TEST_CASE_TEMPLATE("a connection whose ciphertext the caller carries", Under, BACK_ENDS) {
  Under under;
  Port& port = under.port;
  Authority authority(port);
  Context serving(port, authority.server()), asking(port, authority.client());
  Carried server(port, {.isServer = true, .context = serving.context});
  Carried client(port, {.context = asking.context, .serverName = "localhost"});
  CHECK(client.out.empty());  // Nothing is pushed before the turn.
  auto carry = [&](const std::function<bool()>& done) {
    return turnUntil(port, [&] {
      client.carryTo(server);
      server.carryTo(client);
      return done();
    });
  };
  REQUIRE(carry([&] { return server.events.done && client.events.done; }));
  std::string bytes(300'000, 'x');
  client.streams().send(client.sink.connection, {Buffer::copyOf(bytes.data(), bytes.size())});
  REQUIRE(carry([&] { return server.sink.bytes.size() == bytes.size() && client.sink.sents == 1; }));
  CHECK(server.sink.bytes == bytes);
  CHECK(client.reading);
  CHECK(server.streams().shutdown(server.sink.connection) == 0);
  REQUIRE(carry([&] { return client.sink.over && server.ended; }));
  CHECK_FALSE(port.tls.truncated(client.sink.connection));
  REQUIRE(carry([&] { return client.taken == client.given && server.taken == server.given; }));
  port.tls.giveEnd(server.sink.connection, UV_ECONNRESET);
  REQUIRE(carry([&] { return server.sink.over; }));
  CHECK(server.sink.log == "error " + std::to_string(UV_ECONNRESET) + ";");
}
