// Tests the options and events of TLS on servers, requests and agents of https: keys with a pass phrase, tickets and
// sessions, OCSP answers, certificates by name, and what a server refuses.
#include <doctest/doctest.h>
#include <nodecpp/block_list.h>
#include <nodecpp/https.h>
#include <nodecpp/timers.h>

#include <string>

#include "support/tls_world.h"
#include "world/simulated_program.h"
#include "world/world.h"

using namespace nodecpp;
using namespace nodecpp::simulation;
using namespace tests;
using PeerState = RawConnection::PeerState;

namespace {

// Returns a key in PEM that is encrypted by this pass phrase.
std::string encrypted(const std::string& key, const std::string& passphrase) {
  BIO* from = BIO_new_mem_buf(key.data(), int(key.size()));
  EVP_PKEY* read = PEM_read_bio_PrivateKey(from, nullptr, nullptr, nullptr);
  BIO* to = BIO_new(BIO_s_mem());
  auto* bytes = reinterpret_cast<const unsigned char*>(passphrase.data());
  PEM_write_bio_PrivateKey(to, read, EVP_aes_128_cbc(), bytes, int(passphrase.size()), nullptr, nullptr);
  char* text = nullptr;
  long size = BIO_get_mem_data(to, &text);
  std::string pem(text, std::size_t(size));
  BIO_free(to);
  BIO_free(from);
  EVP_PKEY_free(read);
  return pem;
}

struct Setting : tests::TlsWorld<https::ServerOptions, https::RequestOptions> {
  // Starts a server that answers with the URL. `prepare` adds listeners to it.
  Program& serve(https::ServerOptions (*change)(Setting&), Function<void(https::Server)> prepare = [](https::Server) {}) {
    Program& program = world.spawn("server", [this, change, prepare] {
      auto server = https::createServer(change(*this), [](auto request, auto response) { response->end(request->url); });
      prepare(server);
      server->listen(443, "127.0.0.1");
    });
    world.settle();
    return program;
  }
};

using Done = Function<void()>;

// Makes a request and prints its result: the status, the body and whether the connection is new, or "error".
void fetch(https::RequestOptions options, StringArg path, Done done = nullptr) {
  options.path = path.toString();
  auto request = https::get(options);
  request->on(event::response, [=](http::IncomingMessage response) {
    auto socket = response->socket.as<tls::TLSSocket>();
    String how = request->reusedSocket ? "on the same connection" : socket->isSessionReused() ? "resumed" : "anew";
    let<String> body = "";
    response->on(event::data, [=](Buffer chunk) { body += chunk.toString(); });
    response->on(event::end, [=] {
      print(str(response->statusCode) + " " + body.value() + " " + how);
      if (done) nodecpp::setTimeout(done, 1);
    });
  });
  request->on(event::error, [=](Error) {
    print("error");
    if (done) nodecpp::setTimeout(done, 1);
  });
}

}  // namespace

TEST_CASE("a server and a client whose keys have a pass phrase") {
  NothingLeft nothing;
  Setting setting;
  setting.serve([](Setting& own) {
    auto options = own.server();
    options.key = String(encrypted(own.certificates().leaf.key(), "secret"));
    CHECK(codeThrown([=]() mutable {
            options.passphrase = "wrong";
            https::createServer(options);
          }) != "nothing");
    options.passphrase = "secret";
    options.ca = String(own.certificates().root.pem());
    options.requestCert = true;
    return options;
  });
  Program& client = setting.world.spawn("client", [&] {
    auto options = setting.client();
    options.agent = false;
    options.cert = String(setting.certificates().named.pem());
    options.key = String(encrypted(setting.certificates().named.key(), "another secret"));
    options.passphrase = "another secret";
    fetch(options, "/secret");
  });
  setting.world.settle(1000);
  CHECK(client.standardOutput() == "200 /secret anew\n");
}

TEST_CASE("tickets are sealed with the server's keys, which can be changed") {
  NothingLeft nothing;
  Setting setting;
  auto change = [](Setting& own) {
    auto options = own.server();
    options.ticketKeys = Buffer::alloc(48, 7);
    return options;
  };
  Program& server = setting.serve(change, [](https::Server made) {
    print(str(made->getTicketKeys().equals(Buffer::alloc(48, 7))));
    print(codeThrown([=] { made->setTicketKeys(Buffer::alloc(47)); }));
    print(codeThrown([] { https::createServer({.ticketKeys = Buffer::alloc(47)}); }));
    print(codeThrown([] { https::createServer({.sessionTimeout = -1}); }));
    setTimeout([=] {
      made->setTicketKeys(Buffer::alloc(48, 8));
      print(str(made->getTicketKeys().equals(Buffer::alloc(48, 8))));
    }, 500);
  });
  Program& client = setting.world.spawn("client", [&] {
    auto options = setting.client();
    // Without keepAlive each request has a connection of its own.
    options.agent = make<https::Agent>();
    fetch(options, "/a", [=] { fetch(options, "/b"); });
    setTimeout([=] { fetch(options, "/c"); }, 1000);
  });
  setting.world.runFor(2000);
  CHECK(server.standardOutput() == "true\nERR_INTERNAL_ASSERTION\nERR_INVALID_ARG_VALUE\nERR_OUT_OF_RANGE\ntrue\n");
  CHECK(client.standardOutput() == "200 /a anew\n200 /b resumed\n200 /c anew\n");
}

TEST_CASE("a server that stores the sessions itself") {
  NothingLeft nothing;
  Setting setting;
  auto change = [](Setting& own) {
    auto options = own.server();
    options.maxVersion = "TLSv1.2";
    options.secureOptions = 0x4000;  // SSL_OP_NO_TICKET
    options.sessionTimeout = 77;
    return options;
  };
  Program& server = setting.serve(change, [](https::Server made) {
    let<String> known = "";
    let<Buffer> stored = Buffer();
    made->on(event::newSession, [=](Buffer id, Buffer session, Function<void()> done) mutable {
      known = id.toString("hex");
      stored = session;
      // The session's time-out is its field number 2 as OpenSSL writes it; 77 is 4d.
      print("newSession " + str(session.toString("hex").includes("a20302014d")));
      done();
    });
    made->on(event::resumeSession, [=](Buffer id, tls::BufferAnswer answer) {
      bool same = id.toString("hex") == known.value();
      print("resumeSession " + str(same));
      answer(nullptr, same ? tls::Bytes(stored.value()) : tls::Bytes());
    });
  });
  Program& client = setting.world.spawn("client", [&] {
    auto options = setting.client();
    options.agent = make<https::Agent>();
    // With TLS 1.3 a client would send a session number that was never given out.
    options.maxVersion = "TLSv1.2";
    fetch(options, "/a", [=] { fetch(options, "/b"); });
  });
  setting.world.settle(1000);
  CHECK(server.standardOutput() == "newSession true\nresumeSession true\n");
  CHECK(client.standardOutput() == "200 /a anew\n200 /b resumed\n");
}

TEST_CASE("a server that answers OCSP requests, and chooses its certificate by the client's name") {
  NothingLeft nothing;
  Setting setting;
  auto change = [](Setting& own) {
    const Certificates& all = own.certificates();
    auto named = tls::createSecureContext({.key = String(all.named.key()), .cert = String(all.named.pem())});
    auto options = own.server();
    options.SNICallback = [named](String name, tls::SNIAnswer answer) {
      setTimeout([=] { answer(nullptr, name == "named.example" ? named : tls::SecureContext()); }, 5);
    };
    return options;
  };
  setting.serve(change, [](https::Server made) {
    made->on(event::OCSPRequest, [](Buffer certificate, Buffer issuer, tls::BufferAnswer answer) {
      // The server has no certificate of the issuer, so `issuer` must be empty.
      bool right = certificate.length() > 0 && issuer.length() == 0;
      answer(nullptr, Buffer::from(right ? "good" : "bad"));
    });
  });
  for (const char* name : {"named.example", "localhost"}) {
    Program& client = setting.world.spawn("client", [&, name] {
      auto options = setting.client();
      options.agent = make<https::Agent>();
      options.servername = name;
      options.requestOCSP = true;
      auto request = https::get(options, [](http::IncomingMessage response) {
        print(String(response->socket.as<tls::TLSSocket>()->getPeerCertificate()["subject"]["CN"]));
        response->resume();
      });
      request->on(event::socket, [](net::Socket socket) {
        socket.as<tls::TLSSocket>()->on(event::OCSPResponse, [](Buffer status) { print("status " + status.toString()); });
      });
    });
    setting.world.settle(1000);
    CHECK(client.standardOutput() == std::string("status good\n") + (name[0] == 'n' ? "named\n" : "localhost\n"));
  }
}

TEST_CASE("a server gives up a handshake that takes too long") {
  NothingLeft nothing;
  Setting setting;
  auto change = [](Setting& own) {
    auto options = own.server();
    options.handshakeTimeout = 500;
    return options;
  };
  Program& server = setting.serve(change, [](https::Server made) {
    made->on(event::tlsClientError, [](Error error, tls::TLSSocket) { print(error->code); });
  });
  auto silent = setting.world.connect(443);
  setting.world.runFor(499);
  CHECK(server.standardOutput() == "");
  setting.world.runFor(10);
  CHECK(server.standardOutput() == "ERR_TLS_HANDSHAKE_TIMEOUT\n");
  CHECK(silent.peerState() != PeerState::open);
}

TEST_CASE("a server refuses the addresses of its block list") {
  for (bool blocked : {false, true}) {
    NothingLeft nothing;
    Setting setting;
    auto change = [](Setting& own) {
      auto options = own.server();
      options.blockList = make<net::BlockList>();
      options.blockList->addAddress("127.0.0.9");
      return options;
    };
    auto changeAll = [](Setting& own) {
      auto options = own.server();
      options.blockList = make<net::BlockList>();
      options.blockList->addAddress("127.0.0.1");
      return options;
    };
    auto prepare = [](https::Server made) { made->on(event::connection, [] { print("connection"); }); };
    Program& server = blocked ? setting.serve(changeAll, prepare) : setting.serve(change, prepare);
    Program& client = setting.world.spawn("client", [&] { fetch(setting.client(), "/"); });
    setting.world.settle(1000);
    CHECK(client.standardOutput() == (blocked ? "error\n" : "200 / anew\n"));
    CHECK(server.standardOutput() == (blocked ? "" : "connection\n"));
  }
}

TEST_CASE("connections that begin paused, and requests with too many fields") {
  NothingLeft nothing;
  Setting setting;
  auto change = [](Setting& own) {
    auto options = own.server();
    options.pauseOnConnect = true;
    return options;
  };
  auto tell = [](https::Server made) {
    made->on(event::connection, [](net::Socket socket) {
      print(socket->isPaused() ? "paused" : "not paused");
      socket->destroy();
    });
  };
  Program& paused = setting.serve(change, tell);
  auto plain = setting.world.connect(443);
  setting.world.settle();
  CHECK(paused.standardOutput() == "paused\n");

  Setting other;
  other.serve([](Setting& own) { return own.server(); }, [](https::Server made) { made->maxHeadersCount = 5; });
  Program& client = other.world.spawn("client", [&] {
    auto options = other.client();
    options.agent = make<https::Agent>();
    auto more = options;
    more.headers = {{"a", "1"}, {"b", "2"}, {"c", "3"}, {"d", "4"}, {"e", "5"}, {"f", "6"}};
    fetch(options, "/few", [=] { fetch(more, "/many"); });
  });
  other.world.settle(1000);
  CHECK(client.standardOutput().starts_with("200 /few anew\n431 "));
}

TEST_CASE("a request resumes the session that it is given, and its socket has its high-water mark") {
  NothingLeft nothing;
  Setting setting;
  setting.serve([](Setting& own) { return own.server(); });
  Program& client = setting.world.spawn("client", [&] {
    auto options = setting.client();
    options.agent = make<https::Agent>({.maxCachedSessions = 0});
    options.highWaterMark = 1234;
    let<Buffer> kept = Buffer();
    auto ask = [=](https::RequestOptions asked, Done done) {
      auto request = https::get(asked, [=](http::IncomingMessage response) {
        auto socket = response->socket.as<tls::TLSSocket>();
        print((socket->isSessionReused() ? "resumed " : "anew ") + str(double(socket->readableHighWaterMark())));
        response->on(event::end, [=] { if (done) setTimeout(done, 1); });
        response->resume();
      });
      request->on(event::socket, [=](net::Socket socket) mutable {
        socket.as<tls::TLSSocket>()->on(event::session, [=](Buffer session) mutable { kept = session; });
      });
    };
    ask(options, [=] {
      auto again = options;
      again.session = kept.value();
      ask(again, [=] { ask(options, nullptr); });
    });
  });
  setting.world.settle(1000);
  CHECK(client.standardOutput() == "anew 1234\nresumed 1234\nanew 1234\n");
}

namespace {

// An agent that keeps a connection for one more request.
class ChoosyObject : public https::AgentObject {
 public:
  using AgentObject::AgentObject;
  bool keepSocketAlive(const net::Socket& socket) override {
    bool secure = bool(socket.as<tls::TLSSocket>());
    print(secure ? "kept?" : "not secure");
    return ++asked_ < 2 && AgentObject::keepSocketAlive(socket);
  }
  void reuseSocket(const net::Socket& socket, const http::ClientRequest& request) override {
    print("used again for " + request->path);
    AgentObject::reuseSocket(socket, request);
  }

 private:
  int asked_ = 0;
};

}  // namespace

TEST_CASE("an agent of a program's own decides which connections are kept") {
  NothingLeft nothing;
  Setting setting;
  setting.serve([](Setting& own) { return own.server(); });
  Program& client = setting.world.spawn("client", [&] {
    auto options = setting.client();
    auto agent = make<Handle<ChoosyObject>>({.keepAlive = true, .maxCachedSessions = 0});
    options.agent = https::Agent(agent);
    fetch(options, "/a", [=] { fetch(options, "/b", [=] { fetch(options, "/c"); }); });
  });
  setting.world.settle(1000);
  // After each request keepSocketAlive() is called. It returns false after the second one, so the third one gets a new
  // connection.
  const std::string said = client.standardOutput();
  for (const char* line : {"200 /a anew\n", "used again for /b\n200 /b on the same connection\n", "200 /c anew\n"})
    CHECK(said.find(line) != said.npos);
  CHECK(said.find("kept?\n") < said.find("used again for /b\n"));
  CHECK(said.find("not secure") == said.npos);
}
