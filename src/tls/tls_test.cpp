// Tests TLS servers and clients in a simulated world: which certificates they trust, what happens when the peer is
// silent, closes the connection or does not speak TLS, and that nothing stays allocated when a program ends.
#include <doctest/doctest.h>
#include <nodecpp/timers.h>
#include <nodecpp/tls.h>

#include <string>

#include "support/tls_world.h"
#include "world/simulated_program.h"
#include "world/world.h"

using namespace nodecpp;
using namespace nodecpp::simulation;
using namespace tests;

namespace {

struct Setting : tests::TlsWorld<tls::ServerOptions, tls::ConnectOptions> {
  tls::ConnectOptions client() {
    auto options = TlsWorld::client();
    options.port = 2000;
    return options;
  }
};

void tellErrors(const tls::Server& server) {
  server->on(event::tlsClientError, [](Error error, tls::TLSSocket socket) {
    print("tlsClientError " + error->code + (socket->destroyed() ? "" : " open"));
  });
}

void watch(const tls::TLSSocket& socket) {
  socket->on(event::connect, [] { print("connect"); });
  socket->on(event::secureConnect, [=] {
    print("secureConnect " + String(socket->authorized ? "authorized " : "") + socket->authorizationError);
  });
  socket->on(event::secure, [] { print("secure"); });
  socket->on(event::end, [] { print("end"); });
  socket->on(event::error, [](Error error) { print("error " + error->code + " " + error->message); });
  socket->on(event::close, [](bool hadError) { print(hadError ? "closed by an error" : "closed"); });
}

}  // namespace

TEST_CASE("an echo: the order of events, and what the socket knows") {
  NothingLeft nothing;
  Setting setting;
  Program& server = setting.world.spawn("server", [&] {
    auto options = setting.server();
    options.ALPNProtocols = {"b", "a"};
    auto made = tls::createServer(options, [](tls::TLSSocket socket) {
      print("secureConnection " + socket->servername + " " + socket->alpnProtocol + (socket->authorized ? " trusted" : ""));
      socket->on(event::data, [=](Buffer chunk) { socket->write(chunk); });
      socket->on(event::end, [=] { print("end"); });
      socket->on(event::close, [=] { print("closed"); });
    });
    tellErrors(made);
    made->listen(2000, "127.0.0.1");
  });
  setting.world.settle();
  Program& client = setting.world.spawn("client", [&] {
    auto options = setting.client();
    options.servername = "localhost";
    options.ALPNProtocols = {"a", "b"};
    auto socket = tls::connect(options);
    watch(socket);
    socket->write("before, ");
    socket->on(event::secureConnect, [=] {
      print(socket->getProtocol() + " " + socket->alpnProtocol + " " +
            String(socket->getPeerCertificate(true)["issuerCertificate"]["subject"]["CN"]));
      socket->write("after");
    });
    let<String> all = "";
    socket->on(event::data, [=](Buffer chunk) {
      all = all.value() + chunk.toString();
      if (all.value() != "before, after") return;
      print(all.value());
      socket->end();
    });
  });
  setting.world.settle(1000);
  CHECK(client.standardOutput() ==
        "connect\nsecureConnect authorized \nTLSv1.3 b the test's authority\nsecure\nbefore, after\nend\nclosed\n");
  CHECK(server.standardOutput() == "secureConnection localhost b\nend\nclosed\n");
  CHECK_FALSE(client.running());
}

TEST_CASE("a certificate that is not trusted, and one of another server") {
  struct {
    const char* host;
    bool own, rejects;
    const char* printed;
  } cases[] = {
      {"127.0.0.1", true, true,
       "connect\nsecure\nerror DEPTH_ZERO_SELF_SIGNED_CERT self-signed certificate\nclosed by an error\n"},
      {"127.0.0.1", true, false, "connect\nsecureConnect DEPTH_ZERO_SELF_SIGNED_CERT\nsecure\n"},
      {"127.0.0.2", false, true,
       "connect\nsecure\nerror ERR_TLS_CERT_ALTNAME_INVALID Hostname/IP does not match certificate's altnames: IP: "
       "127.0.0.2 is not in the cert's list: 127.0.0.1\nclosed by an error\n"},
      {"127.0.0.2", false, false, "connect\nsecureConnect ERR_TLS_CERT_ALTNAME_INVALID\nsecure\n"},
  };
  for (const auto& one : cases) {
    NothingLeft nothing;
    Setting setting;
    Program& server = setting.world.spawn("server", [&] {
      auto options = setting.server();
      const Certificates& all = setting.certificates();
      if (one.own) options.key = String(all.own.key()), options.cert = String(all.own.pem());
      auto made = tls::createServer(options, [](tls::TLSSocket socket) {
        socket->on(event::data, [](Buffer chunk) { print(chunk.toString()); });
      });
      tellErrors(made);
      made->listen(2000, one.host);
    });
    setting.world.settle();
    Program& client = setting.world.spawn("client", [&] {
      auto options = setting.client();
      options.host = one.host;
      options.rejectUnauthorized = one.rejects;
      auto socket = tls::connect(options);
      watch(socket);
      socket->write("secret");
    });
    setting.world.settle(1000);
    CHECK(client.standardOutput() == one.printed);
    // What the client has written does not reach a server that the client does not trust.
    CHECK(server.standardOutput() == (one.rejects ? "tlsClientError ECONNRESET\n" : "secret\n"));
  }
}

TEST_CASE("peers that are silent, go away, or do not speak TLS") {
  NothingLeft nothing;
  Setting setting;
  Program& server = setting.world.spawn("server", [&] {
    auto options = setting.server();
    options.handshakeTimeout = 500;
    auto made = tls::createServer(options, [](tls::TLSSocket socket) { socket->end("good"); });
    tellErrors(made);
    made->listen(2000, "127.0.0.1");
  });
  setting.world.settle();
  auto http = setting.world.connect(2000);
  http.send("GET / HTTP/1.1\r\n\r\n");
  setting.world.settle();
  CHECK(server.standardOutput() == "tlsClientError ERR_SSL_HTTP_REQUEST\n");
  auto gone = setting.world.connect(2000);
  setting.world.settle();
  gone.end();
  setting.world.settle();
  CHECK(server.standardOutput() == "tlsClientError ERR_SSL_HTTP_REQUEST\ntlsClientError ECONNRESET\n");
  auto silent = setting.world.connect(2000);
  setting.world.runFor(499);
  CHECK(server.standardOutput().find("TIMEOUT") == std::string::npos);
  setting.world.runFor(10);
  CHECK(server.standardOutput() ==
        "tlsClientError ERR_SSL_HTTP_REQUEST\ntlsClientError ECONNRESET\ntlsClientError ERR_TLS_HANDSHAKE_TIMEOUT open\n");
  Program& client = setting.world.spawn("client", [&] {
    auto socket = tls::connect(setting.client());
    socket->on(event::data, [](Buffer chunk) { print(chunk.toString()); });
  });
  setting.world.settle(1000);
  CHECK(client.standardOutput() == "good\n");
}

TEST_CASE("a server that ends the connection, or sends something else, during the handshake") {
  for (bool garbage : {false, true}) {
    NothingLeft nothing;
    Setting setting;
    setting.world.spawn("server", [=] {
      net::createServer([=](net::Socket socket) {
        socket->on(event::error, [] {});
        socket->resume();
        socket->end(garbage ? "this is not TLS" : "");
      })->listen(2000, "127.0.0.1");
    });
    setting.world.settle();
    Program& client = setting.world.spawn("client", [&] { watch(tls::connect(setting.client())); });
    setting.world.settle(1000);
    if (garbage)
      CHECK(client.standardOutput().starts_with("connect\nerror ERR_SSL_WRONG_VERSION_NUMBER error:"));
    else
      CHECK(client.standardOutput() ==
            "connect\nend\nerror ECONNRESET Client network socket disconnected before secure TLS connection was "
            "established\nclosed by an error\n");
  }
}

TEST_CASE("contexts by the client's name: added ones, and a function that answers later") {
  for (bool later : {false, true}) {
    NothingLeft nothing;
    Setting setting;
    setting.world.spawn("server", [&, later] {
      const Certificates& all = setting.certificates();
      auto second = tls::createSecureContext({.key = String(all.other.key()), .cert = String(all.other.pem())});
      auto options = setting.server();
      if (later)
        options.SNICallback = [second](String name, tls::SNIAnswer answer) {
          setTimeout([=] { answer(nullptr, name == "a.example.org" ? second : tls::SecureContext()); }, 20);
        };
      auto server = tls::createServer(options, [](tls::TLSSocket socket) { socket->end(); });
      if (!later) server->addContext("*.example.org", second);
      server->listen(2000, "127.0.0.1");
    });
    setting.world.settle();
    for (const char* name : {"a.example.org", "localhost"}) {
      Program& client = setting.world.spawn("client", [&, name] {
        auto options = setting.client();
        options.servername = name;
        auto socket = tls::connect(options);
        socket->on(event::secureConnect, [=] { print(String(socket->getPeerCertificate()["subjectaltname"])); });
        socket->on(event::error, [](Error error) { print(error->message); });
        socket->resume();
      });
      setting.world.settle(1000);
      CHECK(client.standardOutput() ==
            (name == std::string("localhost") ? "DNS:localhost, IP Address:127.0.0.1\n" : "DNS:*.example.org\n"));
    }
  }
}

TEST_CASE("a server that asks for certificates") {
  for (bool rejects : {true, false}) {
    NothingLeft nothing;
    Setting setting;
    Program& server = setting.world.spawn("server", [&, rejects] {
      auto options = setting.server();
      options.ca = String(setting.certificates().root.pem());
      options.requestCert = true;
      options.rejectUnauthorized = rejects;
      auto made = tls::createServer(options, [](tls::TLSSocket socket) {
        print(String(socket->authorized ? "authorized " : "not authorized ") +
              (socket->authorizationError.empty() ? "" : "by an error"));
        socket->end();
      });
      tellErrors(made);
      made->listen(2000, "127.0.0.1");
    });
    setting.world.settle();
    for (bool has : {true, false}) {
      setting.world.spawn("client", [&, has] {
        auto options = setting.client();
        if (has) {
          options.key = String(setting.certificates().leaf.key());
          options.cert = String(setting.certificates().leaf.pem());
        }
        auto socket = tls::connect(options);
        socket->on(event::error, [](Error) {});
        socket->resume();
      });
      setting.world.settle(1000);
    }
    CHECK(server.standardOutput() ==
          (rejects ? "authorized \ntlsClientError ERR_SSL_PEER_DID_NOT_RETURN_A_CERTIFICATE\n"
                   : "authorized \nnot authorized by an error\n"));
  }
}

TEST_CASE("a session is resumed, but not with another server") {
  NothingLeft nothing;
  Setting setting;
  setting.world.spawn("server", [&] {
    tls::createServer(setting.server(), [](tls::TLSSocket socket) { socket->end("x"); })->listen(2000, "127.0.0.1");
  });
  setting.world.settle();
  Program& client = setting.world.spawn("client", [&] {
    auto options = setting.client();
    let<Buffer> kept = Buffer();
    auto again = [=](String name, Function<void()> then) mutable {
      options.servername = name;
      options.session = kept;
      auto socket = tls::connect(options);
      socket->on(event::session, [=](Buffer session) { kept = session; });
      socket->on(event::secureConnect, [=] { print(name + (socket->isSessionReused() ? " resumed" : " anew")); });
      socket->on(event::error, [](Error error) { print(error->code); });
      socket->resume();
      if (then) socket->on(event::close, [=] { then(); });
    };
    again("localhost", [=]() mutable {
      again("localhost", [=]() mutable { again("other.example", nullptr); });
    });
  });
  setting.world.settle(1000);
  CHECK(client.standardOutput() == "localhost anew\nlocalhost resumed\nERR_TLS_CERT_ALTNAME_INVALID\n");
}

TEST_CASE("TLS on a connection that a program has opened, and the end of both") {
  NothingLeft nothing;
  Setting setting;
  Program& server = setting.world.spawn("server", [&] {
    auto context = tls::createSecureContext(
        {.key = String(setting.certificates().leaf.key()), .cert = String(setting.certificates().leaf.pem())});
    net::createServer([=](net::Socket plain) {
      plain->once(event::data, [=](Buffer chunk) {
        print(chunk.toString());
        plain->write("go");
        tls::TLSSocketOptions options;
        options.isServer = true;
        options.secureContext = context;
        auto socket = make<tls::TLSSocket>(plain, options);
        socket->on(event::secure, [] { print("secure"); });
        socket->on(event::data, [=](Buffer more) { socket->end(more); });
      });
      plain->on(event::close, [] { print("plain closed"); });
    })->listen(2000, "127.0.0.1");
  });
  setting.world.settle();
  Program& client = setting.world.spawn("client", [&] {
    auto plain = net::connect(2000, "127.0.0.1");
    plain->write("starttls");
    auto options = setting.client();
    plain->once(event::data, [=](Buffer chunk) mutable {
      print(chunk.toString());
      options.socket = plain;
      options.servername = "localhost";
      auto socket = tls::connect(options);
      watch(socket);
      socket->write("secret");
      socket->on(event::data, [](Buffer more) { print(more.toString()); });
    });
    plain->on(event::close, [] { print("plain closed"); });
  });
  setting.world.settle(1000);
  
  CHECK(server.standardOutput() == "starttls\nsecure\nplain closed\n");
  CHECK(client.standardOutput() == "go\nsecureConnect authorized \nsecure\nsecret\nend\nplain closed\nclosed\n");
}

TEST_CASE("TLS on a connection that has received the client's first bytes") {
  NothingLeft nothing;
  Setting setting;
  Program& server = setting.world.spawn("server", [&] {
    auto context = tls::createSecureContext(
        {.key = String(setting.certificates().leaf.key()), .cert = String(setting.certificates().leaf.pem())});
    net::createServer([=](net::Socket plain) {
      setTimeout([=] {
        print(plain->readableLength() > 0 ? "something came" : "nothing came");
        tls::TLSSocketOptions options;
        options.isServer = true;
        options.secureContext = context;
        auto socket = make<tls::TLSSocket>(plain, options);
        socket->on(event::data, [=](Buffer chunk) { socket->end(chunk); });
      }, 100);
    })->listen(2000, "127.0.0.1");
  });
  setting.world.settle();
  Program& client = setting.world.spawn("client", [&] {
    auto socket = tls::connect(setting.client());
    socket->write("early");
    socket->on(event::data, [](Buffer chunk) { print(chunk.toString()); });
  });
  setting.world.settle(1000);
  CHECK(server.standardOutput() == "something came\n");
  CHECK(client.standardOutput() == "early\n");
}

TEST_CASE("a program that ends in the middle of handshakes leaves nothing") {
  NothingLeft nothing;
  Setting setting;
  setting.world.spawn("server", [&] {
    auto options = setting.server();
    options.SNICallback = [](String, tls::SNIAnswer) { setTimeout([] { process::exit(); }, 10); };
    tls::createServer(options, [](tls::TLSSocket socket) { socket->resume(); })->listen(2000, "127.0.0.1");
  });
  setting.world.settle();
  Program& client = setting.world.spawn("client", [&] {
    auto options = setting.client();
    options.servername = "localhost";
    watch(tls::connect(options));
  });
  setting.world.settle(1000);
  CHECK(client.standardOutput().find("secureConnect") == std::string::npos);
  CHECK_FALSE(client.running());
}
